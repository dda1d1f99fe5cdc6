"""Records of a file by id, to be joined to others; each id has one record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from sacreval.errors import InputError

V = TypeVar("V")


class Found(NamedTuple, Generic[V]):
    """What a file has under an id.

    Args:
        where: File and line.
        key: The id; None where the record has none.
        value: What is joined.
    """

    where: str
    key: str | None
    value: V


class RecordIndex(Generic[V]):
    """What a file has by id, and which ids were looked up.

    Args:
        path: The file, for messages.
        found: Its records.
        id_name: Name of the field with the id.
        what: What a record holds, for messages, such as "references".

    Raises:
        InputError: If a record has no id, or one that another has.
    """

    def __init__(
        self, path: str, found: Iterable[Found[V]], *, id_name: str = "instance_id", what: str
    ) -> None:
        self.path = path
        self.what = what
        self._by_id: dict[str, Found[V]] = {}
        self._used: set[str] = set()
        for one in found:
            if one.key is None:
                raise InputError(
                    f"{one.where}: no `{id_name}`, which the records are joined by; add it"
                )
            first = self._by_id.setdefault(one.key, one)
            if first is not one:
                raise InputError(
                    f"{one.where}: the {what} of instance '{one.key}' are at {first.where} "
                    "already; put them into one record"
                )

    def get(self, key: str, where: str) -> Found[V]:
        """Return what the file has under an id.

        Args:
            key: The id.
            where: File and line of the record that has it, for messages.

        Raises:
            InputError: If it has nothing.
        """
        if key not in self._by_id:
            raise InputError(
                f"{where}: {self.path} has no {self.what} of instance '{key}'; give files with the "
                "same instances"
            )
        self._used.add(key)
        return self._by_id[key]

    def unused(self) -> list[Found[V]]:
        """Return what was not looked up."""
        return [one for key, one in self._by_id.items() if key not in self._used]
