"""The version of the package; `pyproject.toml` states the same."""

VERSION = "0.2.0"
