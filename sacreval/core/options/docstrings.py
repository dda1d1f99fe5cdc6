"""Parsing of docstrings: the summary line, the description, and the entries of `Args:`.

docstring-parser adds 40 ms to every `--help` for 20 lines.
"""

from __future__ import annotations

import inspect
from typing import Any


def summary(described: Any) -> str:
    """Return the first line of the docstring of a class or a function."""
    is_class = isinstance(described, type)
    text = written(described) if is_class else inspect.getdoc(described)
    return (text or "").split("\n", 1)[0]


def describe(cls: type[Any]) -> str:
    """Return a docstring without its `Args:`, for the help text."""
    text = written(cls)
    head, _, rest = text.partition("\nArgs:\n")
    source = rest[rest.index("\nSource:") :] if "\nSource:" in rest else ""
    paragraphs = ((head if rest else text) + source).split("\n\n")
    return "\n\n".join(" ".join(p.split()) for p in paragraphs)


def written(cls: type[Any]) -> str:
    """Return the docstring of a class, or that of its first base class that has one.

    What `dataclass` writes for a class without one, its signature, is none.
    """
    for base in cls.__mro__:
        text = base.__dict__.get("__doc__")
        if text and not text.startswith(f"{base.__name__}("):
            return inspect.cleandoc(text)
    return ""


def arguments(cls: type[Any]) -> dict[str, str]:
    """Return the entries under `Args:` of a class, as a mapping of name to text.

    The entries of its base classes are among them, before its own.
    """
    entries: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        entries |= arguments_in(base.__doc__ or "")
    return entries


def arguments_in(text: str) -> dict[str, str]:
    """Parse the entries under `Args:`, written as `name: text` or `name (type): text`.

    Args:
        text: A docstring.
    """
    entries: dict[str, list[str]] = {}
    words: list[str] = []
    margin = 0  # indentation of the first name
    for line in inspect.cleandoc(text).partition("\nArgs:\n")[2].splitlines():
        if not line.strip():
            continue
        if not (indent := len(line) - len(line.lstrip())):
            break
        margin = margin or indent
        if indent <= margin:
            name, _, line = line.partition(":")  # noqa: PLW2901 - continues with the text after the name
            words = entries.setdefault(name.strip().partition(" ")[0], [])
        words += line.split()
    return {name: " ".join(words) for name, words in entries.items()}
