"""The Gaussian mechanism with its classical noise.

Main results: the noise of Definition 3 is enough for eps <= 3 and every delta (mended), and too little beyond.
Source: section II-A.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, s, t = variables("eps delta s t")

noise = sqrt(2 * log(Rational("1.25") / delta)) * s / eps

definition_3_calibration = Claim(
    id="chernoff/definition-3/calibration",
    where="Definition 3, eq. 3 and the sentence before it", kind="inequality",
    states="Adding i.i.d. N(0,sigma_z^2) noise with sigma_z^2 = 2 s^2 log(1.25/delta)/eps^2 achieves (eps,delta)-DP.",
    reading="The worst pair of neighbours is s apart, so the mechanism is (eps, delta)-DP iff its profile at eps, with "
    "mu = s/sigma_z, is at most delta. No bound on eps is stated.",
    lhs=gaussian.delta(eps, s / noise), rel="<=", rhs=delta,
    on=Region(eps=POSITIVE, delta=UNIT, s=POSITIVE, points=[{"eps": 10, "delta": "1e-5", "s": 1}]),
    assumes=("gaussian-one-dimension", "hockey-stick"),
    why="A condition on eps is missing: for large eps the noise is too small. The condition eps < 1 belongs to the classical "
    "theorem (Dwork and Roth 2014, appendix A), not to the work of 2006 that the definition cites.",
    harm="unsafe", class_="condition",
    amend=amended(
        states="For 0 < eps <= 3 and every delta in (0, 1), noise of variance 2 s^2 log(1.25/delta)/eps^2 gives (eps, delta)-DP.",
        reading="t = sqrt(2 log(1.25/delta)), so that mu = s/sigma_z = eps/t and delta = 1.25 exp(-t^2/2); every t > 0 is "
        "covered, so every delta < 1.25. At eps = 4, delta = 0.9 it fails; gaussian.sigma is exact for every eps.",
        holds=Chain(
            gaussian.delta(eps, eps / t), "<", Phi(eps / (2 * t) - t), "<=", Rational("1.25") * exp(-(t**2) / 2),
        ),
        on=Region(eps=Interval.lopen(0, 3), t=POSITIVE),
        assumes=("gaussian-one-dimension", "hockey-stick"),
    ),
)  # fmt: skip
