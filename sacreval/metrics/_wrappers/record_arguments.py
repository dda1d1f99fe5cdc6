"""Arguments of a function with one value for each record, found by expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sacreval.core.records import FIELDS
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.text.expression_fields import first_fields
from sacreval.text.expressions import compiled

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance

OPTION = "--record-arguments"
_TAKEN = ("predictions", "references")


class RecordArguments(NamedTuple):
    """Names of arguments, and where their values are in a record.

    Args:
        expressions: Name of the argument to the function that finds its value.
        fields: The fields of records that they read.
    """

    expressions: Mapping[str, Callable[[Any], Any]]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Parse arguments.

        Args:
            texts: Each NAME=JMESPATH.

        Raises:
            UsageError: If one is written in another way, or reads no field of records.
        """
        expressions: dict[str, Callable[[Any], Any]] = {}
        read: dict[str, None] = {}
        for text in texts:
            name, equals, expression = text.partition("=")
            if not equals or not name.isidentifier() or not expression.strip():
                raise UsageError(f"{OPTION} {shortened(text)}: write NAME=JMESPATH")
            if name in expressions or name in _TAKEN:
                raise UsageError(f"{OPTION}: the argument '{name}' is given already; name another")
            expressions[name] = compiled(expression, f"{OPTION} {name}=")
            read |= dict.fromkeys(_checked(expression, text))
        return cls(expressions, tuple(read))

    def columns(self, batch: Batch) -> dict[str, list[Any]]:
        """Return each argument: a list with the value of every record."""
        data = [self._data(record) for record in batch]
        return {name: [find(one) for one in data] for name, find in self.expressions.items()}

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record without one of the values; None if it has all."""
        data = self._data(instance)
        for name, find in self.expressions.items():
            try:
                found = find(data)
            except InputError as error:
                return str(error)
            if found is None:
                return f"{OPTION} {name}= finds nothing in this record; correct either of them"
        return None

    def _data(self, record: Instance) -> dict[str, Any]:
        return {name: getattr(record, name) for name in self.fields}


def _checked(expression: str, text: str) -> Sequence[str]:
    """Return the fields of records that an expression reads.

    Raises:
        UsageError: If it reads none, or one that records do not have.
    """
    found = first_fields(expression)
    if not found:
        raise UsageError(
            f"{OPTION} {shortened(text)}: it names no field of records; give a constant as "
            "--arguments"
        )
    for name in found:
        if name not in FIELDS:
            raise UsageError(
                f"{OPTION} {shortened(text)}: records have no field '{shortened(name)}'; "
                f"{nearest(name, FIELDS)}"
            )
    return found
