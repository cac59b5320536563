"""The searches that decide a claim."""
