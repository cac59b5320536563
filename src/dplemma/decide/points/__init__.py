"""Deciding at points: counterexamples, confirmation, finite mechanisms, algorithms, printed numbers."""
