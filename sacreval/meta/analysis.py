"""Run `sacreval correlate` on one set of scores, or on several tasks and their average."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.meta.compare_metrics import compare_metrics
from sacreval.meta.correlate import correlate
from sacreval.meta.correlation_results import CorrelationReport, to_plain
from sacreval.meta.explain import explain
from sacreval.meta.lookup import pick
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.rater_agreement import agreement
from sacreval.meta.report_tests import Style, style_of
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import metric_names
from sacreval.meta.task_averages import average_over_tasks, task_seed

SCHEMA_VERSION = 1
AVERAGE = "(average)"


class TaskRun(NamedTuple):
    """One set of scores, and what to compute of it.

    Args:
        data: Scores and judgments.
        options: The options of the run.
        names: Names of metrics; `all` is every metric in the data.
        references: The signature of the scores, if sacreval computed them in this run.
    """

    data: ScoreSet
    options: CorrelationOptions
    names: Sequence[str]
    references: str | None = None

    @property
    def humans(self) -> set[str]:
        """Names of human scores; without any, names of scores, which may replace them."""
        return set(self.data.judgments or self.data.scores)

    @property
    def style(self) -> Style:
        """How verdicts are reported."""
        return style_of(self.options, self.references)

    def of_task(self, name: str, tasks: Iterable[TaskRun]) -> TaskRun:
        """Return the run of one of several tasks, with draws of its own.

        Args:
            name: Name of the task.
            tasks: All tasks; a metric that none has is kept, so that looking it up fails.
        """
        there = {metric for one in tasks for metric in one.data.scores}
        names = [n for n in self.names if n in self.data.scores or n not in there]
        if self.options.exact == "always":
            raise UsageError("--exact always has no draws to average over tasks; leave it out.")
        seed, test = task_seed(self.options.seed, name), self.options.test
        # An average needs the draws of every task, which Williams' test has not.
        drawn = "bootstrap-both" if test == "auto" else test
        options = replace(self.options, seed=seed, exact="never", test=drawn)
        return self._replace(options=options, names=names)

    def report(self) -> CorrelationReport:
        """Correlate, and test pairs of metrics if a test was chosen."""
        run = correlate if self.options.test is None else compare_metrics
        return run(self.data, self.options, self.names, self.references)

    def more(self) -> dict[str, Any]:
        """Measure the agreement of raters and explain correlations, if chosen."""
        found: dict[str, Any] = {}
        if self.options.agreement:
            found["agreement"] = [
                one.to_json() for one in agreement(self.data, human=self.options.human)
            ]
        if self.options.explain:
            found["explanation"] = [
                {"metric": name, **alternative.to_json()}
                for name in metric_names(self.data, self.names, self.options.human)
                for alternative in explain(self.data, name, self.options)
            ]
        return found


def run_one(run: TaskRun) -> dict[str, Any]:
    """Correlate and test one set of scores.

    Returns:
        The results as plain values for JSON.
    """
    return {**_head(), **run.report().to_json(), **run.more()}


def tasks_with_judgments(runs: Mapping[str, TaskRun]) -> dict[str, TaskRun]:
    """Keep the tasks that have the human score, each with draws of its own.

    Args:
        runs: Name of a task to its run.

    Raises:
        UsageError: No task has the human score.
    """
    kept = {name: one for name, one in runs.items() if one.options.human in one.humans}
    if not kept:
        human = next(iter(runs.values())).options.human
        pick(human, {name for one in runs.values() for name in one.humans}, "human score")
    return {name: one.of_task(name, kept.values()) for name, one in sorted(kept.items())}


def run_tasks(runs: Mapping[str, TaskRun], tasks: Mapping[str, TaskRun]) -> dict[str, Any]:
    """Correlate and test each task, and average over tasks.

    Args:
        runs: Name of a task to its run, of all tasks.
        tasks: From `tasks_with_judgments`.

    Returns:
        As `run_one`, every entry with its task, and `averages`.
    """
    first = next(iter(runs.values()))
    reports = {name: one.report() for name, one in tasks.items()}
    averaged = average_over_tasks(reports, first.style, first.options.seed)
    found: dict[str, Any] = {**_head(), "averages": [to_plain(a) for a in averaged.averages]}
    for name, report in reports.items():
        for part, entries in {**report.to_json(), **tasks[name].more()}.items():
            if part != "notes":
                tagged = [{"task": name, **entry} for entry in entries]
                found.setdefault(part, []).extend(tagged)
    found["tests"] += [{"task": AVERAGE, **to_plain(test)} for test in averaged.tests]
    lost = ", ".join(sorted(runs.keys() - tasks.keys()))
    missing = [f"Tasks without {first.options.human} were left out: {lost}."] if lost else []
    found["notes"] = [*missing, *averaged.notes, *_of_tasks(reports)]
    return found


def _head() -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION, "sacreval": version()}


def _of_tasks(reports: Mapping[str, CorrelationReport]) -> list[str]:
    """List each note once, with the tasks that it is about."""
    about: dict[str, list[str]] = {}
    for name, report in reports.items():
        for note in report.notes:
            about.setdefault(note, []).append(name)
    return [f"{', '.join(tasks)}: {note}" for note, tasks in about.items()]
