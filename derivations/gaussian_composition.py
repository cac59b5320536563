"""Two Gaussian mechanisms together are one: their indices add up as the sides of a right angle.

Main result: the likelihood ratio of two independent outputs is that of one output at the distance sqrt(psi_1^2 + psi_2^2).
Only the combination t = (psi_1 t_1 + psi_2 t_2)/sqrt(psi_1^2 + psi_2^2) matters; its weights have squares that add up to 1, so it
is N(0, 1) on one database and N(sqrt(psi_1^2 + psi_2^2), 1) on the other.
"""

from dplemma.lang.words import *

psi_1, psi_2, t_1, t_2, u, v = variables("psi_1 psi_2 t_1 t_2 u v")

length = sqrt(psi_1**2 + psi_2**2)
along = (psi_1 * t_1 + psi_2 * t_2) / length
linear = psi_1 * t_1 + psi_2 * t_2 - (psi_1**2 + psi_2**2) / 2
in_length = length * Held(along) - length**2 / 2
pair = phi(t_1 - psi_1) * phi(t_2 - psi_2) / (phi(t_1) * phi(t_2))
one = phi(along - length) / phi(along)

gaussian_composition = Derivation(
    id="gaussian-composition",
    title="The composition of two Gaussian mechanisms is one with index sqrt(psi_1^2 + psi_2^2)",
    proves="sensitivity_index/corollary-8",
    on=Region(psi_1=POSITIVE, psi_2=POSITIVE, t_1=REAL, t_2=REAL),
    lemmas=(
        Lemma(
            name="weights", says="the squares of the weights add up to 1, so the combination has variance 1",
            start=psi_1**2 / (psi_1**2 + psi_2**2) + psi_2**2 / (psi_1**2 + psi_2**2),
            steps=(Step("=", 1, Algebra(), "Pythagoras"),),
        ),
        Lemma(
            name="mean", says="on the other database its mean is the length",
            start=psi_1**2 / length + psi_2**2 / length,
            steps=(Step("=", length, Algebra(), "the root of the square of the length"),),
        ),
        Lemma(
            name="one output", says="the pair tells as much as one output at the distance of the length",
            start=log(pair),
            steps=(
                Step("=", linear, Algebra(), "the squares of t_1 and t_2 cancel"),
                Step("=", in_length, Algebra(), "in terms of the combination and the length", of=linear),
                Step("=", log(one), Algebra(), "the loss of one output at that distance", of=in_length),
            ),
        ),
        Lemma(
            name="together", says="the sum of the two is normal: the density of a sum, once the square is completed",
            on=Region(psi_1=POSITIVE, psi_2=POSITIVE, v=REAL),
            start=Integral(phi(u) * phi((v * length - psi_1 * u) / psi_2) * length / psi_2, (u, -oo, oo)),
            steps=(
                Step("=", Integral(phi(v) * phi((u * length - v * psi_1) / psi_2) * length / psi_2, (u, -oo, oo)), Algebra(),
                     "u^2 + (v r - psi_1 u)^2/psi_2^2 = v^2 + (u r - v psi_1)^2/psi_2^2 with r^2 = psi_1^2 + psi_2^2"),
                Step("=", phi(v), Antiderivative(phi(v) * Phi((u * length - v * psi_1) / psi_2), u), "Phi runs from 0 to 1",
                     of=Integral(phi(v) * phi((u * length - v * psi_1) / psi_2) * length / psi_2, (u, -oo, oo))),
            ),
        ),
    ),
    start=log(pair),
    steps=(
        Step("=", (t_1**2 - (t_1 - psi_1) ** 2) / 2 + (t_2**2 - (t_2 - psi_2) ** 2) / 2, Algebra(),
             "the outputs are independent: the losses add up"),
        Step("=", psi_1 * t_1 - psi_1**2 / 2 + psi_2 * t_2 - psi_2**2 / 2, Algebra(), "the squares of t_1 and t_2 cancel",
             of=(t_1**2 - (t_1 - psi_1) ** 2) / 2 + (t_2**2 - (t_2 - psi_2) ** 2) / 2),
    ),
)  # fmt: skip
