"""Entities of tagged tokens, as seqeval 1.2 finds them: leniently as conlleval, or by a scheme."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

Scheme = Literal["lenient", "IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"]
Entity = tuple[str, int, int]
"""Type, index of the first token, and an index by which entities of one scheme are compared."""

START, INSIDE, END = 1, 2, 4
_MOST = 100_000  # tags, and pairs of tags, that are remembered


class _Rules(NamedTuple):
    """Between which tags an entity starts, goes on and ends.

    Each rule has the prefix of the tag before, the prefix of the tag, and whether their types are
    equal (=), unequal (!) or any (*); * as a prefix is any, too.

    Args:
        prefixes: The prefixes of the scheme.
        start: Rules for the first tag of an entity.
        inside: Rules for a tag of the same entity as the tag before.
        end: Rules for the tag after an entity.
    """

    prefixes: str
    start: str
    inside: str
    end: str


_LENIENT = "OBIES"
_RULES: Mapping[str, _Rules] = {
    "IOB1": _Rules("IOB", "OI* II! BI* IB= BB=", "BI= II=", "II! IO* IB* BO* BI! BB="),
    "IOB2": _Rules("IOB", "*B*", "BI= II=", "IO* II! IB* BO* BI! BB*"),
    "IOE1": _Rules("IOE", "OI* II! EI* EE=", "II= IE=", "II! IO* IE! EI= EE="),
    "IOE2": _Rules("IOE", "OI* OE* EI* EE* II! IE!", "IE= II=", "E**"),
    "IOBES": _Rules("IOBES", "*B* *S*", "BI= BE= II= IE=", "S** E**"),
    "BILOU": _Rules("BILOU", "*B* *U*", "BI= BL= II= IL=", "U** L**"),
}


def entities(tags: Sequence[str], scheme: Scheme) -> set[Entity]:
    """Return the entities of a tag sequence.

    Args:
        tags: The tags, such as B-PER, one a token.
        scheme: The tagging scheme.

    Raises:
        ValueError: If a tag is neither O nor a prefix of the scheme, alone or before -TYPE.
    """
    find = _lenient if scheme == "lenient" else _strict
    return find(tags, _steps(scheme))


def kinds(tags: Iterable[str], scheme: Scheme) -> set[str]:
    """Return the types of tags; those of their entities are among them.

    Args:
        tags: The tags, in any order.
        scheme: The tagging scheme.

    Raises:
        ValueError: If a tag is neither O nor a prefix of the scheme, alone or before -TYPE.
    """
    types = {_kind_inside(tag, scheme) for tag in dict.fromkeys(tags)}
    types.discard("")
    return types


@lru_cache(maxsize=_MOST)
def _kind_inside(tag: str, scheme: Scheme) -> str:
    """Return the type of a tag; "" for one outside of entities."""
    _check(tag, scheme)
    return "" if tag == "O" else kind_of(tag, scheme)


@lru_cache(maxsize=_MOST)
def kind_of(tag: str, scheme: Scheme) -> str:
    """Return the type of a tag; _ for one that is only a prefix."""
    rest = tag[1:]
    return (rest.split("-", 1)[-1] if scheme == "lenient" else rest.strip("-")) or "_"


def _strict(tags: Sequence[str], steps: "_Steps") -> set[Entity]:
    spans = set()
    start = -1
    for i, step in enumerate(steps.between("O", tags)):
        if start >= 0:
            if step & INSIDE:
                continue
            if step & END:
                spans.add((kind_of(tags[start], "IOB2"), start, i))
            start = -1
        if step & START:
            start = i
    return spans


def _lenient(tags: Sequence[str], steps: "_Steps") -> set[Entity]:
    spans = set()
    start = 0
    for i, step in enumerate(steps.between("", tags)):
        if step & END:
            spans.add((kind_of(tags[i - 1], "lenient"), start, i))
        if step & START:
            start = i
    return spans


class _Steps(dict[tuple[str, str], int]):
    """What happens between two tags, as bits; each pair is looked at once."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme

    def between(self, first: str, tags: Sequence[str]) -> Iterator[int]:
        """Yield the step before each tag and after the last; `first` is before the first tag."""
        return map(self.__getitem__, zip((first, *tags), (*tags, "O"), strict=True))

    def __missing__(self, pair: tuple[str, str]) -> int:
        if len(self) >= _MOST:
            self.clear()
        _check(pair[1], self._scheme)
        step = _lenient_step(*pair) if self._scheme == "lenient" else _step(*pair, self._scheme)
        self[pair] = step
        return step


@cache
def _steps(scheme: Scheme) -> _Steps:
    return _Steps(scheme)


def _check(tag: str, scheme: Scheme) -> None:
    prefixes = _LENIENT if scheme == "lenient" else _RULES[scheme].prefixes
    if tag != "O" and (tag[:1] not in {*prefixes} - {"O"} or tag[1:2] not in {"", "-"}):
        inside = ", ".join(prefixes.replace("O", ""))
        raise ValueError(f"'{tag}'; tags are O, and {inside} alone or before -TYPE")


def _step(before: str, tag: str, scheme: Scheme) -> int:
    """Return what happens between two tags by the rules of a scheme."""
    rules = _RULES[scheme][1:]
    same = kind_of(before, scheme) == kind_of(tag, scheme)
    return sum(
        bit
        for bit, listed in zip((START, INSIDE, END), rules, strict=True)
        if any(_holds(rule, before[0], tag[0], same=same) for rule in listed.split())
    )


def _holds(rule: str, before: str, prefix: str, *, same: bool) -> bool:
    return rule[0] in {"*", before} and rule[1] in {"*", prefix} and rule[2] in {"*", "!="[same]}


def _lenient_step(before: str, tag: str) -> int:
    """Return what happens between two tags as conlleval reads them; before is "" at the start."""
    last, prefix = before[:1] or "O", tag[0]
    other = not before or kind_of(before, "lenient") != kind_of(tag, "lenient")
    ends = last in "ES" or (last in "BI" and prefix in "BSO") or (last != "O" and other)
    starts = prefix in "BS" or (last in "ESO" and prefix in "EI")
    return START * (starts or (prefix != "O" and other)) + END * ends
