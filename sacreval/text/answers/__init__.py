"""Answers found in outputs: numbers, letters, yes and no, boxes, JSON."""
