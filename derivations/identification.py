"""Which profiles are GDP: the tail decides whether, and gives a lower bound of the index.

Main result: eps^2/(-2 log delta) rises with delta, and for the profile of the Gaussian mechanism it tends to mu^2. So a profile
below that of mu has a limit of at most mu^2; and a profile whose limit is below mu^2 lies below that of mu from some eps on.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps, mu, delta, delta_2, eps0 = variables("eps mu delta delta_2 eps0")

near, far = eps / mu - mu / 2, eps / mu + mu / 2
log_tail = log(mu) - near**2 / 2 - 2 * log(near) - log(2 * pi) / 2  # of mu e^(-a^2/2)/(sqrt(2 pi) a^2)
ORDERED = Region(eps=POSITIVE, delta=UNIT, delta_2=UNIT, such_that=Rel(delta, "<=", delta_2))


def index(delta: Any) -> Any:
    """What tends to the square of the index."""
    return eps**2 / (-2 * log(delta))


identification = Derivation(
    id="identification",
    title="The tail of a profile decides whether it is GDP, and bounds the index from below",
    about="gdp_bridge/theorem-3-3/amended",
    uses=("tail-asymptotics",),
    on=ORDERED,
    lemmas=(
        Lemma(
            name="leading term", says="the profile over its leading term is a difference of Mills ratios that tends to 1",
            on=Region(eps=NONNEGATIVE, mu=POSITIVE),
            start=sqrt(2 * pi) * (mu / 2 - eps / mu) ** 2 * exp((mu / 2 - eps / mu) ** 2 / 2) * gaussian.delta(eps, mu) / mu,
            steps=(
                Step("=", near**2 * (Mills(near) - Mills(far)) / mu, ByLemma("tail-asymptotics"), "tail asymptotics"),
            ),
        ),
        Lemma(
            name="limit", says="the logarithm of the leading term gives the index back", on=Region(mu=POSITIVE),
            holds=Limit(eps**2 / (-2 * log_tail), eps, oo, mu**2),
        ),
        Lemma(
            name="reaches 1", says="a large mu has a profile near 1 at any eps", on=Region(eps=POSITIVE),
            holds=Limit(gaussian.delta(eps, mu), mu, oo, 1),
        ),
        Lemma(
            name="head", says="and a profile below 1 at one eps is below 1 at 0", on=Region(eps=POSITIVE, delta=UNIT),
            start=delta + (1 - delta) * (exp(eps) - 1) / (1 + exp(eps)),
            steps=(
                Step("=", 1 - 2 * (1 - delta) / (1 + exp(eps)), Algebra(), "the bound of the partial order at eps = 0"),
                Step("<", 1, Bound(), "delta < 1", of=1 - 2 * (1 - delta) / (1 + exp(eps))),
            ),
        ),
    ),
    start=index(delta),
    steps=(
        Step("<=", index(delta_2), Upwards((delta, delta_2)), "-log delta falls with delta"),
    ),
    printed=PrintedProof(
        where="gdp_bridge, Theorem 3.3 for the Laplace mechanism (section 4)",
        on=Region(eps=NONNEGATIVE, mu=POSITIVE, eps0=POSITIVE, points=[{"eps": 0, "mu": 1, "eps0": 2}]),
        claims=("gdp_bridge/theorem-3-3",),
        start=Rel(mu, ">", 0),
        steps=(
            PrintedStep("says", Implies(Rel(eps, ">=", eps0), Rel(laplace.delta(eps, eps0), "=", 0)),
                        "the profile is 0 from eps0 on, so the limit mu_t is 0"),
            PrintedStep("implies", Rel(laplace.delta(eps, eps0), "<=", gaussian.delta(eps, mu)),
                        "mu is no smaller than mu_t = 0, so the mechanism is mu-GDP: its profile is below that of mu"),
        ),
    ),
)  # fmt: skip
