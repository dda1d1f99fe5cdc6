"""Texts after a model's reasoning, which is before its answer between marks."""

from __future__ import annotations

import re

from sacreval.errors import RecordError

_OPENING = re.compile(
    r"<(?:think|thinking|thought|reasoning)>|<\|begin_of_thought\|>|\[THINK\]", re.IGNORECASE
)
_CLOSING = re.compile(
    r"</(?:think|thinking|thought|reasoning)>|<\|end_of_thought\|>|\[/THINK\]", re.IGNORECASE
)


def after_thinking(text: str) -> str:
    """Return what follows the last mark that closes reasoning; the text itself without a mark.

    Raises:
        RecordError: If reasoning is not closed, as in an output that is cut.
    """
    ends = [match.end() for match in _CLOSING.finditer(text)]
    rest = text[ends[-1] :] if ends else text
    if _OPENING.search(rest):
        raise RecordError("the reasoning is not closed; the output may be cut")
    return rest
