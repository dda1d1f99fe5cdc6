"""Yes or no: the answer of a text that says one of them, or true or false."""

from __future__ import annotations

import re

from sacreval.text.answers.negation import denied, negates

_MEANS = {"yes": True, "true": True, "no": False, "false": False}
_EDGE = r"[\s\W_]*"  # white space, quotes, Markdown's marks, full stops
_FOLLOWS_NO = (  # as in "No it isn't"
    r"it|he|she|they|we|i|you|this|that|there|the|because|since|as|and|but|for|if|when"
)
_NO = rf"no(?={_EDGE}$|\s*[^\w\s-]|\s*-(?!\w)|\s*\n|\s+(?:{_FOLLOWS_NO})\b)"
_SAID = rf"(yes(?!\w)|true(?!\w)|false(?!\w)|{_NO})"
_FIRST = re.compile(rf"{_EDGE}{_SAID}", re.IGNORECASE)
_STATED = re.compile(rf"\banswer(?:\s+is|\s*:){_EDGE}{_SAID}", re.IGNORECASE)
_LAST = re.compile(rf"(?<!\w)(yes|no|true|false){_EDGE}$", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?;\n]*$")
_ALSO = re.compile(  # what the last sentence says before its last word
    r"(?<!\w)(yes|no)(?=\s*(?:[,;.]|\b(?:but|yet|though|although|while)\b))|"
    r"(?<=\bis )(true|false)(?!\w)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"([^.!?\n]*)\?\W*$")
_FALSE = re.compile(
    r"\b(?:false|no|wrong|incorrect)\b(?<!true or false)(?<!yes or no)", re.IGNORECASE
)
_END = 200  # characters in which the last word, and what is before it, is searched


def yes_or_no(text: str) -> bool | None:
    """Return whether a text says yes or no.

    What it says is its first word, its last word, and the word after `answer is` or `answer:`,
    where these are yes, no, true or false and are not denied, as `text/answers/negation` reads it.

    Args:
        text: The text.

    Returns:
        True for yes and true, False for no and false; None where it says neither, as in `I have no
        idea` or `That is never true`, or both, as in `Yes. Then again, no`.
    """
    start = max(0, len(text) - _END)
    last = _LAST.search(text, start)
    matches = [_FIRST.match(text), *_STATED.finditer(text), *_last_sentence(text, start, last)]
    spans = sorted({match.span(match.lastindex or 0) for match in matches if match})
    refused = {span for span, flag in zip(spans, denied(text, spans), strict=True) if flag}
    if last and _answers_a_negation(text[start : last.start(1)]):
        refused.add(last.span(1))
    said = {_meaning(text, span) for span in spans if span not in refused}
    if last and last.span(1) in refused:  # "True, they say, but it is not true"
        said.discard(_meaning(text, last.span(1)))
    return said.pop() if len(said) == 1 else None


def _last_sentence(text: str, start: int, last: re.Match[str] | None) -> list[re.Match[str]]:
    """List the last word and what else its sentence says; nothing if the last word says nothing."""
    if last is None:
        return []
    sentence = _SENTENCE.search(text, start, last.start(1))
    return [*_ALSO.finditer(text, sentence.start() if sentence else start, last.start(1)), last]


def _answers_a_negation(before: str) -> bool:
    """Return whether a last word answers a question with a negation, such as `Is it false?`."""
    asked = _ASKED.search(before)
    return asked is not None and (negates(asked[1]) or _FALSE.search(asked[1]) is not None)


def _meaning(text: str, span: tuple[int, int]) -> bool:
    return _MEANS[text[slice(*span)].lower()]
