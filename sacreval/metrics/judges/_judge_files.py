"""Judge files: found by path or name, read from YAML without running code, and checked."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from sacreval.asking.requests import Message
from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import InputError, NotSetUpError, UsageError, nearest, shortened
from sacreval.io.resources import PACKAGE, RESOURCES, data_folder
from sacreval.io.resources import find as is_set_up
from sacreval.metrics.judges._definition import Definition, OpponentPair, Step
from sacreval.metrics.judges._definition_checks import checked
from sacreval.metrics.judges._json_rule import JsonRule
from sacreval.metrics.judges._rules import ErrorsRule, LinesRule, LogprobsRule, ParseRule
from sacreval.metrics.judges._scales import (
    ChecklistScale,
    ChoicesScale,
    ListScale,
    MqmScale,
    NumberScale,
)

if TYPE_CHECKING:
    from yaml.nodes import Node


_SCALES: tuple[type[msgspec.Struct], ...] = (
    NumberScale, ChoicesScale, ChecklistScale, ListScale, MqmScale,
)  # fmt: skip
_PARTS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "scale": _SCALES, "parse": (ParseRule,), "json": (JsonRule,), "lines": (LinesRule,),
    "errors": (ErrorsRule,), "logprobs": (LogprobsRule,), "pair": (OpponentPair,),
    "messages": (Message,), "steps": (Step,),
}  # fmt: skip


def key_error(error: msgspec.ValidationError) -> str:
    """Describe an error of a judge file in plain words, with what to write instead."""
    text = str(error)
    place = re.search(r" - at `\$\.?([^`]*)`$", text)
    keys = re.findall(r"[A-Za-z_]+", place[1]) if place else []
    if unknown := re.search(r"unknown field `([^`]*)`", text):
        known = _keys(_parts_at(keys))
        return f"there is no key '{shortened(unknown[1])}'; {nearest(unknown[1], known)}"
    if keys and (wrong := re.match(r"Invalid (?:enum )?value (.*) - at ", text)):
        words = _words(_parts_at(keys[:-1]), keys[-1])
        if words:
            return f"`{place[1] if place else ''}` cannot be {wrong[1]}; write {_either(words)}"
    return in_plain_words(error)


def _parts_at(keys: list[str]) -> tuple[type[msgspec.Struct], ...]:
    """Return what may stand at a place of a judge file."""
    return _PARTS.get(keys[-1], (Definition,)) if keys else (Definition,)


def _keys(parts: tuple[type[msgspec.Struct], ...]) -> list[str]:
    fields = {name for part in parts for name in part.__struct_fields__}
    return sorted(fields | ({"type"} if parts is _SCALES else set()))


def _words(parts: tuple[type[msgspec.Struct], ...], key: str) -> list[str]:
    """Return the words that a key may have; none if it may have others."""
    if key == "type":
        return [str(part.__struct_config__.tag) for part in parts]
    hints: list[Any] = [get_type_hints(part).get(key) for part in parts]
    return [word for hint in hints for word in _literals(hint)]


def _literals(hint: Any) -> list[str]:
    """Return the words of a type, also where it may be None."""
    arguments = get_args(hint)
    words = [word for word in arguments if isinstance(word, str)]
    return words or [word for argument in arguments for word in _literals(argument)]


def _either(words: list[str]) -> str:
    unique = list(dict.fromkeys(words))
    return " or ".join(filter(None, (", ".join(unique[:-1]), unique[-1])))


_NAMED = 12  # names in a message
SHIPPED = PACKAGE / "judges"
_KEY = re.compile(r"[A-Za-z_]+|\d+")


def definition(judge: str) -> Definition:
    """Find and read a judge.

    Args:
        judge: The path of a judge file, or the name of a judge that comes with sacreval or was
            set up.

    Raises:
        UsageError: If there is no such judge.
        InputError: If the file is not a valid judge; the message names file, line and key.
    """
    path = find(judge)
    try:
        stamp = path.stat()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; check the path of the judge") from None
    return _read(str(path), stamp.st_mtime_ns, stamp.st_size)


def names() -> list[str]:
    """List the judges that come with sacreval, and those that were set up."""
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.yaml")})


def find(judge: str) -> Path:
    """Return the path of a judge file."""
    if not judge:
        raise NotSetUpError(
            f"a judge is missing; name a YAML file or one of {_some()}, as in: "
            "sacreval evaluate judge JUDGE.yaml outputs.jsonl"
        )
    if judge.endswith((".yaml", ".yml")) or "/" in judge or "\\" in judge:
        return Path(judge)
    for folder in _folders():
        path = folder / f"{judge}.yaml"
        if path.is_file():
            return path
    _check_set_up(judge)
    if Path(judge).is_file():
        raise UsageError(
            f"{judge} is no judge file, whose name ends in .yaml; name the judge first, and then "
            "the outputs"
        )
    raise UsageError(
        f"There is no judge '{shortened(judge)}'; "
        f"{nearest(judge, names(), f'available: {_some()}')}"
    )


def _some() -> str:
    """Return the first names; all would be longer than a message."""
    judges = names()
    more = f" and {len(judges) - _NAMED} more (sacreval list judges)"
    return ", ".join(judges[:_NAMED]) + more * (len(judges) > _NAMED)


def _check_set_up(judge: str) -> None:
    """Check that a judge is not one of a paper that has not been set up."""
    for name, paper in RESOURCES.items():
        if paper.place == f"judges/{name}" and judge.startswith(name) and not is_set_up(name):
            raise NotSetUpError(
                f"{paper.about} are not installed; run: sacreval setup-metric {paper.recipe}"
            )


def _folders() -> list[Path]:
    """Return the folders of judges: those of sacreval, the user's own, and one for each paper."""
    folder = data_folder() / "judges"
    return [SHIPPED, folder, *sorted(path for path in folder.glob("[!.]*") if path.is_dir())]


@lru_cache(maxsize=64)
def _read(path: str, _modified: int, _size: int) -> Definition:
    """Read a judge file; an unchanged one is read once."""
    from sacreval.io.formats.yaml_files import read

    data, node = read(path)
    if node is None:
        raise InputError(f"{path}: this file is empty; a judge needs messages, scale and parse")
    written = as_written(data, node, path)
    try:
        return checked(msgspec.convert(written, Definition))
    except msgspec.ValidationError as error:
        raise InputError(f"{_line(path, node, str(error))}: {key_error(error)}") from None
    except (UsageError, InputError) as error:
        raise InputError(f"{_line(path, node, str(error))}: {error}") from None


def as_written(data: Any, node: Node, path: str) -> Any:
    """Return data whose keys are texts as the file writes them: `yes` is not true."""
    from yaml.nodes import MappingNode, SequenceNode

    if isinstance(data, list | dict) is not isinstance(node, SequenceNode | MappingNode):
        raise InputError(
            f"{path}:{node.start_mark.line + 1}: the tag {shortened(node.tag)} is not allowed; "
            "write lists and maps"
        )
    if isinstance(node, SequenceNode):
        return [as_written(x, n, path) for x, n in zip(data, node.value, strict=True)]
    if not isinstance(node, MappingNode):
        return data
    mapping: dict[str, Any] = {}
    for (key, value), inner in zip(node.value, _values_of(data, node), strict=True):
        if str(key.value) in mapping:
            raise InputError(
                f"{path}:{key.start_mark.line + 1}: the key '{shortened(str(key.value))}' is "
                "repeated; keep one"
            )
        mapping[str(key.value)] = as_written(inner, value, path)
    return mapping


def _values_of(data: dict[Any, Any], node: Node) -> list[Any]:
    """Return the value of each key of a mapping, repeated keys included."""
    import yaml

    constructor = yaml.SafeLoader("")
    return [data[constructor.construct_object(key, deep=True)] for key, _ in node.value]


def _line(path: str, node: Node, sentence: str) -> str:
    """Return the file and the line of the key that an error names."""
    place = re.search(r"`\$\.?([^`]*)`$", sentence)
    keys = _KEY.findall(place[1] if place else re.split(r"[ :]", sentence, maxsplit=1)[0])
    if unknown := re.search(r"unknown field `([^`]*)`", sentence):
        keys = [*(_KEY.findall(place[1]) if place else ()), unknown[1]]
    for key in keys:
        child = _below(node, key)
        if child is None:
            break
        node = child
    return f"{path}:{node.start_mark.line + 1}"


def _below(node: Node, key: str) -> Node | None:
    """Return the value of a key of a mapping, or of an index of a list."""
    from yaml.nodes import MappingNode, SequenceNode

    if isinstance(node, MappingNode):
        return next((v for k, v in node.value if k.value == key), None)
    if isinstance(node, SequenceNode) and key.isdecimal() and int(key) < len(node.value):
        child: Node = node.value[int(key)]
        return child
    return None
