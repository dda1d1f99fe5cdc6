"""Help of a metric's command: other names, sections, an example."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

from sacreval.core.options.docstrings import describe
from sacreval.core.options.registry import RESERVED

if TYPE_CHECKING:
    from sacreval.core.aliases import Alias


def described(cls: type[Any], alias: Alias | None) -> str:
    """Return the description of a metric, after what another name stands for.

    Args:
        cls: The metric's class.
        alias: The other name; None for the metric's own.
    """
    text = describe(cls)
    return text if alias is None else f"{alias.name} stands for {alias.flags}. {text}"


def for_metric(command: Any, cls: type[Any], name: str) -> Any:
    """Return the command of a metric, with what its help says of the metric.

    Args:
        command: The command.
        cls: The metric's class.
        name: The command's name.
    """
    from sacreval.cli.help.help_examples import opening
    from sacreval.scoring.entries.wrapper_options import Wrapping

    command.sections |= titled(Wrapping, "Answers in outputs") | titled(cls, f"Options of {name}")
    if "replies" in cls.needs:
        from sacreval.cli.options import judge_options

        command.sections |= judge_options.sections()
    command.opening = partial(opening, cls, name)
    return command


def titled(cls: type[Any], title: str) -> dict[str, str]:
    """Return the section of the help for each field of a class of options.

    Args:
        cls: A dataclass.
        title: The section.
    """
    return {f.name: title for f in fields(cls) if f.name not in RESERVED}
