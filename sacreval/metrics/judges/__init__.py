"""Metrics whose rows are read from a model's replies."""
