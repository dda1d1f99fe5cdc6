"""Scores of rouge-1.5.5 as the script prints them, for programs that read its output.

Source: ROUGE-1.5.5 (Lin 2004), options -a and -d.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import formula_owner, innermost
from sacreval.errors import UsageError
from sacreval.metrics.ngrams.rouge_1_5_5 import Rouge155
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.metrics.ngrams._rouge155.drand48_bootstrap import Averages
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation

RULE, DOTS = "-" * 45, "." * 45
ORDER = (("R", 1), ("P", 0), ("F", 2))  # recall, precision, F; with their places in rows
COUNTS = (("M", 1), ("P", 2), ("H", 0))  # units of models, units of the peer, hits
_NUMBER = re.compile("[0-9]+")


def check(entries: Sequence[Entry]) -> None:
    """Check that a run has the one metric that the script has.

    Args:
        entries: The metrics of the run.

    Raises:
        UsageError: If it is another, or one of several.
    """
    metric = formula_owner(entries[0].metric)
    if len(entries) > 1 or not isinstance(metric, Rouge155):
        names = ", ".join(entry.name for entry in entries)
        raise UsageError(f"--format rouge-1.5.5 prints the metric rouge-1.5.5, not {names}")
    if not metric.bootstrap_samples and metric.counting != "raw":
        raise UsageError(
            "--format rouge-1.5.5 prints bounds, which --bootstrap-samples 0 leaves out; "
            "give 1 or more"
        )


def printed(evaluation: Evaluation, level: float, *, details: bool) -> str:
    """Return the scores of all systems as the script prints them.

    Args:
        evaluation: A run of rouge-1.5.5 alone.
        level: Confidence level of the bounds, from 0 to 1 (-c).
        details: Whether the scores of single outputs follow (-d).
    """
    return "".join(
        f"{line}\n"
        for collected in evaluation.systems.values()
        for line in _System(Subset.of(collected, 0), level).lines(details=details)
    )


class _System:
    """The scores of one system.

    Args:
        part: Its records.
        level: Confidence level of the bounds.
    """

    def __init__(self, part: Subset, level: float) -> None:
        metric = innermost(part.entry.metric)
        assert isinstance(metric, Rouge155)  # noqa: S101 - `check` has been called
        self.part, self.metric, self.level = part, metric, level
        self.peer = part.collected.system
        self.ids = part.ids()
        self.order = sorted(range(len(self.ids)), key=lambda i: _KEY(self.ids[i]))

    def lines(self, *, details: bool) -> Iterator[str]:
        """Yield the lines of every measure."""
        raw = self.metric.counting == "raw"
        averages = None if raw else self.metric.printed(self.part.rows, self.part.ids, self.level)
        for k, name in enumerate(self.metric.measures.printed_names()):
            yield RULE
            columns = slice(3 * k, 3 * k + 3)
            if averages is None:
                yield self._totals(name, self.part.rows[:, columns].sum(axis=0))
            else:
                yield from self._averages(name, averages, 3 * k)
            if details:
                yield DOTS
                yield from self._records(name, self.part.rows[:, columns])

    def _totals(self, name: str, sums: Array) -> str:
        counts = " ".join(f"{letter}_count: {int(sums[i])}" for letter, i in COUNTS)
        return f"{self.peer} {name} {counts}"

    def _averages(self, name: str, averages: Averages, first: int) -> Iterator[str]:
        level = f"{round(100 * self.level, 10):.15g}%-conf.int."
        for letter, i in ORDER:
            average, low, high = (column[first + i] for column in averages)
            bounds = f"({level} {low:7.5f} - {high:7.5f})"
            yield f"{self.peer} {name} Average_{letter}: {average:7.5f} {bounds}"

    def _records(self, name: str, rows: Array) -> Iterator[str]:
        counted = self.metric.counting != "sentence"
        cells = [i for _, i in (COUNTS if counted else ORDER)]
        whole = self.metric.weight.is_integer()
        form = "R:%s P:%s F:%s" if counted else "R:%7.5f P:%7.5f F:%7.5f"
        values = rows[self.order][:, cells].tolist()
        for place, numbers in zip(self.order, values, strict=True):
            shown = (_count(x, whole=whole) for x in numbers) if counted else numbers
            yield f"{self.peer} {name} Eval {self.ids[place]} {form % tuple(shown)}"


def _count(value: float, *, whole: bool) -> str:
    """Write a count; Perl computes whole powers of whole numbers as such, with all digits."""
    return str(int(value)) if whole and float(value).is_integer() else f"{value:.15g}"


def _compare(first: str, other: str) -> int:
    """Order by the leading integers where both have one, else as text."""
    a, b = _NUMBER.match(first), _NUMBER.match(other)
    if a and b and int(a[0]) != int(b[0]):
        return -1 if int(a[0]) < int(b[0]) else 1
    return (first > other) - (first < other)


_KEY = cmp_to_key(_compare)
