"""How the privacy profile of the Gaussian mechanism falls: its leading term as eps grows.

Main result: with a = eps/mu - mu/2 the profile is asymptotically mu e^(-a^2/2)/(sqrt(2 pi) a^2). It is phi(a)(M(a) - M(b)),
b = a + mu and M the Mills ratio; a^2 (M(a) - M(b)) tends to mu: z/(1 + z^2) <= M(z) <= 1/z puts it between two rational
functions that do.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, mu, a, z = variables("eps mu a z")

near, far = eps / mu - mu / 2, eps / mu + mu / 2
profile = gaussian.delta(eps, mu)
scaled = sqrt(2 * pi) * (mu / 2 - eps / mu) ** 2 * exp((mu / 2 - eps / mu) ** 2 / 2) * profile / mu

b = a + mu
rest = a**2 * (Mills(a) - Mills(b)) / mu
TAIL = Region(a=POSITIVE, mu=POSITIVE)
PROFILE = Region(eps=NONNEGATIVE, mu=POSITIVE)

tail_asymptotics = Derivation(
    id="tail-asymptotics",
    title="The leading term of the privacy profile of the Gaussian mechanism as eps grows",
    about="gdp_bridge/lemma-3-1",
    on=PROFILE,
    lemmas=(
        Lemma(
            name="one density", says="both densities of the profile are one", on=PROFILE,
            start=exp(eps) * phi(far),
            steps=(Step("=", phi(near), Algebra(), "(eps/mu + mu/2)^2 - (eps/mu - mu/2)^2 = 2 eps"),),
        ),
        Lemma(
            name="Mills", says="the profile as a difference of Mills ratios",
            start=profile,
            steps=(
                Step("=", phi(near) * Mills(near) - exp(eps) * phi(far) * Mills(far), Definition(),
                     "Phi(-z) = phi(z) M(z)"),
                Step("=", phi(near) * Mills(near) - phi(near) * Mills(far), ByLemma("one density"), "e^eps phi(b) = phi(a)"),
                Step("=", phi(near) * (Mills(near) - Mills(far)), Algebra(), "the common factor",
                     of=phi(near) * Mills(near) - phi(near) * Mills(far)),
            ),
        ),
        Lemma(
            name="upper", says="the Mills ratio is at most 1/z", on=Region(z=POSITIVE), holds=Rel(Mills(z), "<=", 1 / z),
        ),
        Lemma(
            name="lower", says="and at least z/(1 + z^2)", on=Region(z=POSITIVE), holds=Rel(Mills(z), ">=", z / (1 + z**2)),
        ),
        Lemma(
            name="above", says="so the difference, times a^2/mu, is at most a rational function", on=TAIL,
            start=rest,
            steps=(
                Step("<=", a**2 * (1 / a - Mills(b)) / mu, ByLemma("upper", z=a).times(a**2 / mu), "M(a) <= 1/a"),
                Step("<=", a**2 * (1 / a - b / (1 + b**2)) / mu, ByLemma("lower", z=b).times(a**2 / mu), "M(b) >= b/(1 + b^2)"),
                Step("=", a * (1 + mu * b) / (mu * (1 + b**2)), Algebra(), "over one denominator: 1 + b^2 - a b = 1 + mu b"),
            ),
        ),
        Lemma(
            name="below", says="and at least another one", on=TAIL,
            start=rest,
            steps=(
                Step(">=", a**2 * (a / (1 + a**2) - Mills(b)) / mu, ByLemma("lower", z=a).times(a**2 / mu),
                     "M(a) >= a/(1 + a^2)"),
                Step(">=", a**2 * (a / (1 + a**2) - 1 / b) / mu, ByLemma("upper", z=b).times(a**2 / mu), "M(b) <= 1/b"),
                Step("=", a**2 * (mu * a - 1) / (mu * b * (1 + a**2)), Algebra(),
                     "over one denominator: a b - 1 - a^2 = mu a - 1"),
            ),
        ),
        Lemma(
            name="above tends to 1", says="the larger one tends to 1, as its leading terms are mu a^2 above and below",
            on=Region(mu=POSITIVE), holds=Limit(a * (1 + mu * b) / (mu * (1 + b**2)), a, oo, 1),
        ),
        Lemma(
            name="below tends to 1", says="and so does the smaller one, with mu a^3 above and below",
            on=Region(mu=POSITIVE), holds=Limit(a**2 * (mu * a - 1) / (mu * b * (1 + a**2)), a, oo, 1),
        ),
        Lemma(
            name="difference", says="and what is between them", on=Region(mu=POSITIVE),
            holds=Limit(rest, a, oo, 1),
        ),
        Lemma(
            name="profile", says="the leading term of the profile", on=Region(mu=POSITIVE), holds=Limit(scaled, eps, oo, 1),
        ),
    ),
    start=scaled,
    steps=(
        Step("=", sqrt(2 * pi) * near**2 * exp(near**2 / 2) * (phi(near) * (Mills(near) - Mills(far))) / mu, ByLemma("Mills"),
             "the lemma on the profile"),
        Step("=", near**2 * (Mills(near) - Mills(far)) / mu, Algebra(), "sqrt(2 pi) e^(a^2/2) phi(a) = 1",
             of=sqrt(2 * pi) * near**2 * exp(near**2 / 2) * (phi(near) * (Mills(near) - Mills(far))) / mu),
    ),
    printed=PrintedProof(
        where="gdp_bridge, section 3, before Lemma 3.1",
        on=Region(mu=POSITIVE, points=[{"mu": 1}]),
        claims=("gdp_bridge/section-3/first-term-tends-to-1", "gdp_bridge/section-3/second-term-tends-to-1"),
        start=Limit(profile, eps, oo, 0),
        steps=(
            PrintedStep("says", Limit(Phi(mu / 2 - eps / mu), eps, oo, 1), "the first term of the profile converges to 1"),
            PrintedStep("says", Limit(exp(eps) * Phi(-mu / 2 - eps / mu), eps, oo, 1), "and so does the second"),
            PrintedStep("says", Limit(profile, eps, oo, 0), "but the difference between them vanishes"),
        ),
    ),
)  # fmt: skip
