"""Mistakes in the gates of a config, which are found before its run, without records."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.core.contract.metric_records import is_settled
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import SacrevalError, UnknownOutputError, UsageError
from sacreval.features.gates.gate_options import GATES, GateOptions
from sacreval.features.gates.regression_rule import Regression
from sacreval.features.gates.run_gates import of_each, parsed_gates
from sacreval.scoring.entries.run_metrics import Entry, entry

_LETTERS = re.compile("[a-z]+")
_CLOSE = 0.6


def wrong_gates(
    values: Mapping[str, Any], specs: Sequence[str], *, every_metric: bool
) -> list[str]:
    """Return what is wrong with the gates of a config, a sentence each; see `Mistakes`."""
    from sacreval.cli.config_mistakes import fault
    from sacreval.scoring.inputs.breakdowns import breakdowns

    if not any(values.get(name) for name in GATES):
        return []
    names = (*GATES, "baseline", "force_baseline")
    options = GateOptions(**{name: values[name] for name in names if values.get(name) is not None})
    by = [text for text in values.get("by") or () if not fault(breakdowns, [text])]
    entries, unsure = probable(specs)
    every_metric = every_metric and unsure is not None
    try:
        sets = _sets(values.get("dataset") or (), entries)
    except SacrevalError:  # data sets have their own check
        sets, every_metric = {None: entries}, False
    return mistakes(sets, options, by, every_metric=every_metric, unsure=unsure or ())


def _sets(words: Sequence[str], entries: Sequence[Entry]) -> dict[str | None, Sequence[Entry]]:
    """Return the metrics of each data set; of a run without, under None."""
    if not words:
        return {None: entries}
    from sacreval.cli.options.data_set_options import parse
    from sacreval.scoring.entries import run_metrics

    return {
        name: run_metrics.entries(values["metrics"]) if "metrics" in values else entries
        for name, values in parse(words).items()
    }


def mistakes(
    entries: Mapping[str | None, Sequence[Entry]],
    options: GateOptions,
    by: Sequence[str] = (),
    *,
    every_metric: bool = True,
    unsure: Sequence[str] = (),
) -> list[str]:
    """Return what is wrong with gates; the baseline is not read."""
    whole = [is_settled(entry.metric) for chosen in entries.values() for entry in chosen]
    every_metric = every_metric and all(whole)
    known = {
        name: [entry for entry in chosen if is_settled(entry.metric)]
        for name, chosen in entries.items()
    }
    options = options.replaced(corrected=False)  # the run checks it

    def parse(part: GateOptions) -> object:
        return parsed_gates(known, part, Regression(), {}, by)

    errors = list(of_each(parse, options))
    try:
        parse(options)
    except UsageError as error:
        errors.append(error)
    sure = [error for error in errors if _is_sure(error, unsure if every_metric else ("",))]
    return list(dict.fromkeys(map(str, sure)))


def _is_sure(error: UsageError, unsure: Sequence[str]) -> bool:
    """Return whether a mistake is one, whatever outputs of uncertain names there are."""
    if not isinstance(error, UnknownOutputError):
        return True
    name = error.output.casefold().replace("-", "_")
    return not any(name.startswith(beginning) for beginning in unsure)


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
    """Return the metrics of a run, and in the place of each wrong one that of the closest name."""
    kept: list[Entry] = []
    unsure: list[str] = []
    unknown = False
    for spec in specs:
        try:
            metric: Entry | None = entry(spec)
        except SacrevalError:
            metric = _guess(spec)
            unsure += _beginnings(metric)
        names = {*metric.outputs, metric.name} if metric else set()
        if metric is None:
            unknown = True
        elif any(names & {*other.outputs, other.name} for other in kept):
            unsure += _beginnings(metric)
        else:
            kept.append(metric)
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
        renaming = {"as": options["as"]} if isinstance(options.get("as"), str) else {}
        return entry(write_spec(near[0], renaming)) if near and "rename" not in options else None
    except SacrevalError:
        return None


def _beginnings(metric: Entry | None) -> list[str]:
    """Return how names of outputs may begin that a metric has with other options."""
    if metric is None:
        return []
    if metric.alias:
        return [metric.alias]
    matches = (_LETTERS.match(name.casefold()) for name in (*metric.outputs, metric.name))
    return sorted({match[0] for match in matches if match})
