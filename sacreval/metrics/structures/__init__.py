"""Metrics of structured outputs: SQL, tool calls, JSON, and instructions about the form."""
