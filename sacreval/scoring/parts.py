"""Parts of a run that results are about, and the results of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from sacreval.core.results import Around, Band, Interval, Missing, Noticed, Result
from sacreval.core.signature import write_conditions
from sacreval.scoring.details import details
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.groups import GroupScores
    from sacreval.scoring.inputs.breakdowns import Breakdown
    from sacreval.scoring.rows.collected_rows import Collected


class Part(Struct, frozen=True):
    """What one metric's results are about: records of a system, or the scores of its groups.

    Args:
        system: The system.
        group: `name=value`, `name=(summary)`, or None for all records.
        entry: The metric.
        over: The records, or the scores of the groups.
        by: What records are grouped by; None for all records.
    """

    system: str
    group: str | None
    entry: Entry
    over: Subset | GroupScores
    by: Breakdown | None = None


def part_results(part: Part, around: Around, collected: Collected, place: int) -> Iterator[Result]:
    """Yield the result of each output of a metric over a part.

    Args:
        part: What the results are about.
        around: Intervals and the like, by output.
        collected: The rows of the system.
        place: The place of the metric among those of the run.
    """
    entry = part.entry
    scores: Mapping[str, Array] = entry.named(part.over.scores() if len(part.over) else {})
    bounds, bands = entry.named(around.intervals), entry.named(around.bands)
    repeats = entry.named(around.repeats)
    lacking = _missing(part, scores, collected, place)
    counts = _counts(part.over, next((one.total for one in lacking.values()), 0))
    signature = collected.signature(entry)
    made_of, main = details(part.over, around.details), entry.main
    own = {new: old for old, new in entry.rename.items()}
    for output, better in entry.directions().items():
        yield Result(
            metric=entry.metric.name,
            output=output,
            system_id=part.system,
            group=part.group,
            by=part.by.text if part.by else None,
            of=None if part.by else collected.of,
            value=float(scores[output]) if output in scores else None,
            higher_is_better=better,
            interval=bounds.get(output),
            signature=_with_interval(signature, bounds.get(output) or bands.get(output)),
            engine=entry.metric.computed_by(),
            alias=entry.alias,
            renamed=own.get(output),
            band=bands.get(output),
            repeats=repeats.get(output),
            missing=lacking.get(output),
            main=output == main,
            details=made_of if output == main else {},
            noticed=_noticed(part, collected, place),
            **counts._asdict(),
        )


class _Counts(NamedTuple):
    """The numbers of a result, by its fields."""

    n: int
    unanswered: int
    samples: int | UnsetType = UNSET
    records: int | UnsetType = UNSET


def _counts(over: Subset | GroupScores, missing: int) -> _Counts:
    """Count the records, or the groups and the records in them."""
    if isinstance(over, Subset):
        answers = over.n_answers()
        samples = answers if answers != len(over) else UNSET
        return _Counts(len(over) + missing, over.n_unanswered(), samples)
    records = int(over.sizes.sum()) + missing if over.unanswered or missing else UNSET
    return _Counts(len(over) + len(over.missing), over.unanswered, records=records)


def _noticed(part: Part, collected: Collected, place: int) -> Noticed | None:
    """Return what the metric of a part counts on the records of its system."""
    if part.by:
        return None
    counts = collected.watches[place].noticed()
    return Noticed(**counts) if any(counts.values()) else None


def _missing(
    part: Part, scores: Mapping[str, Array], collected: Collected, place: int
) -> dict[str, Missing]:
    """Return the missing records of a part, by output; empty if there are none."""
    if not (states := collected.columns[place].states):
        return {}
    if not isinstance(part.over, Subset):  # of all groups, which have all records
        return dict.fromkeys(part.entry.outputs, Missing(**Counter(states.values())))
    from sacreval.scoring.rows.missing_records import missing

    numbers = {name: float(score) for name, score in scores.items()}
    labels = collected.group_labels(part.by) if part.by else None
    inside = None if labels is None else [label == part.group for label in labels]
    return missing(collected, place, inside, numbers, len(part.over))


def _with_interval(signature: str, interval: Interval | Band | None) -> str:
    """Add what an interval or a band depends on to the signature of a result, before the data."""
    if interval is None:
        return signature
    if isinstance(interval, Band):
        conditions = write_conditions(
            ci="calibrated", conf=interval.level, resamples=interval.draws, seed=interval.seed
        )
        return signature.replace("|data:", f"|{conditions}|data:", 1)
    conditions = write_conditions(
        ci=interval.method if interval.unit is None else f"{interval.method}-{interval.unit}",
        conf=interval.level,
        resamples=interval.resamples,
        seed=interval.seed,
    )
    return signature.replace("|data:", f"|{conditions}|data:", 1)
