"""Certificates checked again: nothing in a file is believed, and no search is imported."""
