"""Rényi DP and zCDP conversions with the standard library alone."""

import math

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.searching import bisect, doubled, golden_section


@coded("renyi.gaussian", "textbook", use="not for nearly equal variances or large orders: v and the logarithms cancel")
def gaussian_textbook(order, mu0, sigma0, mu1, sigma1):
    v = order * sigma1**2 + (1 - order) * sigma0**2
    spread = math.log(sigma1 / sigma0) + math.log(sigma1**2 / v) / (2 * (order - 1))
    return spread + order * (mu0 - mu1) ** 2 / (2 * v)


@coded("renyi.gaussian", "log1p", cure=True, use="everywhere, unless the variances agree in half of their digits")
def gaussian_log1p(order, mu0, sigma0, mu1, sigma1):
    gap = (sigma1 - sigma0) * (sigma1 + sigma0) / sigma1**2
    spread = math.log1p((sigma1 - sigma0) / sigma0) - math.log1p((order - 1) * gap) / (2 * (order - 1))
    return spread + order * (mu0 - mu1) ** 2 / (2 * sigma1**2 * (1 + (order - 1) * gap))


@coded("renyi.epsilon_standard", "textbook", use="everywhere")
def epsilon_standard(order, rdp, delta):
    return rdp + math.log(1 / delta) / (order - 1)


@coded("renyi.epsilon_improved", "textbook", use="where eps is not near 0, the value at which the conversion ends")
def epsilon_improved_textbook(order, rdp, delta):
    return rdp + math.log((order - 1) / order) - math.log(delta * order) / (order - 1)


@coded("renyi.epsilon_improved", "log1p", cure=True, use="where eps is not near 0; better for large orders")
def epsilon_improved_log1p(order, rdp, delta):
    return rdp + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)


@coded(
    "renyi.order_best", "textbook", helpers=(epsilon_improved_textbook, golden_section),
    use="never: values near a minimum agree in all digits while the order is known to half of them",
)  # fmt: skip
def order_best_textbook(mu, delta):
    log_order = golden_section(
        lambda x: epsilon_improved_textbook(1 + math.exp(x), (1 + math.exp(x)) * mu**2 / 2, delta), -20.0, 20.0
    )
    return 1 + math.exp(log_order)


@coded(
    "renyi.order_best", "stationary", helpers=(bisect, doubled), cure=True,
    use="everywhere: the root of the derivative, (mu^2/2)(order - 1)^2 + log(delta order)",
)  # fmt: skip
def order_best_stationary(mu, delta):
    def is_left(order):
        return mu**2 / 2 * (order - 1) ** 2 + math.log(delta * order) < 0

    return bisect(is_left, 1.0, doubled(is_left, 2.0))


@coded(
    "renyi.epsilon_best", "textbook", helpers=(epsilon_improved_textbook, golden_section),
    use="where eps is not near 0: a minimum forgives an inexact order",
)  # fmt: skip
def epsilon_best_textbook(mu, delta):
    def eps(log_order):
        order = 1 + math.exp(log_order)
        return epsilon_improved_textbook(order, order * mu**2 / 2, delta)

    return eps(golden_section(eps, -20.0, 20.0))


@coded(
    "renyi.epsilon_best", "stationary", helpers=(bisect, doubled, order_best_stationary), cure=True,
    use="where eps is not near 0: the best order from the derivative, log1p in the conversion",
)  # fmt: skip
def epsilon_best_stationary(mu, delta):
    order = order_best_stationary(mu, delta)
    return order * mu**2 / 2 + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)


def log_delta_at(order, rho, eps):
    return (order - 1) * (order * rho - eps) - math.log(order) + (order - 1) * math.log((order - 1) / order)


@coded(
    "zcdp.delta", "textbook", helpers=(golden_section, log_delta_at),
    use="delta not extremely small: the exponential loses log2 |log delta| bits",
)  # fmt: skip
def zcdp_delta_textbook(rho, eps):
    log_order = golden_section(lambda x: log_delta_at(1 + math.exp(x), rho, eps), -20.0, 20.0)
    return math.exp(log_delta_at(1 + math.exp(log_order), rho, eps))


@coded(
    "zcdp.delta", "stationary", helpers=(bisect, doubled), cure=True,
    use="delta not extremely small: the best order from the derivative; the exponential still loses log2 |log delta| bits",
)  # fmt: skip
def zcdp_delta_stationary(rho, eps):
    def is_left(x):  # x = order - 1
        return (2 * x + 1) * rho - eps - math.log1p(1 / x) < 0

    x = bisect(is_left, 1e-300, doubled(is_left, 1.0))
    return math.exp(x * ((x + 1) * rho - eps - math.log1p(1 / x)) - math.log1p(x))


@coded(
    "zcdp.epsilon", "textbook", helpers=(epsilon_improved_textbook, golden_section),
    use="where eps is not near 0: a minimum forgives an inexact order",
)  # fmt: skip
def zcdp_epsilon_textbook(rho, delta):
    def eps(log_order):
        order = 1 + math.exp(log_order)
        return epsilon_improved_textbook(order, order * rho, delta)

    return eps(golden_section(eps, -20.0, 20.0))


@coded(
    "zcdp.epsilon", "stationary", helpers=(bisect, doubled), cure=True,
    use="where eps is not near 0: the best order from the derivative, log1p in the conversion",
)  # fmt: skip
def zcdp_epsilon_stationary(rho, delta):
    def is_left(order):
        return rho * (order - 1) ** 2 + math.log(delta * order) < 0

    order = bisect(is_left, 1.0, doubled(is_left, 2.0))
    return order * rho + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)


@coded("zcdp.rho", "stationary", helpers=(bisect,), use="everywhere: the order at which both conversions are best")
def zcdp_rho(eps, delta):
    def budget(x):  # x = order - 1
        return -(math.log(delta) + math.log1p(x)) / x**2

    x = bisect(lambda x: (2 * x + 1) * budget(x) - math.log1p(1 / x) > eps, 1e-100, 1 / delta - 1)
    return budget(x)
