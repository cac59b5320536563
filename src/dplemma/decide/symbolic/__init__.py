"""Deciding limits: by the rules of the kernel, or by a tail bound that a search finds."""
