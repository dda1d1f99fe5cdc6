"""Metrics that run a model: each text is encoded once in a run."""
