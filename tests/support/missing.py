"""Tests that could not run: each reason is listed once at the end of the run."""

SENTENCES: dict[str, None] = {}


def say(sentence: str) -> None:
    """Record what could not run, and why."""
    SENTENCES[sentence] = None
