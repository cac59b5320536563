"""Mutants of the kernel's source: what one check less, or one comparison turned, would let through.

A mutator of our own: the usual ones start a process for each mutant (seconds each, with SymPy imported by the tests), this one
forks a process in which all tests are collected, and puts the code of one function in. Run it: `mutate_kernel.py`.
"""
