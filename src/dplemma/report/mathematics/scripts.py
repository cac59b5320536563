"""A formula as a line of Unicode for a terminal, and as MathML for a page; and its LaTeX in lines that fit a width.

Main definitions: `to_unicode`, `to_mathml`, `broken_latex`, `fits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape

from dplemma.report.mathematics.formula import (
    Bracketed,
    Chosen,
    FormulaRow,
    Fraction2D,
    Node,
    RootSign,
    Scripted,
    Sign,
    Worded,
    flat_parts,
    read_formula,
    width_of,
)

_DIFFERENTIALS = ("d", r"\partial")  # their variable follows at once
_RAISED = dict(zip("0123456789+−()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(zip("0123456789+−()ijnkmaextp", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵢⱼₙₖₘₐₑₓₜₚ", strict=True))


# -- Unicode ----------------------------------------------------------------------------------------------------------------


@cache
def to_unicode(latex: str) -> str:
    """One line: Greek letters, signs, raised and lowered digits; fractions with a stroke and brackets where they are needed."""
    return _line(read_formula(latex)).strip()


def _line(node: Node) -> str:
    if isinstance(node, Sign):
        return node.text
    if isinstance(node, Worded):
        return node.text
    if isinstance(node, FormulaRow):
        return _row_line(node)
    if isinstance(node, Fraction2D):
        return f"{_factor(node.above, below=False)}/{_factor(node.below, below=True)}"
    if isinstance(node, Chosen):
        return f"C({_line(node.above)}, {_line(node.below)})"
    if isinstance(node, RootSign):
        return f"√{_factor(node.body, below=True)}"
    if isinstance(node, Bracketed):
        return f"{node.left}{_line(node.body)}{node.right}"
    return _scripted_line(node)


def _row_line(row: FormulaRow) -> str:
    text, before, unary = "", None, False
    after = None  # what stands before it, spaces apart
    for part in row.parts:
        text += ("" if unary else _gap(before, part)) + _line(part)
        unary = _kind(part) == "operator" and (after is None or _kind(after) in ("open", "link", "mark"))
        before, after = part, after if _kind(part) == "space" else part
    return text


def _gap(before: Node | None, part: Node) -> str:
    """The space between two neighbours: around links and operators, none in applications."""
    if (
        before is None
        or _kind(before) in ("open", "space", "prefix", "stroke")
        or _kind(part) in ("close", "mark", "space", "stroke")
    ):
        return ""
    if _kind(before) == "operator":
        return " "
    if _kind(part) in ("operator", "link") or _kind(before) in ("link", "mark"):
        return " "
    if isinstance(part, FormulaRow) and part.braced and _is_application(part):
        return ""
    if _kind(part) == "open":
        return "" if _kind(before) in ("letter", "name", "close") else " "
    if _kind(before) == "name" and isinstance(part, Bracketed):
        return ""
    if _kind(before) == "number" and _kind(part) == "letter":
        return ""
    return "" if isinstance(before, Sign) and before.source in _DIFFERENTIALS else " "


def _kind(node: Node) -> str:
    if isinstance(node, Sign):
        return node.kind
    if isinstance(node, Scripted):
        return _kind(node.base)
    return "words" if isinstance(node, Worded) else "group"


def _is_application(row: FormulaRow) -> bool:
    return len(row.parts) == 1 and isinstance(row.parts[0], Bracketed)


def _factor(node: Node, *, below: bool) -> str:
    """A part of a fraction or the body of a root, in brackets unless it is one factor (above the stroke: one term)."""
    text = _line(node)
    parts = list(flat_parts(node)) if isinstance(node, FormulaRow) else [node]
    applied = _one_application(parts)
    sums = any(_kind(part) in ("operator", "link") for part in parts[1:]) or any(isinstance(part, Fraction2D) for part in parts)
    sums, many = sums and not applied, len([part for part in parts if _kind(part) != "space"]) > 1 and not applied
    partial = isinstance(parts[0], Sign) and parts[0].source in _DIFFERENTIALS
    return f"({text})" if sums or (below and many and not partial) else text


def _one_application(parts: Sequence[Node]) -> bool:
    """A name with its arguments, in one bracket or between two signs."""
    kinds = [_kind(part) for part in parts]
    if len(parts) > 2 and kinds[0] in ("letter", "name") and kinds[1] == "open" and kinds.count("open") == 1:
        return kinds[-1] == "close" and kinds.count("close") == 1
    return len(parts) == 2 and isinstance(parts[1], FormulaRow) and _is_application(parts[1])


def _scripted_line(node: Scripted) -> str:
    base = _line(node.base)
    if _kind(node.base) == "big":
        span = f"[{_line(node.sub)}, {_line(node.sup)}]" if node.sub is not None and node.sup is not None else ""
        return f"{base}{span}"
    if base == "e" and node.sup is not None and len(_line(node.sup)) > 3:
        return f"exp({_line(node.sup)})"
    below = "" if node.sub is None else _script(_line(node.sub), _LOWERED, "_")
    above = "" if node.sup is None else _script(_line(node.sup), _RAISED, "^")
    return f"{base}{below}{above}"


def _script(text: str, letters: dict[str, str], mark: str) -> str:
    tight = text.replace(" ", "")
    if tight in ("′", "*"):
        return tight
    if all(letter in letters for letter in tight):
        return "".join(letters[letter] for letter in tight)
    product = " " in text.strip() or (tight[:1].isdecimal() and not tight.isdecimal())
    if len(tight) == 1 or (tight.isalnum() and not product):
        return f"{mark}{tight}"
    return f"{mark}{{{text}}}" if mark == "_" else f"{mark}({text})"


# -- MathML -----------------------------------------------------------------------------------------------------------------


@cache
def to_mathml(latex: str, *, display: bool = False) -> str:
    """The formula as a `math` element, which browsers show by themselves."""
    style = ' displaystyle="true"' if display else ""
    return f"<math{style}>{_element(read_formula(latex))}</math>"


def _element(node: Node | None) -> str:
    if node is None:
        return "<mrow></mrow>"
    if isinstance(node, Sign):
        return _sign_element(node)
    if isinstance(node, Worded):
        return f"<mtext>{escape(node.text.replace(' ', chr(160)))}</mtext>"
    if isinstance(node, FormulaRow):
        inner = "".join(map(_element, node.parts))
        return inner if len(node.parts) == 1 else f"<mrow>{inner}</mrow>"
    if isinstance(node, Fraction2D):
        return f"<mfrac><mrow>{_element(node.above)}</mrow><mrow>{_element(node.below)}</mrow></mfrac>"
    if isinstance(node, Chosen):
        pair = f'<mfrac linethickness="0"><mrow>{_element(node.above)}</mrow><mrow>{_element(node.below)}</mrow></mfrac>'
        return f"<mrow><mo>(</mo>{pair}<mo>)</mo></mrow>"
    if isinstance(node, RootSign):
        return f"<msqrt>{_element(node.body)}</msqrt>"
    if isinstance(node, Bracketed):
        ends = ((node.left, "prefix"), (node.right, "postfix"))
        left, right = (
            f'<mo form="{form}" stretchy="true" lspace="0" rspace="0">{escape(one)}</mo>' if one else "" for one, form in ends
        )
        return f"<mrow>{left}{_element(node.body)}{right}</mrow>"
    return _script_element(node)


def _sign_element(sign: Sign) -> str:
    if sign.kind == "number":
        return f"<mn>{sign.text}</mn>"
    if sign.kind == "space":
        return f'<mspace width="{0.25 * max(1, len(sign.text))}em"/>'
    if sign.kind == "letter":
        return f"<mi>{escape(sign.text)}</mi>" if len(sign.text) == 1 else f'<mi mathvariant="normal">{escape(sign.text)}</mi>'
    if sign.kind == "name":
        return f'<mi mathvariant="normal">{sign.text}</mi>'
    styles = {"open": ' form="prefix" stretchy="false"', "close": ' form="postfix" stretchy="false"'}
    stretch = styles.get(sign.kind, ' lspace="0" rspace="0"' if sign.kind == "stroke" else "")
    return f"<mo{stretch}>{escape(sign.text)}</mo>"


def _script_element(node: Scripted) -> str:
    base, kind = _element(node.base), _kind(node.base)
    if kind == "name" and node.sup is None:
        return f"<munder>{base}<mrow>{_element(node.sub)}</mrow></munder>"
    if node.sub is not None and node.sup is not None:
        return f"<msubsup>{base}<mrow>{_element(node.sub)}</mrow><mrow>{_element(node.sup)}</mrow></msubsup>"
    if node.sub is not None:
        return f"<msub>{base}<mrow>{_element(node.sub)}</mrow></msub>"
    return f"<msup>{base}<mrow>{_element(node.sup)}</mrow></msup>"


# -- LaTeX in lines ---------------------------------------------------------------------------------------------------------


def broken_latex(latex: str, width: float) -> list[str]:
    """The formula in pieces that are set no wider than so many letters, where it can be cut.

    It is cut before links and operators; a row that cannot be, and ends in a bracket with commas, is cut after these.
    """
    row = read_formula(latex)
    if width_of(row) <= width:
        return [latex]
    pieces = list(_filled(list(_cuttable(row)), width))
    return pieces if len(pieces) > 1 else _cut_at_commas(row, latex, width)


def fits(latex: str, width: float) -> bool:
    return width_of(read_formula(latex)) <= width


def _cut_at_commas(row: FormulaRow, latex: str, width: float) -> list[str]:
    """`name(a, b, c)` as lines `name(a,`, `b,` and `c)`."""
    last = row.parts[-1]
    if not isinstance(last, Bracketed) or not isinstance(last.body, FormulaRow):
        return [latex]
    items: list[list[Node]] = [[]]
    for part in last.body.parts:
        items[-1].append(part)
        if isinstance(part, Sign) and part.text == ",":
            items.append([])
    if len(items) == 1:
        return [latex]
    texts = [(" ".join(part.source for part in item), sum(map(width_of, item))) for item in items]
    lead = " ".join(part.source for part in row.parts[:-1])
    texts[0] = (rf"{lead}\Bigl{last.left} {texts[0][0]}", texts[0][1] + width_of(FormulaRow(row.parts[:-1], lead)))
    texts[-1] = (rf"{texts[-1][0]} \Bigr{last.right}", texts[-1][1])
    return list(_filled(texts, width))


def _cuttable(row: FormulaRow) -> Iterator[tuple[str, float]]:
    """Pieces that belong together, each beginning with a link or an operator (the first one apart), and their widths."""
    text, wide = "", 0.0
    for part in row.parts:
        if text and isinstance(part, Sign) and part.kind in ("link", "operator") and not _opens(text):
            yield text, wide
            text, wide = "", 0.0
        text = f"{text} {part.source}".strip()
        wide += width_of(part)
    if text:
        yield text, wide


def _opens(text: str) -> bool:
    """Whether a plain bracket is still open: nothing is cut there."""
    plain = text.replace(r"\left(", "").replace(r"\right)", "").replace(r"\left[", "").replace(r"\right]", "")
    return plain.count("(") > plain.count(")") or plain.rstrip().endswith(("=", "+", "-", r"\leq", r"\geq"))


def _filled(pieces: list[tuple[str, float]], width: float) -> Iterator[str]:
    line, used = "", 0.0
    for text, wide in pieces:
        if line and used + wide > width:
            yield line
            line, used = "", 3.0  # the next line is indented
        line = f"{line} {text}".strip()
        used += wide
    yield line
