"""Config: a YAML file of options with the line of every key, and those that it extends.

Its keys are options and are checked as such: a config is Typer's `default_map`. PyYAML has the
lines of keys in 30 lines; ruamel.yaml has them too, but takes 128 ms to import instead of 60.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.cli.config_mistakes import gathered, raise_all, sentences
from sacreval.cli.options.list_options import cleared, joined, name_by
from sacreval.core.options.specs import OptionError, write_spec
from sacreval.errors import InputError, UsageError, nearest
from sacreval.io.files import YAML
from sacreval.io.resources import shipped

if TYPE_CHECKING:
    from yaml.nodes import Node

    from sacreval.cli.options.list_options import Forms

    Place = tuple[str | int, ...]
    from sacreval.cli.options.list_options import Name


JSON = ".json"
EXTENDS = "extends"
OF_CONFIGS = ("metrics", "datasets", EXTENDS)  # one of which a config in JSON has
FLOAT = "tag:yaml.org,2002:float"
_MEANT = dict.fromkeys(("threshold", "thresholds", "gates", "minimum"), "fail_under")


class Config(msgspec.Struct, frozen=True):
    """Options from a file.

    Args:
        path: The file.
        values: Option, with underscores, to its value in the file.
        lines: Path of keys and list indices to line number.
        files: The same to the file, where it is another one, which this one extends.
        mistakes: A sentence for each mistake that was found so far.
    """

    path: str
    values: dict[str, Any]
    lines: dict[Place, int]
    files: dict[Place, str] = {}
    mistakes: tuple[str, ...] = ()

    def places(self) -> dict[Place, tuple[str, int]]:
        """Return the file and the line of every key and item."""
        return {x: (self.files.get(x, self.path), line) for x, line in self.lines.items()}

    def where(self, *place: str | int) -> str:
        """Return the place of a key, or of the nearest key above it, as `file:line`."""
        while place and place not in self.lines:
            place = place[:-1]
        return f"{self.files.get(place, self.path)}:{self.lines.get(place, 1)}"


def find(word: str) -> str | None:
    """Return the config that an argument of the command line names, or None.

    Args:
        word: A path that ends in .yaml or .yml; a file that ends in .json and is an object with one
            of `OF_CONFIGS`, as no file of predictions is; or the name of a suite that comes with
            sacreval, if no file has that name. A folder of that name is written as `./name`.
    """
    if word.lower().endswith(YAML) or _is_json_config(word):
        return word
    if "." in word or "/" in word or Path(word).is_file():
        return None
    path = shipped().get(word)
    return str(path) if path else None


def _is_json_config(word: str) -> bool:
    if not word.lower().endswith(JSON) or not Path(word).is_file():  # a pipe is read once
        return False
    from sacreval.io.formats.yaml_files import MOST_BYTES

    try:
        with Path(word).open("rb") as stream:
            data = msgspec.json.decode(stream.read(MOST_BYTES + 1))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(data, dict) and any(key in data for key in OF_CONFIGS)


def states(path: str, key: str) -> bool:
    """Return whether a line of a config begins with a key, or with `extends`, which may have it."""
    from sacreval.io.files import reopenable

    try:
        text = Path(reopenable(path)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    names = (line.partition(":")[0].strip().strip("\"'{ ") for line in text.splitlines())
    return any(name in (key, EXTENDS) for name in names)


def read_config(path: str, known: Forms) -> Config:
    """Read the file of a config, without the one that it extends."""
    from sacreval.io.formats.yaml_files import read

    data, node = read(path)
    mistakes: list[str] = []
    lines = dict(_lines(node, (), path, mistakes)) if node else {}
    if node is None:
        data = {}
    if not isinstance(data, dict):
        raise InputError(f"{path}:1: a config has options and their values, as in `ci: true`")
    values: dict[str, Any] = {}
    for key, value in data.items():
        name = str(key).replace("-", "_")
        where = f"{path}:{lines.get((name,), 1)}"
        if cleared(name, known):
            if value is not True:
                mistakes.append(f"{where}: '{key}' drops values, and has no other value than true")
        elif name not in known and name != EXTENDS:
            mistakes.append(f"{where}: unknown key '{key}'; {_near(name, known)}")
            continue
        values[name] = value
    return Config(path, values, lines, mistakes=tuple(mistakes))


def _near(name: str, known: Collection[str]) -> str:
    """Return what to write in place of an unknown key, as the documentation writes keys."""
    keys = [key.replace("_", "-") for key in known]
    meant = _MEANT.get(name)
    if meant in known:
        return f"did you mean '{meant}'?".replace("_", "-")
    remedy = (
        "keys are the options of `sacreval evaluate suite --help-all`, without hyphens before them"
    )
    return nearest(name.replace("_", "-"), keys, remedy)


def _lines(node: Node, place: Place, path: str, mistakes: list[str]) -> Iterator[tuple[Place, int]]:
    """Yield the line of every key and item, and add repeated keys and infinite numbers to mistakes.

    Args:
        node: A node of the file.
        place: Its keys and indices.
        path: The file.
        mistakes: The list that sentences are added to.
    """
    from yaml.nodes import MappingNode, ScalarNode, SequenceNode

    if isinstance(node, ScalarNode) and node.tag == FLOAT and not isfinite(_float(node.value)):
        key = next((x for x in reversed(place) if isinstance(x, str)), "this")
        line = node.start_mark.line + 1
        mistakes.append(f"{path}:{line}: {key} is {node.value}; give a finite number")
    if isinstance(node, SequenceNode):
        for i, item in enumerate(node.value):
            yield (*place, i), item.start_mark.line + 1
            yield from _lines(item, (*place, i), path, mistakes)
    elif isinstance(node, MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            name = str(key.value).replace("-", "_")
            line = key.start_mark.line + 1
            if name in seen:
                mistakes.append(f"{path}:{line}: '{key.value}' is repeated; keep one")
            seen.add(name)
            yield (*place, name), line
            yield from _lines(value, (*place, name), path, mistakes)


def _float(text: str) -> float:
    """Parse a number of YAML, which has .nan and .inf."""
    plain = text.lower()
    return nan if plain.endswith((".nan", ".inf")) else float(plain)


def words(config: Config, name: str, *, many: bool, text: bool = False) -> Any:
    """Convert a value to its form on the command line: a list of texts, or `NAME{...}`.

    Args:
        config: The file.
        name: The option.
        many: Whether the option can be repeated.
        text: Whether the option takes text.

    Raises:
        UsageError: If the value is not of such a form.
    """
    value = config.values[name]
    if not many and isinstance(value, list):
        raise UsageError(
            f"{config.where(name)}: this option takes one value; write it without a list"
        )
    if not many:
        return _word(value, config, name) if text or isinstance(value, dict) else value
    if isinstance(value, dict) and name == "metrics":
        raise UsageError(
            f"{config.where(name)}: the metrics are a list; write each in a line of its own, as in "
            "`- bleu`, or with options as in `- rouge: {stemmer: true}`"
        )
    if isinstance(value, dict):
        return gathered([partial(_pair, key, x, config, name) for key, x in value.items()])
    items = value if isinstance(value, list) else [value]
    return gathered([partial(_word, item, config, name, i) for i, item in enumerate(items)])


def _pair(key: str, value: Any, config: Config, name: str) -> str:
    return f"{key}={_scalar(value, config, name, key)}"


def _word(value: Any, config: Config, *place: str | int) -> str:
    if not isinstance(value, dict):
        return _scalar(value, config, *place)
    [(name, options), *rest] = value.items() or [("", None)]
    if rest or not (options is None or isinstance(options, dict)):
        raise UsageError(
            f"{config.where(*place)}: write a name, or a name with its options below it, as in "
            "`- rouge: {stemmer: true}`"
        )
    try:
        return write_spec(str(name), options or {})
    except OptionError as error:
        where = config.where(*place, str(name).replace("-", "_"), error.option)
        raise UsageError(f"{where}: {error}") from None


def _scalar(value: Any, config: Config, *place: str | int) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageError(f"{config.where(*place)}: this must be text or a number; put it in quotes")
    if "\0" in str(value):  # not possible in arguments and names of files
        raise UsageError(f"{config.where(*place)}: this contains a NUL character; remove it")
    return str(value)


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


def _extended(config: Config, seen: Sequence[str], forms: Forms) -> Config:
    """Return a config with the values of the config that it extends.

    Its lists add to those of the other, as flags add to a config; other keys replace the other's.
    """
    from msgspec.structs import replace

    name = config.values.get(EXTENDS)
    if name is None:
        return _merged(replace(config, values={}, lines={}, mistakes=()), config, forms)
    where = config.where(EXTENDS)
    if not isinstance(name, str) or not name.strip():
        raise UsageError(f"{where}: extends names one config, a file or a suite of sacreval")
    path = _path(name, config.path)
    if path is None:
        raise UsageError(
            f"{where}: there is no config '{name}'; name a suite of sacreval, or a file from the "
            "folder of this one"
        )
    chain = [*seen, config.path]
    if Path(path).resolve() in {Path(before).resolve() for before in chain}:
        raise UsageError(f"{where}: this config extends itself ({' -> '.join([*chain, path])})")
    return _merged(load(path, forms, chain), config, forms)


def _path(name: str, beside: str) -> str | None:
    """Return the file that `extends` names: beside the config, else a suite of sacreval."""
    near = Path(beside).parent / name
    if near.is_file():
        return str(near)
    path = find(name)
    return path if path and Path(path).is_file() else None


def _merged(base: Config, extending: Config, forms: Forms) -> Config:
    """Return the values of both, each with the file and line that it comes from."""
    from msgspec.structs import replace

    dropped = {cleared(key, forms) for key in extending.values}
    values = {key: x for key, x in base.values.items() if key not in dropped}
    places = base.places()
    for key, value in extending.values.items():
        if key == EXTENDS or cleared(key, forms):
            continue
        before, here = values.get(key), _below(extending, key)
        if forms.get(key) is None or before is None or value is None:
            values[key] = value
        elif isinstance(before, dict) and isinstance(value, dict):
            values[key] = before | value
            names = {place[1] for place in here if len(place) > 1}
            there = _below(base, key).items()
            here = {at: x for at, x in there if len(at) == 1 or at[1] not in names} | here
        else:
            values[key], here = _added(base, extending, key, name_by(forms[key]))
        places = {at: x for at, x in places.items() if at[0] != key} | here
    return replace(
        base,
        path=extending.path,
        values=values,
        lines={place: line for place, (_, line) in places.items()},
        files={place: path for place, (path, _) in places.items()},
        mistakes=(*base.mistakes, *extending.mistakes),
    )


class _Item(NamedTuple):
    """An item of a list, and the places of what is below it."""

    value: Any
    places: dict[Place, tuple[str, int]]


def _added(
    base: Config, extending: Config, key: str, name: Name
) -> tuple[list[Any], dict[Place, tuple[str, int]]]:
    """Return the items of a list of two configs, and their places."""
    both = [list(_items(config, key)) for config in (base, extending)]
    items = joined(both, lambda item: name(item.value))
    places: dict[Place, tuple[str, int]] = {(key,): extending.places()[(key,)]}
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
