"""A problem, and what a file of problems is read as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.programs import Program, Tests

Row = Mapping[str, Any]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem.

    Args:
        name: Its id.
        prompt: What a completion is put behind.
        before: Text that is put before a program, such as imports.
        after: Text that is put behind it, such as the definition of its tests.
        tests: The tests.
        seconds: Wall clock of a run, in seconds, as its data set has it.
        solution: A whole program that solves it; "" if the data set has none.
    """

    name: str
    prompt: str = ""
    before: str = ""
    after: str = ""
    tests: Tests
    seconds: float
    solution: str = ""

    def program(self, text: str, seconds: float = 0.0) -> Program:
        """Return a program with the tests of the problem.

        Args:
            text: The program of a sample.
            seconds: Wall clock of a run; 0 for that of the data set.
        """
        whole = f"{self.before}{text}{self.after}"
        return Program(text=whole, tests=self.tests, seconds=seconds or self.seconds)


class ProblemLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A layout of problem files.

    Args:
        name: Its name.
        marks: Keys that its rows have and those of no other layout.
        problem: Makes a problem of a row.
    """

    name: str
    marks: frozenset[str]
    problem: Callable[[Row, str], Problem]


def text_in(row: Row, key: str, where: str) -> str:
    """Return a text of a row.

    Args:
        row: The row.
        key: Its field.
        where: File and line, for messages.

    Raises:
        InputError: If it is missing or no text.
    """
    text = row.get(key)
    if not isinstance(text, str):
        raise InputError(f"{where}: a problem needs a text in '{key}'; get the file again")
    return text


def texts_in(row: Row, key: str, where: str) -> list[str]:
    """Return a list of texts of a row; an empty one if it is missing."""
    texts = row.get(key) or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise InputError(f"{where}: '{key}' of a problem is a list of texts; get the file again")
    return texts
