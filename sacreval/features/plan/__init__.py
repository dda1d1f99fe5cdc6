"""How many records a comparison needs, for those who plan an evaluation."""
