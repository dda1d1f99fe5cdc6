"""Labels with other spellings, the label that a text names, and the words that it denies.

Negation: which of the words that a text names it denies, asks, supposes or ascribes to others. The
rules are those of English. A word is denied by a negation that stands before it in its clause, or
by what is said of it directly after it. A comma or a dash ends the clause only where what follows
is a clause: "not, in my view, true" and "not A, B or C" have one clause, "it cannot rain, so B" has
two. In doubt a word is denied, since no answer is better than the wrong one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from sacreval.errors import UsageError

Span = tuple[int, int]


def _words(*alternatives: str) -> str:
    """Write a pattern of whole words in ASCII; Markdown's _ is no letter of a word."""
    return rf"(?=[a-z])(?<![^\W_])(?:{'|'.join(alternatives)})(?![^\W_])"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_NOT = (
    r"not|never|cannot|\w+n['\u2019]t|"
    r"(?:is|are|was|were|do|does|did|ca|could|would|should|has|have|had|wo|ai)nt"
)
_OTHERS = r"others?|some|many|most|several|people|critics|experts|they|one|everyone|everybody"
_SAY = (
    r"say|says|said|think|thinks|claims?|claimed|believes?|argues?|insists?|calls?|would\s+answer"
)
_NEGATIONS = (
    _NOT,
    r"no[\s-]one|no(?! doubt\b)(?!\W{0,5}(?:$|[,.;:!?\n\u2013\u2014]))",  # "No, B" answers
    r"none|nobody|nothing|nowhere|neither|nor|nope|non|(?<!\ba )few|too\s+\w+\s+to",
    r"hardly|barely|scarcely|rarely|seldom|unable|unlikely|impossible|untrue",
    r"without(?! (?:a )?doubt\b)|except|excluding|(?:anything|anyone|everything|all)\s+but",
    r"far\s+from|(?:instead|short)\s+of|(?:rather|other|less)\s+than|opposed\s+to",
    r"opposite|reverse|contrary|fail(?:s|ed)?\s+to|den(?:y|ies|ied)|reject\w*|refut\w+|refus\w+",
    r"exclud\w+|eliminat\w+|discard\w*|dismiss\w*|rul(?:e|es|ed|ing)\s+out",
    r"used\s+to\s+be|(?:stops?|stopped|ceas\w+)\s+(?:being|to\s+be)",
    r"(?:false|wrong|incorrect|mistake|myth|lie|error|absurd)\s+(?:that|to)",
    r"(?:false|wrong|incorrect)\s+(?:answer|option|choice|label)|lack(?:s|ed|ing)?|avoid\w*",
    r"(?<!\bno )(?<!\ba )(?<!\bwithout )doubt(?:s|ed)?",
)
_CONCESSIONS = r"(?:even\s+)?though|although|whereas|(?<!\ba )while|despite|spite\s+of"
_SUPPOSED = r"if|whether|unless|wish\w*"
_ASCRIBED = rf"(?:{_OTHERS})(?:\s+(?!(?:i|we)\b)[\w'\u2019]+){{0,2}}?\s+(?:{_SAY})"
_NEGATION = _compiled(_words(*_NEGATIONS))
_DENIES = _compiled(_words(*_NEGATIONS, _CONCESSIONS, _SUPPOSED, _ASCRIBED))

_MARKUP = r"[)\]}*_\"'\u2019\u201d`]{0,6}"
_VERB = (
    r"is|was|are|were|be|been|has|have|had|can|could|may|might|must|will|would|should|do|does|did|"
    r"seems?|looks?|appears?|sounds?|feels?|makes?"
)
_STOP = (
    r"and|but|or|because|since|so|as|while|whereas|though|although|than|unlike|which|that|who|if|"
    r"when|with|right|correct|true|answer|best"
)
_WRONG = (
    r"wrong|incorrect|false|untrue|inaccurate|mistaken|impossible|unlikely|implausible|improbable|"
    r"invalid|unsupported|absent|missing|least\s+(?:likely|plausible|probable)|opposite|"
    r"excluded|eliminated|rejected|discarded|dismissed|ruled\s+out|out(?=\W{0,5}(?:$|[.,;:!?\n]))"
)
_REFUTED = _compiled(  # "A is wrong", "B cannot be right", "the label C, I think, does not fit"
    rf"{_MARKUP}(?:\s(?:label|class|option|answer|choice|sentiment))?"
    r"(?:,[^,.;:!?\n]{1,60},)?\s{1,3}(?:"
    r"(?:cannot|never|hardly|in\s+no\s+way|by\s+no\s+means|fails?\s+to|contradicts|"
    r"\w{1,9}n['\u2019]t)|"
    rf"(?:{_VERB})(?:\s{{1,3}}(?!(?:{_STOP})\b)[\w'\u2019-]+){{0,4}}?\s{{1,3}}"
    rf"(?:{_NOT}|no(?! doubt\b)|neither|nothing|hardly|far\s+from|anything\s+but|{_WRONG})"
    r")(?!\w)"
)
_RETRACTED = _compiled(  # "A? No, it is B", and "A it is not"
    r"(?<!\bno)\W{1,9}(?:(?:(?:oh|wait|sorry|actually)\W{1,3}){0,2}(?:no|nope)\s{0,3}[,;!]|"
    r"(?:it|this|that)\s+is(?:\s+not|n['\u2019]t)(?=\W{0,5}(?:$|[.,;!?\n])))"
)
_CONFIRMED = _compiled(r"\W{0,9}yes(?!\w)")

_BETWEEN_WORDS = r"[^\S\n]|[,/&+()\[\]*_\"'\u2019`-]"
_LIST = _compiled(rf"(?:{_BETWEEN_WORDS}){{0,9}}(?:(?:and|n?or)\b)?(?:{_BETWEEN_WORDS}){{0,9}}")

_MARK = _compiled(
    r"(?P<soft>\.{2,}|\u2026|,(?=\s)|\s[-\u2013]{1,3}\s|\u2014)|"
    r"(?P<stop>[.!?]{1,9}(?=[\"'\u2019\u201d)\]*_]{0,5}(?:\s|$))|[;\u3002\uff01])|"
    r"(?P<weak>:(?=[\s*\"'(])|\n(?=[^\S\n]*(?:\n|$|(?-i:[^a-z\s]))))|"
    r"(?P<turn>\s(?=but\s)(?<!anything\s)(?<!everything\s)(?<!nothing\s)(?<!anyone\s)(?<!all\s)"
    r"(?<!cannot\s)(?<!none\s)|"
    r"\s(?=(?:so|then|therefore|thus|hence)\s+(?:the|it|this|that|i|we|my)\b))|"
    r"(?P<aside>\s(?=(?:though|although|whereas)\s))"
)
_TURN = _compiled(r"\W{0,9}(?:but|so|thus|hence|therefore|instead|rather(?! than))\b(?!\s*,)")
_ASIDE = _compiled(rf"\W{{0,9}}(?:{_CONCESSIONS})\b")
_SUBORDINATE = _compiled(
    rf"\W{{0,9}}(?:since|because|as|when|given|after|once|{_SUPPOSED}|{_CONCESSIONS})\b(?!,)"
)
_CLAUSE = _compiled(  # a subject and a verb, as in ", the answer is" and ", I'd say"
    r"\W{0,9}(?:(?:i|we|you|he|she|it|they|this|these|those|there|the|my|our)"
    rf"(?:\s+\w+){{0,4}}?\s+(?:{_VERB}|think|say|guess|choose|pick|call|believe)\b|"
    r"(?:it|that|there|this)['\u2019]s\b|i['\u2019](?:d|m|ll)\b|"
    r"(?:making|meaning|indicating|suggesting|implying|which\s+(?:makes|means|indicates))\b)"
)
_NOUN = _compiled(  # "the one that is not a fish is", whose negation belongs to the noun
    rf"\W{{0,9}}the\s+(?:\w+\s+){{1,3}}?(?:that|which|who)\s+(?:(?:{_VERB})\s+)?(?:{_NOT})\b"
    r".{0,200}\b(?:is|was|must\s+be|would\s+be)\W{0,9}"
)
_OPEN = _compiled(  # words with which a clause does not end
    rf"{_NOT}|neither|nor|hardly|that|is|are|was|were|be|been|of|to|from|than|by|the|an?|any|"
    rf"think|believe|say|without|nothing|none"
)
_CLOSING = "\"'*_)"  # marks that may follow such a word
_LONGEST = 16  # characters of such a word and of marks after it


class _Clauses(NamedTuple):
    """The clauses of a text.

    Attributes:
        parts: Where the parts between marks begin.
        scopes: For each part, where the clause that it belongs to begins.
        ends: The last characters of sentences.
    """

    parts: list[int]
    scopes: list[int]
    ends: list[int]


def negates(text: str) -> bool:
    """Return whether a text has a negation, such as not, never, nobody or cannot."""
    return _NEGATION.search(text) is not None


def denied(text: str, spans: Sequence[Span]) -> list[bool]:
    """Return which words of a text are not what it says.

    These are words that are negated, as in "not A", "nobody would say A" or "A can be ruled out";
    in a question, unless "yes" follows; supposed, as in "if it were A"; conceded, as in "though it
    looks like A"; ascribed to others, as in "some say A"; or taken back, as in "A? No, B". Words of
    a list such as "A, B or C" share this.
    """
    if not spans or spans[0] == (0, len(text)):
        return [False] * len(spans)
    clauses = _clauses(text)
    negations = _outside(spans, [match.start() for match in _DENIES.finditer(text)])
    flags: list[bool] = []
    for words in _lists(text, spans):
        flag = _is_under(text, words[0][0], clauses, negations)
        flag = flag or _is_refuted(text, words[-1], clauses)
        flags += [flag] * len(words)
    return flags


def _outside(spans: Sequence[Span], places: Sequence[int]) -> list[int]:
    """Drop the places inside of spans, as of the "not" of a label "not toxic"."""
    starts = [start for start, _ in spans]
    ends = [0, *(end for _, end in spans)]
    return [place for place in places if place >= ends[bisect_right(starts, place)]]


def _lists(text: str, spans: Sequence[Span]) -> list[list[Span]]:
    """Group words with nothing but commas, "and" and "or" between them."""
    lists = [[spans[0]]]
    for before, span in pairwise(spans):
        if _LIST.fullmatch(text, before[1], span[0]):
            lists[-1].append(span)
        else:
            lists.append([span])
    return lists


def _is_under(text: str, place: int, clauses: _Clauses, negations: Sequence[int]) -> bool:
    """Return whether a negation stands before a place in its clause."""
    scope = clauses.scopes[bisect_right(clauses.parts, place) - 1]
    if bisect_left(negations, scope) == bisect_left(negations, place):
        return False
    return _NOUN.fullmatch(text, scope, place) is None


def _is_refuted(text: str, span: Span, clauses: _Clauses) -> bool:
    """Return whether what follows a word denies it, or it is asked."""
    end = span[1]
    if _REFUTED.match(text, end) or _RETRACTED.match(text, end):
        return True
    i = bisect_left(clauses.ends, end)
    if i == len(clauses.ends):
        return False
    last = clauses.ends[i]
    is_question = "?" in text[max(end, last - 2) : last + 1]  # "?!" too
    return is_question and _CONFIRMED.match(text, last) is None


def _clauses(text: str) -> _Clauses:
    """Split a text into clauses, from left to right."""
    parts, scopes, ends = [0], [0], []
    base = 0  # where the clause begins to which a part belongs that is no clause
    is_subordinate, is_inserted = _SUBORDINATE.match(text) is not None, False
    for mark in _MARK.finditer(text):
        start, kind = mark.end(), mark.lastgroup
        is_open = kind in {"soft", "weak"} and _is_open(text, mark.start())
        scope = start
        if kind == "stop" or (kind == "weak" and not is_open):
            base, is_inserted = start, False
            is_subordinate = _SUBORDINATE.match(text, start) is not None
            if text[mark.end() - 1] != ":":
                ends.append(mark.end() - 1)
        elif kind == "turn" or _TURN.match(text, start):
            base, is_subordinate, is_inserted = start, False, False
        elif is_open or is_inserted:  # "not, in my view," and what follows it
            scope, is_inserted = base, not is_inserted
        elif kind == "aside" or _ASIDE.match(text, start):
            pass
        elif is_subordinate:
            base, is_subordinate = start, False
        elif not _CLAUSE.match(text, start):
            scope = base
        parts.append(start)
        scopes.append(scope)
    return _Clauses(parts, scopes, ends)


def _is_open(text: str, end: int) -> bool:
    """Return whether a text up to a place ends with a word with which no clause ends."""
    tail = text[max(0, end - _LONGEST) : end].rstrip(_CLOSING)
    if not tail[-1:].isalpha():
        return False
    return _OPEN.fullmatch(tail.split()[-1].lstrip(_CLOSING)) is not None


Find = Literal["exact", "first", "only"]
_BETWEEN = re.compile("(?<!=)=(?!=)")


def spellings(spec: str) -> list[str]:
    """Return a label and its other spellings.

    Args:
        spec: Texts with = between them, as in `0=negative=bad`; == stands for = in a text.

    Raises:
        UsageError: If one is empty.
    """
    texts = [text.replace("==", "=") for text in _BETWEEN.split(spec)]
    if len(texts) > 1 and not all(texts):
        raise UsageError(
            f"--labels {spec}: a spelling is empty; write LABEL=SPELLING, and == for = in a label"
        )
    return texts


def written(label: str) -> str:
    """Write a label so that `spellings` returns it alone."""
    return label.replace("=", "==")


def find_label(text: str, labels: Collection[str], how: Find) -> str | None:
    """Return the label that a text names.

    Args:
        text: The text to search.
        labels: All labels; or a mapping from each spelling of a label to the label.
        how: exact requires the text to be the label; first returns the first label in the text
            that is not denied, as `text/answers/negation` reads it, matched as whole words without
            regard to case, the longest if several start at the same position; only does the same,
            but returns None if the text names different labels, denied or not.

    Returns:
        A label as written in `labels`, or None.
    """
    known = labels if isinstance(labels, Mapping) else dict(zip(labels, labels, strict=True))
    if how == "exact":
        return known.get(text)
    pattern, by_fold = _pattern(tuple(known.items()))
    matches = list(pattern.finditer(text))
    named = [by_fold[match[0].casefold()] for match in matches]
    if how == "only" and len(set(named)) > 1:
        return None
    flags = denied(text, [match.span() for match in matches])
    return next((label for label, flag in zip(named, flags, strict=True) if not flag), None)


@cache
def _pattern(labels: Sequence[tuple[str, str]]) -> tuple[re.Pattern[str], dict[str, str]]:
    longest_first = sorted((spelling for spelling, _ in labels), key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    by_fold = {spelling.casefold(): label for spelling, label in reversed(labels)}
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE), by_fold
