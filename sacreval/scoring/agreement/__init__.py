"""Scores in logs of other tools beside those computed here, and their differences."""
