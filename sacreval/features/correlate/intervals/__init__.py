"""Intervals of correlations: by resampling systems and inputs, and by formulas."""
