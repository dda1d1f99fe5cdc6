"""Verdicts on pairs of mathematical answers: equal, different, undecided or not parsed."""

import re
from typing import Literal

from sacreval.metrics.answers._mathematics.answer_kinds import Answer
from sacreval.metrics.answers._mathematics.comparison import AnswerComparison
from sacreval.metrics.answers._mathematics.parsing.reading import read
from sacreval.metrics.answers._mathematics.parsing.tokens import WORDS, is_product
from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    LONGEST,
    Conventions,
    UndecidedError,
    UnparsedError,
)
from sacreval.text.answers.latex import unmarked

Verdict = Literal["equal", "different", "undecided", "unparsed_prediction", "unparsed_reference"]
"""Of a pair."""


USUAL = Conventions()
_NAMES: dict[bool | None, Verdict] = {True: "equal", False: "different", None: "undecided"}
_RUN = re.compile(r"\\?[A-Za-z]+")
_LETTER = re.compile(r"[a-z]")
_DEFINED = re.compile(  # the beginning of `f(x, y) =` or `a_n =`
    r"\s*\$*\s*[A-Za-z]\s*(?:\(\s*([a-z](?:\s*,\s*[a-z])*)\s*\)|_\{?([a-z])\}?)\s*="
)
_COMMAS = re.compile(r"\d,\d{3}(?!\d)")  # a thousands separator, or a list


def verdict(prediction: str, reference: str, conventions: Conventions = USUAL) -> Verdict:
    """Return the verdict on two answers, which have been extracted from their texts.

    The verdict is symmetric but for the names of the sides that are not parsed. Numbers and
    formulas are equal or different only where that is proved. The work is bounded, and what passes
    the limits is undecided, unless the texts are the same.
    """
    if max(len(prediction), len(reference)) > LONGEST:  # and not kept with what was read
        return "equal" if prediction.strip() == reference.strip() else "undecided"
    result = _verdict(prediction, reference, conventions, commas=True)
    if result == "different" and (_COMMAS.search(prediction) or _COMMAS.search(reference)):
        other = _verdict(prediction, reference, conventions, commas=False)
        return "undecided" if other == "equal" else result
    if result == "different" and (renamed := _renamed(prediction, reference)) is not None:
        return _verdict(renamed, reference, conventions, commas=True) if renamed else "undecided"
    return result


def _renamed(prediction: str, reference: str) -> str | None:
    """Return a definition such as `f(t)=2t` with the variables of another, `f(x)=2x`.

    Returns:
        "" where that is not certain: a text has variables of both, or a word with one of them; None
        unless both texts define functions or sequences by as many variables of other names.
    """
    head, other = _DEFINED.match(prediction), _DEFINED.match(reference)
    if head is None or other is None:
        return None
    old, new = (_LETTER.findall(match[1] or match[2]) for match in (head, other))
    if old == new or not len(old) == len(set(old)) == len(new) == len(set(new)):
        return None
    if not (_has_none(prediction, {*new} - {*old}) and _has_none(reference, {*old} - {*new})):
        return ""
    names = dict(zip(old, new, strict=True))
    return _RUN.sub(
        lambda run: "".join(names.get(x, x) for x in run[0]) if is_product(run[0]) else run[0],
        prediction,
    )


def _has_none(text: str, letters: set[str]) -> bool:
    """Return whether none of some letters is a variable of a text, or in one of its words."""
    runs = (run for run in _RUN.findall(text) if run[0] != "\\" and run not in WORDS)
    return not any(letters.intersection(run) for run in runs)


def _verdict(prediction: str, reference: str, conventions: Conventions, *, commas: bool) -> Verdict:
    right = read(reference, percent=conventions.percent, commas=commas)
    if isinstance(right, UnparsedError):
        return "unparsed_reference"
    predicted = read(prediction, percent=conventions.percent, commas=commas)
    if isinstance(predicted, UnparsedError):
        return "unparsed_prediction"
    if unmarked(prediction) == unmarked(reference):
        return "equal"
    if isinstance(predicted, Exception) or isinstance(right, Exception):
        return "undecided"
    return _compared(predicted, right, conventions)


def _compared(a: Answer, b: Answer, conventions: Conventions) -> Verdict:
    try:
        return _NAMES[AnswerComparison(conventions).equal(a, b)]
    except UndecidedError:
        return "undecided"
