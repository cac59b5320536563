"""Deciding by rewriting: symbolic proofs, linear conditions, limits."""
