"""JMESPath expressions, checked when compiled, so that later failures depend on the data only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from jmespath.functions import Functions, signature

from sacreval.errors import InputError, SacrevalError, UsageError, nearest, one_line, shortened
from sacreval.text.answers.json_values import parsed_number
from sacreval.text.answers.plain_answers import yes_or_no

MOST_CHARACTERS = 10_000_000  # of a text that a function returns
MOST_PARTS = 1_000_000  # of a text that is split
MAY_FAIL = ("number", "to_number", "yes_no")
"""Functions that are null where a text is not what they look for."""

_TEXT: Any = {"types": ["string", "null"]}
_FIXED: Any = {"types": ["string"]}
_ANY: Any = {"types": []}


class OwnFunctions(Functions):
    """JMESPath's functions, and others, which are null for null.

    Attributes:
        characters: Number of characters that functions have returned since it was set to 0.
    """

    characters = 0

    @signature(_FIXED, _TEXT)
    def _func_split(self, separator: str, text: str | None) -> list[str] | None:
        """Return the parts of a text between separators."""
        if not separator:
            raise ValueError("the separator of split is empty")
        if text is None:
            return None
        if (parts := text.count(separator)) > MOST_PARTS:
            raise ValueError(f"the text would be split into {parts:,} parts")
        return text.split(separator)

    @signature(_TEXT)
    def _func_lower(self, text: str | None) -> str | None:
        """Return a text in lower case."""
        return None if text is None else text.lower()

    @signature(_TEXT)
    def _func_strip(self, text: str | None) -> str | None:
        """Return a text without white space at its ends."""
        return None if text is None else text.strip()

    @signature(_FIXED, _FIXED, _TEXT)
    def _func_replace(self, old: str, new: str, text: str | None) -> str | None:
        """Return a text with every `old` replaced by `new`."""
        if not old:
            raise ValueError("the text that replace looks for is empty")
        if text is None:
            return None
        self._allow(len(text) + text.count(old) * (len(new) - len(old)))
        return text.replace(old, new)

    @signature(_FIXED, {"types": ["array-string"]})
    def _func_join(self, glue: str, texts: Sequence[str]) -> str:
        """Return texts joined, as JMESPath's own function does."""
        self._allow(sum(map(len, texts)) + len(glue) * max(0, len(texts) - 1))
        return glue.join(texts)

    @signature(_ANY)
    def _func_number(self, value: Any) -> int | float | None:
        """Return a number, or the number that a text is; null for anything else."""
        if isinstance(value, str):
            return parsed_number(value)
        return value if type(value) in {int, float} else None

    @signature(_ANY)
    def _func_yes_no(self, value: Any) -> bool | None:
        """Return true or false, also of a text that says yes or no; null for anything else."""
        if isinstance(value, str):
            return yes_or_no(value)
        return value if isinstance(value, bool) else None

    def _allow(self, characters: int) -> None:
        """Check the length of a text before it is made, together with those made before.

        Raises:
            ValueError: If it is more than `MOST_CHARACTERS`.
        """
        self.characters += characters
        if self.characters > MOST_CHARACTERS:
            raise ValueError(f"the text would have more than {MOST_CHARACTERS:,} characters")


_CHAINED = {  # whose first child is applied to the data, and the others to what it finds
    "subexpression", "index_expression", "projection", "value_projection", "filter_projection",
    "pipe",
}  # fmt: skip


def first_fields(expression: str) -> list[str]:
    """List the fields of the data that an expression reads, such as `meta` of `meta.id`.

    Returns:
        The fields, each once; empty if it reads the data as a whole or not at all, or cannot be
        compiled, which `compiled` reports.
    """
    import jmespath

    try:
        parsed = jmespath.compile(expression).parsed
    except (jmespath.exceptions.JMESPathError, RecursionError, ValueError):
        return []
    return list(dict.fromkeys(_fields(parsed)))


def _fields(node: Any) -> Iterator[str]:
    if node["type"] == "field":
        yield node["value"]
    elif node["type"] != "expref":  # which is applied to members of a list
        chained = node["type"] in {*_CHAINED, "flatten"}
        for child in node["children"][:1] if chained else node["children"]:
            if isinstance(child, dict):
                yield from _fields(child)


MOST_COPIES = 1_000  # of the data in the result; each doubling of 40 would double it again
_FAULTS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def compiled(
    expression: str, option: str, *, wrong: type[SacrevalError] = InputError
) -> Callable[[Any], Any]:
    """Compile an expression.

    Args:
        expression: A JMESPath expression, such as `output.text`.
        option: Prefix of the expression in messages, such as `--map prediction=`.
        wrong: Exception raised for data that the expression cannot be applied to.

    Returns:
        A function from data to the expression's result.

    Raises:
        UsageError: If it is not JMESPath, names an unknown function, or can never be applied.
    """
    import jmespath

    functions = OwnFunctions()
    options = jmespath.Options(custom_functions=functions)
    what = f"{option}{shortened(expression)}"
    try:
        query = jmespath.compile(expression)
        _check(query.parsed, what)
    except RecursionError:
        raise UsageError(f"{what} is nested too deeply; write a shorter expression") from None
    except (jmespath.exceptions.JMESPathError, ValueError) as error:
        why = shortened(" ".join(str(error).split()), 200)
        remedy = _quoted(expression)
        raise UsageError(f"{what} is not a JMESPath expression ({why}){remedy}") from None

    def search(data: Any) -> Any:
        functions.characters = 0
        try:
            return query.search(data, options)
        except (jmespath.exceptions.JMESPathError, *_FAULTS) as error:
            why = one_line(error)
            raise wrong(f"{what} cannot be applied ({why}); change the expression") from None

    return search


def _quoted(expression: str) -> str:
    """Return a remedy if only keys that are no plain words are wrong; else nothing."""
    keys = expression.split(".")
    if not all(re.fullmatch(r"[\w-]+", key) for key in keys):
        return ""
    written = ".".join(k if re.fullmatch(r"[A-Za-z_]\w*", k) else f'"{k}"' for k in keys)
    return f"; quote such keys: {written}"


def _check(node: Any, what: str) -> None:
    """Check that an expression can be applied to some data."""
    known = OwnFunctions.FUNCTION_TABLE
    if _copies(node) > MOST_COPIES:
        raise UsageError(f"{what} repeats its data more than {MOST_COPIES:,} times; shorten it")
    for part in _nodes(node):
        if part["type"] == "function_expression":
            name, count = part["value"], len(part["children"])
            if name not in known:
                raise UsageError(f"{what}: JMESPath has no function {name}; {nearest(name, known)}")
            if not _takes(known[name]["signature"], count):
                raise UsageError(f"{what}: {name} does not take {count} arguments; see JMESPath")
            _check_order(name, [child["type"] for child in part["children"]], what)
        if part["type"] == "slice" and part["children"][2:] == [0]:
            raise UsageError(f"{what}: the step of a slice is 0; give another")


_ORDER = {"split": "split(SEPARATOR, TEXT)", "replace": "replace(OLD, NEW, TEXT)"}


def _check_order(name: str, kinds: Sequence[str], what: str) -> None:
    """Reject a call whose last argument is written out while the first is a field."""
    if name in _ORDER and kinds[-1] == "literal" and kinds[0] != "literal":
        raise UsageError(f"{what}: the text is the last argument; write {_ORDER[name]}")


def may_fail(expression: str) -> bool:
    """Return whether an expression calls a function that is null for texts that it cannot read.

    Args:
        expression: A JMESPath expression; one that cannot be compiled calls none.
    """
    import jmespath

    try:
        nodes = _nodes(jmespath.compile(expression).parsed)
    except (jmespath.exceptions.JMESPathError, RecursionError, ValueError):
        return False
    return any(x["type"] == "function_expression" and x["value"] in MAY_FAIL for x in nodes)


def fields_of(expression: str) -> set[str]:
    """Return the names of all fields in an expression.

    Args:
        expression: A JMESPath expression that can be compiled.
    """
    import jmespath

    nodes = _nodes(jmespath.compile(expression).parsed)
    return {node["value"] for node in nodes if node["type"] == "field"}


def _copies(node: Any) -> int:
    """Return an upper bound of how often the data can be in the result of an expression."""
    if not isinstance(node, dict):
        return 1
    inner = [_copies(child) for child in node["children"]]
    applied = any(isinstance(part, dict) and part["type"] == "expref" for part in node["children"])
    if node["type"] in {*_CHAINED, "expref"} or applied:
        return prod(inner)
    return max(1, sum(inner))


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for child in node["children"]:
            yield from _nodes(child)


def _takes(signature: Any, count: int) -> bool:
    """Return whether a function accepts `count` arguments."""
    if signature and signature[-1].get("variadic"):
        return count >= len(signature)
    return count == len(signature)
