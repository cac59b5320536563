"""One step of Poisson subsampling with SciPy."""

import math

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.scipy_gaussian import delta_erfcx


@coded(
    "subsampled.gaussian_delta", "erfcx", cure=True, helpers=(delta_erfcx,),
    use="1/sigma >= 0.05: log1p and expm1 for the shifted eps, the Mills form of the profile",
)  # fmt: skip
def gaussian_delta_erfcx(eps, sigma, q):
    remove = q * delta_erfcx(math.log1p(math.expm1(eps) / q), 1 / sigma)
    weight = q - math.expm1(eps) * (1 - q)
    add = weight * delta_erfcx(eps + math.log(q / weight), 1 / sigma) if weight > 0 else 0.0
    return max(remove, add)
