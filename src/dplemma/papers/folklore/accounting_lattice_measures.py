"""Measures on a lattice: chords above a convex profile, a shifted polygon below it, and why domination survives composition.

Main results: the overshoot of a chord over two tangents; lowered vertices; the profile of a product.
"""

from dplemma.lang.words import *

a, b, x, z, w, f0, f1, c, d0, d1, u, u1, u2, p = variables("a b x z w f0 f1 c d0 d1 u u1 u2 p")

CELL = Region(a=POSITIVE, b=POSITIVE, x=POSITIVE, z=POSITIVE)

overshoot = Claim(
    id="folklore/chord-overshoot",
    where="account/lattice.py, lemma (below)", kind="inequality",
    states="With slopes s' <= s <= s'', a = s - s', b = s'' - s, a chord of a cell of length x + z is above the larger tangent "
    "by at most a b (x + z)/(a + b).",
    lhs=Min(a * x, b * z), rel="<=", rhs=a * b * (x + z) / (a + b),
    on=CELL,
)  # fmt: skip

overshoot_at_most = Claim(
    id="folklore/chord-overshoot-at-most",
    where="account/lattice.py, _overshoot", kind="inequality",
    states="a b/(a + b) <= (a + b)/4.",
    lhs=a * b / (a + b), rel="<=", rhs=(a + b) / 4,
    on=Region(a=POSITIVE, b=POSITIVE),
)  # fmt: skip

shifted_envelope = Claim(
    id="folklore/shifted-envelope",
    where="account/lattice.py, lemma (below)", kind="inequality",
    states="Vertices lowered by at least the overshoot c of the cell have a chord that is below the old one by at least c.",
    lhs=w * (f0 - c - d0) + (1 - w) * (f1 - c - d1), rel="<=", rhs=w * f0 + (1 - w) * f1 - c,
    on=Region(w=UNIT, f0=REAL, f1=REAL, c=NONNEGATIVE, d0=NONNEGATIVE, d1=NONNEGATIVE),
)  # fmt: skip

kink_is_a_mass = Claim(
    id="folklore/kink-is-a-mass",
    where="account/lattice.py, lemma (above)", kind="identity",
    states="A polygon whose slope rises by a at u1 has the mass u1 a there: the hockey stick a (u1 - u) is u1 a (1 - u/u1).",
    lhs=a * (u1 - u), rel="=", rhs=(u1 * a) * (1 - u / u1),
    on=Region(a=POSITIVE, u=POSITIVE, u1=POSITIVE),
)  # fmt: skip

product_profile = Claim(
    id="folklore/product-profile",
    where="account/lattice.py, lemma (composition is monotone)", kind="identity",
    states="Two masses at losses log u1 and log u2 make one at their sum: its profile at u is that of the second at u/u1.",
    lhs=p * Max(1 - u / (u1 * u2), 0), rel="=", rhs=p * Max(1 - (u / u1) / u2, 0),
    on=Region(p=UNIT, u=POSITIVE, u1=POSITIVE, u2=POSITIVE),
)  # fmt: skip

raised_masses = Claim(
    id="folklore/raised-masses",
    where="account/lattice.py, lemma (composition is monotone)", kind="inequality",
    states="Moving a mass to a larger loss raises its profile.",
    lhs=Max(1 - u / u1, 0), rel="<=", rhs=Max(1 - u / (u1 + x), 0),
    on=Region(u=POSITIVE, u1=POSITIVE, x=POSITIVE),
)  # fmt: skip
