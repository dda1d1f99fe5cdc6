"""Option groups: objects that verbs take, whose fields are options of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from typing import Any, dataclass_transform

Verb = Callable[..., None]

Bounds = Mapping[str, float] | None
"""In Python, output, or metric for its main output, to a number."""
Texts = str | Sequence[str] | None
"""In Python, the values of an option that may be repeated."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class OptionGroup:
    """Base class of groups: the annotated fields of a subclass are options of the command line.

    It is neither a dataclass nor a named tuple, which take longer to define than all options of a
    verb; every command would wait for that. `section` of a subclass is the section of `--help` that
    has its options.
    """

    section = ""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    @classmethod
    @cache
    def parameters(cls) -> tuple[inspect.Parameter, ...]:
        """List the fields as parameters."""
        return tuple(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=getattr(cls, name, inspect.Parameter.empty),
                annotation=kind,
            )
            for name, kind in inspect.get_annotations(cls, eval_str=True).items()
        )

    def __repr__(self) -> str:
        """Write the group as a call of its class."""
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields(type(self)))
        return f"{type(self).__name__}({values})"

    def changed(self) -> list[str]:
        """List the fields whose values are not the defaults."""
        return [p.name for p in type(self).parameters() if getattr(self, p.name) != p.default]


def fields(group: type[OptionGroup]) -> tuple[str, ...]:
    """Return the names of the fields of a group, in order."""
    return tuple(p.name for p in group.parameters())


def ungrouped(verb: Verb) -> Verb:
    """Return a function that has each field of a verb's option groups as a separate parameter.

    Its `sections` has the section of `--help` of each field.

    Args:
        verb: A function; parameters whose types are option groups are replaced by their fields.
    """
    # Entry is imported for type checking only; listing options does not need it.
    hints = inspect.get_annotations(verb, locals={"Entry": object}, eval_str=True)
    declared = list(inspect.signature(verb).parameters.values())
    groups = {p.name: hints[p.name] for p in declared if _is_group(hints[p.name])}
    flat = [parameter for p in declared for parameter in _parameters(p, hints[p.name])]

    @wraps(verb)
    def run(*arguments: Any, **values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field: values.pop(field) for field in fields(group)})
        verb(*arguments, **values)

    run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    run.sections = {  # type: ignore[attr-defined]
        field: group.section
        for group in groups.values()
        if group.section
        for field in fields(group)
    }
    run.__annotations__ = {p.name: p.annotation for p in flat}
    return run


def _parameters(parameter: inspect.Parameter, hint: Any) -> Iterator[inspect.Parameter]:
    if not _is_group(hint):
        yield parameter.replace(annotation=hint)
        return
    yield from hint.parameters()


def _is_group(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, OptionGroup)
