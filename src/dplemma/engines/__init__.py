"""Ways to decide a statement. Engines know nothing of papers."""
