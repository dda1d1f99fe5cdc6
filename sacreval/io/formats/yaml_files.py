"""YAML files, read with limits on their size, aliases and depth, and numbers as in options.

An alias is a copy of the node it names. A few bytes of nested aliases can expand to any size, so
the values of a document are counted, copies included, before it is constructed.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, shortened
from sacreval.io.files import open_bytes

if TYPE_CHECKING:
    from yaml.nodes import Node

_DEEP = re.compile(rb"(?:[\[{]\s*){100}")
_INT = re.compile(r"[-+]?[0-9]+$")
_FLOAT = re.compile(
    r"[-+]?(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)$"
    r"|[-+]?\.(?:inf|Inf|INF)$|\.(?:nan|NaN|NAN)$"
)
MOST_BYTES = 2**20
MOST_VALUES = 100_000  # of a document, including copies by aliases


class YamlDocument(NamedTuple):
    """The content of a YAML file.

    Args:
        data: Plain values; None for an empty file.
        node: The same as nodes with line numbers; None for an empty file.
    """

    data: Any
    node: Node | None


class YamlLimits(NamedTuple):
    """Limits on a YAML file.

    Args:
        size: Largest size, in bytes.
        values: Most values of the document, including copies by aliases.
    """

    size: int = MOST_BYTES
    values: int = MOST_VALUES


def read(path: str, limits: YamlLimits = YamlLimits()) -> YamlDocument:  # noqa: B008 - an immutable default
    """Read a YAML file that holds one document.

    Args:
        path: Path of the file.
        limits: Its limits.

    Raises:
        InputError: If it cannot be read, is not YAML, or exceeds a limit.
    """
    import yaml

    with open_bytes(path) as stream:
        content = stream.read(limits.size + 1)
    if len(content) > limits.size:
        most = f"{limits.size / MOST_BYTES:g} MiB"
        raise InputError(
            f"{path}: this file is longer than {most}, the limit for YAML files; shorten it"
        )
    if _DEEP.search(content):  # which the parser would take long to reject
        raise InputError(f"{path}: lists or maps are nested too deeply; write fewer levels")
    try:
        loader = _loader()(content)
        node = loader.get_single_node()
        if node is None:
            return YamlDocument(None, None)
        if _values(node, {}, limits.values) > limits.values:
            raise InputError(
                f"{path}: with its aliases expanded, this file has more than {limits.values} "
                "values; use fewer aliases"
            )
        _check_texts(node, path)
        return YamlDocument(loader.construct_document(node), node)
    except RecursionError:
        raise InputError(
            f"{path}: lists or maps are nested too deeply; write fewer levels"
        ) from None
    except (yaml.YAMLError, ValueError, TypeError, OverflowError) as error:
        raise InputError(_not_yaml(path, error)) from None


@cache
def _loader() -> Any:
    """Return the class of loaders that read numbers as the command line does.

    In YAML 1.1, which PyYAML reads, 010 is 8, 1:30 is 90, 0x10 is 16, and 1e3 a text. Here 010 is
    10, 1e3 is 1000, and other forms of numbers and dates are texts.
    """
    import yaml

    class Loader(yaml.SafeLoader):
        """A loader of plain values."""

    other = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:timestamp")
    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in known if tag not in other]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver(other[0], _INT, list("-+0123456789"))
    Loader.add_implicit_resolver(other[1], _FLOAT, list("-+0123456789."))
    Loader.add_constructor(other[0], lambda _, node: int(node.value))
    Loader.add_constructor(other[1], lambda _, node: _number(node.value))
    return Loader


def _number(text: str) -> float:
    """Parse a number of YAML; infinity and NaN, which begin with a dot, too."""
    return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))


def _values(node: Node, known: dict[int, int], most: int) -> int:
    """Count a node and its descendants, as often as aliases repeat them."""
    if id(node) in known:
        return known[id(node)]
    known[id(node)] = most + 1
    if isinstance(node.value, list):
        parts = [part for item in node.value for part in _parts(item)]
        known[id(node)] = 1 + sum(_values(part, known, most) for part in parts)
    else:
        known[id(node)] = 1
    return known[id(node)]


def _check_texts(node: Node, path: str) -> None:
    """Check that texts have no halves of surrogate pairs, which no file or request can have."""
    if isinstance(node.value, list):
        for item in node.value:
            for part in _parts(item):
                _check_texts(part, path)
    elif any("\ud800" <= sign <= "\udfff" for sign in node.value):
        line = node.start_mark.line + 1
        raise InputError(f"{path}:{line}: a text has half of a surrogate pair; remove it")


def _parts(item: Any) -> tuple[Node, ...]:
    """Return the nodes of an item: the item of a list, or key and value of a map."""
    return item if isinstance(item, tuple) else (item,)


def _not_yaml(path: str, error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    place = f"{path}:{mark.line + 1}" if mark else path
    problem = getattr(error, "problem", None) or " ".join(str(error).split())
    return f"{place}: not YAML ({shortened(str(problem))}); check indentation and quotes"
