"""Proof objects: what the searches found, in the words of the kernel."""
