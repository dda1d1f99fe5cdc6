"""Kinds of records without an output, which are counted apart.

A record without an output has `error`, whose first word is one of these kinds. It is counted by
that kind, and is never an empty answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

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


class Outputs(NamedTuple):
    """The outputs of a record, by the fields that have them."""

    prediction: Any = None
    samples: list[Any] | None = None
    error: str | None = None


def outputs_of(
    answers: Sequence[Any], whys: Sequence[str | None], read: Callable[[Any], Any]
) -> Outputs:
    """Return the outputs of a record with one answer, or several to one question.

    Where an answer is missing, so is the record, since the mean of the others would be better the
    more answers fail. One in which the tool found no answer is an empty output among the others.

    Args:
        answers: The answers, as a log has them.
        whys: For each why it has no output, as `missing_output` returns it; None where it has one.
        read: Returns the output of an answer that has one.
    """
    lost = [why for why in whys if why is not None and kind_of(why) != UNPARSED]
    if lost and len(whys) > 1:
        return Outputs(error=f"{lost[0]} ({len(lost)} of {len(whys)} answers)")
    if lost or all(why is not None for why in whys):
        return Outputs(error=whys[0])
    outputs = ["" if why else read(answer) for answer, why in zip(answers, whys, strict=True)]
    return Outputs(outputs[0], outputs if len(outputs) > 1 else None)


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
    parts = (text.partition(_NO_OUTPUT) for text in failures)
    return counted(rest.removesuffix(")") for _, sign, rest in parts if sign)


def counted(errors: Iterable[str]) -> str:
    """Count errors by kind, as in `2 refused, 1 unparsed`."""
    counts = Counter(map(kind_of, errors))
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
