"""Checks for all records of a run: NAME with its arguments in braces, or a YAML file of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures._instructions.arguments import Check, Predicate, check_of


def resolved(given: Sequence[str]) -> tuple[str, ...]:
    """Return specs of checks, those of YAML files in their place.

    Args:
        given: NAME, NAME{"argument": value}, or @FILE.yaml.

    Raises:
        InputError: If a file has something else.
    """
    return tuple(
        one for text in given for one in (_listed(text[1:]) if text[:1] == "@" else [text])
    )


def of_spec(spec: str, known: Mapping[str, Predicate]) -> Check:
    """Return the check of a spec.

    Args:
        spec: NAME, or NAME{"argument": value}.
        known: The instructions by name.

    Raises:
        UsageError: If there is no such instruction, or an argument is wrong.
    """
    name, values = split_spec(spec)
    return check_of(name, values, known)


def _listed(path: str) -> Iterator[str]:
    from sacreval.io.formats.yaml_files import read

    data = read(path).data
    if not isinstance(data, list) or not data:
        raise InputError(
            f"{path}: no list of checks; write one a line, as in '- punctuation:no_comma'"
        )
    for i, one in enumerate(data, 1):
        name, values = one, None
        if isinstance(one, Mapping) and len(one) == 1:
            [(name, values)] = one.items()
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
