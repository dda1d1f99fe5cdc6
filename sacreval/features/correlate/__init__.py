"""How well metrics agree with human judgments, for those who develop and choose metrics."""
