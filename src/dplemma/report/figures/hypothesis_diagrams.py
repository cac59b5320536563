"""Diagrams of hypothesis_testing: the procedure that chooses eps, and which databases are neighbours in which framework.

The words are those of sections 3 and 6.1; a box that says what a claim says carries the sign of its verdict.
"""

from __future__ import annotations

from dplemma.report.figures.model import Box, Panel, PaperFigure, Pointer

PAPER = "hypothesis_testing/"


def step(text: str, x: str, y: str = "1", *, claim: str = "", wide: str = "1.7", high: str = "1.1") -> Box:
    return Box(text=text, x=x, y=y, wide=wide, high=high, claim=claim and PAPER + claim)


figure_1 = PaperFigure(
    name="hypothesis_testing/figure-1", where="Fig. 1",
    caption="The procedure: a mechanism answers, an adversary tests which of two neighbouring databases it had, precision "
    "and recall measure the test, and the greatest F_β score says which ε is small enough. A box carries the sign of the claim "
    "about its step.",
    claims=(PAPER + "table-1/entries-respect-bound",),
    panels=(
        Panel(
            title="choosing ε by what an adversary can infer", x_range=(0, 10.8), y_range=(-1.1, 3.1),
            boxes=(
                step("unknown database:\nD, or D' without\nthe record dᵢ", "0.95", claim="section-2.1/neighbours"),
                step("mechanism A\nwith parameter ε\n(Laplace, Gaussian)", "3.15"),
                step("adversary's test of\nh₀: D' and h₁: D,\nNeyman and Pearson", "5.4", claim="theorem-2"),
                step("precision P(h₁ | says D)\nand recall P(says D | h₁)", "7.65", claim="section-3/pr-one-to-one-roc",
                     wide="1.85"),
                step("F_β score, its\ngreatest value\nover thresholds", "9.9", claim="section-3/f-beta-definition", wide="1.6"),
                step("knows all other records, and Aux: the prior (ρ_p),\ncorrelated records (ρ_c), correlation in time (ρ_t)",
                     "5.4", "2.6", wide="4.3", high="0.7", claim="corollary-1"),
                step("choose the greatest ε that keeps F*_β below a bound (Table 1)", "6.5", "-0.75", wide="5.4", high="0.5",
                     claim="table-1/entries-respect-bound"),
            ),
            arrows=(
                Pointer(tail=("1.8", "1"), head=("2.3", "1")),
                Pointer(tail=("4", "1"), head=("4.55", "1"), label="o"),
                Pointer(tail=("6.25", "1"), head=("6.725", "1")),
                Pointer(tail=("8.575", "1"), head=("9.1", "1")),
                Pointer(tail=("5.4", "2.25"), head=("5.4", "1.55")),
                Pointer(tail=("9.2", "0.45"), head=("8.6", "-0.5")),
                Pointer(tail=("4.05", "-0.5"), head=("3.15", "0.45"), label="ε"),
            ),
        ),
    ),
)  # fmt: skip


def row(y: str, changed: str, *, prime: str = "") -> tuple[Box, ...]:
    """The six records of a database; those that differ from the neighbour are hatched."""
    return tuple(
        Box(text=f"{'d' + prime if str(k) in changed else 'd'}{'₁₂₃₄₅₆'[k - 1]}", x=f"{5.2 + 0.75 * k:.2f}", y=y, wide="0.62",
            high="0.46", changed=str(k) in changed)
        for k in range(1, 7)
    )  # fmt: skip


def notion(text: str, y: str, *, claim: str = "") -> Box:
    return Box(text=text, x="2.55", y=y, wide="4.9", high="0.66", claim=claim and PAPER + claim)


figure_9 = PaperFigure(
    name="hypothesis_testing/figure-9", where="Fig. 9",
    caption="Neighbours of the database D in the frameworks that define them; the records that may differ are hatched. "
    "Here d₃ is the record to be protected, and d₄ and d₆ are correlated with it. Membership privacy and mutual-information DP "
    "define no neighbours.",
    chosen="six records, of which two are correlated with the protected one.",
    claims=(
        PAPER + "section-6.1/fewer-limits-stronger", PAPER + "theorem-7/bp-ge-ddp", PAPER + "theorem-7/ip-ge-dp",
    ),
    panels=(
        Panel(
            title="which databases are neighbours", x_range=(0, 10.8), y_range=(-0.35, 4.1),
            boxes=(
                notion("the database D", "3.7"), *row("3.7", ""),
                notion("DP: one record changes", "2.75", claim="section-2.1/neighbours"), *row("2.75", "3", prime="'"),
                notion("dependent DP and inferential privacy: one record changes,\nthen those correlated with it may", "1.6",
                       claim="section-6.1/ip-equivalent-ddp"),
                *row("1.6", "346", prime="'"),
                notion("Blowfish privacy with count or marginal constraints:\nall records may differ", "0.45",
                       claim="section-6.1/blowfish-stronger-than-ddp-ip"),
                *row("0.45", "123456", prime="'"),
            ),
            arrows=(
                Pointer(tail=("10.4", "2.95"), head=("10.4", "0.3"), label="fewer\nlimits,\nstronger\nat the\nsame ε"),
            ),
        ),
    ),
)  # fmt: skip
