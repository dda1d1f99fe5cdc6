"""Basic elements of ROUGE-1.5.5: `head|modifier|relation`, one on each line.

Source: Hovy, Lin and Zhou (2005), Evaluating DUC 2005 using Basic Elements; ROUGE-1.5.5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sacreval.metrics.ngrams._rouge155.options import BasicElements
from sacreval.metrics.ngrams._rouge155.rouge_stems import LONGEST_UNSTEMMED, stem
from sacreval.metrics.ngrams._rouge155.rouge_tokens import sentences

NOTHING = "nil"
FIELDS = 3
_WORD = re.compile("[A-Za-z0-9]")


def elements(
    lines: Sequence[bytes], kind: BasicElements, irregular: Mapping[str, str] | None
) -> list[tuple[str, ...]]:
    """Return what is compared of each basic element.

    Args:
        lines: The basic elements.
        kind: H compares heads without modifiers; HM pairs of heads and modifiers, HM1 all of them;
            HMR triples with relations, HMR1 those with modifiers, HMR2 all of them.
        irregular: Irregular form to base form, to stem; None for no stems.
    """
    found = []
    for line in lines:
        parts = [*fields(line), "", "", ""][:FIELDS]
        head, modifier, relation = (_stemmed(part, irregular) for part in parts)
        if _counts(kind, modifier, relation):
            found.append((head, modifier, relation)[: _LENGTH[kind[:3]]])
    return found


_LENGTH = {"H": 1, "HM": 2, "HM1": 2, "HMR": 3}


def fields(line: bytes) -> list[str]:
    """Split a basic element into its fields, in lower case; empty fields at the end are dropped."""
    parts = line.lower().decode("latin-1").split("|")
    while parts and not parts[-1]:
        parts.pop()
    return parts


def fault(text: str) -> str | None:
    """Return an error if a line of a text is not a basic element."""
    for line in sentences(text):
        if len(fields(line)) != FIELDS:
            shown = line.decode("utf-8", "replace")[:40]
            return f"'{shown}' is not a basic element; write head|modifier|relation on each line"
    return None


def _counts(kind: BasicElements, modifier: str, relation: str) -> bool:
    if kind == "H":
        return modifier == NOTHING
    if kind in ("HM", "HMR1"):
        return modifier != NOTHING
    return kind != "HMR" or relation != NOTHING


def _stemmed(field: str, irregular: Mapping[str, str] | None) -> str:
    if irregular is None or len(field) <= LONGEST_UNSTEMMED:
        return field
    parts = field.split(" ")
    return " ".join(stem(part, irregular) if _WORD.search(part) else part for part in parts)
