"""The answer to files of records, which have no scores yet, where scores are correlated."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.io.formats.first_objects import first_object

SCORES, RECORDS = "scores.jsonl", "records.jsonl"
"""What `sacreval setup-dataset` writes in a folder."""
_EXAMPLE = "rouge"


def check_scores(
    files: Sequence[Path], tasks: Iterable[ScoreSet], names: Sequence[str], human: str
) -> None:
    """Check that files have scores, unless human scores are to be correlated with each other.

    Args:
        files: The files.
        tasks: What was read of them.
        names: The metrics to correlate; `main` or `all` for those in the files.
        human: The human score.

    Raises:
        UsageError: If there are none; it names the commands that compute scores of the records.
    """
    read = list(tasks)
    if any(task.scores for task in read):
        return
    judged = {name for task in read for name in task.judgments}
    if not {*names} <= judged:
        raise UsageError(_answer(files, names, human))


def files_of_folder(folder: Path) -> list[str]:
    """Return the files with scores and records that a folder of `setup-dataset` has.

    Args:
        folder: The folder.
    """
    return [str(folder / name) for name in (SCORES, RECORDS) if (folder / name).is_file()]


def _answer(files: Sequence[Path], names: Sequence[str], human: str) -> str:
    records = [str(path) for path in files if "prediction" in first_object(str(path))]
    if not records:
        return "the files have no scores of metrics; add files that `sacreval score` wrote"
    command = f"{_metric(names[0])} {shlex.join(records)}"
    return (
        f"{records[0]} has records without scores; `sacreval correlate {command} --human {human}` "
        f"scores and correlates them, and `sacreval score {command} -o scores.jsonl` writes scores "
        "(`sacreval list metrics` has other metrics)"
    )


def _metric(score: str) -> str:
    """Return the metric that a score is named after, such as rouge for rouge1_f1."""
    wanted = _letters(score)
    found = [name for name in metrics if wanted.startswith(_letters(name))]
    return max(found, key=len, default=_EXAMPLE)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())
