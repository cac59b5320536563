"""The league of libraries: declarations, environments, isolated audits.

Main modules: `declare` (what an adapter says), `environments` and `install`, `worker` (inside a library's environment), `run`.
"""
