"""Selection applied: the outputs of a run, before anything is asked of their fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Selection
from sacreval.errors import InputError, UsageError, nearest

_NAMED = 5  # systems that a notice lists


class Selected(Struct, eq=False):
    """The outputs that take part, and what became of the others.

    An output of type `reference` that a metric cannot compare with anything, since it has no text
    or the metric wants references of which it has none, takes no part either.

    Args:
        selection: What was asked for.
        metrics: The metrics of the run.
        own_text: Whether its own text counts among the references of a human text.
        left_out: Called with every record that takes no part, as batch and index.
        strict: Whether a system that is named must be there, and some record take part.
        alone: System to how many of its outputs could not be compared with anything.
    """

    selection: Selection
    metrics: Sequence[Metric]
    own_text: bool = True
    left_out: Callable[[Batch, int], None] | None = None
    strict: bool = True
    alone: Counter[str] = field(default_factory=Counter)
    _systems: dict[str, None] = field(default_factory=dict)

    def of(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Pass on the records that take part.

        Raises:
            UsageError: At the end, if a system that was named is in no record.
            InputError: At the end, if no record took part.
        """
        empty = True
        for batch in batches:
            kept = self._kept(batch)
            empty = empty and not kept
            if len(kept) == len(batch):
                yield batch
            elif kept:
                yield batch.select(kept)
        if self.strict:
            self._check_names()
        if self.strict and empty:
            raise InputError(self._nothing())

    def notices(self) -> list[str]:
        """Describe how many outputs could not be compared with anything."""
        if not self.alone:
            return []
        names = [f"'{name}'" for name in sorted(self.alone)]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        outputs = f"{sum(self.alone.values())} outputs of type reference"
        why = "have nothing to be compared with and are left out"
        return [f"{outputs} {why} ({', '.join(names[:_NAMED])}{more})"]

    def _kept(self, batch: Batch) -> Sequence[int]:
        if self.selection == Selection() and "reference" not in batch.column("system_type"):
            return range(len(batch))
        kept = []
        for i, (system, instance) in enumerate(zip(batch.system_ids, batch, strict=True)):
            self._systems[system] = None
            if self._takes(system, instance):
                kept.append(i)
            elif self.left_out:
                self.left_out(batch, i)
        return kept

    def _takes(self, system: str, instance: Instance) -> bool:
        if not self.selection.takes(system, instance.system_type):
            return False
        if instance.system_type == "reference" and self._is_alone(instance):
            self.alone[system] += 1
            return False
        return True

    def _is_alone(self, instance: Instance) -> bool:
        if any(getattr(instance, metric.judges) is None for metric in self.metrics):
            return True
        own = () if self.own_text else (instance.prediction,)
        others = [text for text in instance.references or () if text not in own]
        return not others and any("references" in metric.needs for metric in self.metrics)

    def _check_names(self) -> None:
        for name in self.selection.named:
            if self._systems and name not in self._systems:
                option = "--exclude" if name in self.selection.exclude else "--systems"
                raise UsageError(
                    f"{option}: no output is of a system '{name}'; {nearest(name, self._systems)}"
                )

    def _nothing(self) -> str:
        if self.alone:
            return (
                "all outputs left are of type reference and have nothing to be compared with; "
                "give them references, or other --systems"
            )
        return "no output is of the systems asked for; change --systems and --exclude"
