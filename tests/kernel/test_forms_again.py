"""False equalities that were proved once: variables called like a digest, factors of a root whose product is a number."""

from __future__ import annotations

import hashlib
from fractions import Fraction

from json_claims import accept, claim, minus, over, refuse, rel
from kernel_trees import RELATION

from dplemma.kernel.term import Json

x, t = (["var", name] for name in "xt")


# -- names -------------------------------------------------------------------------------------------------------------------

LONG = "end_of_a_range_that_has_a_long_name_of_its_own_5"
DIGEST = hashlib.blake2b(LONG.encode(), digest_size=16).hexdigest()


def test_a_variable_called_like_the_digest_of_another_is_not_that_other() -> None:
    """Both ends had one text, so t < a was believed over (0, b), where |a - t| = a - t does not hold for b > a."""
    assert DIGEST.isidentifier()
    a, weight = ["var", LONG], over("1", ["Add", "1", ["exp", ["Pow", t, "3"]]])

    def integral(body: Json, end: str) -> Json:
        return ["Integral", ["Mul", body, weight], ["t", "0", ["var", end]]]

    for end in (LONG, DIGEST):
        left, right = (["Add", integral("1", LONG), integral(distance, end)] for distance in (["Abs", minus(a, t)], minus(a, t)))
        claimed = claim(rel(left, "=", right), **{LONG: "(0, oo)", DIGEST: "(0, oo)"})
        if end == LONG:
            accept(claimed, RELATION, **{LONG: "1", DIGEST: "2"})
        else:
            refuse(claimed, RELATION, "equal", **{LONG: "1", DIGEST: "2"})


# -- roots of quotients ------------------------------------------------------------------------------------------------------

ROOT = ["Pow", ["Add", ["Pow", x, "3"], "8"], "1/3"]
GAP, REST = minus(ROOT, x), ["Add", ["Pow", ROOT, "2"], ["Mul", ROOT, x], ["Pow", x, "2"]]  # their product is 8
TILES = [[["x", [str(Fraction(n, 16)), str(Fraction(n + 1, 16))]]] for n in range(-32, 48)]


def test_factors_whose_product_is_a_number_leave_that_number_under_the_root() -> None:
    """sqrt(b/a) = sqrt(a b)/|a|, and a b = 8 was taken for 1: at x = 0 that gave 1/2 for sqrt(2)."""
    root, proof = ["Pow", over(REST, GAP), "1/2"], {**RELATION, "tiles": TILES}
    one = ["Abs", over("1", GAP)]
    refuse(claim(rel(root, "=", one), x="[-2, 3]"), proof, "equal", x="0")
    accept(claim(rel(root, "=", ["Mul", ["Pow", "8", "1/2"], one]), x="[-2, 3]"), proof, x="0")
