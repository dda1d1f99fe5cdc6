"""Pythons of the user that have the original library of a metric: their paths and versions."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.files import write_text
from sacreval.io.resources import data_folder, expanded

_INSIDE = ("bin/python", "Scripts/python.exe")  # of an environment


class Python(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Python, and the versions of the libraries that it has.

    Args:
        path: Its path. Links are kept, since an environment is known by the path of its link.
        versions: Library to version.
        code: Folder with the code of an original that is no package; "" for a package.
    """

    path: str
    versions: dict[str, str]
    code: str = ""


def found(path: str) -> Path:
    """Return the path of a Python.

    Args:
        path: The interpreter, or the folder of its environment.

    Raises:
        UsageError: If there is none.
    """
    given = Path(os.path.abspath(expanded(path, "--official")))  # noqa: PTH100 - keeps links
    places = [given / inside for inside in _INSIDE] if given.is_dir() else [given]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return place
    raise UsageError(
        f"--official: {given} is no Python; name the interpreter, or the folder of an environment"
    )


def store(metric: str, python: Python) -> None:
    """Store which Python has the original library of a metric."""
    target = _record(metric)
    target.parent.mkdir(parents=True, exist_ok=True)
    with write_text(target) as out:
        out.write(msgspec.json.encode(python).decode())


def registered(metric: str) -> Python | None:
    """Return the Python that `store` has recorded for a metric, or None.

    Raises:
        NotSetUpError: If it is not there any more, or the record is damaged.
    """
    try:
        python = msgspec.json.decode(_record(metric).read_bytes(), type=Python)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NotSetUpError(f"{_record(metric)}: {error}; {again(metric)}") from None
    if not Path(python.path).is_file():
        raise NotSetUpError(f"{python.path} is not there any more; {again(metric)}")
    return python


def again(metric: str) -> str:
    """Return the remedy where a Python has gone or changed."""
    return f"set it up again: sacreval setup-metric {metric} --official PYTHON"


def _record(metric: str) -> Path:
    return data_folder() / "official" / f"{metric}.python.json"
