"""Settings of all tests: random examples repeat from run to run, and no test depends on the speed of the machine.

`pytest --hypothesis-profile=explore` looks at fresh and more numerous examples.
"""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["DPLEMMA_CACHE"] = "off"  # that of whoever runs the tests; the tests of the cache have one of their own

pytest_plugins = ["tier_options"]

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("steady")
