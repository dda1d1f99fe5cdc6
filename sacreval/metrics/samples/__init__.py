"""Metrics of several outputs for one input: pass@k and similar ones."""
