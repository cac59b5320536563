"""Pure DP bounds the Kullback-Leibler divergence: the mean of a loss that never exceeds eps.

Main result: an output with the chances q e^loss and q adds q e^loss loss to the divergence, at most eps times its chance; these
add up to 1, so the divergence is at most eps, which is at most e^eps.
"""

from dplemma.lang.words import *

q, loss, eps, w, other = variables("q loss eps w other")

OUTPUT = {"q": UNIT, "loss": REAL, "eps": NONNEGATIVE}

kl_order = Derivation(
    id="kl-order",
    title="Pure DP bounds the Kullback-Leibler divergence by eps",
    proves="chernoff/chain/eps-dp-kl-dp",
    on=Region(**OUTPUT),
    lemmas=(
        Lemma(name="bounded", says="the loss is at most eps", on=Region(**OUTPUT, such_that=Rel(loss, "<=", eps)),
              holds=Rel(loss, "<=", eps)),
        Lemma(
            name="output", says="one output", on=Region(**OUTPUT, such_that=Rel(loss, "<=", eps)),
            start=q * exp(loss) * loss,
            steps=(Step("<=", eps * q * exp(loss), ByLemma("bounded").times(q * exp(loss)), "its chance is not negative"),),
        ),
        Lemma(
            name="two outputs", says="two outputs that have all of the chance",
            on=Region(w=UNIT, eps=NONNEGATIVE, loss=REAL, other=REAL, such_that=[Rel(loss, "<=", eps), Rel(other, "<=", eps)]),
            start=w * loss + (1 - w) * other,
            steps=(
                Step("<=", w * eps + (1 - w) * other, Bound(), "the first loss", of=loss),
                Step("<=", w * eps + (1 - w) * eps, Bound(), "the other", of=other),
                Step("=", eps, Algebra(), "the chances add up to 1"),
            ),
        ),
    ),
    start=eps,
    steps=(Step("<=", exp(eps), Bound(), "the exponential lies above its tangent"),),
)  # fmt: skip
