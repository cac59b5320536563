"""From SymPy to numbers: lowering to tapes, the carriers they run over, evaluation at points and on boxes."""
