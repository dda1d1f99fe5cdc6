"""Metrics of edit distance: TER, WER, CER and their kin."""
