"""Notices on the verdicts of a judge: what folded ones rest on, and replies that fit no record."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sacreval.core.several_answers import each_answer
from sacreval.metrics.judges._record_verdict import STATES, Judged

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.metrics.judges.judge import Judge

_MODELS = 3  # that a notice names


class JudgeWatch:
    """Counts of what the verdicts of one system rest on.

    Args:
        metric: The judge.
    """

    def __init__(self, metric: Judge) -> None:
        self._metric = metric
        self._name = metric.definition.judge
        self._several = metric.definition.repeats > 1 or len(metric.replies) > 1
        self._each: list[Judged] = []
        self._filled: Counter[str] = Counter()
        self._systems: set[str] = set()

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        if not self._several and self._metric.unparsed == "missing":
            return
        self._systems.update(batch.system_ids)
        for one in each_answer(self._metric, batch):
            found = self._metric.verdict(one.replies, one.prediction)
            if found.values:
                self._each.append(found)
            else:
                self._filled[found.state] += 1

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

        from sacreval.stats.rater_agreement import Measurement, krippendorff_alpha

        places = sorted({place for one in self._each for place in one.each})
        if len(places) < 2:  # noqa: PLR2004
            return ""
        nothing = (float("nan"),)
        ratings = [[one.each.get(x, nothing)[0] for x in places] for one in self._each]
        alpha = krippendorff_alpha(np.array(ratings), Measurement.INTERVAL)
        count = f"{len(places)} verdicts each of {len(self._each)} records"
        if np.isnan(alpha):
            return f"all of {count} are equal, so that their agreement by chance is unknown"
        return f"Krippendorff's alpha of {count} is {alpha:.3f}"

    def _without(self) -> str:
        count = sum(one.without for one in self._each)
        if not count:
            return ""
        total = count + sum(len(one.each) for one in self._each)
        return (
            f"{count} of {total} verdicts that are folded are missing; their records have the "
            "others"
        )

    def _counted(self) -> str:
        """Return how many records have a number in place of a verdict."""
        how = self._metric.unparsed
        counts = [f"{self._filled[x]} {x}" for x in STATES[:3] if self._filled[x]]
        return f"{', '.join(counts)} count as {how}" if how != "missing" and counts else ""

    def _unused_files(self) -> str:
        """Return which files have replies, but none to a request about these records."""
        idle = [table.path for table in self._metric.tables if len(table) and not table.used]
        if not idle:
            return ""
        return (
            f"no reply of {', '.join(idle)} is to a request of this judge about these records; "
            "check that judge, inputs and --map are those of `sacreval ask`"
        )

    def _models(self) -> str:
        found = [table for table in self._metric.tables if len(table.models) > 1]
        if not found:
            return ""
        names = sorted(found[0].models)
        more = f" and {len(names) - _MODELS} more" if len(names) > _MODELS else ""
        return f"{found[0].path} has replies of {', '.join(names[:_MODELS])}{more}"
