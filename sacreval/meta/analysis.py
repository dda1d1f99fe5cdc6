"""From the options of `sacreval correlate` to what is found, and to plots of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.meta.compare import compare_metrics
from sacreval.meta.correlate import correlate
from sacreval.meta.explain import explain
from sacreval.meta.lookup import pick
from sacreval.meta.options import CorrelationOptions
from sacreval.meta.rater_agreement import agreement
from sacreval.meta.report_tests import Style, style_of
from sacreval.meta.results import CorrelationReport, to_plain
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import metric_names
from sacreval.meta.tasks import average_over_tasks, task_seed

SCHEMA_VERSION = 1
AVERAGE = "(average)"


class Asking(NamedTuple):
    """What is asked of one set of scores.

    Args:
        data: Scores and judgments.
        asked: The options.
        names: The metrics; `all` is every metric in the data.
        references: The signature of the scores, where they were made here.
    """

    data: ScoreSet
    asked: CorrelationOptions
    names: Sequence[str]
    references: str | None = None

    @property
    def humans(self) -> set[str]:
        """The human scores there are; where there are none, scores may stand in."""
        return set(self.data.judgments or self.data.scores)

    @property
    def style(self) -> Style:
        """How verdicts are reported."""
        return style_of(self.asked, self.references)

    def of_task(self, name: str, tasks: Iterable[Asking]) -> Asking:
        """Ask the same of one of several tasks, with draws of its own.

        Args:
            name: The task.
            tasks: All of them; a metric that none has is left to be complained of.
        """
        there = {metric for one in tasks for metric in one.data.scores}
        names = [n for n in self.names if n in self.data.scores or n not in there]
        if self.asked.exact == "always":
            raise UsageError("--exact always has no draws to average over tasks; leave it out.")
        seed = task_seed(self.asked.seed, name)
        return self._replace(asked=replace(self.asked, seed=seed, exact="never"), names=names)

    def report(self) -> CorrelationReport:
        """Correlate, and test pairs of metrics if a test was chosen."""
        run = correlate if self.asked.test is None else compare_metrics
        return run(self.data, self.asked, self.names, self.references)

    def more(self) -> dict[str, Any]:
        """Measure agreement and explain, where asked for."""
        found: dict[str, Any] = {}
        if self.asked.agreement:
            found["agreement"] = [
                one.to_json() for one in agreement(self.data, human=self.asked.human)
            ]
        if self.asked.explain:
            found["explanation"] = [
                {"metric": name, **alternative.to_json()}
                for name in metric_names(self.data, self.names, self.asked.human)
                for alternative in explain(self.data, name, self.asked)
            ]
        return found


def answer(asking: Asking) -> dict[str, Any]:
    """Answer what was asked.

    Returns:
        The results as JSON has them.
    """
    return {**_head(), **asking.report().to_json(), **asking.more()}


def each_task(asking: Mapping[str, Asking]) -> dict[str, Asking]:
    """Ask each task that has the human score, with draws of its own.

    Args:
        asking: Name of the task to what is asked.

    Raises:
        UsageError: No task has it.
    """
    kept = {name: one for name, one in asking.items() if one.asked.human in one.humans}
    if not kept:
        human = next(iter(asking.values())).asked.human
        pick(human, {name for one in asking.values() for name in one.humans}, "human score")
    return {name: one.of_task(name, kept.values()) for name, one in sorted(kept.items())}


def answer_tasks(asking: Mapping[str, Asking], tasks: Mapping[str, Asking]) -> dict[str, Any]:
    """Answer what was asked of each task, and on average.

    Args:
        asking: Name to what was asked, of all tasks there are.
        tasks: From `each_task`.

    Returns:
        As `answer`, every entry with its task, and `averages`.
    """
    first = next(iter(asking.values()))
    reports = {name: one.report() for name, one in tasks.items()}
    averaged = average_over_tasks(reports, first.style, first.asked.seed)
    found: dict[str, Any] = {**_head(), "averages": [to_plain(a) for a in averaged.averages]}
    for name, report in reports.items():
        for part, entries in {**report.to_json(), **tasks[name].more()}.items():
            if part != "notes":
                tagged = [{"task": name, **entry} for entry in entries]
                found.setdefault(part, []).extend(tagged)
    found["tests"] += [{"task": AVERAGE, **to_plain(test)} for test in averaged.tests]
    lost = ", ".join(sorted(asking.keys() - tasks.keys()))
    missing = [f"Tasks without {first.asked.human} were left out: {lost}."] if lost else []
    found["notes"] = [*missing, *averaged.notes, *_of_tasks(reports)]
    return found


def _head() -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION, "sacreval": version()}


def _of_tasks(reports: Mapping[str, CorrelationReport]) -> list[str]:
    """Say each note once, with the tasks that it is about."""
    about: dict[str, list[str]] = {}
    for name, report in reports.items():
        for note in report.notes:
            about.setdefault(note, []).append(name)
    return [f"{', '.join(tasks)}: {note}" for note, tasks in about.items()]
