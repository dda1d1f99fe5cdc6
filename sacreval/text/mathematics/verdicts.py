"""Verdicts on pairs of mathematical answers: equal, different, undecided or not parsed."""

import re
from typing import Literal

from sacreval.text.mathematics.answers import Answer
from sacreval.text.mathematics.comparison import Comparison
from sacreval.text.mathematics.conventions import Conventions
from sacreval.text.mathematics.limits import LONGEST, UndecidedError, UnparsedError
from sacreval.text.mathematics.reading import read

Verdict = Literal["equal", "different", "undecided", "unparsed_prediction", "unparsed_reference"]
"""Of a pair."""


USUAL = Conventions()
_NAMES: dict[bool | None, Verdict] = {True: "equal", False: "different", None: "undecided"}
_COMMAS = re.compile(r"\d,\d{3}(?!\d)")  # a thousands separator, or a list


def verdict(prediction: str, reference: str, conventions: Conventions = USUAL) -> Verdict:
    """Return the verdict on two answers, which have been extracted from their texts.

    The verdict is symmetric but for the names of the sides that are not parsed. Numbers and
    formulas are equal or different only where that is proved. The work is bounded, and what passes
    the limits is undecided, unless the texts are the same.

    Args:
        prediction: The answer of a system, in LaTeX or plain.
        reference: The right answer.
        conventions: How answers are read where conventions differ.
    """
    if max(len(prediction), len(reference)) > LONGEST:  # and not kept with what was read
        return "equal" if prediction.strip() == reference.strip() else "undecided"
    found = _verdict(prediction, reference, conventions, commas=True)
    if found == "different" and (_COMMAS.search(prediction) or _COMMAS.search(reference)):
        other = _verdict(prediction, reference, conventions, commas=False)
        return "undecided" if other == "equal" else found
    return found


def _verdict(prediction: str, reference: str, conventions: Conventions, *, commas: bool) -> Verdict:
    right = read(reference, percent=conventions.percent, commas=commas)
    if isinstance(right, UnparsedError):
        return "unparsed_reference"
    given = read(prediction, percent=conventions.percent, commas=commas)
    if isinstance(given, UnparsedError):
        return "unparsed_prediction"
    if prediction.strip() == reference.strip():
        return "equal"
    if isinstance(given, Exception) or isinstance(right, Exception):
        return "undecided"
    return _compared(given, right, conventions)


def _compared(a: Answer, b: Answer, conventions: Conventions) -> Verdict:
    try:
        return _NAMES[Comparison(conventions).equal(a, b)]
    except UndecidedError:
        return "undecided"
