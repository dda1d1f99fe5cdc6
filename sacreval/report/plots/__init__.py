"""Plots: figures, how they look, and their texts."""
