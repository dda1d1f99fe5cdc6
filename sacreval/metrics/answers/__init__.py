"""Metrics of short answers: exact match, token F1, SQuAD and similar ones."""
