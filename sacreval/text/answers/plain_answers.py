"""Answers found by plain rules: first line or word, yes or no, a list, a letter, a close label."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from unicodedata import category

from sacreval.errors import RecordError, UsageError, shortened
from sacreval.text.answers.labels import denied, negates

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


_ESCAPES = {"\\n": "\n", "\\t": "\t"}
_KEPT = "#%&@"  # marks that belong to a word, as in C#
_SIGNED = re.compile(r"-\.?\d")


def first_line(text: str) -> str:
    """Return the first line with a character other than white space, without space at its ends."""
    for line in text.splitlines():
        if stripped := line.strip():
            return stripped
    raise RecordError("no line with text in the output; check it")


def first_word(text: str) -> str:
    """Return the first word between white space, without punctuation at its ends.

    The minus of a number stays, and so do %, #, & and @.
    """
    for word in text.split():
        inside = [i for i, sign in enumerate(word) if not _is_mark(sign)]
        if inside:
            start, end = inside[0], inside[-1] + 1
            return word[start - (start > 0 and bool(_SIGNED.match(word, start - 1))) : end]
    raise RecordError("no word in the output; check it")


def _is_mark(sign: str) -> bool:
    """Return whether a character is punctuation, or a mark of Markdown."""
    return sign in "`~^|" or (category(sign).startswith("P") and sign not in _KEPT)


def said(text: str) -> str:
    """Return yes or no, whichever of these words an output says."""
    is_yes = yes_or_no(text)
    if is_yes is None:
        raise RecordError(
            "the output does not say yes or no, or says both; check it, or extract in another way"
        )
    return "yes" if is_yes else "no"


def by_separator(separator: str) -> Callable[[str], list[str]]:
    r"""Create the function that splits a text into a list."""
    if not separator:
        raise UsageError("list: needs a separator; write one after it, as in 'list:,'")
    between = _ESCAPES.get(separator, separator)

    def items(text: str) -> list[str]:
        return [item for part in text.split(between) if (item := part.strip())]

    return items


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
    and neither is a letter that is denied, as `sacreval.text.answers.labels` reads it.
    """
    stated = {place: x for place, x in _letters(STATED, text) if _is_choice(text, place)}
    named = {place: x for place, x in _letters(NAMED, text) if _is_choice(text, place)}
    places = sorted({*stated, *named})
    flags = denied(text, [(place, place + 1) for place in places])
    refused = {place for place, flag in zip(places, flags, strict=True) if flag}
    stated = {place: x for place, x in stated.items() if place not in refused}
    is_unsure = _hedges(text, stated, named) if stated else _is_unsure(text, named, refused)
    letters = {*(stated or named).values()}
    if len(letters) == 1 and not is_unsure:
        return letters.pop()
    raise RecordError("no single letter of a choice; check the output, or extract in another way")


def _letters(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and upper-case letter of every group that matches."""
    for match in pattern.finditer(text):
        for i, group in enumerate(match.groups(), start=1):
            if group:
                yield match.start(i), group.upper()


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


LEAST = 0.6  # similarity of a text and its label
_KEPT_LABELS = 65_536  # texts whose label is remembered


def closest_label(labels: Sequence[str]) -> Callable[[str], str]:
    """Create the function that returns the label most similar to a text.

    Case and white space and punctuation at the ends do not count. The similarity is 1 - d / m, for
    the edit distance d and the length m of the longer of the two.

    Returns:
        A function that raises RecordError if no label is similar by at least `LEAST`, or if several
        are equally similar.
    """
    folded = {label: _folded(label) for label in labels}

    @lru_cache(_KEPT_LABELS)
    def find(text: str) -> str | None:
        plain = _folded(text)
        scores = {label: _similarity(plain, spelling) for label, spelling in folded.items()}
        best = max(scores.values(), default=0.0)
        names = [label for label, score in scores.items() if score == best]
        return names[0] if best >= LEAST and len(names) == 1 else None

    def label_of(text: str) -> str:
        if (label := find(text)) is None:
            raise RecordError(
                f"'{shortened(text, 60)}' is close to no label, or to several equally; check it, "
                "or extract in another way"
            )
        return label

    return label_of


def _folded(text: str) -> str:
    """Fold case, collapse white space, and drop punctuation at the ends."""
    words = " ".join(text.casefold().split())
    inside = [i for i, sign in enumerate(words) if sign.isalnum()]
    return words[inside[0] : inside[-1] + 1] if inside else words


def _similarity(a: str, b: str) -> float:
    """Return the similarity of two texts, 0 if it is below `LEAST`."""
    longest = max(len(a), len(b))
    if a == b:
        return 1.0
    if min(len(a), len(b)) < LEAST * longest:  # also long texts, which are never compared
        return 0.0
    score = 1.0 - _distance(a, b) / longest
    return score if score >= LEAST else 0.0


def _distance(a: str, b: str) -> int:
    """Return the Levenshtein distance of two texts."""
    row = list(range(len(b) + 1))
    for i, sign in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, start=1):
            change = before + (sign != other)
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, change)
    return row[-1]
