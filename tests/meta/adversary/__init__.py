"""An adversary that stays: claims, derivations and certificates whose truth is settled before anybody decides them.

    known.py         what a settled claim is, and the dice
    inequalities.py, identities.py, limits.py, shapes.py, logic.py, solvers.py, domains.py, constants.py    the families
    generator.py     one settled claim for each (seed, number)
    derivations.py   derivations, true ones and ones with one wrong step
    forgeries.py     certificates that prove nothing
    holes.py         claims written by hand, one for each kind of error that was ever found
    pool.py          work under a limit of CPU time and memory that really ends it
    run.py           `python -m adversary.run --seed 1 --count 1000`, in tests/meta: the table of families and verdicts

Nothing here looks at an engine: a family knows the truth of its claims from how they are built, and says why.
"""
