"""Statements on whole regions by interval arithmetic.

`proof` says what a proof is and `reductions` which goals a rule leads to; `goals` takes statements apart; `search` looks for a
proof within a `budget`, with `boxes` (branch and bound), `enclosures`, `equals` and `rewrites` (forms), `guides` and `existence`
(of roots). Finished proofs are written as objects by `decide.objects` and checked by the kernel, which uses none of this.
"""
