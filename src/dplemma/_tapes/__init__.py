"""Generated tapes; see dplemma.engines.tapes."""
