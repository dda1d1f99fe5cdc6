"""Scores beside those that a log has, for those who move from another tool."""
