"""Old names of what was renamed: they work until the next release that may remove them.

A renamed metric, option, output or other name gets a row here, which every lookup of names
consults: the old name works and prints one notice.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeVar
from warnings import warn

from sacreval.errors import RenamedWarning, UsageError

V = TypeVar("V")

Kind = Literal[
    "command",
    "metric",
    "option",
    "output",
    "perturbation",
    "Python name",
    "reader",
    "recipe",
    "runner",
    "suite",
]


class Renamed(NamedTuple):
    """A name that was replaced by another.

    Args:
        kind: What has the name.
        old: The old name, with underscores if it is an option.
        new: The new name, spelt likewise.
        since: The version of sacreval that has the new name first, such as 0.2.0.
    """

    kind: Kind
    old: str
    new: str
    since: str


RENAMED: tuple[Renamed, ...] = ()
"""One row a rename; docs/versions.md says which release may remove it."""


def current(kind: Kind, name: str, known: Container[str]) -> str:
    """Return the present name of what may be called by its old one.

    Args:
        kind: What is named.
        name: The name as given.
        known: The present names, of which the same old name may mean different ones in different
            places, such as the options of two metrics.

    Returns:
        The new name if the old one was given, else the name itself, whether it is known or not.

    Warns:
        RenamedWarning: If it is an old name; once in a process.
    """
    for row in RENAMED:
        if (row.kind, row.old) == (kind, name) and name not in known and row.new in known:
            _announce(row)
            return row.new
    return name


def current_options(options: Mapping[str, V], known: Container[str]) -> dict[str, V]:
    """Return options by their present names.

    Args:
        options: Option, with underscores, to value.
        known: The present options.

    Raises:
        UsageError: If an option is given by its old name and by its new one.
    """
    found: dict[str, V] = {}
    for name, value in options.items():
        new = current("option", name, known)
        if new in found or (new != name and new in options):
            raise UsageError(f"'{name}' is the old name of '{new}'; give one of them")
        found[new] = value
    return found


@cache
def _announce(row: Renamed) -> None:
    warn(
        f"the {row.kind} '{row.old}' is called '{row.new}' since {row.since}; use the new name, as "
        "a later release removes the old one",
        RenamedWarning,
        stacklevel=3,
    )
