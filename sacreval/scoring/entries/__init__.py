"""Metrics of a run: entries with their options, engines and names."""
