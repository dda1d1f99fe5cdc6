"""Mathematical answers: their values, computed exactly, and whether two of them are equal."""
