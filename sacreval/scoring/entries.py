"""Entry, a metric of a run and the name it goes by; runs of one metric have one entry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from sacreval.construct import from_options, split_spec
from sacreval.errors import UsageError
from sacreval.metric import Engine, Metric, metrics
from sacreval.scoring.engine import choose

V = TypeVar("V")

ALIAS = "as"  # stands among a metric's options in a spec or a config
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class Entry:
    """A metric, and the name that tells it from others in the same run.

    Args:
        metric: The metric, on its engine.
        alias: What `as` says; heads the names of the outputs, as in `cased_bleu`.
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

    def named(self, scores: Mapping[str, V]) -> dict[str, V]:
        """Give what a metric calls its outputs the names of this run."""
        head = f"{self.alias}_" if self.alias else ""
        return {f"{head}{output}": value for output, value in scores.items()}

    def directions(self) -> dict[str, bool]:
        """Say for each output whether larger numbers are better."""
        return self.named({x: self.metric.is_higher_better(x) for x in self.metric.outputs})

    def for_instances(self) -> Self:
        """Give the entry that scores single records."""
        return replace(self, metric=self.metric.for_instances())

    def on_engine(self, wanted: Engine | None) -> Self:
        """Put the metric on an engine; see `choose`."""
        return replace(self, metric=choose(self.metric, wanted))


def entry(spec: str) -> Entry:
    """Make an entry from text.

    Args:
        spec: A metric with options in braces, one of which may be `as`.

    Raises:
        UsageError: If the metric, an option or a value is wrong.
    """
    name, options = split_spec(spec)
    alias = options.pop(ALIAS, None)
    if alias is not None and not (isinstance(alias, str) and _NAME.fullmatch(alias)):
        raise UsageError(f"{spec}: '{alias}' cannot be a name; use letters, digits, - and _")
    return Entry(from_options(metrics, name, options), alias)


def entries(specs: Sequence[str]) -> list[Entry]:
    """Make the entries of a suite.

    Args:
        specs: The metrics.

    Raises:
        UsageError: If there is none, or two outputs would have one name.
    """
    if not specs:
        raise UsageError("a suite needs metrics; name them with -m, or in a config under metrics")
    made = [entry(spec) for spec in specs]
    owners: dict[str, Entry] = {}
    for one in made:
        for output in (*one.outputs, one.name):
            if owners.setdefault(output, one) is not one:
                raise UsageError(
                    f"two metrics of the suite give '{output}'; "
                    f'name one of them, as in {one.metric.name}{{"as": "other"}}'
                )
    return made


def listed(metrics: Metric | Sequence[Entry]) -> Sequence[Entry]:
    """Take a single metric for the entries of a run."""
    return [Entry(metrics)] if isinstance(metrics, Metric) else metrics
