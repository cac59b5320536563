"""The tail of the normal law: bounds of the Mills ratio, of Phi, and what calibration makes of them.

Main results: the bounds of Birnbaum, Sampford and Pólya; the textbook calibration of the Gaussian mechanism for eps <= 1.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

x, a, t, eps = variables("x a t eps")

birnbaum = Claim(
    id="folklore/birnbaum",
    where="Z. W. Birnbaum, Ann. Math. Statist. 13 (1942) 245-246", kind="inequality",
    states="The Mills ratio is at least (sqrt(x^2 + 4) - x)/2 for x >= 0.",
    lhs=Mills(x), rel=">=", rhs=(sqrt(x**2 + 4) - x) / 2,
    on=Region(x=NONNEGATIVE),
)  # fmt: skip

sampford = Claim(
    id="folklore/sampford",
    where="M. R. Sampford, Ann. Math. Statist. 24 (1953) 130-132", kind="inequality",
    states="The Mills ratio is at most 4/(3 x + sqrt(x^2 + 8)) for x >= 0.",
    lhs=Mills(x), rel="<=", rhs=4 / (3 * x + sqrt(x**2 + 8)),
    on=Region(x=NONNEGATIVE),
)  # fmt: skip

polya = Claim(
    id="folklore/polya",
    where="G. Pólya, Berkeley Symp. Math. Statist. Probab. (1949) 63-78", kind="inequality",
    states="P(|Z| <= x)^2 <= 1 - exp(-2 x^2/pi) for x >= 0.",
    lhs=(2 * Phi(x) - 1) ** 2, rel="<=", rhs=1 - exp(-2 * x**2 / pi),
    on=Region(x=NONNEGATIVE),
)  # fmt: skip

chernoff_bound = Claim(
    id="folklore/gaussian-tail",
    where="S. N. Chiani, D. Dardari, M. K. Simon, IEEE Trans. Wirel. Commun. 2 (2003) 840-845", kind="inequality",
    states="Q(x) <= exp(-x^2/2)/2 for x >= 0.",
    lhs=Q(x), rel="<=", rhs=exp(-(x**2) / 2) / 2,
    on=Region(x=NONNEGATIVE),
)  # fmt: skip

rising_product = Claim(
    id="folklore/x-mills-increasing",
    where="J. P. Mills, Biometrika 18 (1926) 395-400; R. D. Gordon (1941)", kind="monotonicity",
    states="x times the Mills ratio increases in x > 0.",
    holds=Monotone(x * Mills(x), x, "increasing"),
    on=Region(x=POSITIVE),
)  # fmt: skip

log_below_powers = Claim(
    id="folklore/log-small-powers",
    where="the tangent of the exponential function", kind="inequality",
    states="log x <= (x^a - 1)/a and log x <= x^a/(a e) for x > 0 and every a > 0.",
    holds=All(Rel(log(x), "<=", (x**a - 1) / a), Rel(log(x), "<=", x**a / (a * exp(1)))),
    on=Region(x=POSITIVE, a=POSITIVE),
)  # fmt: skip

textbook_calibration = Claim(
    id="folklore/textbook-calibration",
    where="C. Dwork, A. Roth, Found. Trends Theor. Comput. Sci. 9 (2014), Theorem A.1", kind="inequality",
    states="Noise sigma = t/eps gives delta(eps) <= 5/4 exp(-t^2/2), for eps <= 1 and every t > 0.",
    lhs=gaussian.delta(eps, eps / t), rel="<=", rhs=Rational(5, 4) * exp(-(t**2) / 2),
    on=Region(t=POSITIVE, eps=Interval.lopen(0, 1)),
    assumes=("gaussian-one-dimension", "hockey-stick"),
)  # fmt: skip
