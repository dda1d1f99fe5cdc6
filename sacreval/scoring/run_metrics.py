"""Entry: a metric of a run, with its name in that run; a run of one metric has one entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Self, TypeVar

import msgspec
from msgspec.structs import replace

from sacreval.core.metric import Direction, Engine, Metric, SampleMetric, SetMetric, metrics
from sacreval.core.records import Batch
from sacreval.core.specs import convert, split_spec
from sacreval.errors import UsageError
from sacreval.scoring.engine import choose
from sacreval.scoring.wrapper_options import Wrapping, split_options

V = TypeVar("V")

ALIAS = "as"  # an option of any metric in a spec or a config
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Entry(msgspec.Struct, frozen=True):
    """A metric, and the name that distinguishes it from others in the same run.

    Args:
        metric: The metric, with its engine set.
        alias: The value of `as`, which precedes the names of outputs, as in `cased_bleu`; or None.
    """

    metric: Metric
    alias: str | None = None

    @property
    def name(self) -> str:
        """The alias, or the metric's name."""
        return self.alias or self.metric.name

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs in this run."""
        return tuple(self.named(dict.fromkeys(self.metric.outputs)))

    @property
    def has_rows(self) -> bool:
        """Whether scores are computed from sums of rows, so that single records have scores too."""
        return not isinstance(self.metric, SetMetric)

    @property
    def needs_records(self) -> bool:
        """Whether a set is scored from its records, which are kept in memory then."""
        return not self.has_rows and not isinstance(self.metric, SampleMetric)

    def named(self, scores: Mapping[str, V]) -> dict[str, V]:
        """Return scores under the names that the outputs have in this run."""
        head = f"{self.alias}_" if self.alias else ""
        return {f"{head}{output}": value for output, value in scores.items()}

    def directions(self) -> dict[str, Direction]:
        """Return for each output whether larger numbers are better; None if neither are."""
        return self.named({x: self.metric.is_higher_better(x) for x in self.metric.outputs})

    def for_instances(self) -> Self:
        """Return the entry that scores single records."""
        return replace(self, metric=self.metric.for_instances())

    def on_engine(self, wanted: Engine | None) -> Self:
        """Return the entry with its engine set; see `choose`."""
        return replace(self, metric=choose(self.metric, wanted))

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Return the entry with the options that depend on the records filled in."""
        return replace(self, metric=self.metric.settle(batches))


def entry(spec: str) -> Entry:
    """Create an entry from text.

    Args:
        spec: A metric with options in braces, its own, those of wrappers, and `as`.

    Raises:
        UsageError: If the metric, an option or a value is wrong.
    """
    name, options = split_spec(spec)
    alias = options.pop(ALIAS, None)
    if alias is not None and not (isinstance(alias, str) and _NAME.fullmatch(alias)):
        raise UsageError(f"{spec}: '{alias}' cannot be a name; use letters, digits, - and _")
    cls = metrics.get(name)
    own, around = split_options(
        cls, {key.replace("-", "_"): value for key, value in options.items()}
    )
    return Entry(convert(Wrapping, name, around).around(convert(cls, name, own)), alias)


def entries(specs: Sequence[str]) -> Sequence[Entry]:
    """Create the entries of a suite.

    Args:
        specs: The metrics.

    Raises:
        UsageError: If there is no metric, two outputs would have the same name, or two metrics
            have no task in common.
    """
    if not specs:
        raise UsageError("a suite needs metrics; name them with -m, or in a config under metrics")
    return of_one_task(distinct([entry(spec) for spec in specs]))


def of_one_task(made: Sequence[Entry]) -> Sequence[Entry]:
    """Check that any two metrics share a task; a metric that declares none fits every task.

    Raises:
        UsageError: If two do not.
    """
    for a, b in combinations(made, 2):
        mine, others = a.metric.tasks, b.metric.tasks
        if mine and others and not set(mine) & set(others):
            raise UsageError(
                f"{a.name} is for {', '.join(mine)} and {b.name} for {', '.join(others)}: they "
                "need different records; score them in two runs"
            )
    return made


def distinct(made: Sequence[Entry]) -> Sequence[Entry]:
    """Check that every name in a run is unique.

    Raises:
        UsageError: If two outputs have the same name.
    """
    owners: dict[str, Entry] = {}
    for one in made:
        for output in (*one.outputs, one.name):
            if owners.setdefault(output, one) is not one:
                raise UsageError(
                    f"two metrics of the suite have the output '{output}'; "
                    f'name one of them, as in {one.metric.name}{{"as": "other"}}'
                )
    return made


def listed(metrics: Metric | Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries of a run; a single metric becomes one entry."""
    return [Entry(metrics)] if isinstance(metrics, Metric) else metrics


def refuse_sets(entries: Iterable[Entry], *, remedy: str) -> None:
    """Check, before any computation, that every metric has scores of single records.

    Args:
        entries: The entries of a run.
        remedy: What to do instead.

    Raises:
        UsageError: If a metric scores whole sets only.
    """
    for entry in entries:
        if not entry.has_rows:
            raise UsageError(f"{entry.name} scores whole sets, not single records; {remedy}")


def refuse_intervals(entries: Iterable[Entry]) -> None:
    """Check, before any computation, that intervals are possible for every metric.

    Raises:
        UsageError: If a metric would have to be recomputed from the records of every resample.
    """
    for entry in entries:
        if entry.needs_records:
            raise UsageError(
                f"{entry.name} is recomputed for every set and has no intervals; drop --ci"
            )
