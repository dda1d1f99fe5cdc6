"""Metrics of what other tools stored in their logs."""
