"""Statistics on arrays: weights, intervals, coefficients, significance. Knows no text."""

MOST_DRAWS = 10_000_000  # of a test or an interval; more would run for days
