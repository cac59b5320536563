"""Floating-point error: what formulas lose in binary64, and routines that do not lose it."""
