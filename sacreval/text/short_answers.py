"""Short answers as SQuAD's scripts compare them: exact match and F1 with the best reference."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sacreval.text.normalize import squad


def right_answers(references: Sequence[str], *, version: str) -> list[str]:
    """Normalise answers; where there is none, the empty text is right."""
    answers = [squad(reference) for reference in references or ()]
    if version == "2.0":
        answers = [answer for answer in answers if answer]
    return answers or [""]


class Answered(NamedTuple):
    """What a prediction is worth, each the best over the references, 0 to 1."""

    exact_match: float
    f1: float


def answered(prediction: str, right: Sequence[str], *, version: str) -> Answered:
    """Score a prediction against normalised answers."""
    text = squad(prediction)
    both_empty = float(version == "2.0")  # 1.1 gives no F1 to two empty answers
    f1 = max(token_f1(text, answer, empty=both_empty) for answer in right)
    return Answered(float(text in right), f1)


def token_f1(prediction: str, reference: str, *, empty: float) -> float:
    """Return the F1 of two bags of words.

    Args:
        prediction: A normalised text.
        reference: A normalised text.
        empty: The value for two texts without words.
    """
    words, wanted = Counter(prediction.split()), Counter(reference.split())
    if not words and not wanted:
        return empty
    common = (words & wanted).total()
    return 2 * common / (words.total() + wanted.total())
