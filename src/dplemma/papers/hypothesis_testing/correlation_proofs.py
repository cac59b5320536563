"""How eqs. 21 and 24 (correlated records, correlation in time) follow from eq. 18: rho_p is replaced.

Main results: the replacements are right.
Source: appendices 10.5.2 and 10.5.3.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.f_score import b, eps, root_form
from dplemma.papers.hypothesis_testing.prior import RHO, flat_18, odds, printed_18, rho_p

rho_c, rho_t = variables("rho_c rho_t")
# Eqs. 21 and 24: the odds as the text derives them, as it prints them, and what rho_p is replaced by.
odds_c, printed_c = (2 - rho_p) * (1 - rho_c) - 1, 1 - rho_p - rho_c * (2 - rho_p)
odds_t, printed_t = (2 - rho_p) * (1 - rho_c) * (1 - rho_t) - 1, 1 - rho_p - (2 - rho_p) * (rho_c + rho_t * (1 - rho_c))
combined_c = rho_p + rho_c * (2 - rho_p)
combined_t = rho_p + (2 - rho_p) * (rho_c + rho_t * (1 - rho_c))


def replaced(combined: Any, new: Any, printed: Any) -> tuple[Rel, ...]:
    """The first branch of eq. 18, what is added to 1 under its root and in its threshold, with rho_p replaced: those of `new`."""
    return (
        Rel(printed, "=", new),
        Rel(flat_18.subs(rho_p, combined), "=", (1 + b) / (1 + b + new)),
        Rel((4 * b * exp(eps) / odds).subs(rho_p, combined), "=", 4 * b * exp(eps) / new),
        Rel((b / odds).subs(rho_p, combined), "=", b / new),
    )


PLACES = (
    "b = beta^2. rho_p occurs in three places of eq. 18: in its first branch, under its root and in its threshold; in each the "
    "replacement gives the odds P(d_i2)/P(d_i1) = 1/P(d_i1) - 1 that the text derives, which must be positive (else d_i1 is "
    "certain)."
)
appendix_10_5_2 = Claim(
    id="hypothesis_testing/appendix-10.5.2",
    where="Appendix 10.5.2", kind="identity",
    states="Replacing rho_p in (18) by rho_p+rho_c(2-rho_p) gives (21).",
    reading=f"{PLACES} Here P(d_i1) = 1/((2-rho_p)(1-rho_c)) (text after eq. 20). Eq. 18 has e^eps under its root, as eq. 21 "
    "and appendix "
    "10.5.1 have.",
    holds=All(*replaced(combined_c, odds_c, printed_c)),
    on=Region(eps=POSITIVE, b=POSITIVE, rho_p=RHO, rho_c=RHO, such_that=Rel(odds_c, ">", 0)),
    as_extracted=Extracted(
        Rel(printed_18.subs(rho_p, combined_c), "=", root_form(sqrt(1 + 4 * b * exp(eps) / odds_c))),
        why="Eq. 18 as extracted has eps under its root, eq. 21 has e^eps.",
    ),
)  # fmt: skip

appendix_10_5_3 = Claim(
    id="hypothesis_testing/appendix-10.5.3",
    where="Appendix 10.5.3", kind="identity",
    states="Replacing rho_p in (18) by rho_p+(2-rho_p)(rho_c+rho_t(1-rho_c)) gives (24).",
    reading=f"{PLACES} Here P(d_i1) = 1/((2-rho_p)(1-rho_c)(1-rho_t)) (text after eq. 23). Eqs. 18 and 24 as extracted both "
    "have eps under "
    "the root where e^eps belongs: the replacement is right either way (the last part).",
    holds=All(
        *replaced(combined_t, odds_t, printed_t),
        Rel((4 * b * eps / odds).subs(rho_p, combined_t), "=", 4 * b * eps / odds_t),
    ),
    on=Region(eps=POSITIVE, b=POSITIVE, rho_p=RHO, rho_c=RHO, rho_t=RHO, such_that=Rel(odds_t, ">", 0)),
)  # fmt: skip
