"""Origins of scores: the manifest beside each file, and their part of the signature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.features.correlate.data.main_outputs import ALL, MAIN
from sacreval.io.files import manifest_of, sha256
from sacreval.io.formats.first_keys import first_object


class Signatures(NamedTuple):
    """How scores were made, such as the signatures of metrics.

    Args:
        of_outputs: Of scores of outputs, and their means.
        of_systems: Of metrics' own scores of systems.
    """

    of_outputs: str | None = None
    of_systems: str | None = None

    def of(self, scores: str | None) -> str | None:
        """Return those of scores from `metric`, `mean` or `files`; None at other levels."""
        return self.of_systems if scores == "metric" else self.of_outputs


def origin(stated: str | None) -> dict[str, str | None]:
    """Return the field of a signature that states how scores were made.

    Args:
        stated: The signatures of metrics, joined by ` + `; or references that were chosen.

    Returns:
        `metrics` with signatures, which have a field `refs` each, or `refs` with references.
    """
    return {"metrics" if stated is not None and "|" in stated else "refs": stated}


_SCORES = {"scores", "metrics"}  # fields of a line with scores


class Stated(NamedTuple):
    """A metric of a manifest.

    Args:
        name: Its name in the run, with which the names of its scores begin.
        signature: Its signature.
    """

    name: str
    signature: str

    def has(self, score: str) -> bool:
        """Return whether a score is one of this metric, by its name."""
        return score.replace("-", "_").startswith(self.name.replace("-", "_"))


def directions_beside(files: Iterable[Path]) -> dict[str, bool | None]:
    """Return for each score in files whether larger values are better, as its metric states.

    Args:
        files: The files, whose manifests are read where they are of these very files.
    """
    directions: dict[str, bool | None] = {}
    for path in files:
        for metric in _metrics_of(path):
            stated = metric.get("higher_is_better")
            if isinstance(stated, dict):
                directions |= {name: x for name, x in stated.items() if x in (True, False, None)}
    return directions


def signatures_beside(files: Iterable[Path], chosen: Sequence[str]) -> str | None:
    """Return the signatures of the scores in files, as `sacreval score` wrote them."""
    stated: dict[Stated, None] = {}
    for path in files:
        metrics = _beside(path)
        if metrics is None and not _is_without_scores(path):
            return None
        stated |= dict.fromkeys(metrics or ())
    used = [m for m in stated if any(map(m.has, chosen))]
    if {MAIN, ALL} & {*chosen} or not all(any(m.has(name) for m in used) for name in chosen):
        used = list(stated)
    return " + ".join(m.signature for m in used) or None


def _beside(path: Path) -> list[Stated] | None:
    """Return the metrics of the manifest beside a file; None without one of this very file."""
    try:
        return [Stated(metric["name"], metric["signature"]) for metric in _metrics_of(path)] or None
    except (KeyError, TypeError):
        return None


def _metrics_of(path: Path) -> list[dict[str, Any]]:
    """Return the metrics as the manifest beside a file has them; none if it is not of this file."""
    try:
        content = msgspec.json.decode(manifest_of(path).read_bytes(), type=dict[str, Any])
        if content.get("scores_sha256") != sha256(str(path)):
            return []
        parts = [content, *content.get("datasets", {}).values()]
        metrics = [metric for part in parts for metric in part.get("metrics", ())]
        return [metric for metric in metrics if isinstance(metric, dict)]
    except (OSError, msgspec.MsgspecError, AttributeError, KeyError, TypeError):
        return []


def _is_without_scores(path: Path) -> bool:
    """Return whether a file has judgments alone, by its first line."""
    first = first_object(str(path))
    return bool(first) and not _SCORES & first.keys()
