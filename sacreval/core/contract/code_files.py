"""Source files of third-party code, which may change between two runs.

Extractors, normalisers and tokenizers named by `py:` are the user's code: the head of cached rows
hashes its files.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b, file_digest
from importlib.machinery import PathFinder
from pathlib import Path

_FUNCTION = re.compile(r"(?<![A-Za-z])py:([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_INSTALLED = {"site-packages", "dist-packages"}


def of_class(cls: type) -> list[Path]:
    """Return the source files of a class and its base classes, outside sacreval."""
    return of_modules(base.__module__ for base in cls.__mro__)


def of_functions(text: str) -> list[Path]:
    """Return the files of the functions that a signature names, as in `tokenize:"py:mine:words"`.

    Args:
        text: The signature of a metric that was created, so that the modules are imported.
    """
    names = _FUNCTION.findall(text)
    modules = {module for module, _ in names}
    functions = [getattr(sys.modules.get(module), name, None) for module, name in names]
    # A function may be defined in another module than the one that exports it.
    return of_modules(modules | {getattr(x, "__module__", None) or "" for x in functions})


def of_modules(names: Iterable[str]) -> list[Path]:
    """Return the files of modules and their packages, and of all that these import.

    Imports at the top and in functions count, of modules outside site-packages.

    Args:
        names: Names of imported modules; those of sacreval and Python are ignored.
    """
    files: set[Path] = set()
    asked = set(names)
    waiting = [path for name in asked if _is_foreign(name) for path in _files(name)]
    while waiting:
        path = waiting.pop()
        if path in files:
            continue
        files.add(path)
        imported = frozenset() if _is_installed(path) else _imported(path) - asked
        asked |= imported
        others = (path for name in imported if _is_foreign(name) for path in _files(name))
        waiting += [path for path in others if not _is_installed(path)]
    return sorted(files)


def digest(paths: Iterable[Path]) -> str:
    """Return 16 hexadecimal digits that stand for the names and contents of files."""
    whole = blake2b(digest_size=8)
    for path in paths:
        with path.open("rb") as stream:
            whole.update(path.name.encode() + file_digest(stream, "blake2b").digest())
    return whole.hexdigest()


def source_hash(names: Iterable[str]) -> str:
    """Hash what `of_modules` lists outside site-packages; modules within it, only themselves.

    Returns:
        16 hexadecimal digits; "" if no module has a file, as those of Python.
    """
    names = list(names)
    files = [path for path in of_modules(names) if not _is_installed(path)]
    if not files:
        origins = (getattr(sys.modules.get(name), "__file__", None) for name in names)
        foreign = zip(names, origins, strict=True)
        files = sorted({Path(file) for name, file in foreign if file and _is_foreign(name)})
    return digest(files) if files else ""


def _is_foreign(name: str) -> bool:
    return name.partition(".")[0] not in {"sacreval", *sys.stdlib_module_names} or (
        name == "__main__"
    )


def _is_installed(path: Path) -> bool:
    return not _INSTALLED.isdisjoint(path.parts)


def _files(name: str) -> Iterator[Path]:
    for imported in {name, name.partition(".")[0]}:
        module = sys.modules.get(imported)
        spec = None if module or "." in imported else PathFinder.find_spec(imported)
        file = getattr(module, "__file__", None) or (spec and spec.has_location and spec.origin)
        if file:
            yield Path(file)
        folders = getattr(module, "__path__", None) or (spec and spec.submodule_search_locations)
        for folder in folders or ():
            yield from Path(folder).rglob("*.py")


def _imported(path: Path) -> frozenset[str]:
    """Return the first parts of the names that a file of Python imports."""
    try:
        state = path.stat()
        return _imported_by(path, state.st_mtime_ns, state.st_size)
    except (OSError, SyntaxError, ValueError):
        return frozenset()


@lru_cache(maxsize=4096)
def _imported_by(path: Path, _changed: int, _size: int) -> frozenset[str]:
    """Parse a file once for as long as it is the same."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return frozenset(name.partition(".")[0] for name in names)
