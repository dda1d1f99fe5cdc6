"""Scores of a result file computed again, for those who rely on published numbers."""
