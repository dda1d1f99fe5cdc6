"""ROUGE-1.5.5 in plain Python, and runs of the user's script."""
