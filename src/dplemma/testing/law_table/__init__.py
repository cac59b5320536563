"""The laws, each with the claims it follows from: one line of a table is one law.

Main definition: `LAWS`. Nothing here is taken on trust: a law whose claim loses its verdict is refused when it is asked for, and
the tests hold every law against certified values.
"""

from __future__ import annotations

from dplemma.testing.law_table.every import EVERY
from dplemma.testing.law_table.gaussian import GAUSSIAN
from dplemma.testing.law_table.laplace import LAPLACE
from dplemma.testing.law_table.numbers import NUMBERS
from dplemma.testing.law_table.others import OTHERS
from dplemma.testing.lawbook import Law

LAWS: tuple[Law, ...] = (*GAUSSIAN, *EVERY, *LAPLACE, *OTHERS, *NUMBERS)
