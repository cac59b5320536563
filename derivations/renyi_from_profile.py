"""A Rényi divergence sees nothing of a mechanism but its privacy profile.

Main result: r^a = 1 + a (r - 1) + a (a - 1) times the integral of t^(a - 2) (r - t)^+ over t > 1, for r > 1, and likewise with
(t - s)^+ over t < 1 for s < 1. Averaged over the outputs of the second database, with r = P/Q, the left side is the exponential
of (a - 1) times the divergence, and the parts (r - t)^+ are the profile at log t.
"""

from dplemma.lang.words import *

order, r, s, t = variables("order r s t")


def parts(ratio: Any) -> Any:
    """Antiderivative of t^(order - 2) (ratio - t)."""
    return ratio * t ** (order - 1) / (order - 1) - t**order / order


def rest(ratio: Any) -> Any:
    return ratio**order - 1 - order * (ratio - 1)


above = Integral(t ** (order - 2) * (r - t), (t, 1, r))
below = Integral(t ** (order - 2) * (t - s), (t, s, 1))

renyi_from_profile = Derivation(
    id="renyi-from-profile",
    title="The power of a likelihood ratio as a mixture of the parts that make up the privacy profile",
    proves="gdp_bridge/intro/variants-as-unions",
    on=Region(r=Interval.open(1, oo), s=UNIT, order=Interval.open(1, oo)),
    lemmas=(
        Lemma(
            name="above", says="a ratio above 1 is made of the parts (r - t)^+, t > 1",
            on=Region(r=Interval.open(1, oo), order=Interval.open(1, oo)),
            start=order * (order - 1) * above,
            steps=(
                Step("=", order * (order - 1) * (parts(r).subs(t, r) - parts(r).subs(t, 1)), Antiderivative(parts(r), t),
                     "t^(order - 1) has the derivative (order - 1) t^(order - 2)", of=above),
                Step("=", rest(r), Algebra(), "1/(order - 1) - 1/order is 1/(order (order - 1))"),
            ),
        ),
        Lemma(
            name="below", says="a ratio below 1 is made of the parts (t - s)^+, t < 1",
            on=Region(s=UNIT, order=Interval.open(1, oo)),
            start=order * (order - 1) * below,
            steps=(
                Step("=", order * (order - 1) * (parts(s).subs(t, s) - parts(s).subs(t, 1)), Antiderivative(-parts(s), t),
                     "as above, with the sign changed", of=below),
                Step("=", rest(s), Algebra(), "as above"),
            ),
        ),
    ),
)  # fmt: skip
