"""Metrics of several outputs for one input: pass@k and its kin."""
