"""Results and logs in the formats of other tools, for those who publish them elsewhere."""
