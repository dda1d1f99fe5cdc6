"""Why a record has no output: the kinds that are counted apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, get_args

Kind = Literal["failed", "refused", "filtered", "unparsed", "unanswered"]
KINDS: tuple[str, ...] = get_args(Kind)


def missing_output(kind: Kind, why: str = "") -> str:
    """Return the `error` of a record without an output.

    Args:
        kind: `failed`: the model or the tool raised an error; `refused`: the model declined;
            `filtered`: a content filter removed the output; `unparsed`: the tool found no answer
            in the output; `unanswered`: the model was not asked, or has not answered.
        why: The log's own words.
    """
    return f"{kind}: {why}" if why else kind


def kind_of(error: str) -> str:
    """Return the kind of a record's `error`; `failed` where it states none."""
    kind = error.partition(":")[0]
    return kind if kind in KINDS else "failed"


def counted(errors: Iterable[str]) -> str:
    """Count errors by kind, as in `2 refused, 1 unparsed`."""
    counts = Counter(map(kind_of, errors))
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
