"""Metrics of labels, label sequences and the probabilities of labels."""
