"""The run that a file of lighteval's details belongs to: its task, model and stored scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.core.options.field_types import is_number
from sacreval.core.stored_scores import StoredScore
from sacreval.io.whole_files import read_whole
from sacreval.readers._typed import typed

_NAME = re.compile(r"details_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)\.parquet")
_ERROR = "_stderr"


class _General(msgspec.Struct):
    model_name: str | None = None


class _File(msgspec.Struct):
    config_general: _General = msgspec.field(default_factory=_General)
    results: dict[str, dict[str, Any]] = {}


_FILE = msgspec.json.Decoder(_File)


class Run(NamedTuple):
    """What is known of a file of details beside its rows.

    Args:
        task: Name of the task, from the file's name; None if that was changed.
        model: Name of the model; None if neither the results nor the folders state it.
        scores: The task's scores in the results.
        results: Path of the results; "" without them.
    """

    task: str | None
    model: str | None
    scores: dict[str, Any]
    results: str

    def stored(self) -> Sequence[StoredScore]:
        """Return the scores over all rows, with their standard errors."""
        return [
            StoredScore(
                name=name,
                value=float(value),
                error=_number(self.scores.get(name + _ERROR)),
                system_id=self.model,
                task=self.task,
                where=f"{self.results}: results.{self.task}.{name}",
            )
            for name, value in self.scores.items()
            if not name.endswith(_ERROR) and _number(value) is not None
        ]


def run_of(path: str) -> Run:
    """Find the run of a file of details.

    Args:
        path: The file, in `OUT/details/<model>/<date>/`; results are in `OUT/results/<model>/`.

    Raises:
        InputError: If there are results that cannot be read.
    """
    named = _NAME.fullmatch(Path(path).name)
    if named is None:
        return Run(None, None, {}, "")
    task, date = named["task"], named["date"]
    folders = list(Path(path).absolute().parent.parts)
    if "details" not in folders or folders[-1] != date:
        return Run(task, None, {}, "")
    place = len(folders) - 1 - folders[::-1].index("details")
    model = folders[place + 1 : -1]
    results = Path(*folders[:place], "results", *model, f"results_{date}.json")
    if not results.is_file():
        return Run(task, "/".join(model) or None, {}, "")
    found = typed(_FILE, read_whole(str(results)), str(results))
    name = found.config_general.model_name or "/".join(model)
    return Run(task, name or None, found.results.get(task, {}), str(results))


def _number(value: Any) -> float | None:
    return float(value) if is_number(value) and isfinite(value) else None
