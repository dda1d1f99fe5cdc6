"""How scores that a log stores of each sample are read as right and wrong samples."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.core.stored_scores import GRADES
from sacreval.scoring.inputs.reader_choice import map_option

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")  # what JMESPath takes without quotes


def reading(record: Instance, file: str = "") -> str | None:
    """Return the sentence on the option that reads such scores; None without any.

    Args:
        record: A record, whose `meta.epochs` may have the scores of each sample.
        file: Its file.
    """
    epochs: list[Any] = (record.meta or {}).get("epochs") or []
    found: list[Any] = [one.get("scores") for one in epochs if isinstance(one, Mapping)]
    first = found[0] if found and all(isinstance(one, Mapping) for one in found) else {}
    given = {name: _path(name, [one.get(name) for one in found]) for name in first}
    paths = {name: path for name, path in given.items() if path}
    if not paths:
        return None
    name, path = next(iter(paths.items()))
    others = [f"'{other}'" for other in paths if other != name]
    more = f" (there are {', '.join(others)}, too)" if others else ""
    return (
        f"the log has the score '{name}' of each; to read it{more}: "
        f"{map_option(file, 'samples', path)}"
    )


def _path(name: str, values: list[Any]) -> str | None:
    """Return the expression that makes flags of the scores of a name; None if they are no flags."""
    quoted = name if _PLAIN.fullmatch(name) else f'"{name}"'
    if all(isinstance(one, bool | int | float) and one in (0, 1) for one in values):
        return f"meta.epochs[*].scores.{quoted}"
    if all(isinstance(one, str) and one in GRADES for one in values):
        return f"meta.epochs[].[scores.{quoted}=='C'][]"
    return None
