"""One step of Poisson subsampling with the standard library alone."""

import math

from dplemma.doubles import profile
from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import delta_textbook, normal_cdf


@coded(
    "subsampled.gaussian_delta", "textbook", helpers=(normal_cdf, delta_textbook),
    use="only where delta is not small: it inherits the cancellation of the profile",
)  # fmt: skip
def gaussian_delta_textbook(eps, sigma, q):
    remove = q * delta_textbook(math.log(1 + (math.exp(eps) - 1) / q), 1 / sigma)
    weight = 1 - math.exp(eps) * (1 - q)
    add = weight * delta_textbook(eps + math.log(q / weight), 1 / sigma) if weight > 0 else 0.0
    return max(remove, add)


@coded(
    "subsampled.gaussian_delta", "double-double", cure=True,
    use="everywhere; below delta = 1e-100 the shifted eps, a rounded number, costs up to 10 bits (pip install dplemma)",
)  # fmt: skip
def gaussian_delta_double_double(eps, sigma, q):
    remove = q * profile.delta(math.log1p(math.expm1(eps) / q), 1 / sigma)
    weight = q - math.expm1(eps) * (1 - q)
    add = weight * profile.delta(eps + math.log(q / weight), 1 / sigma) if weight > 0 else 0.0
    return max(remove, add)


@coded("subsampled.laplace_delta", "textbook", use="not for small eps, q, or a shifted eps near eps0")
def laplace_delta_textbook(eps, eps0, q):
    remove = q * max(0.0, 1 - math.exp((math.log(1 + (math.exp(eps) - 1) / q) - eps0) / 2))
    weight = 1 - math.exp(eps) * (1 - q)
    add = weight * max(0.0, 1 - math.exp((eps + math.log(q / weight) - eps0) / 2)) if weight > 0 else 0.0
    return max(remove, add)


@coded("subsampled.laplace_delta", "expm1", cure=True, use="everywhere but at the very end, where the shifted eps reaches eps0")
def laplace_delta_expm1(eps, eps0, q):
    remove = q * max(0.0, -math.expm1((math.log1p(math.expm1(eps) / q) - eps0) / 2))
    weight = q - math.expm1(eps) * (1 - q)
    add = weight * max(0.0, -math.expm1((eps + math.log(q / weight) - eps0) / 2)) if weight > 0 else 0.0
    return max(remove, add)


@coded(
    "subsampled.gaussian_renyi", "binomial", on={"order": (2.0, 64.0), "sigma": (0.8, 20.0)}, whole=("order",),
    use="whole orders up to order^2/sigma^2 < 1400; not for small q, where the sum is near 1",
)  # fmt: skip
def gaussian_renyi_binomial(order, sigma, q):
    n, total = int(order), 0.0
    for k in range(n + 1):
        total += math.comb(n, k) * (1 - q) ** (n - k) * q**k * math.exp((k * k - k) / (2 * sigma**2))
    return math.log(total) / (order - 1)


@coded(
    "subsampled.gaussian_renyi", "log-domain", on={"order": (2.0, 64.0), "q": (1e-4, 0.999)}, whole=("order",),
    use="whole orders, q < 1; not for small q, where the sum is near 1",
)  # fmt: skip
def gaussian_renyi_log_domain(order, sigma, q):
    n = int(order)
    logs = [
        math.log(math.comb(n, k)) + (n - k) * math.log1p(-q) + k * math.log(q) + (k * k - k) / (2 * sigma**2)
        for k in range(n + 1)
    ]
    most = max(logs)
    return (most + math.log(math.fsum(math.exp(x - most) for x in logs))) / (order - 1)


@coded(
    "subsampled.gaussian_renyi", "beyond-one", on={"order": (2.0, 64.0)}, whole=("order",), cure=True,
    use="whole orders: the terms k = 0 and 1 and the 1 are taken out of the sum, which is then positive and small",
)  # fmt: skip
def gaussian_renyi_beyond_one(order, sigma, q):
    n = int(order)
    top = (n * n - n) / (2 * sigma**2)
    if top > 600:
        terms = [math.comb(n, k) * (1 - q) ** (n - k) * q**k * math.exp((k * k - k) / (2 * sigma**2) - top) for k in range(n + 1)]
        return (top + math.log(math.fsum(terms))) / (order - 1)
    terms = [math.comb(n, k) * (1 - q) ** (n - k) * q**k * math.expm1((k * k - k) / (2 * sigma**2)) for k in range(2, n + 1)]
    return math.log1p(math.fsum(terms)) / (order - 1)


def power_beyond_line(u, order, log_weight):
    """((1 + u)^order - 1 - order u) e^log_weight, by the binomial series where the three terms would cancel."""
    if abs(order * u) > 0.5:
        return math.exp(order * math.log1p(u) + log_weight) - (1 + order * u) * math.exp(log_weight)
    total, term = 0.0, order * u
    for j in range(2, 40):
        term *= (order - j + 1) / j * u
        total += term
    return total * math.exp(log_weight)


@coded(
    "subsampled.gaussian_renyi", "quadrature", cure=True, helpers=(power_beyond_line,),
    use="fractional orders too: the trapezoidal rule on the part of the moment beyond its line, which is positive",
)  # fmt: skip
def gaussian_renyi_quadrature(order, sigma, q):
    if q == 1:
        return order / (2 * sigma**2)
    width, start, stop = 1 / 16, -12.0, order / sigma + 12
    points = [start + i * width for i in range(int((stop - start) / width) + 1)]
    pairs = [(t, (2 * sigma * t - 1) / (2 * sigma**2)) for t in points]
    logs = [order * (math.log1p(q * math.expm1(x)) if x < 700 else math.log(q) + x) - t * t / 2 for t, x in pairs]
    scale = width / math.sqrt(2 * math.pi)
    if max(logs) > 10:
        most = max(logs)
        return (most + math.log(scale * math.fsum(math.exp(x - most) for x in logs))) / (order - 1)
    terms = [power_beyond_line(q * math.expm1(x), order, -t * t / 2) for t, x in pairs]
    return math.log1p(scale * math.fsum(terms)) / (order - 1)
