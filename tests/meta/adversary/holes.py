"""Claims written by hand: one for each kind of error that was ever found or suspected, each with its true counterpart.

Main definitions: `REPORTED` (each of these was once decided wrongly), `SUSPECTED` (in the same spirit), `ALL`. They map a name
to a function that builds the settled claim.
"""

from __future__ import annotations

from .by_hand import Build
from .reported import REPORTED
from .suspected_branches import BRANCHES
from .suspected_domains import DOMAINS
from .suspected_edges import EDGES
from .suspected_limits import LIMITS
from .suspected_orders import ORDERS
from .suspected_points import POINTS
from .suspected_rules import RULES
from .suspected_scopes import SCOPES
from .suspected_ways_in import WAYS_IN

TABLES: tuple[dict[str, Build], ...] = (REPORTED, LIMITS, DOMAINS, POINTS, RULES, SCOPES, EDGES, BRANCHES, WAYS_IN, ORDERS)
SUSPECTED: dict[str, Build] = {name: build for table in TABLES[1:] for name, build in table.items()}
ALL: dict[str, Build] = REPORTED | SUSPECTED
