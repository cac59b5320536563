"""Proof rules, goals and certificates as data."""
