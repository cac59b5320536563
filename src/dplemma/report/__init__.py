"""What a reader sees: verdicts as terminal text, JSON and Markdown. Nothing here imports SymPy or decides anything."""
