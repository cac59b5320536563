"""Coded forms, one module a family and library: what people write, and what they should write instead.

`NO_PLAIN_FORM` names the quantities without a form in the standard library, `NO_GOOD_FORM` those for which no form keeps its
digits on the whole ordinary range; each with the reason.
"""

_CHI_SQUARE = "the standard library has no chi-square distribution; the forms need SciPy"
NO_PLAIN_FORM = {name: _CHI_SQUARE for name in ("glrt.delta", "glrt.epsilon", "glrt.roc", "glrt.roc_reversed")}
NO_GOOD_FORM: dict[str, str] = {}
