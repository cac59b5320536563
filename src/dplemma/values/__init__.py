"""Certified values: exact inputs, adaptive precision, rounding, conversions, tables, how they are passed to a function."""
