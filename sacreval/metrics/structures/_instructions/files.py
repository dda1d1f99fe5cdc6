"""Checks for all records of a run, by NAME with arguments, or a YAML file of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.core.options.field_types import TEXT, TEXTS, Kind
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import InputError, UsageError, nearest, shortened

COUNT = Kind(
    "a whole number from 0",
    lambda v: (type(v) is int or (type(v) is float and v.is_integer())) and v >= 0,
)
RELATION = Kind("`less than` or `at least`", lambda v: v in ("less than", "at least"))
LETTER = Kind("one character", lambda v: isinstance(v, str) and len(v.strip()) == 1)
WORD = Kind("text that is not empty", lambda v: TEXT.accepts(v) and bool(v.strip()))
WORDS = Kind("a list of texts that are not empty", lambda v: TEXTS.accepts(v) and all(v))


class Predicate(NamedTuple):
    """An instruction that can be checked.

    Args:
        holds: Returns whether a text follows it, from the text and the arguments by name.
        arguments: Name of each argument to its type; all are required.
        needs: What must be set up: `punkt`, `language`, or nothing.
    """

    holds: Callable[..., bool]
    arguments: Mapping[str, Kind] = {}
    needs: str = ""


class Check(NamedTuple):
    """An instruction with its arguments.

    Args:
        name: Its name, such as `punctuation:no_comma`.
        predicate: What is checked.
        values: The arguments.
    """

    name: str
    predicate: Predicate
    values: Mapping[str, Any]

    def holds(self, text: str) -> bool:
        """Return whether a text follows the instruction; one without a visible character never."""
        return bool(text.strip()) and self.predicate.holds(text, **self.values)


def check_of(name: Any, values: Any, known: Mapping[str, Predicate]) -> Check:
    """Return a check; arguments that are null are not there, as in the data set of IFEval."""
    if not isinstance(name, str) or name not in known:
        raise UsageError(
            f"there is no instruction '{shortened(str(name))}'; {nearest(str(name), known)}"
        )
    if not isinstance(values or {}, Mapping):
        raise UsageError(f"the arguments of {name} are no object; write name and value of each")
    predicate = known[name]
    arguments = {key: value for key, value in (values or {}).items() if value is not None}
    for key in arguments:
        if key not in predicate.arguments:
            raise UsageError(
                f"{name} has no argument '{shortened(str(key))}'; "
                f"{nearest(str(key), predicate.arguments)}"
            )
    for key, kind in predicate.arguments.items():
        if not kind.accepts(arguments.get(key)):
            raise UsageError(f"{name} needs {key}, {kind.description}; add or correct it")
    return Check(name, predicate, arguments)


def compared(count: int, relation: str, threshold: float) -> bool:
    """Return whether a count is less than a threshold, or at least as large."""
    return count < threshold if relation == "less than" else count >= threshold


def resolved(specs: Sequence[str]) -> tuple[str, ...]:
    """Return specs of checks, those of YAML files in their place."""
    return tuple(
        spec for text in specs for spec in (_listed(text[1:]) if text[:1] == "@" else [text])
    )


def of_spec(spec: str, known: Mapping[str, Predicate]) -> Check:
    """Return the check of a spec."""
    name, values = split_spec(spec)
    return check_of(name, values, known)


def _listed(path: str) -> Iterator[str]:
    from sacreval.io.formats.yaml_files import read

    data = read(path).data
    if not isinstance(data, list) or not data:
        raise InputError(
            f"{path}: no list of checks; write one a line, as in '- punctuation:no_comma'"
        )
    for i, check in enumerate(data, 1):
        name, values = check, None
        if isinstance(check, Mapping) and len(check) == 1:
            [(name, values)] = check.items()
        if not isinstance(name, str) or not isinstance(values or {}, Mapping):
            raise InputError(
                f"{path}: check {i} is neither a name nor a name with arguments; write "
                "'- length_constraints:number_words: {num_words: 10, relation: at least}'"
            )
        try:
            yield write_spec(name, {str(key): value for key, value in (values or {}).items()})
        except (TypeError, UsageError) as error:
            raise InputError(
                f"{path}: check {i}: {error}; write texts, numbers and lists"
            ) from None
