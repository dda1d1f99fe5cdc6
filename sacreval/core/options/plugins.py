"""Entry points of plug-ins, looked for in the files of installed packages before any import."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def entry_points_of(group: str) -> dict[str, str]:
    """Return the entry points of a group: name to `module:attribute`.

    `importlib.metadata` takes longer to import and to read all packages than the rest of a short
    command, so it is used only where a package declares the group.

    Args:
        group: Name of the group, such as `sacreval.metrics`.
    """
    if not is_declared(group):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=group)}


def is_declared(group: str) -> bool:
    """Return whether an installed package may declare entry points of a group.

    Args:
        group: Name of the group.
    """
    wanted = group.encode()
    return any(_declares(folder or os.curdir, wanted) for folder in sys.path)


def _declares(folder: str, wanted: bytes) -> bool:
    """Return whether a package of a folder has the group; True of an archive, which is not read."""
    if Path(folder).is_file():
        return True
    try:
        found = [one.path for one in os.scandir(folder) if one.name.endswith(("-info", ".egg"))]
    except OSError:
        return False
    return any(path.endswith(".egg") or wanted in _points(path) for path in found)


def _points(info: str) -> bytes:
    try:
        return Path(info, "entry_points.txt").read_bytes()
    except OSError:
        return b""
