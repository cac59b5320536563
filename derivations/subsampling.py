"""Subsampling amplifies privacy, in both directions of the neighbours: the record is there, or it is not.

Main result: with the rate gamma, e^eps' - 1 is gamma (e^eps - 1), delta' gamma delta. An event has the chance p if the record
is used and q if not; where the record is in the database the subsampled chance is gamma p + (1 - gamma) q. Here g = e^eps - 1,
gamma = 1/(1 + o), and u is what (eps, delta)-DP leaves over: p = (1 + g) q + delta - u, or q = (1 + g) p + delta - u.
"""

from dplemma.lang.words import *

g, o, q, delta, u, p = variables("g o q delta u p")

rate = 1 / (1 + o)
grown = 1 + rate * g
removed = (q - delta + u) / (1 + g)  # p, if q = (1 + g) p + delta - u
CHANCE = Interval(0, 1)
EVENT = Region(g=NONNEGATIVE, o=NONNEGATIVE, q=CHANCE, delta=CHANCE, u=NONNEGATIVE)

subsampling = Derivation(
    id="subsampling",
    title="Subsampling with rate gamma leaves e^eps' - 1 = gamma (e^eps - 1) and delta' = gamma delta, in both directions",
    proves="glrt/subsampling-rule",
    on=EVENT,
    lemmas=(
        Lemma(
            name="rate", says="the rate is a chance", on=Region(o=NONNEGATIVE), holds=Member((rate,), (Interval.lopen(0, 1),)),
        ),
        Lemma(
            name="mixture", says="what the record changes is diluted by the rate",
            on=Region(o=NONNEGATIVE, p=CHANCE, q=CHANCE),
            start=rate * p + (1 - rate) * q - q,
            steps=(Step("=", rate * (p - q), Algebra(), "gamma p + (1 - gamma) q - q"),),
        ),
        Lemma(
            name="added", says="the record is in the second database only: what remains, multiplied out",
            start=grown * (rate * removed + (1 - rate) * q) + rate * delta - q,
            steps=(
                Step("=", rate * (grown * u + (1 - rate) * g * (g * q + delta)) / (1 + g), Algebra(),
                     "over 1 + g the terms without gamma cancel, and what is left is a sum of products"),
                Step(">=", 0, Bound(), "no factor is negative",
                     of=rate * (grown * u + (1 - rate) * g * (g * q + delta)) / (1 + g)),
            ),
        ),
        Lemma(
            name="there", says="the record is in the first database only",
            start=rate * ((1 + g) * q + delta - u) + (1 - rate) * q,
            steps=(
                Step("=", grown * q + rate * delta - rate * u, Algebra(), "the chances of q add up to 1 + gamma g"),
                Step("<=", grown * q + rate * delta, Bound(), "what is left over counts for privacy",
                     of=grown * q + rate * delta - rate * u),
            ),
        ),
    ),
    start=q,
    steps=(
        Step("<=", grown * (rate * removed + (1 - rate) * q) + rate * delta, ByLemma("added"), "what remains is not negative"),
    ),
)  # fmt: skip
