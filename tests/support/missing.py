"""What could not run here: said once each at the end of the run, so that nothing is in silence."""

SENTENCES: dict[str, None] = {}


def say(sentence: str) -> None:
    """Note something that could not run, and why."""
    SENTENCES[sentence] = None
