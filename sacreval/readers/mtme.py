"""MT-metrics-eval folders: line-aligned texts, and scores in blocks of one system each.

Source: the data of Google's mt-metrics-eval, version 2.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.io.formats.mtme_folders import (
    human_files,
    metric_files,
    named_files,
    reference_files,
    score_lines,
    segment_groups,
    text_lines,
)
from sacreval.io.formats.values import number
from sacreval.readers._base import Reader, batches, convert, readers


@readers.register("mtme")
@dataclass(frozen=True, kw_only=True)
class MtmeReader(Reader):
    """A folder with one test set, such as `wmt23`, of which one language pair is read.

    The path is the folder, since sources, outputs and scores are in separate files. Systems that
    are also references become records of type `reference`, which are not their own references.
    MQM scores are negated in these files: higher is better.

    Args:
        pair: The language pair, such as en-de; required if the folder has several.
        references: Names of the references to read; by default all.
        people: Names of the human scores to read, such as mqm; by default all.
        scores: Whether to read the scores of published metrics as well.
        ratings: Whether to read the error spans of raters as well, into `meta.ratings`.
    """

    map_refusal: ClassVar[str] = "does not go with MT-metrics-eval folders; drop it"

    pair: str | None = None
    references: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    scores: bool = False
    ratings: bool = False

    def read(self, path: str) -> Iterator[Batch]:
        """Read a folder."""
        folder = Path(path)
        test = _Test(folder, self._pair(folder))
        yield from batches(self._records(test), path, folder.name)

    def _pair(self, folder: Path) -> str:
        pairs = sorted({p.name.split(".")[0] for p in (folder / "sources").glob("*.txt")})
        if self.pair is not None and self.pair in pairs:
            return self.pair
        available = ", ".join(pairs) or "none: this is not a folder of MT-metrics-eval"
        if self.pair or len(pairs) != 1:
            raise InputError(
                f'{folder}: give the language pair, as in --reader \'mtme{{"pair": "en-de"}}\'; '
                f"available: {available}"
            )
        return pairs[0]

    def _records(self, test: _Test) -> Iterator[tuple[int, Instance]]:
        human = _select(test.human_scores(), self.people, test.folder, "human scores")
        metrics = test.metric_scores() if self.scores else {}
        ratings = test.ratings() if self.ratings else {}
        references = _select(test.references(), self.references, test.folder, "references")
        everyone = test.references()
        for system, outputs in test.outputs().items():
            others = [texts for name, texts in references.items() if name != system]
            for i, prediction in enumerate(outputs):
                meta = {
                    "scores": _pick(metrics, system, i),
                    "ratings": _pick(ratings, system, i),
                }
                record = {
                    "instance_id": str(i + 1),
                    "system_id": system,
                    "system_type": "reference" if system in everyone else "peer",
                    "prediction": prediction,
                    "references": [texts[i] for texts in others] or None,
                    "sources": [test.sources[i]],
                    "groups": test.groups[i],
                    "judgments": _pick(human, system, i) or None,
                    "meta": {key: value for key, value in meta.items() if value} or None,
                }
                yield i + 1, convert(record, f"{test.folder}:{system}:{i + 1}")


Scores = Mapping[str, Mapping[str, list[Any]]]  # name -> system -> values in segment order


class _Test:
    """The files of one language pair."""

    def __init__(self, folder: Path, pair: str) -> None:
        self.folder = folder
        self.pair = pair
        self.sources = text_lines(folder / "sources" / f"{pair}.txt")
        self.groups = self._groups()

    def references(self) -> dict[str, list[str]]:
        """Return the references by name."""
        files = reference_files(self.folder, self.pair)
        return {name: self._aligned(path) for name, path in files.items()}

    def outputs(self) -> dict[str, list[str]]:
        """Return the outputs by system, including references."""
        files = named_files(self.folder / "system-outputs" / self.pair, "", ".txt")
        return {name: self._aligned(path) for name, path in files.items()}

    def human_scores(self) -> Scores:
        """Return the human scores of segments."""
        return self._scores(human_files(self.folder, self.pair, ".seg.score"), number)

    def ratings(self) -> Scores:
        """Return the error spans of raters."""
        return self._scores(human_files(self.folder, self.pair, ".seg.rating"), _spans)

    def metric_scores(self) -> Scores:
        """Return the scores of published metrics."""
        return self._scores(metric_files(self.folder, self.pair, ".seg.score"), number)

    def _scores(self, files: Mapping[str, Path], value: Any) -> Scores:
        return {name: self._blocks(path, value) for name, path in files.items()}

    def _blocks(self, path: Path, value: Any) -> dict[str, list[Any]]:
        """Read lines of system and value; systems in any order, segments in order."""
        blocks: dict[str, list[Any]] = {}
        for place, system, cell in score_lines(path):
            blocks.setdefault(system, []).append(value(cell, place))
        if not blocks:
            raise InputError(f"{path}: the file is empty; get it again")
        for system, values in blocks.items():
            self._check(len(values), f"{path}: system {system}")
        return blocks

    def _aligned(self, path: Path) -> list[str]:
        lines = text_lines(path)
        self._check(len(lines), str(path))
        return lines

    def _check(self, count: int, what: str) -> None:
        if count != len(self.sources):
            raise InputError(
                f"{what} has {count} lines, but the source has {len(self.sources)}; "
                "get the file again"
            )

    def _groups(self) -> list[dict[str, str]]:
        groups = segment_groups(self.folder, self.pair)
        if not groups:
            return [{}] * len(self.sources)
        self._check(len(groups), f"the documents of {self.folder}")
        return groups


def _spans(cell: str, where: str) -> Any:
    if cell == "None":
        return None
    try:
        return json.loads(cell)
    except ValueError:
        raise InputError(f"{where}: the rating is not JSON; get the file again") from None


def _pick(scores: Scores, system: str, i: int) -> dict[str, Any]:
    return {name: blocks[system][i] for name, blocks in scores.items() if system in blocks}


def _select(available: Any, names: tuple[str, ...], folder: Path, what: str) -> Any:
    """Return the named items, or all if no names are given."""
    for name in names:
        if name not in available:
            listed = ", ".join(available) or "none"
            raise InputError(f"{folder}: no {what} {name}; available: {listed}")
    return {name: available[name] for name in names or available}
