"""Derivations, checked: every step by its rule, every side condition by the engines.

`check` walks the chains and looks at the ends; `ground` decides side conditions and compares expressions; the rules are in
`basic` (algebra, bounds, lemmas), `integrals`, `leibniz` (derivatives under the integral) and `optima` (roots, turning points);
`ends` has the values of a function at the ends of a range.
"""
