"""Notices on the verdicts of a judge: what folded ones rest on, and replies that fit no record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.several_answers import each_answer
from sacreval.metrics.judges._record_verdict import STATES, Judged

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch
    from sacreval.metrics.judges._definition import Definition
    from sacreval.metrics.judges._reply_tables import ReplyTable


_MODELS = 3  # that a notice names


class JudgeWatch:
    """Counts of what the verdicts of one system rest on.

    Args:
        metric: The judge as a metric.
        judge: Its definition.
        tables: The replies of each file.
        verdict: Reads the verdict on an answer from the replies about it.
        unparsed: What a record without a verdict counts as.
    """

    def __init__(
        self,
        metric: Metric,
        judge: Definition,
        tables: Sequence[ReplyTable],
        verdict: Callable[[Any, Any], Judged],
        unparsed: str,
    ) -> None:
        self._metric, self._tables = metric, tables
        self._verdict, self._unparsed = verdict, unparsed
        self._name = judge.judge
        self._several = judge.repeats > 1 or len(tables) > 1
        self._each: list[Judged] = []
        self._filled: Counter[str] = Counter()
        self._systems: set[str] = set()

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        if not self._several and self._unparsed == "missing":
            return
        self._systems.update(batch.system_ids)
        for answer in each_answer(self._metric, batch):
            verdict = self._verdict(answer.replies, answer.prediction)
            if verdict.values:
                self._each.append(verdict)
            else:
                self._filled[verdict.state] += 1

    def notices(self) -> list[str]:
        """Return sentences on all batches."""
        of_systems = [self._agreement(), self._without(), self._counted()]
        of_files = [self._unused_files(), self._models()]
        system = f" of {next(iter(self._systems))}" if len(self._systems) == 1 else ""
        return [
            *(f"{self._name}{system}: {text}" for text in of_systems if text),
            *(f"{self._name}: {text}" for text in of_files if text),
        ]

    def _agreement(self) -> str:
        """Return the agreement of repeats and members of a panel."""
        import numpy as np

        from sacreval.stats.association.rater_agreement import Measurement, krippendorff_alpha

        places = sorted({place for verdict in self._each for place in verdict.each})
        if len(places) < 2:
            return ""
        nothing = (float("nan"),)
        ratings = [[verdict.each.get(x, nothing)[0] for x in places] for verdict in self._each]
        alpha = krippendorff_alpha(np.array(ratings), Measurement.INTERVAL)
        count = f"{len(places)} verdicts each of {len(self._each)} records"
        if np.isnan(alpha):
            return f"all of {count} are equal, so that their agreement by chance is unknown"
        return f"Krippendorff's alpha of {count} is {alpha:.3f}"

    def _without(self) -> str:
        count = sum(verdict.without for verdict in self._each)
        if not count:
            return ""
        total = count + sum(len(verdict.each) for verdict in self._each)
        return (
            f"{count} of {total} verdicts that are folded are missing; their records have the "
            "others"
        )

    def _counted(self) -> str:
        """Return how many records have a number in place of a verdict."""
        how = self._unparsed
        counts = [f"{self._filled[x]} {x}" for x in STATES[:3] if self._filled[x]]
        return f"{', '.join(counts)} count as {how}" if how != "missing" and counts else ""

    def _unused_files(self) -> str:
        """Return which files have replies, but none to a request about these records."""
        idle = [table.path for table in self._tables if len(table) and not table.used]
        if not idle:
            return ""
        return (
            f"no reply of {', '.join(idle)} is to a request of this judge about these records; "
            "check that judge, inputs and --map are those of `sacreval ask`"
        )

    def _models(self) -> str:
        tables = [table for table in self._tables if len(table.models) > 1]
        if not tables:
            return ""
        names = sorted(tables[0].models)
        more = f" and {len(names) - _MODELS} more" if len(names) > _MODELS else ""
        return f"{tables[0].path} has replies of {', '.join(names[:_MODELS])}{more}"
