"""Load score files of any known kind into one set, merged by instance and system."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sacreval.errors import InputError
from sacreval.meta.mtme import (
    ScoreFile,
    chosen_pair,
    is_mtme_folder,
    read_segment_scores,
    read_system_scores,
    reference_names,
    score_files,
)
from sacreval.meta.score_files import read_jsonl, read_table
from sacreval.meta.scores import Duplicates, Row, ScoreSet, SystemRow, score_set

_TABLES = {".csv", ".tsv", ".tab"}
_JSONL = {".jsonl", ".json", ".ndjson"}


def load_scores(
    paths: Iterable[str | Path],
    *,
    language_pair: str | None = None,
    duplicates: Duplicates = "error",
) -> ScoreSet:
    """Load and merge score files.

    Args:
        paths: JSONL of `sacreval score` or SacreROUGE, CSV / TSV tables, single `.seg.score` and
            `.sys.score` files, or folders in the mt-metrics-eval layout.
        language_pair: Of a folder that holds several, e.g. `en-de`.
        duplicates: What to do when an output has two different values of one score: `error`, or
            take the `first`, the `last` or the `mean`.

    Returns:
        Systems and instances sorted: the order of files and lines is forgotten.

    Raises:
        InputError: A file that is not there or cannot be read.
        UsageError: A language pair that is not there.
    """
    files = [Path(p) for p in paths]
    for path in files:
        if not path.exists():
            raise InputError(f"{path}: there is no such file or folder; check the path.")
    system_rows = [row for path in files for row in _system_rows(path, language_pair)]
    rows = (row for path in files for row in _rows(path, language_pair))
    return score_set(rows, system_rows, duplicates=duplicates)


def _rows(path: Path, language_pair: str | None) -> Iterator[Row]:
    if path.is_dir():
        pair = _pair(path, language_pair)
        references = reference_names(path, pair)
        for file in score_files(path, pair, ".seg.score"):
            yield from read_segment_scores(file, references)
    elif path.name.endswith(".seg.score"):
        yield from read_segment_scores(_single(path, ".seg.score"), frozenset())
    elif path.suffix.lower() in _TABLES:
        yield from read_table(path)
    elif path.suffix.lower() in _JSONL:
        yield from read_jsonl(path)
    elif not path.name.endswith(".sys.score"):
        raise InputError(
            f"{path}: unknown kind of score file; use .jsonl, .csv, .tsv or .seg.score."
        )


def _system_rows(path: Path, language_pair: str | None) -> Iterator[SystemRow]:
    if path.is_dir():
        for file in score_files(path, _pair(path, language_pair), ".sys.score"):
            yield from read_system_scores(file)
    elif path.name.endswith(".sys.score"):
        yield from read_system_scores(_single(path, ".sys.score"))


def _pair(folder: Path, language_pair: str | None) -> str:
    if not is_mtme_folder(folder):
        raise InputError(
            f"{folder}: a folder needs `metric-scores` or `human-scores` (mt-metrics-eval layout); "
            "give the folder above them, or single files."
        )
    return chosen_pair(folder, language_pair)


def _single(path: Path, ending: str) -> ScoreFile:
    is_judgment = path.parent.name == "human-scores"
    name = path.name[: -len(ending)]
    return ScoreFile(path, name.split(".", 1)[-1] if is_judgment else name, is_judgment)
