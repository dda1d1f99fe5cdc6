"""Inputs of a run: files, readers, joins, filters and breakdowns of records."""
