"""Statistics on arrays: weights, intervals, coefficients, significance. Knows no text."""
