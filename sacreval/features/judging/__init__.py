"""Requests of judges asked and answered, for those who score with a model as a judge."""
