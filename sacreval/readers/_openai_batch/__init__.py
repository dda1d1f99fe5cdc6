"""Batch files of OpenAI: their requests, and the records made of their replies."""
