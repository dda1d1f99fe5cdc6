"""Sections of `--help`: the options of a command by what they are about.

The section of an option is its `rich_help_panel`; that of an option group is its `section`.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from sacreval.cli.help.help_layout import first_clause, write_lines, write_rows

COMMON = "Common options"
CORRELATIONS = "Correlations and their tests"
ORDER = (
    COMMON,
    CORRELATIONS,
    "Input",
    "Answers in outputs",
    "Systems and records",
    "Statistics",
    "Gates",
    "Sandbox",
    "Output",
    "Execution",
    "Asking a model",
)
"""The sections in their order, after the options that only one command has.

`--help` shows those up to the common options, and the others if they have few options.
"""
FEW = 12  # options that are not worth a second command


def section_of(command: Any) -> dict[str, str]:
    """Return the section of each option of a command by its name."""
    if command.sections is None:
        return {}
    panels = {p.name: getattr(p, "rich_help_panel", None) for p in command.params}
    stated = {name: panel for name, panel in panels.items() if panel}
    return {**command.grouped, **command.sections, **stated, "help": COMMON}


def has_many(command: Any) -> bool:
    """Return whether a command has many options in the sections after the common ones."""
    return sum(map(_is_further, section_of(command).values())) > FEW


def write_options(command: Any, context: Any, formatter: Any) -> None:
    """Write the options of a command in sections; in one where it has no group of them.

    Where the short help is asked for, write the first clauses of the common options and of those
    that only this command has, and how many others there are.
    """
    rows: dict[str, list[tuple[str, str]]] = {}
    known = section_of(command)
    for parameter in command.get_params(context):
        if command.brief:
            parameter = copy(parameter)  # noqa: PLW2901 - the command keeps the whole text
            parameter.help = first_clause(parameter.help or "")
            parameter.show_default = parameter.default is not False
        record = parameter.get_help_record(context)
        if record is not None:
            argument = parameter.param_type_name == "argument"
            name, text = record
            row = (name.partition(" <list")[0] if argument else name, text)
            plain = "Arguments" if argument else "Options"
            rows.setdefault(known.get(parameter.name, plain), []).append(row)
    titles = sorted(rows, key=_place)
    further = [title for title in titles if command.brief and _is_further(title)]
    for title in titles:
        if title not in further:
            with formatter.section(title):
                write_rows(formatter, rows[title])
    if further:
        count = sum(len(rows[title]) for title in further)
        listed = ", ".join(f"{title} ({len(rows[title])})" for title in further)
        text = f"--help-all shows all of this in full, and {count} further options: {listed}."
        write_lines(formatter, [text])


def _is_further(title: str) -> bool:
    return _place(title) > ORDER.index(COMMON)


def _place(title: str) -> int:
    """Return the place of a section; those of one command are first, in the order they have."""
    return ORDER.index(title) if title in ORDER else -1
