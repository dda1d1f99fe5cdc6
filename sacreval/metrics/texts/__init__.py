"""Metrics of a text itself: length, repetition, extractiveness, content units."""
