"""How often a model prefers the stereotype, for those who audit language models."""
