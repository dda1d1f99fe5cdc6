"""Intervals of means, shares and differences."""
