"""Stereotyping: preferences of a model for the stereotype, for those who audit language models."""

PURPOSES = {
    "stereotyping": "Count how often a model prefers the more stereotyping of two sentences "
    "(CrowS-Pairs).",
}
