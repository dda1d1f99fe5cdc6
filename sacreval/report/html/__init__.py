"""The page for people: one HTML file that needs nothing else."""
