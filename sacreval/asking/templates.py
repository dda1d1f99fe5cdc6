"""Templates of prompts: texts in which {{EXPRESSION}} stands for a value of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sacreval.errors import InputError, UsageError, shortened

_OPEN, _CLOSE = "{{", "}}"
_QUOTES = "'\"`"  # JMESPath's raw texts, names and JSON
_LEFT_FIRST = {
    "subexpression",
    "index_expression",
    "projection",
    "value_projection",
    "filter_projection",
    "flatten",
    "pipe",
}  # nodes whose first child is applied to the record and whose others to what it finds


class TemplatePart(NamedTuple):
    """A piece of a template.

    Args:
        text: The text; for a value, its expression.
        find: Finds the value in the record; None for plain text.
    """

    text: str
    find: Callable[[Any], Any] | None


@dataclass(frozen=True)
class Template:
    """A text with places for values; values are inserted as they are and are never templates.

    Args:
        text: The text as it was written.
        where: Where it stands, for messages.
        parts: Plain texts and expressions, in order.
    """

    text: str
    where: str
    parts: tuple[TemplatePart, ...]

    @classmethod
    def parse(cls, text: str, where: str) -> Template:
        """Read a template.

        Args:
            text: Any text, in which `{{sources[0]}}` stands for what this JMESPath expression
                finds; a pair of braces as such is `{{'{{'}}`.
            where: Where it stands, such as `judge.yaml: messages[0]`.

        Raises:
            UsageError: If braces are not closed, or an expression is empty or not JMESPath.
        """
        return cls(text, where, tuple(_parts(text, where)))

    def render(self, values: Mapping[str, Any]) -> str:
        """Return the text with all values.

        Texts are inserted as they are, other values as JSON.

        Args:
            values: The fields of a record, by name.

        Raises:
            InputError: If an expression finds nothing; the caller adds the record's place.
        """
        return "".join(self._shown(part, values) for part in self.parts)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that the expressions read, in order, each once."""
        import jmespath

        trees = (jmespath.compile(part.text).parsed for part in self.parts if part.find)
        return tuple(dict.fromkeys(name for tree in trees for name in _names(tree)))

    def _shown(self, part: TemplatePart, values: Mapping[str, Any]) -> str:
        if part.find is None:
            return part.text
        if (value := part.find(values)) is None:
            raise InputError(
                f"{{{{{shortened(part.text)}}}}} of {self.where} finds nothing in the record; "
                "add the field, or change the template"
            )
        return value if isinstance(value, str) else _json(value)


def _parts(text: str, where: str) -> Iterator[TemplatePart]:
    from sacreval.text.expressions import compiled

    start = 0
    while (opening := text.find(_OPEN, start)) >= 0:
        if opening > start:
            yield TemplatePart(text[start:opening], None)
        closing = _end(text, opening + len(_OPEN), where)
        expression = text[opening + len(_OPEN) : closing].strip()
        if not expression:
            raise UsageError(f"{where}: {{{{}}}} is empty; name a field, as in {{{{input}}}}")
        yield TemplatePart(expression, compiled(expression, f"{where}: "))
        start = closing + len(_CLOSE)
    if start < len(text):
        yield TemplatePart(text[start:], None)


def _end(text: str, start: int, where: str) -> int:
    """Return where the closing braces of an expression are; quotes and inner braces are skipped."""
    quote, depth, i = "", 0, start
    while i < len(text):
        sign = text[i]
        if quote:
            i += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        elif sign == "{":
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
        elif text.startswith(_CLOSE, i):
            return i
        i += 1
    raise UsageError(
        f"{where}: {shortened(text[start - len(_OPEN) :], 40)} is not closed by }}}}; close it, "
        "or write {{'{{'}} for braces"
    )


def _names(node: Any) -> Iterator[str]:
    """Yield the names that a JMESPath tree reads in the record itself."""
    kind, inner = node["type"], node["children"]
    if kind == "field":
        yield node["value"]
    elif kind == "expref":
        return
    elif kind in _LEFT_FIRST:
        names = list(_names(inner[0]))
        yield from names
        if inner[0]["type"] in {"current", "identity"}:
            for child in inner[1:]:
                yield from _names(child)
    else:
        for child in inner:
            if isinstance(child, dict):
                yield from _names(child)


def _json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value, order="deterministic").decode()
