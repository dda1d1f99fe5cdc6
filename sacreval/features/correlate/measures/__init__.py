"""Coefficients and accuracies of agreement, with tie calibration."""
