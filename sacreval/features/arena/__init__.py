"""Ratings of systems from battles, for those who rank models by pairwise verdicts."""
