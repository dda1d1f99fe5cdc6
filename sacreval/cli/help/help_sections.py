"""Sections of `--help`, and lists of names with whole sentences, wrapped at blanks alone.

Layout of `--help`: lists of names with whole sentences, wrapped at blanks alone. It is plain text:
rich would double start-up.

The section of an option is its `rich_help_panel`; that of an option group is its `section`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any

WIDEST = 120  # columns; longer lines are hard to read on any terminal
HEAD = 26  # characters of the first column; a longer name has a line of its own
GAP = 2


def write_rows(formatter: Any, rows: Sequence[tuple[str, str]]) -> None:
    """Write names with their texts in two columns.

    Args:
        formatter: The formatter of the help, whose indentation applies.
        rows: Name and text.
    """
    margin = " " * formatter.current_indent
    room = formatter.width - formatter.current_indent
    column = GAP + max((len(name) for name, _ in rows if len(name) <= HEAD), default=HEAD)
    for name, text in rows:
        for line in _row(name, text, column, room):
            formatter.write(f"{margin}{line}".rstrip() + "\n")


def write_lines(formatter: Any, lines: Iterable[str]) -> None:
    """Write lines after an empty one; one that is too long continues below, indented.

    Args:
        formatter: The formatter of the help.
        lines: The lines.
    """
    from textwrap import wrap

    formatter.write("\n")
    for line in lines:
        parts = wrap(line, formatter.width, subsequent_indent="    ", break_on_hyphens=False,
                     break_long_words=False)  # fmt: skip
        formatter.write("\n".join(parts) + "\n")


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a help text on one line.

    Args:
        text: The help of a command.
    """
    return " ".join(text.strip().split("\n\n", 1)[0].split())


def first_clause(text: str) -> str:
    """Return the help of an option as far as its first stop, colon or semicolon."""
    return min((text.partition(mark)[0] for mark in (". ", ": ", "; ")), key=len).rstrip(".")


def _row(name: str, text: str, column: int, room: int) -> Iterator[str]:
    """Yield the lines of one row; a name that is too long stands above its text."""
    from textwrap import wrap  # with the rest of this file, not with every command

    lines = wrap(text, max(room - column, 20), break_on_hyphens=False, break_long_words=False)
    if len(name) > column - GAP:
        yield from _broken(name, room)
    else:
        yield f"{name:<{column}}{lines.pop(0) if lines else ''}"
    yield from (f"{'':<{column}}{line}" for line in lines)


def _broken(name: str, room: int) -> Iterator[str]:
    """Yield a long option in lines that end after a blank or a bar between its values."""
    line = ""
    for part in name.replace("|", "|\0").replace(" ", " \0").split("\0"):
        if line and len(line) + len(part.rstrip()) > room:
            yield line
            line = "      "
        line += part
    yield line


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
