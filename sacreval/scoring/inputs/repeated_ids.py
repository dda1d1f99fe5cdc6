"""What to do where a system has two records of one instance id."""

from __future__ import annotations

from sacreval.core.records import Instance
from sacreval.readers._map_hints import USUAL
from sacreval.scoring.inputs.reader_choice import map_option


def remedy(record: Instance, where: str, earlier: str) -> str:
    """Return the end of the sentence about the second of two records.

    Args:
        record: The second record.
        where: Its file and line.
        earlier: Those of the first.
    """
    file = where.rpartition(":")[0]
    if file != earlier.rpartition(":")[0]:
        return "remove one of the two, or name the systems of the files, as in NAME=FILE"
    name = next((x for x in USUAL["system_id"] if x in (record.meta or {})), None)
    option = map_option(file, "system_id", f"meta.{name}") if name else "--map system_id=FIELD"
    return (
        f"remove one of the two; if they are of two systems, give {option}, and "
        "if they are several outputs of one, write one record with a list, `samples`"
    )
