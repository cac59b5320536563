"""How the privacy profile of the Gaussian mechanism falls: its leading term as eps grows.

Main result: with a = eps/mu - mu/2 the profile is asymptotically mu e^(-a^2/2)/(sqrt(2 pi) a^2). It is phi(a)(M(a) - M(b)),
b = a + mu and M the Mills ratio; a^2 (M(a) - M(b)) tends to mu, because M(z) is 1/z up to terms of order z^-3.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, mu, a, z = variables("eps mu a z")

near, far = eps / mu - mu / 2, eps / mu + mu / 2
profile = gaussian.delta(eps, mu)
scaled = sqrt(2 * pi) * (mu / 2 - eps / mu) ** 2 * exp((mu / 2 - eps / mu) ** 2 / 2) * profile / mu

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
                Step("=", phi(near) * (Mills(near) - Mills(far)), Algebra(), "the common factor"),
            ),
        ),
        Lemma(
            name="upper", says="the Mills ratio is at most 1/z", on=Region(z=POSITIVE), holds=Rel(Mills(z), "<=", 1 / z),
        ),
        Lemma(
            name="lower", says="and at least z/(1 + z^2)", on=Region(z=POSITIVE), holds=Rel(Mills(z), ">=", z / (1 + z**2)),
        ),
        Lemma(
            name="difference", says="so what remains of the difference is mu/a^2", on=Region(mu=POSITIVE),
            holds=Limit(a**2 * (Mills(a) - Mills(a + mu)) / mu, a, oo, 1),
        ),
        Lemma(
            name="profile", says="the leading term of the profile", on=Region(mu=POSITIVE), holds=Limit(scaled, eps, oo, 1),
        ),
    ),
    start=scaled,
    steps=(
        Step("=", sqrt(2 * pi) * near**2 * exp(near**2 / 2) * (phi(near) * (Mills(near) - Mills(far))) / mu, ByLemma("Mills"),
             "the lemma on the profile"),
        Step("=", near**2 * (Mills(near) - Mills(far)) / mu, Algebra(), "sqrt(2 pi) e^(a^2/2) phi(a) = 1"),
    ),
)  # fmt: skip
