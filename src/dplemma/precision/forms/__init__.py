"""Coded forms, one module a family and library: what people write, and what they should write instead."""
