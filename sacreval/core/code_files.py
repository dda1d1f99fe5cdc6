"""Source files of third-party code, which may change between two runs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_FUNCTION = re.compile(r"(?<![A-Za-z])py:([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


def of_class(cls: type) -> list[Path]:
    """Return the source files of a class and its base classes, outside sacreval."""
    return of_modules(one.__module__ for one in cls.__mro__)


def of_functions(text: str) -> list[Path]:
    """Return the files of the functions that a signature names, as in `tokenize:"py:mine:words"`.

    Args:
        text: The signature of a metric that was created, so that the modules are imported.
    """
    found = _FUNCTION.findall(text)
    modules = {module for module, _ in found}
    functions = [getattr(sys.modules.get(module), name, None) for module, name in found]
    # A function may be defined in another module than the one that exports it.
    return of_modules(modules | {getattr(one, "__module__", None) or "" for one in functions})


def of_modules(names: Iterable[str]) -> list[Path]:
    """Return the files of modules, and all files of the packages that contain them.

    Args:
        names: Names of imported modules; those of sacreval and Python are ignored.
    """
    return sorted({path for name in names if _foreign(name) for path in _files(name)})


def _foreign(name: str) -> bool:
    return name.partition(".")[0] not in {"sacreval", *sys.stdlib_module_names} or (
        name == "__main__"
    )


def _files(name: str) -> Iterator[Path]:
    for one in {name, name.partition(".")[0]}:
        module = sys.modules.get(one)
        if file := getattr(module, "__file__", None):
            yield Path(file)
        for folder in getattr(module, "__path__", ()):
            yield from Path(folder).rglob("*.py")
