"""Words of `sacreval correlate` in the wrong place, and the commands that work; after an error."""

from __future__ import annotations

import shlex
from difflib import get_close_matches
from pathlib import Path

from sacreval.cli.help.other_tools import of_metric
from sacreval.cli.options.common_options import SUITE

FROM_FILES = ("scores", "judgments", "trust", "list")
"""What is read from files, in the place of a metric."""
_ENDINGS = {".jsonl", ".json", ".csv", ".tsv", ".score"}


def of_subject(name: str) -> str | None:
    """Return what to write for a word in the place of a metric; None if unknown.

    Args:
        name: The word, such as a file.
    """
    if _is_file(name):
        return f"write what is correlated before files, as in `{_command(name)}`"
    close = get_close_matches(name.casefold(), [*FROM_FILES, SUITE], n=1, cutoff=0.8)
    return f"did you mean '{close[0]}'?" if close else of_metric(name)


def _is_file(name: str) -> bool:
    return Path(name).exists() or Path(name).suffix.lower() in _ENDINGS


def _command(name: str) -> str:
    """Return the command that correlates a file or folder: its scores, or those of a metric."""
    from sacreval.features.correlate.data.files_without_scores import SCORES, files_of_folder

    path = Path(name)
    folder = path if path.is_dir() else path.parent
    whole = path.is_dir() or path.name == SCORES
    files = files_of_folder(folder) if whole else []
    scored = not (_has_records(path) or (files and SCORES not in (Path(x).name for x in files)))
    given = shlex.join(files or [name])
    return f"sacreval correlate {'scores' if scored else 'rouge'} {given} --human NAME"


def _has_records(path: Path) -> bool:
    from sacreval.io.formats.first_objects import first_object

    return path.is_file() and "prediction" in first_object(str(path))
