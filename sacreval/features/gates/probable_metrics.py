"""The metrics that a run with wrong ones probably means, so that its gates can be checked too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import SacrevalError
from sacreval.scoring.entries.run_metrics import Entry, entry

_LETTERS = re.compile("[a-z]+")
_CLOSE = 0.6


class Probable(NamedTuple):
    """Metrics, of which some are guessed.

    Args:
        entries: The metrics, no two of which have outputs of one name.
        unsure: How names of outputs may begin that there are beside theirs; None if they may have
            any name.
    """

    entries: Sequence[Entry]
    unsure: Sequence[str] | None


def probable(specs: Sequence[str]) -> Probable:
    """Return the metrics of a run, and in the place of each wrong one that of the closest name.

    Args:
        specs: The metrics as texts, some of which may be wrong.
    """
    kept: list[Entry] = []
    unsure: list[str] = []
    unknown = False
    for spec in specs:
        try:
            made: Entry | None = entry(spec)
        except SacrevalError:
            made = _guess(spec)
            unsure += _beginnings(made)
        names = {*made.outputs, made.name} if made else set()
        if made is None:
            unknown = True
        elif any(names & {*one.outputs, one.name} for one in kept):
            unsure += _beginnings(made)
        else:
            kept.append(made)
    return Probable(kept, None if unknown else unsure)


def _guess(spec: str) -> Entry | None:
    """Return the metric that a wrong one probably is, without its options; None if none is near."""
    from difflib import get_close_matches

    from sacreval.core.aliases import ALIASES
    from sacreval.core.metric import metrics

    try:
        name, options = split_spec(spec)
        known = [*metrics, *(alias.name for alias in ALIASES)]
        near = get_close_matches(name.casefold().replace("_", "-"), known, n=1, cutoff=_CLOSE)
        own = {"as": options["as"]} if isinstance(options.get("as"), str) else {}
        return entry(write_spec(near[0], own)) if near and "rename" not in options else None
    except SacrevalError:
        return None


def _beginnings(made: Entry | None) -> list[str]:
    """Return how names of outputs may begin that a metric has with other options."""
    if made is None:
        return []
    if made.alias:
        return [made.alias]
    found = (_LETTERS.match(name.casefold()) for name in (*made.outputs, made.name))
    return sorted({one[0] for one in found if one})
