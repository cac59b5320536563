"""The standard conversion of Rényi DP: eps = rho + log(1/delta)/(alpha - 1), from the bounds behind the improved one.

Main result: (alpha, rho)-RDP implies (eps, delta)-DP. The excess of an event, or of the Gaussian mechanism, is at most
e^((alpha - 1)(rho - eps)) (1 - 1/alpha)^(alpha - 1)/alpha, and the last two factors, which this conversion gives away, are
below 1.
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

alpha, p, q, rho, delta, psi, psi_low, eps, u, t = variables("alpha p q rho delta psi psi_low eps u t")


def factor(u: Any) -> Any:
    """The greatest (r - e^u) r^-alpha."""
    return exp((1 - alpha) * u + (alpha - 1) * log(alpha - 1) - alpha * log(alpha))


exponent = (alpha - 1) * log(alpha / (alpha - 1))
given_away = exp(-exponent) / alpha  # (1 - 1/alpha)^(alpha - 1)/alpha
both = p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)
grown = exp(alpha * (alpha - 1) * psi**2 / 2)

ORDER = Interval.open(1, oo)
TAIL = Rational("1e-5")


def error(index: Any) -> Any:
    """What the standard conversion of order 6 gives away at delta = 1e-5."""
    return renyi.epsilon_standard(6, gaussian.renyi(6, index), TAIL) - gaussian.epsilon(TAIL, index)


rdp_standard = Derivation(
    id="rdp-standard",
    title="The standard conversion of Rényi DP to (eps, delta)-DP, for one event and for the Gaussian mechanism",
    proves="sensitivity_index/corollary-11",
    uses=("rdp-improved",),
    on=Region(alpha=ORDER, psi=POSITIVE, eps=REAL, delta=UNIT, such_that=Rel(exp((1 - alpha) * eps) * grown, "<=", delta)),
    lemmas=(
        Lemma(
            name="power", says="(1 - 1/alpha)^(alpha - 1) is below 1", on=Region(alpha=ORDER),
            start=exp(-exponent),
            steps=(
                Step("<=", Sup(exp(-t), (t, 0, oo)), AtPoint(t, exponent), "the exponent is not negative"),
                Step("=", 1, TurningPoint(t, 0), "e^-t falls from 1"),
            ),
        ),
        Lemma(
            name="given away", says="two factors below 1", on=Region(alpha=ORDER),
            start=given_away,
            steps=(
                Step("<=", 1 / alpha, ByLemma("power").times(1 / alpha), "the first factor"),
                Step("<=", 1, Bound(), "alpha > 1", of=1 / alpha),
            ),
        ),
        Lemma(
            name="factor", says="the factor of the improved conversion is below what is left", on=Region(alpha=ORDER, u=REAL),
            start=factor(u),
            steps=(
                Step("=", exp((1 - alpha) * u) * given_away, Algebra(), "the powers of alpha and alpha - 1 apart"),
                Step("<=", exp((1 - alpha) * u), ByLemma("given away").times(exp((1 - alpha) * u)), "what is given away",
                     of=exp((1 - alpha) * u) * given_away),
            ),
        ),
        Lemma(
            name="solved", says="the eps of the formula makes it delta", on=Region(alpha=ORDER, rho=REAL, delta=UNIT),
            start=exp((alpha - 1) * rho) * exp((1 - alpha) * renyi.epsilon_standard(alpha, rho, delta)),
            steps=(Step("=", delta, Algebra(), "e^((1 - alpha)(eps - rho)) = delta"),),
        ),
        Lemma(
            name="any event", says="an event exceeds e^u times its chance by at most delta, if the bound is at most delta",
            on=Region(alpha=ORDER, u=REAL, p=UNIT, q=UNIT, delta=UNIT, such_that=Rel(both * exp((1 - alpha) * u), "<=", delta)),
            start=Max(0, p - exp(u) * q) + Max(0, 1 - p - exp(u) * (1 - q)),
            steps=(
                Step("<=", both * factor(u), ByLemma("rdp-improved: event"), "the bound behind the improved conversion"),
                Step("<=", both * exp((1 - alpha) * u), ByLemma("factor").times(both), "what is given away"),
                Step("<=", delta, Bound(), "which is delta for the eps of the formula"),
            ),
        ),
    ),
    start=gaussian.delta(eps, psi),
    steps=(
        Step("<=", factor(eps) * grown, ByLemma("rdp-improved: bound"), "the bound behind the improved conversion"),
        Step("<=", exp((1 - alpha) * eps) * grown, ByLemma("factor", u=eps).times(grown), "what is given away"),
        Step("<=", delta, Bound(), "which is delta for the eps of the formula"),
    ),
    printed=PrintedProof(
        where="sensitivity_index, Figure 6 and section 5",
        on=Region(psi_low=Interval.lopen(0, Rational(1, 10)), psi=Interval.lopen(0, Rational(1, 10)),
                  such_that=Rel(psi_low, "<", psi), points=[{"psi_low": "1/100", "psi": "1/10"}]),
        claims=("sensitivity_index/fig-6/error-reason",),
        start=Rel(TAIL, ">", 0),
        steps=(
            PrintedStep("says", Rel(TAIL, ">", 0), "the conversions do not apply when delta = 0; here it is 1e-5"),
            PrintedStep("says", Inference(
                premises=(Rel(TAIL, ">", 0), Rel(TAIL, "<", 1)), conclusion=Rel(error(psi_low), "<=", error(psi)),
                model="delta = 1e-5, order 6"),
                "the error increases as psi -> 0 due to these ranges of definition: where both apply, it would not"),
        ),
    ),
)  # fmt: skip
