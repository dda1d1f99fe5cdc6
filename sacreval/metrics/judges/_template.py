"""Templates of prompts: text with `{{JMESPath}}`, filled in once from the fields of a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from sacreval.errors import InputError, UsageError, shortened
from sacreval.text.expressions import compiled

_PLACE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


class MissingValueError(InputError):
    """An expression of a template that selects nothing in a record."""


class Place(NamedTuple):
    """One `{{expression}}` of a template.

    Args:
        expression: The JMESPath expression.
        search: Function from fields to its value.
        roots: The names of the fields that it reads.
    """

    expression: str
    search: Callable[[Any], Any]
    roots: tuple[str, ...]


class Template(NamedTuple):
    """A template: literal texts, with a place after each but the last.

    Args:
        literals: The texts between the places, one more than there are places.
        places: The expressions.
    """

    literals: tuple[str, ...]
    places: tuple[Place, ...]

    def fill(self, fields: Mapping[str, Any]) -> str:
        """Return the text with the values of a record.

        Values are inserted as they are: a value that contains `{{…}}` is not read as a template.

        Args:
            fields: Field to value.

        Raises:
            MissingValueError: If an expression selects nothing.
        """
        parts = [self.literals[0]]
        for place, literal in zip(self.places, self.literals[1:], strict=True):
            parts += (_text(place, fields), literal)
        return "".join(parts)

    def fields(self) -> set[str]:
        """Return the names of the fields that the template reads."""
        return {root for place in self.places for root in place.roots}


@lru_cache(maxsize=1024)
def template(text: str) -> Template:
    """Parse a template.

    Args:
        text: Text with JMESPath expressions in double braces.

    Raises:
        UsageError: If braces are not closed, or an expression is not valid JMESPath.
    """
    literals, places, end = [], [], 0
    for found in _PLACE.finditer(text):
        literals.append(text[end : found.start()])
        places.append(expression(found[1].strip()))
        end = found.end()
    literals.append(text[end:])
    if unclosed := next((x for x in literals if "{{" in x), None):
        start = unclosed[unclosed.index("{{") :]
        raise UsageError(
            f"'{shortened(start, 40)}' is not closed; write {{{{field}}}}, or {{{{'{{{{'}}}} for "
            "the braces themselves"
        )
    return Template(tuple(literals), tuple(places))


@lru_cache(maxsize=1024)
def expression(text: str) -> Place:
    """Compile one expression.

    Args:
        text: A JMESPath expression over the fields of a record.

    Raises:
        UsageError: If it is not valid JMESPath.
    """
    if not text:
        raise UsageError("there is nothing between {{ and }}; name a field")
    return Place(text, compiled(text, "", wrong=InputError), tuple(_roots(text)))


def _text(place: Place, fields: Mapping[str, Any]) -> str:
    """Return a value as text: texts as they are, all others as JSON."""
    value = place.search(fields)
    if value is None:
        raise MissingValueError(
            f"there is no {shortened(place.expression)}; add it, or --map it from another field"
        )
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _roots(text: str) -> Iterator[str]:
    """Yield the names of the fields that an expression starts from."""
    import jmespath

    yield from dict.fromkeys(_starts(jmespath.compile(text).parsed))


_FROM_RESULT = {"subexpression", "index_expression", "projection", "value_projection", "pipe"}
_FROM_RESULT |= {"filter_projection"}


def _starts(node: Any) -> Iterator[str]:
    """Yield the fields at the start of an expression; what follows reads their values."""
    if node["type"] == "field":
        yield node["value"]
    children = node["children"]
    for child in children[:1] if node["type"] in _FROM_RESULT else children:
        if isinstance(child, dict):
            yield from _starts(child)
