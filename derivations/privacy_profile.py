"""The privacy profile of the Gaussian mechanism, from the densities of its output.

Main result: the mechanism is (eps, delta)-DP exactly if delta >= Phi(psi/2 - eps/psi) - e^eps Phi(-psi/2 - eps/psi).
An event S gains P(S) - e^eps Q(S), the integral over S of p - e^eps q, so the best event is where this difference is positive
(trusted lemma hockey-stick, assumed by the claim). The lemmas find that event from the densities and compute its gain.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, psi, delta, Delta, sigma, t, z = variables("eps psi delta Delta sigma t z")

on_one = phi(t / sigma) / sigma
on_other = phi((t - Delta) / sigma) / sigma
gain = phi(z - psi) - exp(eps) * phi(z)
threshold = eps / psi + psi / 2
above = Integral(gain, (z, threshold, oo))

index_threshold = threshold.subs(psi, Delta / sigma)

UNITS = Region(eps=NONNEGATIVE, Delta=POSITIVE, sigma=POSITIVE)

privacy_profile = Derivation(
    id="privacy-profile",
    title="The Gaussian mechanism is (eps, delta)-DP exactly if delta is at least its privacy profile",
    proves="sensitivity_index/corollary-13",
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1)),
    lemmas=(
        Lemma(
            name="loss", says="the privacy loss is linear in the output", on=Region(psi=POSITIVE, z=REAL),
            start=log(phi(z - psi) / phi(z)),
            steps=(Step("=", psi * z - psi**2 / 2, Algebra(), "the squares of z cancel"),),
        ),
        Lemma(
            name="event", says="so it exceeds eps exactly beyond a threshold", on=Region(eps=NONNEGATIVE, psi=POSITIVE, z=REAL),
            holds=Iff(Rel(psi * z - psi**2 / 2, ">", eps), Rel(z, ">", threshold)),
        ),
        Lemma(
            name="profile", says="what that event gains", on=Region(eps=NONNEGATIVE, psi=POSITIVE),
            start=above,
            steps=(
                Step("=", gaussian.delta(eps, psi), Antiderivative(-Phi(psi - z) + exp(eps) * Phi(-z), z),
                     "phi is even and the derivative of Phi; at infinity both terms vanish"),
            ),
        ),
        Lemma(
            name="densities", says="the best event from the densities of N(0, sigma^2) and N(Delta, sigma^2)", on=UNITS,
            start=Integral(Max(0, on_other - exp(eps) * on_one), (t, -oo, oo)),
            steps=(
                Step("=", Integral(on_other - exp(eps) * on_one, (t, sigma * index_threshold, oo)),
                     SplitIntegral(t, sigma * index_threshold, left=0, right=on_other - exp(eps) * on_one),
                     "the difference is negative below the threshold and positive above"),
                Step("=", above.subs(psi, Delta / sigma), Substitute(t, z, sigma * z),
                     "measured in standard deviations, only psi = Delta/sigma is left"),
                Step("=", gaussian.delta(eps, Delta / sigma), ByLemma("profile", psi=Delta / sigma), "the lemma on the profile",
                     of=above.subs(psi, Delta / sigma)),
            ),
        ),
    ),
    start=Rel(above, "<=", delta),
    steps=(
        Step("iff", Rel(delta, ">=", gaussian.delta(eps, psi)), ByLemma("profile"), "no event gains more than delta"),
    ),
    printed=PrintedProof(
        where="sensitivity_index, Lemma 1 with eq. 9",
        claims=("sensitivity_index/eq-9", "sensitivity_index/lemma-1"),
        start=Rel(gaussian.delta(eps, psi), "<=", delta),
        steps=(
            PrintedStep("implies", Rel(Q((eps - psi**2 / 2) / psi), "<=", delta),
                        "eq. 9: the loss exceeds eps with chance at most delta"),
            PrintedStep("iff", Rel(1 - Phi((eps - psi**2 / 2) / psi), "<=", delta), "Q = 1 - Phi"),
            PrintedStep("iff", Rel(Phi(psi / 2 - eps / psi), "<=", delta), "eq. 11"),
        ),
    ),
)  # fmt: skip
