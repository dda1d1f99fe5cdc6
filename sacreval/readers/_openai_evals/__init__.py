"""Logs of OpenAI evals: their layout, and the records made of their events."""
