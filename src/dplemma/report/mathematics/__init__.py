"""Formulas in four scripts: LaTeX broken to a width, Unicode for a terminal, MathML for a page, prose with formulas in it."""
