"""Correlations as tables, notes, plots, and tables for papers."""
