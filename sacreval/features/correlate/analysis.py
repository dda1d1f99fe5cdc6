"""Run `sacreval correlate` on one set of scores, or on several tasks and their average."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.features.correlate.correlate import SERIAL, Execution, correlate
from sacreval.features.correlate.correlation_results import CorrelationReport, to_plain
from sacreval.features.correlate.data.directions import turned
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.data.score_origins import Signatures
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import metric_names
from sacreval.features.correlate.data.whole_systems import resolved, whole_systems
from sacreval.features.correlate.explain import explain
from sacreval.features.correlate.measures.coefficient_names import level_named, pick
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance.compare_metrics import (
    Style,
    compare_metrics,
    style_of,
)
from sacreval.features.correlate.tables.correlation_tables import AVERAGED, with_signs
from sacreval.features.correlate.task_averages import average_over_tasks, task_seed
from sacreval.stats.resampling import one_thread

SCHEMA_VERSION = 1
ASKED = "asked_levels"


class TaskRun(NamedTuple):
    """One set of scores, and what to compute of it.

    Args:
        data: Scores and judgments.
        options: The options of the run.
        names: Names of metrics; `main` selects the main outputs in the data, `all` all.
        references: The signature of the scores, if they are computed in this run.
        own_references: The same for metrics' own scores of systems.
        averaged: Whether the run is that of one of several tasks, which are averaged.
        execution: How correlations and tests are computed.
    """

    data: ScoreSet
    options: CorrelationOptions
    names: Sequence[str]
    references: str | None = None
    own_references: str | None = None
    averaged: bool = False
    execution: Execution = SERIAL

    @property
    def signatures(self) -> Signatures:
        """How scores of outputs and of systems were made."""
        return Signatures(self.references, self.own_references)

    @property
    def humans(self) -> set[str]:
        """Names of human scores; of metric scores, which may replace them, if there are none."""
        return set(self.data.judgments or self.data.scores)

    @property
    def scored(self) -> set[str]:
        """Names of metrics with scores, of outputs or of whole systems."""
        return {*self.data.scores, *self.data.system_scores}

    @property
    def style(self) -> Style:
        """The options and labels of reported tests."""
        return style_of(self.options, self.signatures)

    def of_task(self, name: str, tasks: Iterable[TaskRun]) -> TaskRun:
        """Return the run of one of several tasks, with a seed of its own.

        Args:
            name: Name of the task.
            tasks: All tasks. A metric that no task has stays in the run, where looking it up fails.

        Raises:
            UsageError: With `--exact always`, which has no draws to average.
        """
        scored = {metric for task in tasks for metric in task.scored}
        names = [n for n in self.names if n in self.scored or n not in scored]
        if self.options.exact == "always":
            raise UsageError("--exact always has no draws to average over tasks; remove it.")
        options = replace(self.options, seed=task_seed(self.options.seed, name), exact="never")
        return self._replace(options=options, names=names, averaged=True)

    def report(self) -> CorrelationReport:
        """Compute correlations, and tests of pairs of metrics if a test is chosen."""
        data, options, names, signatures = self.data, self.options, self.names, self.signatures
        with one_thread():  # of BLAS, so that results do not depend on the number of workers
            if options.test is None:
                return correlate(data, options, names, signatures, self.execution)
            # An average needs the draws of every task, and Williams' test has none.
            return compare_metrics(
                data,
                options,
                names,
                signatures,
                averaged=self.averaged,
                execution=self.execution,
            )

    def steps(self) -> int:
        """Count the correlations and the tested pairs of metrics."""
        n = len(self._metrics())
        pairs = 0 if self.options.test is None else n * (n - 1) // 2
        return (n + pairs) * len(self.options.cells)

    def extras(self) -> dict[str, Any]:
        """Compute the agreement of raters and explain correlations, if chosen."""
        extras: dict[str, Any] = {}
        if self.options.agreement:
            extras["agreement"] = [
                row.to_json() for row in agreement(self.data, human=self.options.human_score)
            ]
        if self.options.explain:
            extras["explanation"] = [
                {"metric": name, **alternative.to_json()}
                for name in self._explained()
                for alternative in explain(self.data, name, self.options)
            ]
        return extras

    def _metrics(self) -> list[str]:
        """Return the names of the metrics."""
        return metric_names(
            self.data,
            self.names,
            self.options.human_score,
            whole_systems=whole_systems(self.options),
            systems=self.options.systems,
        )

    def _explained(self) -> list[str]:
        """Return the metrics that have scores of outputs, which other choices need."""
        return [
            name for name in self._metrics() if name in {**self.data.scores, **self.data.judgments}
        ]


def runs_of(
    tasks: Mapping[str, ScoreSet],
    options: CorrelationOptions,
    names: Sequence[str],
    references: str | None = None,
    own_references: str | None = None,
) -> dict[str, TaskRun]:
    """Return the runs of all tasks, each with one human score: several are tasks of their own.

    Args:
        tasks: Task to scores and judgments; without tasks, one with an empty name.
        options: The options.
        names: Names of metrics.
        references: The signature of the scores.
        own_references: The same for metrics' own scores of systems.
    """
    return {
        "/".join(filter(None, (task, human if len(options.human) > 1 else ""))): TaskRun(
            data, replace(options, human=(human,)), names, references, own_references
        )
        for task, data in tasks.items()
        for human in dict.fromkeys(options.human or ("",))
    }


def ready(runs: Mapping[str, TaskRun]) -> dict[str, TaskRun]:
    """Return runs with scores turned so that larger ones are better, and one source of scores."""
    first = next(iter(runs.values()))
    asked = replace(first.options, human=_humans(runs))
    options, note = resolved((run.data for run in runs.values()), asked, first.names)
    return {
        name: run._replace(
            data=turned(run.data, run.options).noted(*filter(None, [note])),
            options=replace(run.options, system_scores=options.system_scores),
        )
        for name, run in runs.items()
    }


def _humans(runs: Mapping[str, TaskRun]) -> tuple[str, ...]:
    """Return the human scores of all runs."""
    return tuple(dict.fromkeys(run.options.human_score for run in runs.values()))


def run_one(run: TaskRun) -> dict[str, Any]:
    """Correlate and test one set of scores.

    Returns:
        The results as plain values for JSON.
    """
    run = ready({"": run})[""]
    document = {**_versions(), **run.report().to_json(), **run.extras(), **_asked(run.options)}
    return with_signs(document) if run.options.signed else document


def tasks_with_judgments(runs: Mapping[str, TaskRun]) -> dict[str, TaskRun]:
    """Select the tasks that have their human score, each with a seed of its own.

    Args:
        runs: Name of a task to its run.

    Raises:
        UsageError: No task has one of the human scores.
    """
    runs = ready(runs)
    for human in _humans(runs):
        pick(human, {name for run in runs.values() for name in run.humans}, "human score")
    judged = {name: run for name, run in runs.items() if run.options.human_score in run.humans}
    return {name: run.of_task(name, judged.values()) for name, run in sorted(judged.items())}


def run_tasks(runs: Mapping[str, TaskRun], tasks: Mapping[str, TaskRun]) -> dict[str, Any]:
    """Correlate and test each task, and average over tasks.

    Args:
        runs: Name of a task to its run, for all tasks.
        tasks: The result of `tasks_with_judgments`.

    Returns:
        The same as `run_one`, with the task in every entry, and `averages`.
    """
    first = next(iter(runs.values()))
    reports = {name: run.report() for name, run in tasks.items()}
    humans = _humans(runs)
    style = replace(first.style, human="+".join(humans))
    averaged = average_over_tasks(reports, style, first.options.seed)
    document: dict[str, Any] = {**_versions(), "averages": [to_plain(a) for a in averaged.averages]}
    for name, report in reports.items():
        for part, entries in {**report.to_json(), **tasks[name].extras()}.items():
            if part != "notes":
                tagged = [{"task": name, **entry} for entry in entries]
                document.setdefault(part, []).extend(tagged)
    document["tests"] += [{"task": AVERAGED, **to_plain(test)} for test in averaged.tests]
    without = ", ".join(sorted(runs.keys() - tasks.keys()))
    lacking = f"Tasks without {' or '.join(humans)} were left out: {without}."
    document["notes"] = [
        *([lacking] if without else []),
        *averaged.notes,
        *_notes_of_tasks(reports),
    ]
    document |= _asked(first.options)
    return with_signs(document) if first.options.signed else document


def asked_levels(options: CorrelationOptions) -> dict[str, str]:
    """Return each level that was asked for by another name, with that name."""
    after = (name.partition("@")[2] for name in options.coefficient)
    asked = [(level_named(x).value, x) for x in (*options.level, *filter(None, after))]
    return {level: word for level, word in asked if level != word}


def _asked(options: CorrelationOptions) -> dict[str, Any]:
    """Return the words for levels for a document; nothing without any."""
    words = asked_levels(options)
    return {ASKED: words} if words else {}


def _versions() -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION, "sacreval": version()}


def _notes_of_tasks(reports: Mapping[str, CorrelationReport]) -> list[str]:
    """List each note once, with the names of its tasks unless all have it."""
    by_note: dict[str, list[str]] = {}
    for name, report in reports.items():
        for note in report.notes:
            by_note.setdefault(note, []).append(name)
    return [
        note if len(tasks) == len(reports) else f"{', '.join(tasks)}: {note}"
        for note, tasks in by_note.items()
    ]
