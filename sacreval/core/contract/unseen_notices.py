"""A notice about scores that depend on characters that a reader cannot see, such as tabs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.core.contract.declarations import direction
from sacreval.core.contract.watches import EXAMPLE
from sacreval.core.record_views import RecordViews
from sacreval.errors import RecordError
from sacreval.text.unseen_characters import name_of, unseen, with_seen

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance


class _Record(NamedTuple):
    """A record with such characters.

    Args:
        place: Its index in the batch.
        instance: The record as the metric reads it.
    """

    place: int
    instance: Instance


class UnseenCharacters:
    """Finds a record that scores better with spaces for other blanks, and without zero widths.

    Args:
        metric: A metric of predictions and references that are texts, with rows.
        read: Returns a record as the metric reads it; by default the record itself.
    """

    by_record = True  # files that are read apart have the notices of all of them together

    def __init__(
        self, metric: Metric, read: Callable[[Instance], Instance] = lambda instance: instance
    ) -> None:
        self._metric = metric
        self._read = read
        self._notice = ""

    def add(self, batch: Batch) -> None:
        """Score the records with such characters as they are and without, until one is better."""
        views = batch.instances
        if self._notice or (isinstance(views, RecordViews) and views.are_seen()):
            return
        records = list(self._with_unseen(batch))
        if records and (worse := self._worse([record.instance for record in records])):
            place, instance = records[worse[0]]
            self._notice = _sentence(batch.where(place), instance)

    def notices(self) -> list[str]:
        """Return a notice with the first such record, if any."""
        return [self._notice] if self._notice else []

    def _with_unseen(self, batch: Batch) -> Iterator[_Record]:
        pairs = zip(batch.predictions, batch.references, strict=True)
        for place, (prediction, references) in enumerate(pairs):
            if prediction in references or not any(map(_unseen, (prediction, *references))):
                continue
            try:
                instance = self._read(batch[place])
            except RecordError:  # it has no score
                continue
            if any(map(_unseen, _texts(instance))):
                yield _Record(place, instance)

    def _worse(self, instances: Sequence[Instance]) -> list[int]:
        """Return the indices of records that score better without such characters."""
        better = direction(self._metric, self._metric.outputs[0])
        try:
            now, then = map(self._scores, (instances, list(map(_with_seen, instances))))
        except Exception:  # noqa: BLE001 - the run reports it with the record
            return []
        gains = (b - a if better else a - b for a, b in zip(now, then, strict=True))
        return [i for i, gain in enumerate(gains) if gain > 0]

    def _scores(self, instances: Sequence[Instance]) -> list[float]:
        from sacreval.core.records import Batch

        rows = self._metric.rows(Batch(instances))
        scores: list[float] = self._metric.reduce(rows)[self._metric.outputs[0]].tolist()
        return scores


def _unseen(text: object) -> str:
    return unseen(text) if isinstance(text, str) else ""


def _texts(instance: Instance) -> Sequence[object]:
    return (instance.prediction, *(instance.references or ()))


def _with_seen(instance: Instance) -> Instance:
    references = list(map(with_seen, instance.references or ()))
    return msgspec.structs.replace(
        instance, prediction=with_seen(instance.prediction), references=references
    )


def _sentence(where: str, instance: Instance) -> str:
    field = "prediction" if _unseen(instance.prediction) else "references"
    character = next(filter(None, map(_unseen, _texts(instance))))
    return (
        f"texts are compared with the characters in them that cannot be seen{EXAMPLE}{where} with "
        f"{name_of(character)} in `{field}`; the original metrics do the same, so replace them if "
        "they are not meant"
    )
