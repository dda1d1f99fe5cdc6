"""Load score files into one set of scores for each task, merged by instance and system."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sacreval.core.metric import metrics
from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.score_files import (
    ScoreFile,
    by_reference,
    chosen_pairs,
    is_mtme_folder,
    read_jsonl,
    read_segment_scores,
    read_system_scores,
    read_table,
    reference_names,
    score_files,
    segment_column,
    segments,
)
from sacreval.features.correlate.data.score_grid import score_set, split_rows
from sacreval.features.correlate.data.score_set import Row, ScoreColumn, ScoreSet, SystemRow
from sacreval.features.correlate.options import Duplicates
from sacreval.io.formats.first_keys import first_object

SCORES, RECORDS = "scores.jsonl", "records.jsonl"
"""What `sacreval setup-dataset` writes in a folder."""
_EXAMPLE = "rouge"


def check_scores(
    files: Sequence[Path], tasks: Iterable[ScoreSet], names: Sequence[str], human: str
) -> None:
    """Check that files have scores, unless human scores are to be correlated with each other."""
    read = list(tasks)
    if any(task.scores for task in read):
        return
    judged = {name for task in read for name in task.judgments}
    if not {*names} <= judged:
        raise UsageError(_answer(files, names, human))


def files_of_folder(folder: Path) -> list[str]:
    """Return the files with scores and records that a folder of `setup-dataset` has."""
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
    matches = [name for name in metrics if wanted.startswith(_letters(name))]
    return max(matches, key=len, default=_EXAMPLE)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


_TABLES = {".csv", ".tsv", ".tab"}
_JSONL = {".jsonl", ".json", ".ndjson"}
_FOLDER_GROUPS = ("test_set", "language_pair")
_SPELLINGS = {"language-pair": "language_pair", "test-set": "test_set"}


def load_tasks(
    paths: Iterable[str | Path],
    by: Sequence[str],
    *,
    language_pairs: Sequence[str] = (),
    references: Sequence[str] = (),
    duplicates: Duplicates = "error",
) -> dict[str, ScoreSet]:
    """Load score files into one set of scores for each task.

    Args:
        paths: JSONL of `sacreval score` or SacreROUGE, CSV / TSV tables, single `.seg.score` and
            `.sys.score` files, or folders in the mt-metrics-eval layout.
        by: Names of groups whose values form tasks: keys of the field `groups`, columns of tables,
            and for folders test_set, language_pair, domain and document.
        language_pairs: Language pairs to read from folders; by default all.
        references: References of folders: `refA` reads the metric scores with this reference only
            and names them by the metric alone; `he-en=refB` does so for one language pair.
        duplicates: Value of an output with two different values of one score: `error` refuses
            them, `first`, `last` and `mean` choose.

    Returns:
        Name of a task to its scores, sorted; without groups a single task with an empty name.
        Systems and instances are sorted, so that the order of files and lines does not matter.

    Raises:
        InputError: A file is missing or cannot be read, or a line belongs to no task.
        UsageError: An unknown language pair or group, or options of folders without a folder.
    """
    by = [_SPELLINGS.get(name, name) for name in by]
    chosen = {pair: name for pair, _, name in (entry.rpartition("=") for entry in references)}
    files = _existing(paths)
    _check_folders(files, language_pairs, references)
    source = _Source(files, language_pairs, tuple(by), chosen)
    if not by:
        return {"": source.whole(duplicates)}
    if source.are_tasks_pairs():
        return {task: part.whole(duplicates) for task, part in source.of_pairs().items()}
    return split_rows(source.rows(), source.system_rows(), by, duplicates=duplicates)


def load_rows(paths: Iterable[str | Path]) -> list[Row]:
    """Read the rows of score files, without merging them.

    Args:
        paths: Files as for `load_tasks`.

    Raises:
        InputError: A file is missing or cannot be read.
    """
    return list(_Source(_existing(paths), ()).rows())


def load_all_rows(
    paths: Iterable[str | Path], language_pairs: Sequence[str] = ()
) -> tuple[Iterator[Row], Iterator[SystemRow]]:
    """Read the rows of score files with all their groups, and the official scores of systems."""
    source = _Source(_existing(paths), language_pairs, ("language_pair",))
    return source.rows(), source.system_rows()


def _existing(paths: Iterable[str | Path]) -> list[Path]:
    files = [Path(p) for p in paths]
    for path in files:
        if not path.exists():
            raise InputError(f"{path}: there is no such file or folder; check the path.")
    return files


def _check_folders(
    files: Sequence[Path], language_pairs: Sequence[str], references: Sequence[str]
) -> None:
    """Check that options of MT-metrics-eval folders have a folder."""
    if any(path.is_dir() for path in files):
        return
    if references:
        name = references[0].rpartition("=")[2]
        raise UsageError(
            "--reference is for MT-metrics-eval folders, and there is none here; name scores with "
            f"their reference, as in --metric BLEU-{name}"
        )
    if language_pairs:
        raise UsageError(
            "--language-pair is for MT-metrics-eval folders, and there is none here; "
            "--tasks-by language_pair splits records by that group"
        )


class _Source(NamedTuple):
    """The files to read, the pairs and references of folders, and the groups that form tasks."""

    paths: Sequence[Path]
    language_pairs: Sequence[str]
    by: tuple[str, ...] = ()
    references: Mapping[str, str] = MappingProxyType({})

    def rows(self) -> Iterator[Row]:
        for path in self.paths:
            yield from self._folder_rows(path) if path.is_dir() else self._file_rows(path)

    def are_tasks_pairs(self) -> bool:
        """Return whether each task is a language pair of folders, which is read by itself."""
        folders = all(path.is_dir() for path in self.paths)
        return folders and "language_pair" in self.by and {*self.by} <= {*_FOLDER_GROUPS}

    def of_pairs(self) -> dict[str, _Source]:
        """Return task to the source of its language pair, sorted."""
        parts: dict[str, _Source] = {}
        for path in self.paths:
            for pair in self._pairs(path):
                groups = _groups_of(path, pair)
                task = "/".join(groups[name] for name in self.by)
                part = parts.setdefault(task, self._replace(paths=(), language_pairs=(pair,)))
                parts[task] = part._replace(paths=(*part.paths, path))
        return dict(sorted(parts.items()))

    def whole(self, duplicates: Duplicates) -> ScoreSet:
        """Read all files into one set of scores."""
        return score_set(self.columns(), list(self.system_rows()), duplicates=duplicates)

    def columns(self) -> Iterator[Row | ScoreColumn]:
        """Yield the same as `rows` without groups, where possible a file at once."""
        for path in self.paths:
            if path.is_dir():
                for pair in self._pairs(path):
                    yield from self._pair_columns(path, pair)
            else:
                yield from self._file_rows(path)

    def _pair_columns(self, path: Path, pair: str) -> Iterator[Row | ScoreColumn]:
        references = reference_names(path, pair)
        for file in self._files(path, pair, ".seg.score"):
            column = segment_column(file, references)
            if column is None:
                yield from read_segment_scores(file, references)
            else:
                yield column

    def system_rows(self) -> Iterator[SystemRow]:
        for path in self.paths:
            if path.is_dir():
                for pair in self._pairs(path):
                    groups = _groups_of(path, pair)
                    for file in self._files(path, pair, ".sys.score"):
                        for row in read_system_scores(file):
                            yield row._replace(groups=groups)
            elif path.name.endswith(".sys.score"):
                yield from read_system_scores(_single(path, ".sys.score"))

    def _folder_rows(self, path: Path) -> Iterator[Row]:
        for pair in self._pairs(path):
            references = reference_names(path, pair)
            groups, by_segment = _groups_of(path, pair), segments(path, pair)
            for file in self._files(path, pair, ".seg.score"):
                for row in read_segment_scores(file, references):
                    merged = groups | by_segment.get(row.instance, {}) if self.by else None
                    yield row._replace(groups=merged)

    def _files(self, path: Path, pair: str, ending: str) -> Iterator[ScoreFile]:
        chosen = self.references.get(pair, self.references.get(""))
        known = reference_names(path, pair)
        if chosen is not None and known and chosen not in known:
            raise UsageError(
                f"{path}: {pair} has no reference {chosen!r}; name another with --reference "
                f"{pair}=NAME, of {', '.join(sorted(known))}"
            )
        return by_reference(score_files(path, pair, ending), known, chosen)

    def _file_rows(self, path: Path) -> Iterator[Row]:
        if path.name.endswith(".seg.score"):
            yield from read_segment_scores(_single(path, ".seg.score"), frozenset())
        elif path.suffix.lower() in _TABLES:
            yield from read_table(path, self.by)
        elif path.suffix.lower() in _JSONL:
            yield from read_jsonl(path)
        elif not path.name.endswith(".sys.score"):
            raise InputError(
                f"{path}: unknown kind of score file; use .jsonl, .csv, .tsv or .seg.score."
            )

    def _pairs(self, folder: Path) -> list[str]:
        if not is_mtme_folder(folder):
            if files := files_of_folder(folder):
                raise InputError(f"{folder}: name the files in this folder: {shlex.join(files)}")
            raise InputError(
                f"{folder}: a folder needs `metric-scores` or `human-scores` (mt-metrics-eval "
                "layout); give the folder above them, or single files."
            )
        return chosen_pairs(folder, self.language_pairs, several="language_pair" in self.by)


def _groups_of(folder: Path, pair: str) -> dict[str, str]:
    return dict(zip(_FOLDER_GROUPS, (folder.resolve().name, pair), strict=True))


def _single(path: Path, ending: str) -> ScoreFile:
    is_judgment = path.parent.name == "human-scores"
    name = path.name[: -len(ending)]
    return ScoreFile(path, name.split(".", 1)[-1] if is_judgment else name, is_judgment)
