"""Scoring: from records to rows, from rows to results."""
