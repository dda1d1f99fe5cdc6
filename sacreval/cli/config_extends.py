"""`extends` in a config: another config whose values it has, unless it sets its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.config_file import Config, Place

KEY = "extends"
ADDED = "metrics"  # lists that are joined
NAMED = "datasets"  # mappings whose names are joined


def extended(
    found: Config,
    find: Callable[[str], str | None],
    load: Callable[[str, Sequence[str]], Config],
    seen: Sequence[str],
) -> Config:
    """Return a config with the values of the config that it extends.

    Its metrics come after those of the other, its data sets beside them, those of an equal name
    in their place; every other key replaces the other's.

    Args:
        found: The config.
        find: Returns the file of a suite of sacreval or a path, or None.
        load: Reads that file, with the files that led to it.
        seen: The files that led to this one.

    Raises:
        UsageError: If there is no such config, or configs extend each other in a circle.
    """
    given = found.values.get(KEY)
    if given is None:
        return found
    where = found.where(KEY)
    if not isinstance(given, str) or not given.strip():
        raise UsageError(f"{where}: extends names one config, a file or a suite of sacreval")
    path = _path(given, found.path, find)
    if path is None:
        raise UsageError(
            f"{where}: there is no config '{given}'; name a suite of sacreval, or a file from the "
            "folder of this one"
        )
    chain = [*seen, found.path]
    if Path(path).resolve() in {Path(one).resolve() for one in chain}:
        raise UsageError(f"{where}: this config extends itself ({' -> '.join([*chain, path])})")
    return _merged(load(path, chain), found)


def _path(given: str, beside: str, find: Callable[[str], str | None]) -> str | None:
    """Return the file that `extends` names: beside the config, else a suite of sacreval."""
    near = Path(beside).parent / given
    if near.is_file():
        return str(near)
    found = find(given)
    return found if found and Path(found).is_file() else None


def _merged(base: Config, own: Config) -> Config:
    """Return the values of both, each with the file and line that it comes from."""
    from msgspec.structs import replace

    values = {**base.values, **own.values}
    values.pop(KEY)
    places: dict[Place, tuple[str, int]] = {}
    places.update(base.places())
    start = 0
    if ADDED in base.values and ADDED in own.values:
        before, after = _listed(base.values[ADDED]), _listed(own.values[ADDED])
        start = len(before)
        values[ADDED] = [*before, *(one for one in after if one not in before)]
        kept = [i for i, one in enumerate(after) if one not in before]
        moved = {old: start + new for new, old in enumerate(kept)}
    else:
        moved = {}
        places = {place: x for place, x in places.items() if place[0] not in own.values}
    sets = [one.values[NAMED] for one in (base, own) if isinstance(one.values.get(NAMED), dict)]
    if len(sets) > 1:
        values[NAMED] = {**sets[0], **sets[1]}
    for place, line in own.places().items():
        if place[0] == ADDED and len(place) > 1 and start:
            if place[1] in moved:
                places[(ADDED, moved[place[1]], *place[2:])] = line
        else:
            places[place] = line
    return replace(
        base,
        path=own.path,
        values=values,
        lines={place: line for place, (_, line) in places.items()},
        files={place: path for place, (path, _) in places.items()},
        mistakes=(*base.mistakes, *own.mistakes),
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
