"""Generated tapes; see dplemma.compile.tapes."""
