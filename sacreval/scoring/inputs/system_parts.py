"""Files that the user names as one system: NAME=FILE, of which several are its parts."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError


class SystemParts(Struct, eq=False):
    """The files of one system, one after the other.

    Records without an id are counted through all files: the first one of a further file continues
    after the last one before it, as if the files were one.

    Args:
        system: Name of the system.
        last: Line number of the last record without an id, in the count through all files.
    """

    system: str
    last: int = 0

    def named(self, batches: Iterator[Batch], path: str) -> Iterator[Batch]:
        """Yield the records of a file under the name of the system.

        Args:
            batches: The records of the file.
            path: The file, for messages.

        Raises:
            InputError: If the records are of more than one system.
        """
        before, first = self.last, None
        known: str | None = None
        for batch in batches:
            for i, name in enumerate(batch.column("system_id")):
                if name is not None and (known := known or name) != name:
                    raise InputError(
                        f"{batch.where(i)}: this output is of the system '{name}', and others of "
                        f"this file are of '{known}', but {self.system}={path} names one system; "
                        "give the file without a name; --systems chooses some of its systems, and "
                        "sacreval compare compares them"
                    )
            lines = batch.lines or range(1, len(batch) + 1)
            first = lines[0] if first is None else first
            offset = before - first + 1 if before else 0
            self.last = offset + lines[-1]
            if not offset and not any(batch.column("system_id")):  # nothing to change
                yield batch
                continue
            yield batch.with_instances(
                [self._named(x, offset and offset + lines[i]) for i, x in enumerate(batch)]
            )

    def _named(self, instance: Instance, number: int) -> Instance:
        """Return a record of this system; `number` is its id if it has none, unless 0."""
        named = instance
        if instance.system_id is not None:
            named = replace(named, system_id=self.system)
        if number and instance.instance_id is None:
            named = replace(named, instance_id=number)
        return named
