"""Two systems on the same records: scores, tests, intervals and detectable differences."""
