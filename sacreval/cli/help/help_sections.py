"""Sections of `--help`: the options of a command by what they are about.

The section of an option is its `rich_help_panel`; that of an option group is its `section`.
"""

from __future__ import annotations

from typing import Any

from sacreval.cli.help.help_layout import write_rows

ASKING_FOR_METRICS = "Asking a model, for metrics that need one"
END = "Notices and help"
ORDER = (
    "Input",
    "Answers in outputs",
    "Systems and records",
    "Statistics",
    "Gates",
    "Asking a model",
    "Sandbox",
    "Output",
    "Execution",
    ASKING_FOR_METRICS,
    END,
)
"""The sections in their order, after the options that only one command has."""


def section_of(command: Any) -> dict[str, str]:
    """Return the section of each option of a command by its name.

    Args:
        command: The command: `sections` has those of its own options, such as the options of its
            metric, and None if it has no sections; `grouped` those of its groups of options.
    """
    if command.sections is None:
        return {}
    panels = {one.name: getattr(one, "rich_help_panel", None) for one in command.params}
    stated = {name: panel for name, panel in panels.items() if panel}
    return {**command.grouped, **stated, "help": END, **command.sections}


def write_options(command: Any, context: Any, formatter: Any) -> None:
    """Write the options of a command in sections; in one where it has no group of them.

    Args:
        command: The command, whose `sections` has the section of its own options.
        context: The context of the run.
        formatter: The formatter of the help.
    """
    rows: dict[str, list[tuple[str, str]]] = {}
    known = section_of(command)
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            argument = parameter.param_type_name == "argument"
            name, text = record
            row = (name.partition(" <list")[0] if argument else name, text)
            plain = "Arguments" if argument else "Options"
            rows.setdefault(known.get(parameter.name, plain), []).append(row)
    for title in sorted(rows, key=_place):
        with formatter.section(title):
            write_rows(formatter, rows[title])


def _place(title: str) -> int:
    """Return the place of a section; those of one command are first, in the order they have."""
    return ORDER.index(title) if title in ORDER else -1
