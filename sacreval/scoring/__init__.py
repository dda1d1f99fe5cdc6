"""Scoring: inputs to rows, rows to results."""
