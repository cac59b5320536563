"""The certified accountant: what a composition of mechanisms costs, enclosed from both sides.

Numerics on python-flint alone; exact inputs come from `values`, files and pages from the rooms above.
"""
