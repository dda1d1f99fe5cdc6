"""Models: texts in, tensors out. Knows no metric; torch is imported inside functions."""
