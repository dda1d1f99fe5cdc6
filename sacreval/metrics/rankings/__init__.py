"""Metrics of ranked documents and of numbers beside numbers."""
