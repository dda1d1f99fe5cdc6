"""Several answers of a record: which metrics score each of them, and notices where one does not.

Rows of a metric of single answers are computed for each answer of a record with epochs, choices
or repeats (`Batch.answers`). They are averaged where a system's score is a mean over records, and
added up where it is one over all outputs, such as BLEU: its score is then that of all answers.

A record has several answers of equal rank where it has `samples` and no `prediction`, or samples of
a log that `LogReader` marks as `RepeatedSamples`, the first as its prediction. Checks, `settle`,
watches, fingerprints and rows all go through here. A record without all of its rows has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import highest_score, main_output, of_sets
from sacreval.core.records import RepeatedSamples

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Answers, Batch, Instance

OWN = ("prediction", "samples")  # fields whose map makes records that the reader did not
_READ = ("samples", "predictions", "replies")  # needs of metrics that see several answers already


def scores_each(metric: Metric) -> bool:
    """Return whether a metric scores each of several answers, as its class does.

    One that reads another field as the prediction does not.
    """
    mapped = {text.partition("=")[0] for text in metric.options().get("own_map", ())}
    joins_each = getattr(metric, "joins_each", False)
    return mapped.isdisjoint(OWN) and (joins_each or class_scores_each(metric))


def class_scores_each(metric: Metric | type[Metric]) -> bool:
    """Return whether a metric scores single answers by rows that can be added up.

    Scores of sets and of weighted samples are no sums of rows, and replies in a record are about
    its first answer.
    """
    from sacreval.core.metric import SampleMetric

    cls = metric if isinstance(metric, type) else type(metric)
    if metric.judges != "prediction" or of_sets(metric) or issubclass(cls, SampleMetric):
        return False
    return not set(_READ) & set(metric.needs)


def averages(metric: Metric) -> bool:
    """Return whether a system's score is the mean over records, each counted alike."""
    main = main_output(metric)
    return metric.score_scale.mean or (main is not None and highest_score(metric, main) is not None)


def answers(metric: Metric, batch: Batch) -> Answers | None:
    """Return the answers of records, a record each; None where the metric reads the records.

    Args:
        metric: The metric.
        batch: The records.
    """
    several = batch.answers
    return several if several is not None and scores_each(metric) else None


def each_answer(metric: Metric, batch: Batch) -> Batch:
    """Return a record for each answer that a metric scores."""
    several = answers(metric, batch)
    return batch if several is None else several.batch


class UnreadSamples:
    """Counts records of which a metric reads the prediction, and none of the samples beside it.

    Args:
        metric: The metric.
    """

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._reads = metric.judges == "prediction" and not {*_READ[:2]} & set(metric.needs)
        self._firsts = 0
        self._others = 0

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        if not self._reads or not any(batch.column("samples")):
            return
        each = scores_each(self._metric)
        for instance in batch:
            if instance.prediction is None or not _has_several(instance):
                continue
            if type(instance.samples) is not RepeatedSamples:
                self._others += 1
            elif not each:
                self._firsts += 1

    def passing(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches unchanged, and process each."""
        for batch in batches:
            self.add(batch)
            yield batch

    def notices(self) -> list[str]:
        """Return what is not read, and how all samples are."""
        name = self._metric.name
        first = f"several answers, of which {name} reads the first"
        other = f"`samples` beside `prediction`, of which {name} scores the prediction alone"
        return [
            f"{_records(count)} {what}; {self._remedy()}"
            for count, what in ((self._firsts, first), (self._others, other))
            if count
        ]

    def _remedy(self) -> str:
        if not scores_each(self._metric):
            return "for all of them, make a record of each"
        return (
            "the mean over samples is --map predictions=samples --reduce-predictions mean (of a "
            "log, with its --reader)"
        )


def _has_several(record: Instance) -> bool:
    """Return whether a record has several samples that are outputs, not flags."""
    samples = record.samples
    return (
        isinstance(samples, list)
        and len(samples) > 1
        and not any(isinstance(sample, bool) for sample in samples)
    )


def _records(count: int) -> str:
    return "1 record has" if count == 1 else f"{count} records have"
