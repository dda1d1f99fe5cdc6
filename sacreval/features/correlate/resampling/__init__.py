"""Resamples and permutations of systems and inputs, and kernels that correlate them."""
