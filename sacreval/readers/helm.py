"""HELM's runs: scenario_state.json, or the folder that it is in.

Source: HELM's layout of November 2025.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.files import COMPRESSIONS
from sacreval.io.lines import without_mark
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._helm import (
    PER_INSTANCE,
    STATE,
    STATS,
    Key,
    Perturbation,
    ScenarioState,
    Scores,
    StatName,
    records,
)
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._log import LogCounts, LogReader, Numbered
from sacreval.readers._typed import typed

STATE_FILE = "scenario_state.json"
PER_INSTANCE_FILE = "per_instance_stats.json"
STATS_FILE = "stats.json"
_ENDINGS = ("", *COMPRESSIONS)
_MODEL = re.compile(r"\bmodel(_deployment)?=[^,]*,?")
T = TypeVar("T")


@readers.register("helm")
@dataclass(frozen=True, kw_only=True)
class HelmReader(WholeFileReader, LogReader):
    """HELM's runs: scenario_state.json, also `.gz`, or the folder of a run.

    Generated texts are the prediction, and the options that letters stand for. Of separate
    multiple choice, `choices` have the log-probability of their own tokens; texts of language
    modelling have a `sequence`. Perturbed inputs and further trials are records of their own, with
    the groups `perturbation`, `trial` and `instance`. HELM's scores of each input are read from
    per_instance_stats.json beside it.

    Args:
        max_size: The largest file, in MiB after decompression.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file is HELM's scenario_state.json, or a folder holds it."""
        if start.is_folder:
            return any(f"{STATE_FILE}{ending}" in start.names for ending in _ENDINGS)
        return start.has("adapter_spec.method", "request_states[]")

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a run."""
        file = _beside(path, STATE_FILE) if Path(path).is_dir() else path
        if file is None:
            raise InputError(
                f"{path}: there is no {STATE_FILE} in this folder; name a run's folder"
            )
        run: ScenarioState = self._typed(STATE, file)
        counts = LogCounts(path)
        yield from enumerate(records(run, self._scores(path), counts, file), start=1)
        counts.warn()

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the means of stats.json; a name ends in the split and the perturbation."""
        file = _beside(path, STATS_FILE)
        if file is None:
            return ()
        run = _beside(path, STATE_FILE) or path
        model = self._typed(STATE, run).adapter_spec.model
        return [
            StoredScore(name=_name(stat.name), value=stat.mean, system_id=model, where=file)
            for stat in self._typed(STATS, file)
            if stat.mean is not None
        ]

    def task_name(self, path: str) -> str | None:
        """Return the name of the run's folder without the model: the scenario and its arguments."""
        place = Path(path)
        name = (place if place.is_dir() else place.parent).resolve().name
        return _MODEL.sub("", name).rstrip("-:,") if _MODEL.search(name) else None

    def _scores(self, path: str) -> Scores:
        file = _beside(path, PER_INSTANCE_FILE)
        by_key: dict[Key, dict[str, Any]] = {}
        for row in self._typed(PER_INSTANCE, file) if file else ():
            perturbation = row.perturbation.name if row.perturbation else ""
            key = Key(row.instance_id, perturbation, row.train_trial_index)
            by_key[key] = {stat.name.name: stat.mean for stat in row.stats if stat.mean is not None}
        return by_key

    def _typed(self, decoder: msgspec.json.Decoder[T], path: str) -> T:
        return typed(decoder, without_mark(read_whole(path, self.size_limit), path), path)


def _beside(path: str, name: str) -> str | None:
    """Return the path of a file of a run, compressed or not; None where it is missing."""
    place = Path(path)
    folder = place if place.is_dir() else place.parent
    paths = (folder / f"{name}{ending}" for ending in _ENDINGS)
    return next((str(file) for file in paths if file.is_file()), None)


def _name(stat: StatName) -> str:
    parts = (stat.name, stat.split, stat.sub_split, _changed(stat.perturbation))
    return "/".join(part for part in parts if part)


def _changed(perturbation: Perturbation | None) -> str | None:
    if perturbation is None:
        return None
    return "-".join(filter(None, (perturbation.name, perturbation.computed_on)))
