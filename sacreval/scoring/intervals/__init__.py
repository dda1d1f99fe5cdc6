"""Intervals of scores: which method fits, and the intervals of parts."""
