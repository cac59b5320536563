"""Derivations, put to the kernel: every step of a rule is a step that the kernel accepts.

`check` walks the chains and looks at the claim; `translate` writes each rule in steps of the kernel, `walk` puts them to it one
by one, and `prove` finds the proofs of their side conditions.
"""
