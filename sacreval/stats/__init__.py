"""Statistics on arrays: weights, intervals, coefficients, significance. Knows no text."""

from typing import Literal

MOST_DRAWS = 10_000_000  # of a test or an interval; more would run for days

PowerMethod = Literal["auto", "t", "normal", "mid-p", "mcnemar", "simulation"]  # of `plan`
