"""Mutants of claims that hold: one place changed, decided again, so that a checker which accepts too much is caught."""
