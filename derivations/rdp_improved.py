"""The improved conversion of Rényi DP: from a bound on D_alpha to (eps, delta)-DP, for events and for the Gaussian mechanism.

Main result: eps = rho + log((alpha - 1)/alpha) - log(delta alpha)/(alpha - 1). An output with the chances p and q exceeds y q,
y = e^eps, by p - y q = p^alpha q^(1 - alpha) (r - y) r^-alpha with r = p/q, which is greatest at
r = y alpha/(alpha - 1). So the excess of all outputs is at most that factor times the sum (the integral) of
p^alpha q^(1 - alpha), which is e^((alpha - 1) rho).
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

alpha, u, v, s, p, q, rho, delta, psi, eps, z = variables("alpha u v s p q rho delta psi eps z")

shift = u + log(alpha / (alpha - 1))  # the logarithm of the best ratio, if e^u stands for e^eps


def factor(u: Any) -> Any:
    """The greatest (r - e^u) r^-alpha."""
    return exp((1 - alpha) * u + (alpha - 1) * log(alpha - 1) - alpha * log(alpha))


def excess(p: Any, q: Any) -> Any:
    return Max(0, p - exp(u) * q)


def moment(p: Any, q: Any) -> Any:
    return p**alpha * q ** (1 - alpha)


at_ratio = (exp(shift + v) - exp(u)) * exp(-alpha * (shift + v))  # r = e^(shift + v)
greatest = Sup(at_ratio, (v, -oo, oo))
grown = exp(alpha * (alpha - 1) * psi**2 / 2)
tilted = grown * phi(z - alpha * psi)
gain = phi(z - psi) - exp(eps) * phi(z)
edge = eps / psi + psi / 2
level = factor(eps)
both = moment(p, q) + moment(1 - p, 1 - q)

ORDER = Interval.open(1, oo)
OUTPUT = Region(alpha=ORDER, u=REAL, p=POSITIVE, q=POSITIVE)
EVENT = Region(alpha=ORDER, u=REAL, p=UNIT, q=UNIT)
SHIFT = Region(alpha=ORDER, psi=POSITIVE, eps=REAL)

rdp_improved = Derivation(
    id="rdp-improved",
    title="The improved conversion of Rényi DP to (eps, delta)-DP, for one event and for the Gaussian mechanism",
    proves="sensitivity_index/corollary-12",
    on=Region(alpha=ORDER, psi=POSITIVE, eps=REAL, delta=UNIT, such_that=Rel(level * grown, "<=", delta)),
    lemmas=(
        Lemma(
            name="turns", says="the greatest (r - y) r^-alpha, y = e^u, over the logarithms of the ratios",
            on=Region(alpha=ORDER, u=REAL),
            start=greatest,
            steps=(
                Step("=", factor(u),
                     TurningPoint(v, 0, slope=(alpha - 1) * exp((1 - alpha) * shift) * exp(-alpha * v) * (1 - exp(v))),
                     "the slope has the sign of 1 - e^v, so the best ratio is y alpha/(alpha - 1)"),
            ),
        ),
        Lemma(
            name="ratio", says="at any ratio it is no more", on=Region(alpha=ORDER, u=REAL, s=POSITIVE),
            start=(s - exp(u)) * s ** (-alpha),
            steps=(
                Step("<=", greatest, AtPoint(v, log(s) - shift), "one of the ratios"),
                Step("=", factor(u), ByLemma("turns"), "the greatest value"),
            ),
        ),
        Lemma(
            name="output", says="what one output exceeds", on=OUTPUT,
            start=p - exp(u) * q,
            steps=(
                Step("=", moment(p, q) * ((p / q - exp(u)) * (p / q) ** (-alpha)), Algebra(), "r = p/q"),
                Step("<=", moment(p, q) * factor(u), ByLemma("ratio", s=p / q).times(moment(p, q)), "the lemma on the ratio",
                     of=moment(p, q) * ((p / q - exp(u)) * (p / q) ** (-alpha))),
            ),
        ),
        Lemma(
            name="nothing", says="the bound is not negative", on=OUTPUT, holds=Rel(0, "<=", moment(p, q) * factor(u)),
        ),
        Lemma(
            name="excess", says="nor is the excess more, if it counts only where it is positive", on=OUTPUT,
            start=excess(p, q),
            steps=(Step("<=", moment(p, q) * factor(u), Greatest("nothing", "output"), "both parts are below it"),),
        ),
        Lemma(
            name="event", says="an event and its complement", on=EVENT,
            start=excess(p, q) + excess(1 - p, 1 - q),
            steps=(
                Step("<=", moment(p, q) * factor(u) + excess(1 - p, 1 - q), ByLemma("excess"), "the event"),
                Step("<=", moment(p, q) * factor(u) + moment(1 - p, 1 - q) * factor(u), ByLemma("excess", p=1 - p, q=1 - q),
                     "the complement"),
                Step("=", both * factor(u), Algebra(), "the common factor"),
            ),
        ),
        Lemma(
            name="solved", says="the eps of the formula makes it delta", on=Region(alpha=ORDER, rho=REAL, delta=UNIT),
            start=exp((alpha - 1) * rho) * factor(renyi.epsilon_improved(alpha, rho, delta)),
            steps=(Step("=", delta, Algebra(), "e^eps = e^rho (alpha - 1)/alpha (delta alpha)^(-1/(alpha - 1))"),),
        ),
        Lemma(
            name="any event", says="so an event exceeds e^u times its chance by at most delta, if the bound is at most delta",
            on=Region(**EVENT.intervals, delta=UNIT, such_that=Rel(both * factor(u), "<=", delta)),
            start=excess(p, q) + excess(1 - p, 1 - q),
            steps=(
                Step("<=", both * factor(u), ByLemma("event"), "the lemma on events"),
                Step("<=", delta, Bound(), "e^((alpha - 1) rho) times the factor is delta for the eps of the formula"),
            ),
        ),
        Lemma(
            name="tilted", says="p^alpha q^(1 - alpha) of the Gaussian mechanism is a normal density that is moved",
            on=Region(alpha=ORDER, psi=POSITIVE, z=REAL),
            start=moment(phi(z - psi), phi(z)),
            steps=(Step("=", tilted, Algebra(), "the square is completed"),),
        ),
        Lemma(
            name="moment", says="its integral", on=Region(alpha=ORDER, psi=POSITIVE),
            start=Integral(tilted, (z, -oo, oo)),
            steps=(Step("=", grown, Antiderivative(grown * Phi(z - alpha * psi), z), "Phi runs from 0 to 1"),),
        ),
        Lemma(
            name="density", says="it is not negative", on=Region(alpha=ORDER, psi=POSITIVE, z=REAL), holds=Rel(tilted, ">=", 0),
        ),
        Lemma(
            name="left out", says="nor is the integral up to the edge", on=SHIFT,
            start=Integral(tilted, (z, -oo, edge)),
            steps=(Step(">=", 0, Integrand(z, ByLemma("density", z=z)), "of what is not negative"),),
        ),
        Lemma(
            name="beyond the edge", says="beyond it is no more than all", on=SHIFT,
            start=Integral(tilted, (z, -oo, oo)),
            steps=(
                Step("=", Integral(tilted, (z, -oo, edge)) + Integral(tilted.subs(z, s), (s, edge, oo)), SplitIntegral(z, edge),
                     "on both sides of the edge"),
                Step(">=", Integral(tilted.subs(z, s), (s, edge, oo)), ByLemma("left out"), "the first part is left out",
                     of=Integral(tilted, (z, -oo, edge)) + Integral(tilted.subs(z, s), (s, edge, oo))),
            ),
        ),
        Lemma(
            name="profile", says="the profile is the integral of the gain beyond the edge", on=Region(psi=POSITIVE, eps=REAL),
            start=Integral(gain, (z, edge, oo)),
            steps=(
                Step("=", Phi(psi / 2 - eps / psi) - exp(eps) * Phi(-psi / 2 - eps / psi),
                     Antiderivative(-Phi(psi - z) + exp(eps) * Phi(-z), z), "phi is even and the derivative of Phi"),
            ),
        ),
        Lemma(
            name="integrated", says="the lemma on outputs, integrated", on=SHIFT,
            start=Integral(level * tilted - gain, (z, edge, oo)),
            steps=(Step(">=", 0, Integrand(z, ByLemma("output", u=eps, p=phi(z - psi), q=phi(z))), "for every output"),),
        ),
        Lemma(
            name="apart", says="the two integrals apart", on=SHIFT,
            start=Integral(level * tilted - gain, (z, edge, oo)),
            steps=(
                Step("=", level * Integral(tilted, (z, edge, oo)) - Integral(gain, (z, edge, oo)), Linearity(z),
                     "both converge"),
            ),
        ),
        Lemma(
            name="order", says="so the second is no more than the first", on=SHIFT,
            start=level * Integral(tilted, (z, edge, oo)) - Integral(gain, (z, edge, oo)),
            steps=(
                Step("=", Integral(level * tilted - gain, (z, edge, oo)), ByLemma("apart"), "one integral"),
                Step(">=", 0, ByLemma("integrated"), "of what is not negative",
                     of=Integral(level * tilted - gain, (z, edge, oo))),
            ),
        ),
        Lemma(
            name="bound", says="the profile of the Gaussian mechanism is at most the factor times the moment", on=SHIFT,
            start=Phi(psi / 2 - eps / psi) - exp(eps) * Phi(-psi / 2 - eps / psi),
            steps=(
                Step("=", Integral(gain, (z, edge, oo)), ByLemma("profile"), "the integral of the gain"),
                Step("<=", level * Integral(tilted, (z, edge, oo)), ByLemma("order"), "the lemma on the order",
                     of=Integral(gain, (z, edge, oo))),
                Step("<=", level * Integral(tilted, (z, -oo, oo)), ByLemma("beyond the edge").times(level), "over all outputs"),
                Step("=", level * grown, ByLemma("moment"), "the Gaussian integral"),
            ),
        ),
    ),
    start=gaussian.delta(eps, psi),
    steps=(
        Step("<=", level * grown, ByLemma("bound"), "the factor times the moment"),
        Step("<=", delta, Bound(), "which is delta for the eps of the formula"),
    ),
)  # fmt: skip
