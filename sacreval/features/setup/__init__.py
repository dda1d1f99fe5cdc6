"""Corpora, models and resources fetched and converted, for those who set up a machine."""
