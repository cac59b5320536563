"""The privacy loss of composed randomised response: finitely many exact losses, each with its chance by balls.

One eps0-DP mechanism is at worst randomised response, whose loss is eps0 with chance e^eps0/(1 + e^eps0) and -eps0 otherwise;
losses of a composition add. With chances w of the losses l, under the other database w e^-l,
    delta(eps) = sum over l > eps of w (1 - e^(eps - l)),        ROC(x) = least of e^l x + delta(l) over the losses l,
    AUC = P(L > L') + P(L = L')/2 for L and L' under the two databases, and Rényi divergences add.
The ROC is the least of its tangents because it is concave and straight between finitely many points, with the slopes e^l. On a
straight piece F_beta = (1 + b^2) ROC(x)/(b^2 + ROC(x) + x) is a quotient of linear functions, so monotone: it is greatest at one
of the points.
Main definitions: `LossLaw`, `refined`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flint import arb, ctx, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

MOST_LOSSES, _MOST_BITS = 20_000, 1 << 13


def refined(enclose: Callable[[], arb], need: int) -> arb:
    """The ball of a computation at the working precision that gives it `need` relative bits, or that shows it to be 0."""
    bits = need + 24
    while bits <= _MOST_BITS + 2 * need:
        with working_precision(bits):
            ball = enclose()
        if ball.is_zero() or (ball.is_finite() and ball.rel_accuracy_bits() >= need):
            return ball
        bits *= 2
    raise OutOfBudget(f"{int(need / 3.33)} digits were not reached with {bits // 2} bits")


class LossLaw:
    """The composition of randomised responses with these exact eps0, each as often as its count says."""

    def __init__(self, parts: Sequence[tuple[fmpq, int]]) -> None:
        self.parts = tuple(parts)
        self.losses = _losses(self.parts)
        self._chances: dict[int, list[arb]] = {}

    @property
    def largest(self) -> fmpq:
        return self.losses[0]

    def chances(self) -> list[arb]:
        """The chance of each loss, in the order of the losses, at the working precision."""
        if ctx.prec not in self._chances:
            law: dict[fmpq, arb] = {fmpq(0): arb(1)}
            for eps0, count in self.parts:
                law = _convolved(law, _repeated(eps0, count))
            self._chances[ctx.prec] = [law[loss] for loss in self.losses]
        return self._chances[ctx.prec]

    def delta(self, eps: fmpq) -> arb:
        terms = (w * -arb(eps - loss).expm1() for w, loss in zip(self.chances(), self.losses, strict=True) if loss > eps)
        return sum(terms, arb(0))

    def _sums(self) -> Iterator[tuple[arb, arb]]:
        """The chances of the losses down to each one under both databases: on the step below it delta is A - e^eps B."""
        above = beyond = arb(0)
        for w, loss in zip(self.chances(), self.losses, strict=True):
            above, beyond = above + w, beyond + w * arb(-loss).exp()
            yield above, beyond

    def epsilon(self, delta: fmpq) -> arb:
        """The least eps >= 0: where A - e^eps B = delta on the step between two losses on which the profile passes delta."""
        if delta == 0:
            return arb(self.largest)
        if self.delta(fmpq(0)) <= delta:
            return arb(0)
        for (above, beyond), following in zip(self._sums(), (*self.losses[1:], fmpq(0)), strict=True):
            end = max(following, fmpq(0))
            at_end = above - arb(end).exp() * beyond
            if at_end >= delta:
                return ((above - delta) / beyond).log()
            if end == 0 or not at_end < delta:
                break
        return arb.nan()

    def roc(self, fpr: fmpq) -> arb:
        if fpr in (0, 1):
            return arb(fpr)
        before = [(arb(0), arb(0)), *self._sums()][:-1]
        tangents = (a + arb(loss).exp() * (fpr - b) for (a, b), loss in zip(before, self.losses, strict=True))
        least = arb(1)
        for tangent in tangents:
            least = least.min(tangent)
        return least

    def auc(self) -> arb:
        """Half of the ties and all of the greater losses."""
        total = seen = arb(0)
        for w, loss in zip(reversed(self.chances()), reversed(self.losses), strict=True):
            other = w * arb(-loss).exp()
            total, seen = total + w * (seen + other / 2), seen + other
        return total

    def renyi(self, order: fmpq) -> arb:
        """The sum of log((e^(a eps0) + e^((1 - a) eps0))/(1 + e^eps0))/(a - 1) over the parts, a = order > 1."""

        def one(eps0: fmpq) -> arb:
            rising, falling = arb(order * eps0).exp(), arb((1 - order) * eps0).exp()
            return ((rising + falling) / (1 + arb(eps0).exp())).log() / arb(order - 1)

        return sum((one(eps0) * count for eps0, count in self.parts), arb(0))

    def fbeta(self, beta: fmpq) -> arb:
        """The greatest F_beta of a test at prior 1/2, at one of the points of the ROC."""
        square = arb(beta * beta)
        greatest = arb(0)
        for above, beyond in self._sums():
            greatest = greatest.max((1 + square) * above / (square + above + beyond))
        return greatest

    def chernoff(self) -> arb:
        """The sum of log cosh(eps0/2): the pair is symmetric, so the exponent 1/2 is the best, and there the parts add."""
        return sum(((arb(eps0) / 2).cosh().log() * count for eps0, count in self.parts), arb(0))

    def kl(self) -> arb:
        """The sum of eps0 tanh(eps0/2)."""
        return sum((arb(eps0) * (arb(eps0) / 2).tanh() * count for eps0, count in self.parts), arb(0))


def _losses(parts: Sequence[tuple[fmpq, int]]) -> list[fmpq]:
    """Every loss, the largest first."""
    found = {fmpq(0)}
    for eps0, count in parts:
        sums = len(found) * (count + 1)
        if sums <= 10 * MOST_LOSSES:
            found = {loss + (2 * hits - count) * eps0 for loss in found for hits in range(count + 1)}
        if sums > 10 * MOST_LOSSES or len(found) > MOST_LOSSES:
            raise OutOfBudget(f"the composition has more than {MOST_LOSSES} losses; fewer mechanisms, or equal ones, have fewer")
    return sorted(found, reverse=True)


def _repeated(eps0: fmpq, count: int) -> dict[fmpq, arb]:
    """The binomial law of one mechanism used so often."""
    tail = 1 / (1 + arb(eps0).exp())
    whole = tail**count
    ratio = arb(eps0).exp()
    law: dict[fmpq, arb] = {}
    for hits in range(count + 1):
        law[(2 * hits - count) * eps0] = whole
        whole = whole * (count - hits) / (hits + 1) * ratio
    return law


def _convolved(first: dict[fmpq, arb], second: dict[fmpq, arb]) -> dict[fmpq, arb]:
    law: dict[fmpq, arb] = {}
    for loss, chance in first.items():
        for other, share in second.items():
            law[loss + other] = law.get(loss + other, arb(0)) + chance * share
    return law
