"""Few-shot examples of a record, drawn by seed and instance, never the record itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sacreval.core.private_records import check_not_private
from sacreval.core.records import Instance, by_id, named
from sacreval.errors import InputError
from sacreval.features.generate.prompt_files import Examples
from sacreval.scoring.inputs.source import Source
from sacreval.stats.record_draws import generator


class Pool(Struct, frozen=True):
    """The records that examples are drawn from.

    Args:
        records: The records, sorted by instance id.
        examples: How many are drawn, and by which seed.
        path: Their file, for messages.
    """

    records: Sequence[Instance]
    examples: Examples
    path: str

    @classmethod
    def read(cls, examples: Examples, prompt: str) -> Pool:
        """Read the file of examples.

        Args:
            examples: The examples of a prompt file.
            prompt: The path of the prompt file.

        Raises:
            InputError: If the file is missing or wrong, or two of its records have one id.
        """
        path = str(Path(prompt).parent / examples.file)
        found: dict[str, Instance] = {}
        for batch in Source((path,)).batches():
            check_not_private(batch)
            for one in named([batch]):
                if found.setdefault(str(one.instance_id), one) is not one:
                    raise InputError(
                        f"{path}: instance '{one.instance_id}' is there twice; keep one of them"
                    )
        order = by_id(list(found))
        return cls([found[name] for name in sorted(found, key=order)], examples, path)

    def drawn(self, instance: Instance, name: str) -> list[Instance]:
        """Draw the examples of a record.

        Records with its id or with its input and sources are left out. Draws depend on the seed and
        the id alone, so that the variants of a record have the examples of the original.

        Args:
            instance: The record.
            name: Its instance id.

        Raises:
            InputError: If there are too few other records.
        """
        found = list(self._others(instance, name))[: self.examples.n]
        if len(found) < self.examples.n:
            raise InputError(
                f"{self.path}: there are {len(found)} records beside instance '{name}', and "
                f"`examples` draws {self.examples.n}; give more, or draw fewer"
            )
        return found

    def _others(self, instance: Instance, name: str) -> Iterator[Instance]:
        rng = generator(self.examples.seed, name, 0)
        for i in rng.permutation(len(self.records)).tolist():
            one = self.records[i]
            if str(one.instance_id) != name and not _same(one, instance):
                yield one


def _same(one: Instance, other: Instance) -> bool:
    """Return whether two records ask the same."""
    return (one.input, one.sources) == (other.input, other.sources) != (None, None)


def values_of(instance: Instance) -> dict[str, Any]:
    """Return the fields of a record by name, for templates."""
    found: dict[str, Any] = msgspec.to_builtins(instance)
    return found
