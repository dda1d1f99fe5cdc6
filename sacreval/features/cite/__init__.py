"""Sentences and references for the numbers of a file, for those who write papers."""
