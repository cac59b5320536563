"""Numerics on python-flint only: no SymPy, no mpmath, no papers."""
