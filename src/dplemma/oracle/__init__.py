"""The oracle: certified reference values of every quantity, conversions and tables. Imports neither SymPy nor mpmath."""
