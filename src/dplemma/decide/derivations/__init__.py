"""Derivations, checked: every step by its rule, every side condition by the engines.

`check` walks the chains and looks at the ends; `ground` decides side conditions and compares expressions; `ranges` knows where
bound variables run and `ends` what a function tends to there. The rules are in `basic` (algebra, bounds, lemmas), `integrals`,
`leibniz` (derivatives under the integral) and `optima` (roots, turning points).
"""
