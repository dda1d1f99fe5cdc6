"""Ratings of systems from battles, for those who rank models by pairwise verdicts."""

PURPOSES = {"arena": "Rank systems by pairwise verdicts of judges or people."}
