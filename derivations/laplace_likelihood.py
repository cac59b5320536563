"""The likelihood ratio of the Laplace mechanism, from the two densities of its output.

Main result: between the two query values, Q(D) = q_0 and Q(D') = q_0 + gap, the logarithm of the ratio is linear in the output,
eps (2 (o - q_0) - gap)/Delta; below both it is -eps gap/Delta, above both eps gap/Delta, so it never leaves [-eps, eps].
The scale of the noise is Delta/eps, its density e^(-eps |x|/Delta) eps/(2 Delta).
"""

from dplemma.lang.words import *

eps, Delta, q_0, gap, o = variables("eps Delta q_0 gap o")


def density(centre: Any) -> Any:
    """Of the output, around the value of the query."""
    return exp(-eps * Abs(o - centre) / Delta) * eps / (2 * Delta)


ratio = Held(density(q_0 + gap)) / Held(density(q_0))
loss = exp(eps * Abs(o - q_0) / Delta) * exp(-eps * Abs(o - q_0 - gap) / Delta)
OUTPUTS = {"eps": POSITIVE, "Delta": POSITIVE, "q_0": REAL, "gap": NONNEGATIVE, "o": REAL}
NEAR = Rel(gap, "<=", Delta)
BETWEEN = Region(**OUTPUTS, such_that=[NEAR, Rel(o, ">=", q_0), Rel(o, "<=", q_0 + gap)])

laplace_likelihood = Derivation(
    id="laplace-likelihood",
    title="The likelihood ratio of the Laplace mechanism is e^(eps (2 (o - q_0) - gap)/Delta) between the two query values",
    proves="hypothesis_testing/eq-7/middle-branch",
    on=BETWEEN,
    lemmas=(
        Lemma(
            name="below", says="below both query values the ratio is least and constant",
            on=Region(**OUTPUTS, such_that=[NEAR, Rel(o, "<=", q_0)]),
            start=ratio,
            steps=(
                Step("=", loss, Algebra(), "both densities have the same factor eps/(2 Delta)"),
                Step("=", exp(eps * (q_0 - o) / Delta) * exp(-eps * (q_0 + gap - o) / Delta), Algebra(),
                     "both absolute values turn the sign", of=loss),
                Step("=", exp(-eps * gap / Delta), Algebra(), "the output cancels",
                     of=exp(eps * (q_0 - o) / Delta) * exp(-eps * (q_0 + gap - o) / Delta)),
            ),
        ),
        Lemma(
            name="above", says="above both it is greatest and constant",
            on=Region(**OUTPUTS, such_that=[NEAR, Rel(o, ">=", q_0 + gap)]),
            start=ratio,
            steps=(
                Step("=", loss, Algebra(), "both densities have the same factor eps/(2 Delta)"),
                Step("=", exp(eps * gap / Delta), Algebra(), "neither absolute value turns the sign, and the output cancels",
                     of=loss),
            ),
        ),
        Lemma(
            name="pure", says="so it is at most e^eps: the gap is at most the sensitivity", on=Region(**OUTPUTS, such_that=NEAR),
            start=exp(eps * gap / Delta),
            steps=(Step("<=", exp(eps), Bound(), "gap/Delta is at most 1"),),
        ),
        Lemma(
            name="between", says="between them, from the densities",
            start=ratio,
            steps=(
                Step("=", loss, Algebra(), "both densities have the same factor eps/(2 Delta)"),
                Step("=", exp(eps * (2 * (o - q_0) - gap) / Delta), Algebra(), "only the second absolute value turns the sign",
                     of=loss),
            ),
        ),
    ),
    start=loss,
    steps=(
        Step("=", exp(eps * (o - q_0) / Delta) * exp(-eps * (q_0 + gap - o) / Delta), Algebra(), "q_0 <= o <= q_0 + gap"),
        Step("=", exp(eps * (2 * (o - q_0) - gap) / Delta), Algebra(), "the exponents add up",
             of=exp(eps * (o - q_0) / Delta) * exp(-eps * (q_0 + gap - o) / Delta)),
    ),
)  # fmt: skip
