"""Compiled kernels: whole batches of texts in, integer statistics out."""
