"""Names of one's own for metrics with options, from sacreval.yaml or pyproject.toml."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

from sacreval.core import aliases
from sacreval.core.metric import metrics
from sacreval.core.options.specs import write_spec
from sacreval.errors import InputError, InputNotice, UsageError, nearest

VARIABLE = "SACREVAL_METRICS"
"""Environment variable that names the file, in place of the search."""
YAML, TOML = "sacreval.yaml", "pyproject.toml"
KEY = "metrics"
_TABLE = rb"(?m)^\s*\[tool\.sacreval\.metrics|^\s*\[tool\.sacreval\]"
NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_TAKEN = ("suite", "results", "scores", "judgments", "trust", "agree")  # other subcommands


class OwnMetric(NamedTuple):
    """A metric with options, under a name of the user's.

    Args:
        name: The name.
        metric: The metric that it stands for.
        options: Its options, and keys of suites such as `map` and `where`.
        where: The file and line of its definition.
    """

    name: str
    metric: str
    options: Mapping[str, Any]
    where: str

    @property
    def spec(self) -> str:
        """The metric with its options, as in suites."""
        return write_spec(self.metric, self.options)

    def tell(self) -> None:
        """Write a notice of what the name stands for."""
        warn(InputNotice(f"{self.name} is {self.spec}, by {self.where}"), stacklevel=2)


def own_metrics() -> Mapping[str, OwnMetric]:
    """Return the user's own names, by name; nothing where no file defines any.

    The file is the one that SACREVAL_METRICS names; else `sacreval.yaml`, or `pyproject.toml` with
    a table `tool.sacreval.metrics`, in the working directory or the nearest folder above it, up to
    the root of its repository.

    Raises:
        InputError: If the file cannot be read.
        UsageError: If a definition is wrong, or its name is that of a metric of sacreval.
    """
    path = _named() or _nearest(Path.cwd())
    return (
        {}
        if path is None
        else _read(os.path.relpath(path), str(path.resolve()), path.stat().st_mtime_ns)
    )


def find(name: str) -> OwnMetric | None:
    """Return the definition of a name; None for a metric of sacreval, or an unknown name."""
    return own_metrics().get(name)


def _named() -> Path | None:
    value = os.environ.get(VARIABLE)
    if not value:
        return None
    path = Path(value)
    if not path.is_file():
        raise UsageError(f"{VARIABLE}: {value}: there is no such file; name another, or none")
    if path.suffix not in (".yaml", ".yml", ".toml"):
        raise UsageError(
            f"{VARIABLE}: {value}: names are read from YAML and TOML; name such a file"
        )
    return path


def _nearest(folder: Path) -> Path | None:
    """Return the nearest file with names, in a folder or above it."""
    for directory in (folder, *folder.parents):
        yaml, toml = directory / YAML, directory / TOML
        defines = toml.is_file() and re.search(_TABLE, toml.read_bytes())
        if yaml.is_file() and defines:
            raise UsageError(f"{yaml} and {toml} both define names of metrics; keep one of the two")
        if yaml.is_file() or defines:
            return yaml if yaml.is_file() else toml
        if (directory / ".git").exists():
            return None
    return None


@cache
def _read(path: str, _full: str, _changed: int) -> Mapping[str, OwnMetric]:
    """Read the definitions of a file, once as long as it does not change.

    Args:
        path: The file, as messages show it.
        _full: The same from the root.
        _changed: When it was changed last.
    """
    data, lines = _toml(path) if path.endswith(".toml") else _yaml(path)
    return {definition.name: definition for definition in _definitions(path, data, lines)}


def _yaml(path: str) -> tuple[Any, Mapping[str, int]]:
    from sacreval.io.formats.yaml_files import read

    data, node = read(path)
    data = {} if data is None else data
    if not isinstance(data, dict):
        raise InputError(f"{path}:1: names are below `{KEY}:`, as in `our-rouge: {{rouge: {{}}}}`")
    for key in data:
        if key != KEY:
            raise UsageError(f"{path}: unknown key '{key}'; {nearest(str(key), [KEY])}")
    lines = {}
    for _, value in node.value if node else ():
        pairs = value.value if isinstance(value.value, list) else ()
        for pair in pairs:
            if isinstance(pair, tuple):
                name, line = str(pair[0].value), pair[0].start_mark.line + 1
                if name in lines:
                    raise UsageError(f"{path}:{line}: '{name}' is repeated; keep one")
                lines[name] = line
    return data.get(KEY), lines


def _toml(path: str) -> tuple[Any, Mapping[str, int]]:
    import tomllib

    text = Path(path).read_bytes()
    try:
        data = tomllib.loads(text.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not TOML ({error}); correct it") from None
    table = data.get("tool", {}).get("sacreval", {}).get(KEY)
    lines = {}
    for number, line in enumerate(text.decode().splitlines(), start=1):
        for name in table or ():
            if name in line and name not in lines:
                lines[name] = number
    return table, lines


def _definitions(path: str, data: Any, lines: Mapping[str, int]) -> Iterator[OwnMetric]:
    if data is None:
        return
    if not isinstance(data, dict):
        raise UsageError(f"{path}: `{KEY}` maps names to metrics, as in our-rouge: {{rouge: {{}}}}")
    for name, value in data.items():
        where = f"{path}:{lines.get(str(name), 1)}"
        _check_name(str(name), where)
        if isinstance(value, str):
            value = {value: None}  # noqa: PLW2901 - a metric without options
        if not isinstance(value, dict) or len(value) != 1:
            raise UsageError(
                f"{where}: '{name}' stands for one metric with its options, as in "
                "our-rouge: {rouge: {stemmer: true}}"
            )
        [(metric, options)] = value.items()
        alias = aliases.find(str(metric), metrics)
        if (
            not alias
            and metric not in metrics
            and str(metric).partition(":")[0] not in metrics.schemes
        ):
            what = aliases.answer(str(metric), metrics) or nearest(metric, metrics)
            raise UsageError(f"{where}: there is no metric '{metric}'; {what}")
        if not (options is None or isinstance(options, dict)):
            raise UsageError(f"{where}: the options of {metric} are names with values")
        if alias is not None:
            metric, options = alias.metric, {**alias.options, **(options or {})}
        yield OwnMetric(str(name), str(metric), options or {}, where)


def _check_name(name: str, where: str) -> None:
    if not re.fullmatch(NAME, name):
        raise UsageError(f"{where}: '{name}' cannot be a name; use letters, digits, - and _")
    if name in metrics or name in _TAKEN:
        raise UsageError(
            f"{where}: '{name}' is a name of sacreval's own, whose numbers would change; choose "
            "another name"
        )
