"""Human references as systems, to score human texts and systems in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError

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
