"""Comparison of short answers: exact match, F1, and whether a text contains one."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sacreval.text.normalizers import squad


def right_answers(references: Sequence[str], *, version: str) -> list[str]:
    """Normalise reference answers; if there is none, the empty text is the answer.

    Args:
        references: The reference answers.
        version: Version of SQuAD, `1.1` or `2.0`; 2.0 ignores answers that normalise to nothing.
    """
    answers = [squad(reference) for reference in references or ()]
    if version == "2.0":
        answers = [answer for answer in answers if answer]
    return answers or [""]


class AnswerScores(NamedTuple):
    """The scores of a prediction, 0 to 1, each the maximum over the references.

    Args:
        exact_match: 1 if the prediction equals a reference, else 0.
        f1: F1 of the tokens.
    """

    exact_match: float
    f1: float


def score_answer(prediction: str, right: Sequence[str], *, version: str) -> AnswerScores:
    """Score a prediction against normalised answers.

    Args:
        prediction: The prediction, not yet normalised.
        right: The result of `right_answers`.
        version: Version of SQuAD, `1.1` or `2.0`; in 2.0 two empty answers have an F1 of 1.
    """
    text = squad(prediction)
    both_empty = float(version == "2.0")  # in 1.1, two empty answers have an F1 of 0
    f1 = max(token_f1(text, answer, empty=both_empty) for answer in right)
    return AnswerScores(float(text in right), f1)


def token_f1(prediction: str, reference: str, *, empty: float) -> float:
    """Return the F1 of two multisets of words."""
    words, reference_words = prediction.split(), reference.split()
    if not words and not reference_words:
        return empty
    if words == reference_words:
        return 1.0
    if set(words).isdisjoint(reference_words):
        return 0.0
    common = (Counter(words) & Counter(reference_words)).total()
    return 2 * common / (len(words) + len(reference_words))


def holds(text: str, part: str, *, words: bool) -> bool:
    """Return whether a text contains another.

    Args:
        text: The text to search.
        part: The text to find; a blank one is found only in a blank text.
        words: Whether it must be at word boundaries.
    """
    if not part.strip():
        return text.strip() == part.strip()
    return _holds_words(text, part) if words else part in text


def _holds_words(text: str, part: str) -> bool:
    r"""Return whether a text contains another between word boundaries, as (?<!\w)PART(?!\w)."""
    at = text.find(part)
    while at >= 0:
        end = at + len(part)
        if not _joined(text[at - 1 : at]) and not _joined(text[end : end + 1]):
            return True
        at = text.find(part, at + 1)
    return False


def _joined(character: str) -> bool:
    return character.isalnum() or character == "_"
