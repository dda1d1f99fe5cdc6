"""Selection of the systems and records of a run, and human references as systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Struct, field

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.core.selection import Selection
from sacreval.errors import InputError, UsageError, comma_list, nearest

try:  # the same as hashlib's; hashlib itself loads OpenSSL
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b


class RecordFilter(Struct, eq=False):
    """The records that take part, of those of the selected systems.

    Args:
        selection: The conditions, and how many instances are taken.
        total: System to the number of its records.
        taken: System to the number of those that take part.
    """

    selection: Selection
    total: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)

    def of(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the records that take part, in their order.

        Raises:
            UsageError: If a condition is not valid JMESPath.
            InputError: If a condition is neither true nor false of a record, or, at the end, no
                record takes part.
        """
        if not self.selection.of_records:
            yield from batches
            return
        chosen = self._counted(batches)
        if self.selection.where:
            chosen = self._where(chosen)
        if self.selection.limit is not None:
            chosen = _first(chosen, self.selection.limit)
        if self.selection.sample is not None:
            chosen = _sample(chosen, self.selection.sample, self.selection.seed or 0)
        for batch in chosen:
            self.taken.update(batch.system_ids)
            yield batch
        if self.total and not self.taken:
            from sacreval.scoring.inputs.stated_selections import in_options

            raise InputError(
                f"{in_options(self.selection)}: true of none of {self.total.total():,} records; "
                "conditions name fields, as in groups.NAME or meta.NAME; change them"
            )

    def of_system(self, system: str) -> int | None:
        """Return the number of all records of a system; None if all records take part."""
        return self.total[system] if self.selection.of_records else None

    def signed(self, signature: str, system: str | None = None) -> str:
        """Add the selection to a signature, before the hash of the data.

        Args:
            signature: The signature of a score.
            system: Its system; None for scores of all systems.
        """
        if not self.selection.of_records:
            return signature
        if system is None:
            taken, total = self.taken.total(), self.total.total()
        else:
            taken, total = self.taken[system], self.total[system]
        from sacreval.scoring.inputs.stated_selections import parts

        return signature.replace("|data:", f"{parts(self.selection, taken, total)}|data:", 1)

    def notices(self) -> list[str]:
        """Describe how many records take part, and name the systems of which none does."""
        if not self.selection.of_records:
            return []
        taken, total = self.taken.total(), self.total.total()
        from sacreval.scoring.inputs.stated_selections import in_options

        options = in_options(self.selection)
        none = [f"'{name}'" for name in sorted(self.total) if not self.taken[name]]
        without = [f"no record of {', '.join(none)} takes part ({options})"] if none else []
        return [f"{taken:,} of {total:,} records take part ({options})", *without]

    def _counted(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        for batch in batches:
            self.total.update(batch.system_ids)
            yield batch

    def _where(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        from sacreval.scoring.inputs.breakdowns import as_mappings
        from sacreval.text.expressions import compiled

        searches = [(text, compiled(text, "--where ")) for text in self.selection.where]
        for batch in batches:
            yield from _those(
                batch,
                [
                    i
                    for i, record in enumerate(as_mappings(batch))
                    if all(_holds(text, search, record, batch, i) for text, search in searches)
                ],
            )


def _holds(
    text: str, search: Callable[[Any], Any], record: dict[str, Any], batch: Batch, i: int
) -> bool:
    """Return whether a condition is true of a record; null is false."""
    try:
        value = search(record)
    except InputError as error:
        raise InputError(f"{batch.where(i)}: {error}") from None
    if value is None or isinstance(value, bool):
        return bool(value)
    from sacreval.scoring.inputs.breakdowns import in_words

    raise InputError(
        f"{batch.where(i)}: --where {text} finds {in_words(value)}, not true or false; compare it, "
        "as in \"groups.domain == 'news'\" or 'meta.length > `10`'"
    )


def _first(batches: Iterable[Batch], limit: int) -> Iterator[Batch]:
    """Yield the records of the first instances, by their first record in the files."""
    chosen: set[str] = set()
    for batch in batches:
        for name in batch.instance_ids:
            if len(chosen) == limit:
                break
            chosen.add(name)
        yield from _those(batch, [i for i, x in enumerate(batch.instance_ids) if x in chosen])


def _sample(batches: Iterable[Batch], size: int, seed: int) -> Iterator[Batch]:
    """Yield the records of instances drawn without replacement.

    They are those with the smallest hashes of seed and id, so that they depend neither on the
    order of the records nor on how many there are, and a larger sample has those of a smaller one.
    Records are held until the end: of n instances, about those of size * (1 + log(n / size)).
    """
    from heapq import heappush, heapreplace

    heap: list[tuple[int, str]] = []  # the largest hash first, as they are negated
    known: set[str] = set()
    held: list[Batch] = []
    for batch in batches:
        for name in batch.instance_ids:
            if name in known:
                continue
            key = -int.from_bytes(_hash(seed, name), "big")
            if len(heap) < size:
                heappush(heap, (key, name))
            elif (key, name) > heap[0]:
                known.remove(heapreplace(heap, (key, name))[1])
            else:
                continue
            known.add(name)
        held.extend(_those(batch, [i for i, x in enumerate(batch.instance_ids) if x in known]))
    for batch in held:
        yield from _those(batch, [i for i, x in enumerate(batch.instance_ids) if x in known])


def _hash(seed: int, name: str) -> bytes:
    return blake2b(f"{seed} {name}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _those(batch: Batch, kept: list[int]) -> Iterator[Batch]:
    """Yield a batch of the records with these indices; nothing without any."""
    if len(kept) == len(batch):
        yield batch
    elif kept:
        yield batch.select(kept)


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
        own: System to the number of those whose only reference is their own text.
        records: The records that take part, of those of the selected systems.
    """

    selection: Selection
    metrics: Sequence[Metric]
    own_text: bool = True
    left_out: Callable[[Batch, int], None] | None = None
    strict: bool = True
    alone: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    records: RecordFilter = field(default_factory=lambda: RecordFilter(Selection()))
    _compared: set[str] = field(default_factory=set)
    _systems: dict[str, None] = field(default_factory=dict)
    _types: dict[str, dict[str, None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.records = RecordFilter(self.selection)

    def of(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the records that take part.

        Raises:
            UsageError: At the end, if no record is of a system that was named.
            InputError: At the end, if no record took part.
        """
        yield from self.records.of(self._of_systems(batches))

    def _of_systems(self, batches: Iterable[Batch]) -> Iterator[Batch]:
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
        """Describe how many outputs were left out: by choice, or for want of text or references."""
        others = self._on_types()
        if not self.alone:
            return [*others, *self.records.notices()]
        names = [f"'{name}'" for name in sorted(self.alone)]
        outputs = f"{sum(self.alone.values())} outputs of type reference"
        why = "have nothing to be compared with and are left out"
        text = f"{outputs} {why} ({comma_list(names, _NAMED)})"
        return [*others, f"{text}{self._told_apart()}", *self.records.notices()]

    def _told_apart(self) -> str:
        """Return how many have their own text as reference, and which systems are left in part."""
        alone = sum(self.own.values())
        text = f"; {alone} of them have only their own text as reference" if alone else ""
        partly = [f"'{name}'" for name in sorted(self._compared & self.alone.keys())]
        others = f"; the other outputs of {comma_list(partly, _NAMED)} take part"
        return f"{text}{others if partly else ''}"

    def _on_types(self) -> list[str]:
        """Describe types beside peer and reference, and those that are the name of a system too."""
        named = set(self.selection.systems)
        both = [
            f"--systems {name}: there is a system '{name}' and a type; both take part"
            for name, systems in self._types.items()
            if name in named & self._systems.keys() and systems.keys() - {name}
        ]
        others = [
            f"'{name}' ({comma_list(systems, _NAMED)})"
            for name, systems in sorted(self._types.items())
            if name not in named
        ]
        if others and self._takes_all:
            both.append(
                f"there are systems of other types than peer and reference: {'; '.join(others)}; "
                "they are scored as outputs of systems"
            )
        return both

    def _kept(self, batch: Batch) -> Sequence[int]:
        types = set(batch.column("system_type"))
        for name in types - {"peer", "reference"}:
            ids = zip(batch.system_ids, batch.column("system_type"), strict=True)
            self._types.setdefault(name, {}).update((x, None) for x, kind in ids if kind == name)
        if self._takes_all and "reference" not in types:
            return range(len(batch))
        kept = []
        for i, (system, instance) in enumerate(zip(batch.system_ids, batch, strict=True)):
            self._systems[system] = None
            if self._takes(system, instance):
                kept.append(i)
            elif self.left_out:
                self.left_out(batch, i)
        return kept

    @property
    def _takes_all(self) -> bool:
        return self.selection.systems == ("all",) and not self.selection.exclude

    def _takes(self, system: str, instance: Instance) -> bool:
        if not self.selection.takes(system, instance.system_type):
            return False
        if instance.system_type == "reference" and self._is_alone(instance):
            self.alone[system] += 1
            self.own[system] += bool(instance.references) and instance.prediction is not None
            return False
        if instance.system_type == "reference":
            self._compared.add(system)
        return True

    def _is_alone(self, instance: Instance) -> bool:
        if any(getattr(instance, metric.judges) is None for metric in self.metrics):
            return True
        excluded = () if self.own_text else (instance.prediction,)
        others = [text for text in instance.references or () if text not in excluded]
        return not others and any("references" in metric.needs for metric in self.metrics)

    def _check_names(self) -> None:
        for name in self.selection.named:
            excluded = name in self.selection.exclude
            known = [*self._systems, *([] if excluded else self._types)]
            if self._systems and name not in known:
                option, other = ("--exclude", "") if excluded else ("--systems", " or type")
                raise UsageError(
                    f"{option}: there is no output of a system{other if self._types else ''} "
                    f"'{name}'; {nearest(name, known)}"
                )

    def _nothing(self) -> str:
        if self.alone:
            return (
                "all outputs left are of type reference and have nothing to be compared with; "
                "give them references, or other --systems"
            )
        return "there is no output of the selected systems; change --systems and --exclude"


PREFIX = "reference-"


def add_references(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield records, followed by their references as records of further systems.

    The j-th reference of an input becomes system `reference-j`, judged against the others. An
    input with a single reference adds no record.

    Args:
        batches: Records of any systems.

    Raises:
        InputError: If systems have different references for one input.
    """
    seen: dict[str, list[str]] = {}
    for batch in batches:
        yield batch
        added, places = [], []
        for i, (name, instance) in enumerate(zip(batch.instance_ids, batch, strict=True)):
            references = instance.references or []
            if instance.system_type == "reference":
                continue
            if name not in seen:
                seen[name] = references
                humans = _humans(name, references)
                added += humans
                places += [i] * len(humans)
            elif seen[name] != references:
                raise InputError(
                    f"{batch.where(i)}: instance '{name}' has other references here than with "
                    "another system; give all systems the same, or drop --references-as-systems"
                )
        if added:
            yield replace(batch.select(places), instances=added)


def _humans(name: str, references: list[str]) -> list[Instance]:
    if len(references) == 1:
        return []
    return [
        msgspec.structs.replace(
            Instance(),
            instance_id=name,
            system_id=f"{PREFIX}{j + 1}",
            system_type="reference",
            prediction=text,
            references=references[:j] + references[j + 1 :],
        )
        for j, text in enumerate(references)
    ]
