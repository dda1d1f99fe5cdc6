"""Selection of records by --where, --limit and --sample, with counts of all and of those taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct, field

from sacreval.core.records import Batch
from sacreval.core.selection import Selection
from sacreval.errors import InputError

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
