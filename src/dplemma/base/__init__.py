"""What every room may use: no mathematics, no SymPy, no FLINT."""
