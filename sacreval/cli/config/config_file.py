"""Config: a YAML file of options, read with the line of every key for error messages.

Its keys are options and are checked as such: a config is Typer's `default_map`. PyYAML has the
lines of keys in 30 lines; ruamel.yaml has them too, but takes 128 ms to import instead of 60.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sacreval.cli.config_mistakes import gathered
from sacreval.cli.options.list_options import cleared
from sacreval.core.options.specs import OptionError, write_spec
from sacreval.errors import InputError, UsageError, nearest
from sacreval.io.shipped_files import shipped

if TYPE_CHECKING:
    from yaml.nodes import Node

    from sacreval.cli.options.list_options import Forms

    Place = tuple[str | int, ...]

ENDINGS = (".yaml", ".yml")
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
    if word.lower().endswith(ENDINGS) or _is_json_config(word):
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
    """Return whether a line of a config begins with a key, or with `extends`, which may have it.

    Args:
        path: The config; one that cannot be read has none.
        key: The key.
    """
    from sacreval.io.pipes import reopenable

    try:
        text = Path(reopenable(path)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    names = (line.partition(":")[0].strip().strip("\"'{ ") for line in text.splitlines())
    return any(name in (key, EXTENDS) for name in names)


def read_config(path: str, known: Forms) -> Config:
    """Read the file of a config, without the one that it extends.

    Args:
        path: The file.
        known: All options, and how the values of those that can be repeated are written.

    Returns:
        The config. Keys that are unknown or repeated and numbers that are not finite are among its
        mistakes; the sentences name place and nearest key.

    Raises:
        InputError: If the file cannot be read, or is not YAML.
    """
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
    keys = [one.replace("_", "-") for one in known]
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
        return _one(value, config, name) if text or isinstance(value, dict) else value
    if isinstance(value, dict) and name == "metrics":
        raise UsageError(
            f"{config.where(name)}: the metrics are a list; write each in a line of its own, as in "
            "`- bleu`, or with options as in `- rouge: {stemmer: true}`"
        )
    if isinstance(value, dict):
        return gathered([partial(_pair, key, x, config, name) for key, x in value.items()])
    items = value if isinstance(value, list) else [value]
    return gathered([partial(_one, item, config, name, i) for i, item in enumerate(items)])


def _pair(key: str, value: Any, config: Config, name: str) -> str:
    return f"{key}={_scalar(value, config, name, key)}"


def _one(value: Any, config: Config, *place: str | int) -> str:
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
