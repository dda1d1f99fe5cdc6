"""A runner from its spec: `openai:MODEL` and the options that were given."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from msgspec import MsgspecError

from sacreval.asking.runners._base import Runner, runners
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.option_texts import from_word, from_words
from sacreval.core.options.option_types import of_fields
from sacreval.core.options.specs import convert
from sacreval.errors import NotSetUpError, UsageError, nearest, shortened


def runner_from_spec(spec: str, **options: Any) -> Runner:
    """Create a runner.

    Args:
        spec: The runner and what it asks, such as `openai:MODEL` or `file:replies.jsonl`.
        **options: Options of that runner; the others have their defaults.

    Raises:
        UsageError: If there is no such runner, it lacks an option, or a value is wrong.
        NotSetUpError: If a plug-in of that name cannot be imported.
    """
    name, _, target = spec.partition(":")
    if name not in runners:
        raise UsageError(f"There is no runner '{shortened(name)}'; {nearest(name, runners)}")
    if not target.strip():
        raise UsageError(f"{shortened(spec)}: a runner and what it asks; write {usage(name)}")
    cls = runners.get(name)
    _check_documented(cls, name)
    for option in options:
        _check_option(cls, name, option)
    return convert(cls, f"{name}:{shortened(target)}", {"target": target, **_read(cls, options)})


def _read(cls: type[Runner], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with the words of the command line read as JSON where no text is wanted."""
    hints = of_fields(cls)
    read = dict(options)
    for name, value in options.items():
        with suppress(MsgspecError, TypeError):  # which `convert` refuses in a sentence
            if isinstance(value, str):
                read[name] = from_word(hints[name], value)
            elif isinstance(value, list | tuple) and all(isinstance(x, str) for x in value):
                read[name] = from_words(hints[name], value)
    return read


def option_names(cls: type[Runner]) -> list[str]:
    """List the options of a runner, by the names of its fields."""
    return [f.name for f in fields(cls) if f.init and f.name != "target"]


def usage(name: str) -> str:
    """Return how a runner is named on the command line, such as `openai:MODEL`."""
    placeholder = {"py": "py:MODULE:FUNCTION", "cmd": "'cmd:COMMAND'", "file": "file:PATH"}
    return placeholder.get(name, f"{name}:MODEL")


def _check_option(cls: type[Runner], name: str, option: str) -> None:
    """Check that a runner has an option."""
    if option in option_names(cls):
        return
    flag = "--" + option.replace("_", "-")
    having = [other for other in runners if _has(other, option)]
    if not having:
        raise UsageError(f"The runner {name} has no option {flag}; "
                         f"{nearest(option, option_names(cls))}")  # fmt: skip
    raise UsageError(
        f"{flag} is an option of {' and '.join(having)}, not of {name}; leave it out, or ask "
        f"with one of them"
    )


def _check_documented(cls: type[Runner], name: str) -> None:
    """Check that each option of a runner is documented, since the others are not on command lines.

    Raises:
        UsageError: If one is not.
    """
    known = arguments(cls)
    if missing := [option for option in option_names(cls) if option not in known]:
        raise UsageError(f"{name}: the option {missing[0]} is not documented under Args:")


def _has(name: str, option: str) -> bool:
    """Return whether a runner has an option; a plug-in that cannot be imported has none."""
    try:
        return option in option_names(runners.get(name))
    except NotSetUpError:
        return False
