"""Metrics of edit distance: TER, WER, CER and similar ones."""
