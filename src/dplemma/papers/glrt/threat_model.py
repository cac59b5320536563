"""The membership game, the adversary who knows everything, and the one who does not know the direction.

Main results: eq. 2, the optimality of the NPO adversary (pointwise, as Neyman and Pearson prove it), no uniformly most powerful
test once the sign is unknown.
Source: sections 3.1 and 3.2.

Vectors are written in two coordinates: that of the difference and one across it. mu = Delta/sigma.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

a, c, d, eps, k, mu, nu, p, q, t, u, v, w, x, y, z = variables("a c d eps k mu nu p q t u v w x y z")
Delta, sigma, delta, p_1, p_2, x_1, x_2, y_1, y_2, nu_1, nu_2 = variables("Delta sigma delta p_1 p_2 x_1 x_2 y_1 y_2 nu_1 nu_2")

GAME = Region(Delta=POSITIVE, sigma=POSITIVE, t=REAL)
PLANE = Region(y_1=REAL, y_2=REAL, nu_1=REAL, nu_2=REAL, sigma=POSITIVE)
CHANCE = Interval(0, 1)


def density(at, mean):
    """Of one coordinate of the output."""
    return phi((at - mean) / sigma) / sigma


def upper_tail(threshold, mean):
    """P(y > threshold) from the density."""
    return Integral(density(z, mean), (z, threshold, oo))


correct = (1 - upper_tail(t, 0) + upper_tail(t, Delta)) / 2
best = Phi(Delta / (2 * sigma))
def_1 = Claim(
    id="glrt/def-1",
    where="Definition 1", kind="definition",
    states="Membership game: the adversary selects f with known l2-sensitivity Delta and crafts adjacent D={A}, D'={A,B}; the "
    "curator publishes f(D) or f(D') with Gaussian noise of variance sigma^2 I; the adversary decides which.",
    reading="With f(D) = 0 and f(D') = Delta, a fair coin of the curator and a decision for D' if y > t. The game is defined "
    "(y has a density), is never lost or won for sure, is won best at t = Delta/2, and its best advantage 2 P - 1 is the total "
    "variation of the Gaussian mechanism.",
    holds=Obligations(
        defined=Rel(Integral(density(z, Delta), (z, -oo, oo)), "=", 1),
        codomain=All(Rel(best, ">", Rational(1, 2)), Rel(best, "<", 1)),
        attained=Rel(correct.subs(t, Delta / 2), "=", best),
        best_there=Rel(Phi(t / sigma) + Q((t - Delta) / sigma), "<=", 2 * best),
        equals=Rel(2 * best - 1, "=", gaussian.tv(Delta / sigma)),
    ),
    on=GAME,
)  # fmt: skip

unlike = p - exp(eps) * q, 1 - p - exp(eps) * (1 - q), 1 - exp(eps)  # of the event, its complement, the sure event
channel = u * p + v * (1 - p) - exp(eps) * (u * q + v * (1 - q))
def_1_harder = Claim(
    id="glrt/def-1/more-complexity-harder",
    where="Definition 1", kind="ordering",
    states="Any added complexity beyond this level can only make the game harder for the adversary and thus improve privacy.",
    reading="Three kinds of complexity. A difference shorter than Delta: the power grows with mu. An output seen through a "
    "noisy channel, in which the adversary decides with chance u in the event and v outside it: P - e^eps Q is then a "
    "mixture of those of the event, its complement and the sure event (which has none), with weights of at most 1 together, "
    "so it is at most the delta of the game. Circumstances that the adversary does not know: a mixture of two games that "
    "have delta - p_1 and delta - p_2, p_1, p_2 >= 0, has at most delta.",
    holds=All(
        Monotone(gaussian.roc(x, mu), mu, "increasing"),
        Rel(channel, "=", u * (1 - v) * unlike[0] + (1 - u) * v * unlike[1] + u * v * unlike[2]),
        Rel(unlike[2], "<=", 0),
        Rel(u * (1 - v) + (1 - u) * v, "<=", 1),
        Rel(w * (delta - p_1) + (1 - w) * (delta - p_2), "<=", delta),
    ),
    on=Region(
        x=UNIT, mu=POSITIVE, eps=NONNEGATIVE, delta=CHANCE, p=CHANCE, q=CHANCE, u=CHANCE, v=CHANCE, w=CHANCE, p_1=CHANCE,
        p_2=CHANCE,
    ),
    assumes=("one-event",),
)  # fmt: skip

shift_to_origin = Claim(
    id="glrt/shift-to-origin",
    where="Section 3.1", kind="identity", tier="prose",
    states="Knowing the data and f, the adversary can shift the problem so that f(A) = 0 and test N(0,sigma^2) against "
    "N(Delta,sigma^2) from a single draw (eq. 1).",
    reading="f(A) = a is known, the other value is a + Delta or a - Delta, and which is known too. Then y - a > t, or a - y > t, "
    "has the chances that eq. 1 gives to y > t.",
    holds=All(
        Rel(upper_tail(t + a, a), "=", Q(t / sigma)),
        Rel(upper_tail(t + a, a + Delta), "=", Q((t - Delta) / sigma)),
        Rel(1 - upper_tail(a - t, a), "=", Q(t / sigma)),
        Rel(1 - upper_tail(a - t, a - Delta), "=", Q((t - Delta) / sigma)),
    ),
    on=Region(a=REAL, t=REAL, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip

in_the_plane = density(y_1, nu_1) * density(y_2, nu_2) / (density(y_1, 0) * density(y_2, 0))
eq_2 = Claim(
    id="glrt/eq-2",
    where="eq. 2", kind="identity",
    states="log(Pr(y|N(Delta,sigma^2))/Pr(y|N(0,sigma^2))) = (|y|^2 - |y-Delta|^2)/(2 sigma^2).",
    reading="Pr is the density. For a number y, and for y and Delta = nu with two coordinates, |.| being the length.",
    holds=All(
        Rel(log(density(y, Delta) / density(y, 0)), "=", (Abs(y) ** 2 - Abs(y - Delta) ** 2) / (2 * sigma**2)),
        Rel(log(in_the_plane), "=", (y_1**2 + y_2**2 - (y_1 - nu_1) ** 2 - (y_2 - nu_2) ** 2) / (2 * sigma**2)),
    ),
    on=Region(y=REAL, Delta=POSITIVE, **PLANE.intervals),
)  # fmt: skip


def ratio(at):
    """Likelihood ratio of N(mu, 1) against N(0, 1)."""
    return exp(mu * at - mu**2 / 2)


npo_optimal = Claim(
    id="glrt/npo-optimal",
    where="Section 3.1, after eq. 2", kind="inequality", tier="prose",
    states="The NPO adversary has the best possible trade-off between type I and type II errors, by the Neyman-Pearson lemma.",
    reading="In units of sigma. Another test decides for H1 with chance u at the output y. The difference of the two tests "
    "times (p_1 - k p_0), k the ratio at the threshold c of the NPO test, is never negative; its integral says that a test "
    "of no larger level has no larger power. The rates of the NPO test are those of gaussian.roc.",
    holds=All(
        Rel(ratio(y), "=", phi(y - mu) / phi(y)),
        Implies(Rel(y, ">", c), Rel((1 - u) * (ratio(y) - ratio(c)), ">=", 0)),
        Implies(Rel(y, "<=", c), Rel((0 - u) * (ratio(y) - ratio(c)), ">=", 0)),
        Rel(Q(c - mu), "=", gaussian.roc(Held(Q(c)), mu)),
    ),
    on=Region(y=REAL, c=REAL, u=CHANCE, mu=POSITIVE),
)  # fmt: skip

length = sqrt(nu_1**2 + nu_2**2)
along = (nu_1 * y_1 + nu_2 * y_2) / length
across = (nu_1 * y_2 - nu_2 * y_1) / length
npo_dimension_independent = Claim(
    id="glrt/npo-dimension-independent",
    where="Section 3.1, after eq. 2", kind="identity", tier="prose",
    states="The NPO adversary's capabilities do not depend on query dimensionality (problem can be rotated to a linear z-test).",
    reading="Rotated so that the first axis points along nu: the density of the noise is that of the rotated coordinates, "
    "the log likelihood ratio is that of a number, the coordinate along nu with the mean ||nu||. The other coordinates drop "
    "out, however many they are.",
    holds=All(
        Rel(phi(y_1 / sigma) * phi(y_2 / sigma), "=", phi(along / sigma) * phi(across / sigma)),
        Rel(
            (y_1**2 + y_2**2 - (y_1 - nu_1) ** 2 - (y_2 - nu_2) ** 2) / (2 * sigma**2), "=",
            (along**2 - (along - length) ** 2) / (2 * sigma**2),
        ),
        Rel(upper_tail(sigma * QInv(x), Delta), "=", gaussian.roc(x, Delta / sigma)),
    ),
    on=Region(x=UNIT, Delta=POSITIVE, such_that=Rel(nu_1**2 + nu_2**2, ">", 0), **PLANE.intervals),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

as_hard = Mechanism.binary(Phi(mu / 2), Phi(-mu / 2))
def_2 = Claim(
    id="glrt/def-2",
    where="Definition 2", kind="definition",
    states="mu-GDP: at least as hard as distinguishing N(0,1) from N(mu,1) with mu = Delta/alpha.",
    reading="alpha is sigma, the standard deviation of the noise; it is called so nowhere else. The Gaussian mechanism attains "
    "the bound; a yes-no answer of chances Phi(mu/2) and Phi(-mu/2) has the property, one of chances Phi(mu) and Phi(-mu) not.",
    holds=Obligations(
        codomain=Member((gaussian.roc(x, mu),), (UNIT,)),
        equals=Rel(upper_tail(sigma * QInv(x), Delta), "=", gaussian.roc(x, Delta / sigma)),
        some_have_it=as_hard.is_gdp(mu),
        some_do_not=Rel(PhiInv(Held(Phi(mu))) - PhiInv(Held(Phi(-mu))), ">", mu),
    ),
    on=Region(x=UNIT, mu=POSITIVE, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("neyman-pearson", "one-event"),
)  # fmt: skip

tradeoff_complement = Claim(
    id="glrt/tradeoff-complement",
    where="Section 3.1, after Definition 2", kind="identity", tier="prose",
    states="The trade-off function is T(x) = 1 - R(x).",
    reading="For the NPO test, and for the test of the length in any dimension: T is the chance under H1 that the test of "
    "level x does not decide for H1.",
    holds=All(
        Rel(gaussian.tradeoff(x, mu), "=", 1 - gaussian.roc(x, mu)),
        Rel(Integral(phi(z - mu), (z, -oo, QInv(x))), "=", 1 - gaussian.roc(x, mu)),
        Rel(NCChi2CDF(t, d, mu**2), "=", 1 - NCChi2SF(t, d, mu**2)),
    ),
    on=Region(x=UNIT, mu=POSITIVE, t=POSITIVE, d=Interval.integers(1, oo)),
)  # fmt: skip

def_3 = Claim(
    id="glrt/def-3",
    where="Definition 3", kind="definition",
    states="Relaxed threat model: the adversary cannot fully specify the distribution under at least one of H_0, H_1, because "
    "some parameters are unknown and must be estimated.",
    reading="The smallest case, eq. 3: only the sign of the mean under H1 is unknown. The two laws that H1 allows differ, so H1 "
    "is composite; the tests that are best for them order the outputs in opposite ways, so the relaxation takes something away; "
    "the mean can be estimated (its likelihood has a greatest value); and knowing the sign gives back the NPO adversary.",
    holds=Obligations(
        composite=Implies(Rel(y, "!=", 0), Rel(phi(y - mu), "!=", phi(y + mu))),
        relaxed=All(
            Monotone(phi(y - mu) / phi(y), y, "increasing"), Monotone(phi(y + mu) / phi(y), y, "decreasing"),
        ),
        estimable=Rel(phi(y - nu), "<=", phi(y - y)),
        not_relaxed_if_known=Rel(Integral(phi(z - mu), (z, QInv(x), oo)), "=", gaussian.roc(x, mu)),
    ),
    on=Region(y=REAL, nu=REAL, mu=POSITIVE, x=UNIT),
)  # fmt: skip

norm = sqrt(x_1**2 + x_2**2)
multivariate_sign = Claim(
    id="glrt/multivariate-sign",
    where="Section 3.2", kind="definition", tier="prose",
    states="Multivariate sign sgn(x) = x/||x||_2 (unknown direction); for scalar y H1 is y = +/-Delta + Z (eq. 3).",
    reading="For x != 0, in two coordinates: sgn(x) is a unit vector, does not change with the length of x, and is the sign of a "
    "number; Delta and -Delta, and no other number nu, have the length Delta.",
    holds=Obligations(
        unit=Rel((x_1 / norm) ** 2 + (x_2 / norm) ** 2, "=", 1),
        direction=Rel(k * x_1 / sqrt((k * x_1) ** 2 + (k * x_2) ** 2), "=", x_1 / norm),
        scalar=All(
            Implies(Rel(x_1, ">", 0), Rel(x_1 / Abs(x_1), "=", 1)), Implies(Rel(x_1, "<", 0), Rel(x_1 / Abs(x_1), "=", -1)),
        ),
        eq_3=All(
            Rel(Abs(Delta), "=", Delta), Rel(Abs(-Delta), "=", Delta),
            Implies(All(Rel(nu, "!=", Delta), Rel(nu, "!=", -Delta)), Rel(Abs(nu), "!=", Delta)),
        ),
    ),
    on=Region(x_1=REAL, x_2=REAL, k=POSITIVE, nu=REAL, Delta=POSITIVE, such_that=Rel(x_1**2 + x_2**2, ">", 0)),
)  # fmt: skip

no_ump = Claim(
    id="glrt/no-ump",
    where="Section 3.2, after eq. 3", kind="identity", tier="prose",
    states="A uniformly most powerful test does not exist for H0: y = Z vs H1: y = +/-Delta + Z.",
    reading="At each level x the most powerful test against +Delta, y > sigma Q^{-1}(x), is the only one of its power (up "
    "to null sets); against -Delta it has the power Q(Q^{-1}(x) + Delta/sigma), less than the mirrored test has.",
    holds=All(
        Rel(upper_tail(sigma * QInv(x), Delta), "=", gaussian.roc(x, Delta / sigma)),
        Rel(1 - upper_tail(-sigma * QInv(x), -Delta), "=", gaussian.roc(x, Delta / sigma)),
        Rel(upper_tail(sigma * QInv(x), -Delta), "=", Q(QInv(x) + Delta / sigma)),
        Rel(Q(QInv(x) + Delta / sigma), "<", gaussian.roc(x, Delta / sigma)),
    ),
    on=Region(x=UNIT, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("neyman-pearson",),
)  # fmt: skip

eq_5 = Claim(
    id="glrt/eq-5",
    where="eqs. 4-5", kind="equivalence",
    states="H0: y~N(0,sigma^2 I) vs H1: y~N(nu,sigma^2 I), nu unknown, is equivalently H0: nu = 0 vs H1: nu != 0.",
    reading="The law N(nu, sigma^2 I) is N(0, sigma^2 I) if and only if nu = 0: if nu = 0 the densities agree at every y, and if "
    "nu != 0 they differ at y = nu (where both are continuous, so on a set of positive chance).",
    holds=All(
        Implies(
            All(Rel(nu_1, "=", 0), Rel(nu_2, "=", 0)),
            Rel(density(y_1, nu_1) * density(y_2, nu_2), "=", density(y_1, 0) * density(y_2, 0)),
        ),
        Implies(
            Rel(nu_1**2 + nu_2**2, ">", 0),
            Rel(density(nu_1, nu_1) * density(nu_2, nu_2), ">", density(nu_1, 0) * density(nu_2, 0)),
        ),
    ),
    on=PLANE,
)  # fmt: skip
