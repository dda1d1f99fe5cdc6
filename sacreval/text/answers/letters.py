"""Find the letter of the choice that an answer names."""

import re
from collections.abc import Iterator

from sacreval.errors import RecordError
from sacreval.text.answers.negation import denied

STATED = re.compile(
    r"\b(?:answer|choice|option)\b[\s:]*(?:is\b[\s:]*)?[*(\[]*([A-Z])(?![\w'\u2019])|"  # is (B)
    r"\\boxed\{\s*([A-Z])\s*\}|"
    r"\b(?:it|this)(?:['\u2019]s|\s+(?:is|must\s+be))(?:\s+\w+ly)?[\s:]+"  # it is (actually) C
    r"[*(\[]*((?-i:[A-Z]))(?![\w'\u2019-])|"
    r"\bn(?:ot|or)\s+(?:option\s+)?[*(\[]*[A-Z][)\]*]*,?\s+but\s+"  # not B but C
    r"(?:rather\s+|option\s+)?[*(\[]*((?-i:[A-Z]))(?![\w'\u2019-])|"
    r"^[^\w\n]*([A-Z])(?:\W|$)(?![a-z])",  # B. / **B**
    re.IGNORECASE | re.MULTILINE,
)
NAMED = re.compile(r"(?<![\w'\u2019])([A-Z])(?![\w'\u2019])")
IN_LIST = re.compile(
    r"(?<![\w'\u2019])([A-Z])[)\]*.]{0,9}\s{0,9}(?:[,;/&+\u2013-]|\bn?or\b|\band\b)"
    r"\s{0,9}(?:(?:or|and)\b)?\s{0,9}(?=[*(\[]{0,9}([A-Z])(?![\w'\u2019]))",
    re.IGNORECASE,
)
OR = re.compile(r"[)\]*.,:-]{0,9}\s{1,9}(?:n?or|incorrect|wrong)\b", re.IGNORECASE)
NEXT_WORD = re.compile(r",?\s{1,9}([a-z]+(?:['\u2019][a-z]+)?)")
# Words that may follow the letter of a choice; before others, "A" is the article and "I" the
# pronoun.
AFTER_EITHER = frozenset({"or", "and", "nor", "is", "because", "since"})
AFTER = {
    "I": AFTER_EITHER,
    "A": AFTER_EITHER
    | {"was", "are", "but", "not", "as", "for", "due", "might", "may", "could", "would", "should"}
    | {"seems", "looks", "has", "does"},
}


def letter(text: str) -> str:
    """Return the letter of the choice that a text names.

    A letter counts after "answer", "option", "choice" or "it is", in a box, at the start of a line,
    or as the C of "not B but C", unless it is part of a list such as "A or B". Without any of
    these, the only isolated capital counts. The article "A" and the pronoun "I" are not choices,
    and neither is a letter that is denied, as `sacreval.text.answers.negation` reads it.

    Raises:
        RecordError: If there is no letter, or more than one.
    """
    stated = {place: x for place, x in _found(STATED, text) if _is_choice(text, place)}
    named = {place: x for place, x in _found(NAMED, text) if _is_choice(text, place)}
    places = sorted({*stated, *named})
    flags = denied(text, [(place, place + 1) for place in places])
    refused = {place for place, flag in zip(places, flags, strict=True) if flag}
    stated = {place: x for place, x in stated.items() if place not in refused}
    is_unsure = _hedges(text, stated, named) if stated else _is_unsure(text, named, refused)
    letters = {*(stated or named).values()}
    if len(letters) == 1 and not is_unsure:
        return letters.pop()
    raise RecordError("no single letter of a choice; check the output, or extract in another way")


def _found(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and upper-case letter of every group that matches."""
    for match in pattern.finditer(text):
        for i, found in enumerate(match.groups(), start=1):
            if found:
                yield match.start(i), found.upper()


def _is_choice(text: str, place: int) -> bool:
    """Return whether a letter is not the article "A" or the pronoun "I", by the next word."""
    word = NEXT_WORD.match(text, place + 1)
    name = text[place].upper()
    if word is None or name not in AFTER or (name == "A" and text[place + 1] == ","):
        return True
    return word[1] in AFTER[name]


def _hedges(text: str, stated: dict[int, str], named: dict[int, str]) -> bool:
    """Return whether a stated letter is in a list, or "or" or "wrong" follows it beside others."""
    listed = {
        place
        for match in IN_LIST.finditer(text)
        if _is_choice(text, match.start(1)) and _is_choice(text, match.start(2))
        for place in (match.start(1), match.start(2))
    }
    others = set(named.values()) - set(stated.values())
    return any(place in listed or (others and OR.match(text, place + 1)) for place in stated)


def _is_unsure(text: str, named: dict[int, str], refused: set[int]) -> bool:
    """Return whether isolated letters are denied, or belong to the word after them."""
    return any(
        place in refused
        or ((word := NEXT_WORD.match(text, place + 1)) and word[1] not in AFTER["A"])
        for place in named
    )
