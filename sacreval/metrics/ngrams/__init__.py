"""Metrics that count n-grams: BLEU, chrF, ROUGE, METEOR and similar ones."""
