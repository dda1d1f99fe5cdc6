"""Metrics of ranked documents, and of numbers compared with numbers."""
