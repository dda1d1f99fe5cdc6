"""Notice that outputs contain the references to which they are compared as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sacreval.core.records import Instance
from sacreval.core.results import Result
from sacreval.scoring.entries.run_metrics import Entry

WHOLE = "exact-match"  # the metric that compares whole texts
SHARE = 0.25  # of the checked outputs of a system; fewer may contain a reference by chance
_LETTER = "letter"


class AnswersInside:
    """Counts outputs that contain a reference among other words, in a sample of records.

    Args:
        entries: The metrics of the run.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._outputs = {
            entry.main
            for entry in entries
            if entry.metric.name == WHOLE and not hasattr(entry.metric, "metric")  # unwrapped
        }
        self._counts: dict[str | None, list[int]] = {}  # of a system: checked, containing, letters

    def look(self, instance: Instance, system: str | None) -> None:
        """Check a record.

        Args:
            instance: The record.
            system: Its system, if it does not name one.
        """
        if not self._outputs or not isinstance(instance.prediction, str):
            return
        counts = self._counts.setdefault(instance.system_id or system, [0, 0, 0])
        counts[0] += 1
        found = next((x for x in instance.references or () if _is_in(x, instance.prediction)), None)
        if found is not None:
            counts[1] += 1
            counts[2] += len(found) == 1 and found.isalpha()

    def plus(self, other: AnswersInside) -> None:
        """Add what was counted in other batches of the run."""
        for system, counts in other._counts.items():
            mine = self._counts.get(system, (0, 0, 0))
            self._counts[system] = [a + b for a, b in zip(mine, counts, strict=True)]

    def notices(self, results: Iterable[Result]) -> list[str]:
        """Name the option for systems whose score is 0 though their outputs contain references.

        Args:
            results: The results of the run.
        """
        return [
            f"no output of '{one.system_id}' equals a reference, but {counts[1]} of {counts[0]} "
            f"checked contain one: --extract finds the answer in an output, as in --extract "
            f"{_extractor(counts)}; see sacreval list extractors"
            for one in results
            if one.output in self._outputs and one.group is None and one.value == 0
            if (counts := self._counts.get(one.system_id)) and counts[1] > SHARE * counts[0]
        ]


def _extractor(counts: Sequence[int]) -> str:
    """Return the extractor of most of the references that outputs contain."""
    return _LETTER if 2 * counts[2] > counts[1] else "'regex:answer is (.+?)[.]?$'"


def _is_in(reference: str, output: str) -> bool:
    """Return whether an output has a reference as words of its own."""
    start = output.find(reference) if reference and isinstance(reference, str) else -1
    while start >= 0:
        end = start + len(reference)
        before, after = output[start - 1 : start], output[end : end + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        start = output.find(reference, start + 1)
    return False
