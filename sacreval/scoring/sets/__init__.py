"""Runs over several data sets: their files, results, and means over sets."""
