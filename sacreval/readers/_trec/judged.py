"""Rankings with the relevance judgments of their topics, as trec_eval chooses the topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from warnings import warn

from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice, shortened
from sacreval.readers._trec.qrels import Qrels

Topics = dict[str, None]  # an ordered set


@dataclass
class Judging:
    """Adds relevance judgments to rankings.

    Args:
        qrels: The judgments.
        path: The file of the rankings, for messages.
        complete: Whether each system has a record for every topic of the judgments, with an empty
            ranking where it retrieved nothing, as with trec_eval -c. Else such topics are left out.
    """

    qrels: Qrels
    path: str
    complete: bool = False
    _found: dict[str, Topics] = field(default_factory=dict)  # topics by system
    _named: dict[str, str | None] = field(default_factory=dict)  # `system_id` by system
    _unjudged: Topics = field(default_factory=dict)
    _last_line: int = 1

    def add_to(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches without the records whose topic has no judgments, and with all others.

        Args:
            batches: Records with `ranking`.

        Raises:
            InputError: If a record has judgments of its own, or no topic has judgments.

        Warns:
            InputNotice: If topics of the records or of the judgments are left out.
        """
        for batch in batches:
            _refuse_own(batch)
            if judged := self._judged(batch):
                yield judged
        if not any(self._found.values()):
            topic = next(iter(self._unjudged), None)
            if topic is None:
                return  # an empty file, which the caller reports
            raise InputError(
                f"{self.path}: {self.qrels.path} has no relevance judgments for its topics, such "
                f"as '{shortened(topic)}'; give the judgments of the same topics"
            )
        if self.complete:
            yield from self._empty_rankings()
        self._notice()

    def _judged(self, batch: Batch) -> Batch | None:
        kept: list[int] = []
        with_grades: list[Instance] = []
        systems = batch.system_ids
        for i, topic in enumerate(batch.instance_ids):
            found = self._found.setdefault(systems[i], {})
            self._named[systems[i]] = batch[i].system_id
            grades = self.qrels.topics.get(topic)
            if grades is None:
                self._unjudged[topic] = None
                continue
            kept.append(i)
            with_grades.append(replace(batch[i], qrels=grades))
            found[topic] = None
        if batch.lines:
            self._last_line = batch.lines[-1]
        if not kept:
            return None
        return batch.select(kept).with_instances(with_grades)

    def _missing(self, system: str) -> list[str]:
        found = self._found[system]
        return [topic for topic in self.qrels.topics if topic not in found]

    def _empty_rankings(self) -> Iterator[Batch]:
        for system in self._found:
            name = self._named[system]
            missing = [
                Instance(
                    instance_id=topic, system_id=name, ranking=[], qrels=self.qrels.topics[topic]
                )
                for topic in self._missing(system)
            ]
            if missing:
                yield Batch(missing, self.path, [self._last_line] * len(missing), system)

    def _notice(self) -> None:
        counts = {system: len(self._missing(system)) for system in self._found}
        short = {system: n for system, n in counts.items() if n}
        said = []
        if self._unjudged:
            first = shortened(next(iter(self._unjudged)))
            said.append(
                f"{len(self._unjudged)} topics without relevance judgments are left out, as in "
                f"trec_eval, such as '{first}'"
            )
        if short:
            system, n = next(iter(short.items()))
            of = f" of '{shortened(system)}'" if len(counts) > 1 else ""
            topic = shortened(self._missing(system)[0])
            lacking = f"{n} topics of {self.qrels.path} without a ranking{of}, such as '{topic}', "
            said.append(
                f"{lacking}count as 0, as with trec_eval -c"
                if self.complete
                else f"{lacking}are left out, as in trec_eval; to count them as 0, as with "
                "trec_eval -c, give --reader 'trec{\"complete\": true}'"
            )
        if said:
            warn(InputNotice(f"{self.path}: {'; '.join(said)}"), stacklevel=3)


def _refuse_own(batch: Batch) -> None:
    for i, own in enumerate(batch.column("qrels")):
        if own is not None:
            raise InputError(
                f"{batch.where(i)}: this record has its own `qrels`, and -r gives others; drop -r, "
                "or remove `qrels` from the records"
            )
