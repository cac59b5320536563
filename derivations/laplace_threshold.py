"""Which threshold gives the Laplace mechanism's adversary a wanted rate of false alarms, and what power it has.

Main result: for alpha > 1/2 the threshold is theta = q_0 + (Delta/eps) log(2 (1 - alpha)), below the query value q_0 without the
record; for alpha <= 1/2 it is q_0 - (Delta/eps) log(2 alpha). The rates are the masses of the density beyond the threshold.
"""

from dplemma.lang.words import *

eps, Delta, q_0, alpha, theta, c, x, y = variables("eps Delta q_0 alpha theta c x y")

rate = eps / Delta
rising = exp(rate * (x - c)) * rate / 2  # the density below its centre c
falling = exp(-rate * (y - c)) * rate / 2  # and above it
whole = exp(-rate * Abs(x - c)) * rate / 2
high = q_0 + Delta / eps * log(2 * (1 - alpha))
low = q_0 - Delta / eps * log(2 * alpha)

NOISE = {"eps": POSITIVE, "Delta": POSITIVE}
CENTRED = {**NOISE, "c": REAL, "theta": REAL}
OFTEN = {**NOISE, "q_0": REAL, "alpha": Interval.open(Rational(1, 2), 1)}
SELDOM = {**NOISE, "q_0": REAL, "alpha": Interval.lopen(0, Rational(1, 2))}


def masses(centre: Any, start: Any) -> Any:
    """The mass beyond a threshold below the centre, on its two sides."""
    return (
        Integral(rising.subs(c, centre), (x, start, centre))
        + Integral(falling.subs(c, centre), (y, centre, oo))
    )  # fmt: skip


laplace_threshold = Derivation(
    id="laplace-threshold",
    title="The threshold of a Laplace mechanism's adversary at a rate of false alarms above one half",
    proves="hypothesis_testing/theorem-3/threshold-upper",
    on=Region(**OFTEN),
    lemmas=(
        Lemma(
            name="beyond", says="the mass beyond a threshold above the centre",
            on=Region(**CENTRED, such_that=Rel(theta, ">=", c)),
            start=Integral(whole, (x, theta, oo)),
            steps=(
                Step("=", Integral(exp(-rate * (x - c)) * rate / 2, (x, theta, oo)), Algebra(), "beyond the centre is no corner"),
                Step("=", exp(-rate * (theta - c)) / 2, Antiderivative(-exp(-rate * (x - c)) / 2, x), "an exponential tail",
                     of=Integral(exp(-rate * (x - c)) * rate / 2, (x, theta, oo))),
            ),
        ),
        Lemma(
            name="before", says="the mass beyond a threshold below the centre",
            on=Region(**CENTRED, such_that=Rel(theta, "<", c)),
            start=Integral(whole, (x, theta, oo)),
            steps=(
                Step("=", masses(c, theta), SplitIntegral(x, c, left=rising, right=exp(-rate * (x - c)) * rate / 2),
                     "the density has a corner at its centre"),
                Step("=", (1 - exp(rate * (theta - c))) / 2 + Integral(falling, (y, c, oo)),
                     Antiderivative(exp(rate * (x - c)) / 2, x), "the part below the centre"),
                Step("=", 1 - exp(rate * (theta - c)) / 2, Antiderivative(-exp(-rate * (y - c)) / 2, y),
                     "half of the mass lies above it", of=(1 - exp(rate * (theta - c))) / 2 + Integral(falling, (y, c, oo))),
            ),
        ),
        Lemma(
            name="below the centre", says="for alpha > 1/2 the threshold lies below q_0",
            holds=Rel(high, "<=", q_0),
        ),
        Lemma(
            name="above the centre", says="for alpha <= 1/2 it lies above", on=Region(**SELDOM), holds=Rel(low, ">=", q_0),
        ),
        Lemma(
            name="seldom", says="a rate of at most one half", on=Region(**SELDOM),
            start=Integral(whole.subs(c, q_0), (x, low, oo)),
            steps=(
                Step("=", exp(-rate * (low - q_0)) / 2, ByLemma("beyond", c=q_0, theta=low), "the threshold is above q_0"),
                Step("=", alpha, Algebra(), "e^(log 2 alpha)/2"),
            ),
        ),
    ),
    start=masses(q_0, high),
    steps=(
        Step("=", (1 - exp(rate * (high - q_0))) / 2 + Integral(falling.subs(c, q_0), (y, q_0, oo)),
             Antiderivative(exp(rate * (x - q_0)) / 2, x), "the part below the centre"),
        Step("=", alpha, Antiderivative(-exp(-rate * (y - q_0)) / 2, y),
             "half of the mass lies above it, and e^(log 2 (1 - alpha)) = 2 (1 - alpha)",
             of=(1 - exp(rate * (high - q_0))) / 2 + Integral(falling.subs(c, q_0), (y, q_0, oo))),
    ),
    printed=PrintedProof(
        where="hypothesis_testing, section 4.1.5, and the proof of Theorem 3 as extracted",
        claims=(
            "hypothesis_testing/section-4.1.5/lambda-upper", "hypothesis_testing/theorem-3/proof/pfa-integral/as-extracted",
            "hypothesis_testing/theorem-3/proof/pfa-below/as-extracted",
        ),
        start=exp((2 * high - 2 * q_0 - Delta) * rate),
        steps=(
            PrintedStep("=", exp(2 * log(2 * (1 - alpha)) - eps), "eq. 8 at the threshold of eq. 6"),
            PrintedStep("=", exp(-eps) / (4 * (1 - alpha) ** 2), "lambda = e^-eps/(4 (1 - alpha)^2) for alpha in (0.5, 1]"),
            PrintedStep("says", Rel(alpha, "=", 1 - masses(q_0, high)), "Theorem 3: P_FA is 1 less the mass beyond theta"),
            PrintedStep("says", Rel(alpha, "=", 1 - exp(-rate * (high - q_0)) / 2),
                        "which is 1 - (1/2) e^(-(theta - Q(D')) eps/Delta Q) for theta < Q(D')"),
        ),
    ),
)  # fmt: skip
