"""A run of files that becomes the first baseline of a pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sacreval.core.results import Report
from sacreval.core.selections import Selection
from sacreval.errors import InputError, UsageError
from sacreval.scoring.entries.output_names import directions, mains
from sacreval.scoring.entries.run_metrics import Entry, entries
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.inputs.selection import Selected
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.rows.field_checks import settle

SHORT = 5  # words of an answer; longer references are taken for sentences
OF_ANSWERS = ("exact-match", "token-f1")
OF_SENTENCES = ("chrf", "bleu")


class AcceptedRun(NamedTuple):
    """A run that later ones are compared with.

    Args:
        report: Its results and notices.
        evaluation: The rows of its records.
    """

    report: Report
    evaluation: Evaluation


def metrics_for(source: Source) -> tuple[str, ...]:
    """Choose metrics by the references: of short answers, or of sentences.

    Args:
        source: The files.

    Raises:
        UsageError: If there are no references, or they are no texts.
    """
    lengths = sorted(_lengths(source))
    if not lengths:
        raise UsageError(
            "the records have no references that are texts; give their file with -r, or "
            "name the metrics with -m, as in -m accuracy (sacreval list metrics has all)"
        )
    return OF_ANSWERS if lengths[len(lengths) // 2] <= SHORT else OF_SENTENCES


def _lengths(source: Source) -> Iterator[int]:
    for batch in source.batches():
        for one in batch:
            yield from (len(x.split()) for x in one.references or () if isinstance(x, str))


def accepted(source: Source, specs: Sequence[str]) -> AcceptedRun:
    """Score files, and keep the rows of their records.

    Args:
        source: The files.
        specs: The metrics.

    Raises:
        UsageError: If a metric is unknown, or scores whole sets.
        InputError: If a record cannot be read or scored.
    """
    from sacreval.scoring.entries.run_metrics import refuse_sets

    made = [entry.on_engine(None) for entry in entries(specs)]
    refuse_sets(made, remedy="name another metric, whose scores of records can be compared")
    selected = Selected(Selection(), [entry.metric for entry in made])
    settled, batches = settle(made, selected.of(source.batches()))
    evaluation = evaluate(batches, settled, every_group=True, chosen=selected.records)
    report = evaluation.report()
    for failure in report.failures:
        raise InputError(f"{failure}; every record of a baseline must have a score")
    return AcceptedRun(report, evaluation)


def largest_drops(run: AcceptedRun) -> dict[str, float]:
    """Choose for each metric the drop that passes: a hundredth of the range of its main output.

    Args:
        run: The accepted run.

    Returns:
        Main output to drop; of outputs without limits a hundredth of the largest score. Outputs
        that cannot become worse are left out; see `worst`.

    Raises:
        UsageError: If no metric has a better direction, or none can become worse.
    """
    chosen = _directed(run)
    at_worst = worst(run)
    drops = {
        output: float(f"{_range(run, entry, output) / 100:.2g}")
        for output, entry in chosen.items()
        if output not in at_worst
    }
    if not chosen:
        names = ", ".join(entry.name for entry in run.evaluation.entries)
        raise UsageError(f"{names}: no output is better high or low; name another metric with -m")
    if not drops:
        raise UsageError(
            f"{', '.join(at_worst)}: no score can become worse than in this run, so that no gate "
            "could fail; name another metric with -m, or one that finds the answers in the "
            'outputs, as in -m \'exact-match{"extract": "number"}\''
        )
    return drops


def worst(run: AcceptedRun) -> list[str]:
    """Return the main outputs of which every system has the worst score that there is.

    Args:
        run: The accepted run.
    """
    better = directions(run.evaluation.entries)
    listed = []
    for output, entry in _directed(run).items():
        own = dict(zip(entry.outputs, entry.metric.outputs, strict=True))
        end = entry.metric.score_range(own[output])[0 if better[output] else 1]
        values = [one.value for one in run.report.results if one.output == output]
        if all(value == end for value in values):
            listed.append(output)
    return listed


def _directed(run: AcceptedRun) -> dict[str, Entry]:
    """Return the main outputs that are better high or low, with their metrics."""
    chosen: Sequence[Entry] = run.evaluation.entries
    better = directions(chosen)
    pairs = ((mains([entry]).get(entry.name), entry) for entry in chosen)
    return {x: entry for x, entry in pairs if x is not None and better[x] is not None}


def _range(run: AcceptedRun, entry: Entry, output: str) -> float:
    own = dict(zip(entry.outputs, entry.metric.outputs, strict=True))
    low, high = entry.metric.score_range(own[output])
    if high - low < float("inf"):
        return high - low
    values = [abs(one.value or 0.0) for one in run.report.results if one.output == output]
    return max(values, default=0.0) or 1.0
