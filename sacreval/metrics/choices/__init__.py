"""Metrics of options with log-probabilities, and of the likelihood of texts."""
