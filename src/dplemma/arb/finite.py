"""How far two distributions on the same finite set are apart, on Arb balls: pairs (p, q) of exact chances.

Chernoff. f(a) = -log S(a), S(a) = sum of p^a q^(1-a) over outputs that both give, is concave: with l = log(p/q) and the tilted
mean and variance, f' = -E l and f'' = -Var l. Its peak on [0, 1] is at an end if the slopes there say so, else the root A of
f'; with an exact m near it the value lies in f(m) + f'(A)(A - m).

Capacity. J(w) = w D(P||M) + (1-w) D(Q||M), M = wP + (1-w)Q, has J' = D(P||M) - D(Q||M) and J'' = -sum (p-q)^2/M. The best prior
of a channel with two inputs lies between 1/e and 1 - 1/e (Majani and Rumsey, 1991), so between 1/4 and 3/4.

Least mu. The trade-off function is linear between the tests {p/q >= t}, that of a Gaussian convex: mu is the greatest
PhiInv(P(S)) - PhiInv(Q(S)) over these events S. Complements give the other order of the distributions the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from flint import arb, fmpq

from dplemma.arb.normal import norm_isf
from dplemma.arb.roots import bracketed_root

Pairs = Sequence[tuple[fmpq, fmpq]]
_INFINITE = arb.pos_inf()
_QUARTER, _THREE_QUARTERS = arb(0.25), arb(0.75)


def reversed_pairs(pairs: Pairs) -> Pairs:
    return [(q, p) for p, q in pairs]


def is_dominated(pairs: Pairs) -> bool:
    """The second distribution gives every output that the first gives."""
    return all(q > 0 for p, q in pairs if p > 0)


def max_divergence(pairs: Pairs) -> arb:
    """log of the greatest p/q."""
    return arb(max(p / q for p, q in pairs if p > 0)).log() if is_dominated(pairs) else _INFINITE


def total_variation(pairs: Pairs) -> fmpq:
    """Greatest P(S) - Q(S) over events S."""
    return sum((p - q for p, q in pairs if p > q), fmpq(0))


def hockey_stick(pairs: Pairs, eps: fmpq) -> arb:
    """Greatest P(S) - e^eps Q(S) over events S."""
    if eps == 0:
        return arb(total_variation(pairs))
    factor = arb(eps).exp()
    return sum(((p - factor * q).max(arb(0)) for p, q in pairs), arb(0))


def kullback_leibler(pairs: Pairs) -> arb:
    """The mean of log(p/q) under P."""
    if not is_dominated(pairs):
        return _INFINITE
    return sum((p * arb(p / q).log() for p, q in pairs if p > 0), arb(0))


def renyi_divergence(pairs: Pairs, order: fmpq) -> arb:
    """log(sum of p^order q^(1-order))/(order - 1) for order > 0; that of order 1 is the limit."""
    if order == 1:
        return kullback_leibler(pairs)
    if order > 1 and not is_dominated(pairs):
        return _INFINITE
    return -chernoff_divergence(pairs, arb(order)) / (order - 1)


def chernoff_divergence(pairs: Pairs, exponent: arb) -> arb:
    """-log of the sum of p^a q^(1-a)."""
    shared = [(p, q) for p, q in pairs if p > 0 and q > 0]
    same = all(p == q for p, q in shared)  # then the sum is rational, and the logarithm of 1 exactly 0
    total = arb(sum((p for p, _ in shared), fmpq(0))) if same else _tilted(shared, exponent)[0]
    return -total.log() if not total.is_zero() else _INFINITE


def _tilted(pairs: Pairs, a: arb) -> tuple[arb, arb, arb]:
    """Sum, mean and variance of log(p/q) with the weights p^a q^(1-a)."""
    losses = [(arb(q) * (a * arb(p / q).log()).exp(), arb(p / q).log()) for p, q in pairs if p > 0 and q > 0]
    total = sum((weight for weight, _ in losses), arb(0))
    if total.is_zero():
        return total, arb(0), arb(0)
    mean = sum((weight * loss for weight, loss in losses), arb(0)) / total
    return total, mean, sum((weight * (loss - mean) ** 2 for weight, loss in losses), arb(0)) / total


def chernoff_information(pairs: Pairs) -> arb:
    """The greatest Chernoff divergence over the exponents in [0, 1]."""
    at_0, at_1 = chernoff_divergence(pairs, arb(0)), chernoff_divergence(pairs, arb(1))
    if len({p / q for p, q in pairs if p > 0 and q > 0}) < 2:  # then the divergence is linear in the exponent
        return at_0.max(at_1)
    rise, fall = -_tilted(pairs, arb(0))[1], _tilted(pairs, arb(1))[1]
    if not rise > 0:
        return at_0 + arb(0).union(rise.max(arb(0)).upper())  # concave: no more than the tangent at the end
    if not fall > 0:
        return at_1 + arb(0).union(fall.max(arb(0)).upper())
    peak = bracketed_root(lambda a: -_tilted(pairs, a)[1], lambda a: -_tilted(pairs, a)[2], arb(0), arb(1))
    middle = peak.mid()
    return chernoff_divergence(pairs, middle) - _tilted(pairs, peak)[1] * (peak - middle)


def mutual_information(pairs: Pairs, prior: arb) -> arb:
    """What the output tells of which distribution it is from, the first having this chance, in nats."""
    first, second = _from_mixture(pairs, prior)
    return prior * first + (1 - prior) * second


def _from_mixture(pairs: Pairs, prior: arb) -> tuple[arb, arb]:
    """The divergences of both distributions from their mixture."""
    mixed = [(p, q, prior * p + (1 - prior) * q) for p, q in pairs]
    first = sum((p * (p / mean).log() for p, _, mean in mixed if p > 0), arb(0))
    return first, sum((q * (q / mean).log() for _, q, mean in mixed if q > 0), arb(0))


def channel_capacity(pairs: Pairs) -> arb:
    """The greatest mutual information over all priors."""
    if all(p == q for p, q in pairs):
        return arb(0)

    def slope(prior: arb) -> arb:
        first, second = _from_mixture(pairs, prior)
        return first - second

    def bend(prior: arb) -> arb:
        return -sum(((p - q) ** 2 / (prior * p + (1 - prior) * q) for p, q in pairs if p != q), arb(0))

    peak = bracketed_root(slope, bend, _QUARTER, _THREE_QUARTERS)
    middle = peak.mid()
    return mutual_information(pairs, middle) + slope(peak) * (peak - middle)


def least_gdp_mu(pairs: Pairs) -> arb:
    """The least mu for which the pair is mu-GDP; infinite if one gives an output that the other does not."""
    if not (is_dominated(pairs) and is_dominated(reversed_pairs(pairs))):
        return _INFINITE
    best, (true, false) = arb(0), (fmpq(0), fmpq(0))
    for p, q in sorted((pair for pair in pairs if pair[0] > 0), key=cmp_to_key(_by_ratio))[:-1]:
        true, false = true + p, false + q
        if true > false:
            best = best.max(norm_isf(arb(false)) - norm_isf(arb(true)))
    return best


def _by_ratio(first: tuple[fmpq, fmpq], second: tuple[fmpq, fmpq]) -> int:
    """The greater p/q comes first."""
    mine, other = first[0] * second[1], second[0] * first[1]
    return (mine < other) - (mine > other)
