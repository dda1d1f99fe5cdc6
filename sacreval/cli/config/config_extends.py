"""Configs with those that they extend: lists add up, and other values are replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.cli.config.config_file import EXTENDS, find, read_config
from sacreval.cli.config_mistakes import raise_all, sentences
from sacreval.cli.options.list_options import cleared, joined, name_by
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config, Place
    from sacreval.cli.options.list_options import Forms, Name


def load(path: str, forms: Forms, seen: Sequence[str] = ()) -> Config:
    """Read a config, and the one that it extends.

    Args:
        path: The file.
        forms: All options, and how the values of those that can be repeated are written.
        seen: The files that led to this one by `extends`.

    Raises:
        InputError: If a file cannot be read, or is not YAML.
        UsageError: If the config that it extends does not exist, or they extend each other in a
            circle; what is wrong in the file is in it, too.
    """
    config = read_config(path, forms)
    try:
        return _extended(config, seen, forms)
    except UsageError as error:
        raise_all([*config.mistakes, *sentences(error)])
        raise


def _extended(found: Config, seen: Sequence[str], forms: Forms) -> Config:
    """Return a config with the values of the config that it extends.

    Its lists add to those of the other, as flags add to a config; other keys replace the other's.
    """
    from msgspec.structs import replace

    given = found.values.get(EXTENDS)
    if given is None:
        return _merged(replace(found, values={}, lines={}, mistakes=()), found, forms)
    where = found.where(EXTENDS)
    if not isinstance(given, str) or not given.strip():
        raise UsageError(f"{where}: extends names one config, a file or a suite of sacreval")
    path = _path(given, found.path)
    if path is None:
        raise UsageError(
            f"{where}: there is no config '{given}'; name a suite of sacreval, or a file from the "
            "folder of this one"
        )
    chain = [*seen, found.path]
    if Path(path).resolve() in {Path(one).resolve() for one in chain}:
        raise UsageError(f"{where}: this config extends itself ({' -> '.join([*chain, path])})")
    return _merged(load(path, forms, chain), found, forms)


def _path(given: str, beside: str) -> str | None:
    """Return the file that `extends` names: beside the config, else a suite of sacreval."""
    near = Path(beside).parent / given
    if near.is_file():
        return str(near)
    found = find(given)
    return found if found and Path(found).is_file() else None


def _merged(base: Config, own: Config, forms: Forms) -> Config:
    """Return the values of both, each with the file and line that it comes from."""
    from msgspec.structs import replace

    dropped = {cleared(key, forms) for key in own.values}
    values = {key: x for key, x in base.values.items() if key not in dropped}
    places = base.places()
    for key, value in own.values.items():
        if key == EXTENDS or cleared(key, forms):
            continue
        before, here = values.get(key), _below(own, key)
        if forms.get(key) is None or before is None or value is None:
            values[key] = value
        elif isinstance(before, dict) and isinstance(value, dict):
            values[key] = before | value
            names = {place[1] for place in here if len(place) > 1}
            there = _below(base, key).items()
            here = {at: x for at, x in there if len(at) == 1 or at[1] not in names} | here
        else:
            values[key], here = _added(base, own, key, name_by(forms[key]))
        places = {at: x for at, x in places.items() if at[0] != key} | here
    return replace(
        base,
        path=own.path,
        values=values,
        lines={place: line for place, (_, line) in places.items()},
        files={place: path for place, (path, _) in places.items()},
        mistakes=(*base.mistakes, *own.mistakes),
    )


class _Item(NamedTuple):
    """An item of a list, and the places of what is below it."""

    value: Any
    places: dict[Place, tuple[str, int]]


def _added(
    base: Config, own: Config, key: str, name: Name
) -> tuple[list[Any], dict[Place, tuple[str, int]]]:
    """Return the items of a list of two configs, and their places."""
    both = [list(_items(config, key)) for config in (base, own)]
    items = joined(both, lambda item: name(item.value))
    places: dict[Place, tuple[str, int]] = {(key,): own.places()[(key,)]}
    for i, item in enumerate(items):
        places |= {(key, i, *rest): x for rest, x in item.places.items()}
    return [item.value for item in items], places


def _items(config: Config, key: str) -> Iterator[_Item]:
    """Yield the items of a list, of a mapping as NAME=VALUE."""
    value = config.values[key]
    named = isinstance(value, dict)
    for i, item in value.items() if named else enumerate(_listed(value)):
        start = (key, str(i).replace("-", "_") if named else i)
        below = {at[2:]: x for at, x in _below(config, key).items() if at[:2] == start}
        below = below or {(): config.places()[(key,)]}
        yield _Item(f"{i}={item}" if named else item, below)


def _below(config: Config, key: str) -> dict[Place, tuple[str, int]]:
    """Return the places of an option and of what is below it."""
    return {place: x for place, x in config.places().items() if place[0] == key}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
