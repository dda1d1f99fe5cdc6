"""Why a record has no output: the kinds that are counted apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, get_args

from sacreval.errors import shortened

if TYPE_CHECKING:
    from sacreval.core.records import Instance

Kind = Literal["failed", "refused", "filtered", "truncated", "unparsed", "not asked"]
UNPARSED: Kind = "unparsed"  # there is an output, which scores as an empty one
_NO_OUTPUT = "there is no output ("
KINDS: tuple[str, ...] = get_args(Kind)


def missing_output(kind: Kind, why: str = "") -> str:
    """Return the `error` of a record without an output.

    Args:
        kind: `failed`: the model or the tool raised an error; `refused`: the model declined;
            `filtered`: a content filter removed the output; `truncated`: it was cut;
            `unparsed`: the tool found no answer in the output; `not asked`: the model was not
            asked, or has not answered.
        why: The log's own words.
    """
    return f"{kind}: {why}" if why else kind


def kind_of(error: str) -> str:
    """Return the kind of a record's `error`; `failed` where it states none."""
    kind = error.partition(":")[0]
    return kind if kind in KINDS else "failed"


def as_empty(record: Instance) -> Instance:
    """Return a record in whose output a tool found no answer with an empty output in its place.

    Args:
        record: A record, which may have an error.

    Returns:
        The record itself if it has another error, or none.
    """
    if record.error is None or kind_of(record.error) != UNPARSED:
        return record
    import msgspec

    return msgspec.structs.replace(record, prediction="", error=None)


def no_output(error: str) -> str:
    """Return the reason why a record without an output could not be scored."""
    return f"{_NO_OUTPUT}{shortened(error)})"


def counted_among(failures: Iterable[str]) -> str:
    """Count, by kind, the records without an output among those that could not be scored.

    Args:
        failures: Sentences, of which some end in what `no_output` returns.
    """
    found = (text.partition(_NO_OUTPUT) for text in failures)
    return counted(rest.removesuffix(")") for _, sign, rest in found if sign)


def counted(errors: Iterable[str]) -> str:
    """Count errors by kind, as in `2 refused, 1 unparsed`."""
    counts = Counter(map(kind_of, errors))
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
