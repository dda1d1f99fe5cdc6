"""Selection of the systems that take part in a run, before their fields are checked."""

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
    """The outputs that take part, and counts of those left out.

    An output of type `reference` is left out, too, if it has no text, or has no references and a
    metric needs them.

    Args:
        selection: The systems that the user selected.
        metrics: The metrics of the run.
        own_text: Whether a human text may be among its own references.
        left_out: Called with each record that is left out, as batch and index.
        strict: Whether every named system must exist, and some record take part.
        alone: System to the number of its outputs left out for want of text or references.
    """

    selection: Selection
    metrics: Sequence[Metric]
    own_text: bool = True
    left_out: Callable[[Batch, int], None] | None = None
    strict: bool = True
    alone: Counter[str] = field(default_factory=Counter)
    _systems: dict[str, None] = field(default_factory=dict)

    def of(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the records that take part.

        Raises:
            UsageError: At the end, if no record is of a system that was named.
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
        """Describe how many outputs were left out for want of text or references."""
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
                    f"{option}: there is no output of a system '{name}'; "
                    f"{nearest(name, self._systems)}"
                )

    def _nothing(self) -> str:
        if self.alone:
            return (
                "all outputs left are of type reference and have nothing to be compared with; "
                "give them references, or other --systems"
            )
        return "there is no output of the selected systems; change --systems and --exclude"
