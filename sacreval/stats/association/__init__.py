"""Coefficients of agreement between vectors, and of raters."""
