"""Entry: a metric of a run, with its name, its outputs' names and its records in that run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sacreval.core import aliases
from sacreval.core.contract.declarations import direction, main_output, of_sets
from sacreval.core.contract.metric_records import for_instances, is_settled, settle
from sacreval.core.metric import Direction, Engine, Metric, SampleMetric, metrics
from sacreval.core.options.specs import OptionError, convert, split_spec
from sacreval.core.records import Batch
from sacreval.core.results import Result
from sacreval.errors import UsageError, nearest
from sacreval.scoring.entries.engine import checked_scores, choose, scores_of
from sacreval.scoring.entries.own_metrics import NAME, find
from sacreval.scoring.entries.wrapper_options import Wrapping, split_options

if TYPE_CHECKING:
    from sacreval.core.metric import Array

ALIAS = "as"
OF_ENTRIES = (ALIAS, "map", "where", "by", "rename")
"""Keys beside a metric's own options, in a spec or a config."""


class EntryOptions(Struct, frozen=True):
    """What a run says about one of its metrics.

    Args:
        alias: The value of `as`, which precedes the names of outputs; or None.
        map: Field of records to the JMESPath expression that finds it for this metric alone.
        where: JMESPath expression of the records that this metric scores; None for all.
        by: The group to break its results down by; None for that of the run.
        rename: Output of the metric to its whole name in the run.
    """

    alias: str | None = None
    map: Mapping[str, str] = {}
    where: str | None = None
    by: str | None = None
    rename: Mapping[str, str] = {}

    @classmethod
    def of(cls, metric: str, values: Mapping[str, Any]) -> Self:
        """Check the values of the keys of `OF_ENTRIES`.

        Args:
            metric: Name of the metric, for messages.
            values: Key to value, as decoded from JSON or YAML.

        Raises:
            OptionError: If a value is of another form; it names the key.
        """
        alias = values.get(ALIAS)
        if alias is not None:
            _check_name(alias, metric, ALIAS)
        renamed = _pairs(values.get("rename"), metric, "rename", "{token_f1_recall: recall}")
        for name in renamed.values():
            _check_name(name, metric, "rename")
        return cls(
            alias,
            _pairs(values.get("map"), metric, "map", "{references: sources}"),
            _text(values.get("where"), metric, "where", "meta.level == 'hard'"),
            _text(values.get("by"), metric, "by", "domain"),
            renamed,
        )


def _check_name(name: Any, metric: str, key: str) -> None:
    if not (isinstance(name, str) and re.fullmatch(NAME, name)):
        raise OptionError(
            f"{metric}: {key}: '{name}' cannot be a name; use letters, digits, - and _", key
        )


def _pairs(value: Any, metric: str, key: str, example: str) -> dict[str, str]:
    """Return a mapping; a list of NAME=VALUE is one too, as on the command line."""
    if value is None:
        return {}
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        split = [text.partition("=") for text in value]
        if len({name for name, _, _ in split}) < len(split):
            raise OptionError(f"{metric}: {key}: a name is repeated; keep one", key)
        value = {name: text for name, _, text in split}
    texts = (
        isinstance(value, dict)
        and value
        and all(isinstance(text, str) and text for pair in value.items() for text in pair)
    )
    if not texts:
        raise OptionError(f"{metric}: {key} gives names their values, as in {example}", key)
    return dict(value)


def _text(value: Any, metric: str, key: str, example: str) -> str | None:
    if value is None or (isinstance(value, str) and value.strip()):
        return value
    raise OptionError(f"{metric}: {key} is a text, as in {example}; put it in quotes", key)


V = TypeVar("V")


class Entry(msgspec.Struct, frozen=True):
    """A metric, and the name that distinguishes it from others in the same run.

    Args:
        metric: The metric, with its engine set.
        alias: The value of `as`, which precedes the names of outputs, as in `cased_bleu`; or None.
        by: The group to break its results down by, if it differs from that of the run.
        rename: Output of the metric to its whole name in the run.
        short: What distinguishes it from the same metric with other options, if it was asked for
            by another name with options, such as spbleu.
    """

    metric: Metric
    alias: str | None = None
    by: str | None = None
    rename: Mapping[str, str] = {}
    short: str | None = None

    @property
    def name(self) -> str:
        """The alias, or the metric's name."""
        return self.alias or self.metric.name

    @property
    def map(self) -> dict[str, str]:
        """The fields that the metric finds elsewhere, with the JMESPath expressions of them."""
        pairs = (text.partition("=") for text in getattr(self.metric, "own_map", ()))
        return {name: expression for name, _, expression in pairs}

    @property
    def where(self) -> str | None:
        """The expression that holds for the records of the metric; None for all records."""
        return getattr(self.metric, "own_where", None)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs in this run."""
        return tuple(self.metric_outputs)

    @property
    def metric_outputs(self) -> dict[str, str]:
        """The outputs of the metric, by their names in this run."""
        return self.named({output: output for output in self.metric.outputs})

    @property
    def main(self) -> str | None:
        """The name in this run of the output that stands for the metric."""
        main = main_output(self.metric)
        return None if main is None else next(iter(self.named({main: None})))

    @property
    def has_rows(self) -> bool:
        """Whether scores are computed from sums of rows, so that single records have scores too."""
        return not of_sets(self.metric)

    @property
    def needs_records(self) -> bool:
        """Whether a set is scored from its records, which are kept in memory then."""
        return not self.has_rows and not isinstance(self.metric, SampleMetric)

    def named(self, scores: Mapping[str, V]) -> dict[str, V]:
        """Return scores under the names that the outputs have in this run."""
        head = f"{self.alias}_" if self.alias else ""
        if not self.rename:
            return {f"{head}{output}": value for output, value in scores.items()}
        return {self.rename.get(x, f"{head}{x}"): value for x, value in scores.items()}

    def record_scores(self, rows: Array) -> dict[str, Array]:
        """Compute the scores of single rows; see `scores_of`."""
        return self.named(scores_of(self.metric, rows))

    def reduce(self, sums: Array) -> dict[str, Array]:
        """Compute scores from sums of rows, array (..., k)."""
        return self.named(checked_scores(self.metric, lambda: self.metric.reduce(sums)))

    def score(self, output: str, sums: Array) -> Array:
        """Compute the scores of one output from sums of rows, array (..., k)."""
        return self.reduce(sums)[output]

    def directions(self) -> dict[str, Direction]:
        """Return for each output whether larger numbers are better; None if neither are."""
        return self.named({x: direction(self.metric, x) for x in self.metric.outputs})

    def for_instances(self) -> Self:
        """Return the entry that scores single records."""
        return replace(self, metric=for_instances(self.metric))

    def on_engine(self, wanted: Engine | None) -> Self:
        """Return the entry with its engine set; see `choose`."""
        return replace(self, metric=choose(self.metric, wanted))

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Return the entry with the options that depend on the records filled in."""
        return replace(self, metric=settle(self.metric, batches))


def entry(spec: str) -> Entry:
    """Create an entry from text.

    Args:
        spec: A metric with options in braces: its own, those of wrappers, and `OF_ENTRIES`.

    Raises:
        UsageError: If the metric, an option or a value is wrong.
    """
    name, options = split_spec(spec)
    if (known := find(name)) is None:
        return _aliased(name, options)
    try:
        return _entry(known.metric, {ALIAS: known.name, **known.options, **options})
    except OptionError as error:
        if error.option in {key.replace("-", "_") for key in options}:
            raise
        raise UsageError(f"{known.where}: {error}") from None


def _aliased(name: str, settings: Mapping[str, Any]) -> Entry:
    """Create the entry of a metric, or of another name that stands for one with options."""
    if (alias := aliases.find(name, metrics)) is None:
        entry = _entry(name, settings)
        names: Sequence[str] = entry.metric.options().get(getattr(entry.metric, "named_by", ""), ())
        short = names[0] if len(names) == 1 and not (entry.alias or entry.rename) else None
        return replace(entry, short=short) if short else entry
    options = {key.replace("-", "_"): value for key, value in settings.items()}
    entry = _entry(alias.metric, {**alias.options, **options})
    return replace(entry, short=None if entry.alias or entry.rename else alias.short)


def _entry(name: str, settings: Mapping[str, Any]) -> Entry:
    options = {key.replace("-", "_"): value for key, value in settings.items()}
    around = {key: options.pop(key) for key in OF_ENTRIES if key in options}
    cls = metrics.get(name)
    of_metric, wrapping = split_options(cls, options)
    metric = convert(Wrapping, name, wrapping).around(convert(cls, name, of_metric))
    return entry_of(metric, EntryOptions.of(name, around))


def entry_of(metric: Metric, options: EntryOptions) -> Entry:
    """Create an entry.

    Args:
        metric: The metric, with its wrappers.
        options: Its name in the run, and the records that it reads.

    Raises:
        UsageError: If an expression is wrong, or an output is renamed that the metric lacks.
    """
    if options.map or options.where is not None:
        from sacreval.metrics._wrappers import own_records

        pairs = tuple(f"{name}={expression}" for name, expression in options.map.items())
        metric = own_records(metric, own_map=pairs, own_where=options.where)
    return Entry(metric, options.alias, options.by, options.rename)


def within(entry: Entry, where: str) -> Entry:
    """Return an entry that takes only records for which another condition holds, too.

    Args:
        entry: The entry.
        where: A JMESPath expression.

    Raises:
        UsageError: If it is not JMESPath, or the metric cannot have one.
    """
    from sacreval.metrics._wrappers import OwnRecords, own_records

    metric = entry.metric
    if not isinstance(metric, OwnRecords):
        return replace(entry, metric=own_records(metric, own_where=where))
    both = where if metric.own_where is None else f"({where}) && ({metric.own_where})"
    inner = own_records(metric.metric, own_map=metric.own_map, own_where=both)
    return replace(entry, metric=inner)


def entry_of_results(metric: Metric, results: Iterable[Result]) -> Entry:
    """Create the entry whose results are in a file.

    Args:
        metric: Its metric.
        results: Results of it, with the names of its outputs.
    """
    listed = list(results)
    renamed = {result.renamed: result.output for result in listed if result.renamed is not None}
    return Entry(metric, listed[0].alias, rename=renamed)


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


def of_one_task(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Check that any two metrics share a task; a metric that declares none fits every task.

    Raises:
        UsageError: If two do not.
    """
    for a, b in combinations(entries, 2):
        mine, others = a.metric.tasks, b.metric.tasks
        if mine and others and not set(mine) & set(others):
            raise UsageError(
                f"{a.name} is for {', '.join(mine)} and {b.name} for {', '.join(others)}: they "
                "need different records; score them in two runs"
            )
    return entries


def distinct(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Check that every name in a run is unique.

    Raises:
        UsageError: If two outputs have the same name.
    """
    owners: dict[str, Entry] = {}
    entries = _told_apart(entries)
    for entry in entries:
        check_renamed(entry)
        for output in (*entry.outputs, entry.name):
            if owners.setdefault(output, entry) is not entry:
                raise UsageError(
                    f"two metrics of the suite have the output '{output}'; "
                    f'name one of them, as in {entry.metric.name}{{"as": "other"}}'
                )
    return entries


def _told_apart(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return entries of which those with another name have it where a metric is there twice."""
    count = Counter(entry.name for entry in entries)
    return [_by_its_name(x, entries) if x.short and count[x.name] > 1 else x for x in entries]


def _by_its_name(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """Return an entry under its other name; its outputs keep theirs where no others have them."""
    others = {output for other in entries if other is not entry for output in other.outputs}
    kept = dict(zip(entry.outputs, entry.outputs, strict=True))
    if others.isdisjoint(kept):
        return replace(entry, alias=entry.short, rename=kept)
    single = {next(iter(kept)): str(entry.short)} if len(kept) == 1 else {}
    return replace(entry, alias=entry.short, rename=single)


def check_renamed(entry: Entry) -> None:
    """Check that an entry renames outputs that its metric has, as far as these are known."""
    if entry.rename and len(entry.outputs) < len(set(entry.metric.outputs)):
        raise UsageError(
            f"rename: two outputs of {entry.name} would have one name; give each another"
        )
    known = entry.metric.outputs if entry.rename and is_settled(entry.metric) else None
    for name in entry.rename:
        if known is not None and name not in known:
            raise UsageError(
                f"rename: {entry.metric.name} has no output '{name}'; {nearest(name, known)}"
            )


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
