"""Persistent rows: the cache between runs, and the file that lets a run resume."""
