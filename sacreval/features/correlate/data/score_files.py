"""Readers of score files: JSONL of sacreval and SacreROUGE, tables, and folders of mt-metrics-eval.

Read scores and judgments from folders in the layout of mt-metrics-eval. The score `None` means that
a score is missing; `.sys.score` files hold one line per system. Systems whose names are in
`references/` are references.
"""

import math
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.score_set import Leaf, Row, ScoreColumn, SystemRow
from sacreval.features.correlate.measures.coefficient_names import pick
from sacreval.io.files import open_bytes
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.json_documents import check_document
from sacreval.io.formats.mtme_folders import (
    HUMAN,
    METRIC,
    human_files,
    metric_files,
    reference_files,
    score_lines,
    segment_groups,
    text_lines,
)
from sacreval.io.lines import LineLimit, lines

_LIMIT = LineLimit(reader="")
_SYSTEM_NAMES = ("system_id", "summarizer_id", "system", "sys")
_INSTANCE_NAMES = ("instance_id", "instance", "input", "segment", "seg", "doc_id", "id")
_GROUPS, _JUDGMENTS = "groups.", "judgments."
_OWN_COLUMNS = {"system_id", "instance_id", "system_type"}  # of tables that sacreval writes
_RECORD_COLUMNS = {
    "error",
    "prediction",
    "references",
    "input",
    "dataset",
}  # columns without scores
_TYPE_NAMES = ("system_type", "summarizer_type")


def read_jsonl(path: Path) -> Iterator[Row]:
    """Read score lines.

    A line has `instance_id`, `system_id`, optionally `system_type`, and `scores` or `judgments` or
    both; or the `summarizer_id` and nested `metrics` of SacreROUGE. A line with a `prediction` may
    have none of them, if it is not judged. Nested names are joined by `_`. In `metrics`, a list of
    numbers (one per rater) is a judgment.
    """
    decode = msgspec.json.Decoder(dict[str, Any]).decode
    with open_bytes(str(path)) as stream:
        for number, line in enumerate(lines(stream, str(path), _LIMIT), start=1):
            if line.strip():
                place = f"{path}:{number}"
                try:
                    record = decode(line)
                    check_document(line.encode(), place)
                    yield _row(record, place)
                except (msgspec.DecodeError, RecursionError) as error:
                    nan = ", and write null for NaN" if "NaN" in line else ""
                    raise InputError(
                        f"{place}: not a JSON object ({error}); correct the line{nan}."
                    ) from error


def _row(record: dict[str, Any], place: str) -> Row:
    system, instance = _id(record, _SYSTEM_NAMES, place), _id(record, _INSTANCE_NAMES, place)
    if record.keys() >= {*_SYSTEM_NAMES[:1], *_INSTANCE_NAMES[:1], "scores"}:
        instance = _in_set(instance, record)
    if not {"scores", "judgments", "metrics", "prediction"} & record.keys():
        raise InputError(
            f"{place}: the line has none of `scores`, `judgments` and `metrics`; write scores with "
            "`sacreval score`, or rename the field that holds them."
        )
    scores, judgments, nested = (
        flat(record.get(name) or {}, place) for name in ("scores", "judgments", "metrics")
    )
    for name, value in nested.items():
        (judgments if isinstance(value, list) else scores)[name] = value
    groups, length = _groups(record, place), _length(record.get("prediction"))
    return Row(system, instance, _kind(record), scores, judgments, place, groups, length)


def _in_set(instance: str, line: Mapping[str, Any]) -> str:
    """Return the id of an instance with its data set, since ids are those of one data set."""
    dataset = line.get("dataset")
    return f"{dataset}/{instance}" if isinstance(dataset, str) and dataset else instance


def _length(output: object) -> int | None:
    return len(output) if isinstance(output, str) else None


def _groups(record: Mapping[str, Any], place: str) -> dict[str, str] | None:
    groups = record.get("groups")
    if groups is None:
        return None
    if not isinstance(groups, dict):
        raise InputError(f"{place}: `groups` is not an object; write names with values in braces.")
    return {name: str(value) for name, value in groups.items() if value is not None}


def _id(record: Mapping[str, Any], names: tuple[str, ...], place: str) -> str:
    for name in names:
        if record.get(name) not in (None, ""):
            return str(record[name])
    raise InputError(f"{place}: the line has no `{names[0]}`; add it.")


def _kind(record: Mapping[str, Any]) -> str:
    kind = next((record[name] for name in _TYPE_NAMES if record.get(name)), "peer")
    return str(kind)


def flat(value: object, place: str) -> dict[str, Leaf]:
    """Return the numbers of an object by name, those of objects in it as `outer_inner`.

    Args:
        value: The object; its values are numbers, null, lists of these, or objects.
        place: Where it stands, for messages.

    Raises:
        InputError: If a value is none of these, or no finite number; or if names are equal.
    """
    numbers = dict[str, Leaf]()
    _flatten(value, "", numbers, place)
    return numbers


def _flatten(value: object, name: str, into: dict[str, Leaf], place: str) -> None:
    if isinstance(value, dict):
        if not name and not into and set(map(type, value.values())) == {float}:
            into.update(value)  # most lines; JSON has no other numbers than finite ones
            if all(map(math.isfinite, value.values())):
                return
            into.clear()
        for key, inner in value.items():
            _flatten(inner, f"{name}_{key}" if name else str(key), into, place)
        return
    if name in into:
        raise InputError(f"{place}: two nested scores flatten to {name!r}; rename one of them.")
    into[name] = (
        [_number(v, name, place) for v in value]
        if isinstance(value, list)
        else _number(value, name, place)
    )


def _number(value: object, name: str, place: str) -> float | None:
    if value is None:
        return None
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, int | float) and numeric and abs(value) <= sys.float_info.max:
        return float(value)
    shown = "too large to be read" if numeric and isinstance(value, int) else repr(value)
    raise InputError(
        f"{place}: {name!r} is {shown}, not a finite number; correct it, or write null."
    )


def read_table(path: Path, groups: Collection[str] = ()) -> Iterator[Row]:
    """Read a CSV or TSV table with a header.

    Two columns name the system and the instance. Either every other column with numbers is a score
    (wide format), or the columns `metric` and `score` hold one score per line (long format). With a
    `rater` column the scores are judgments, one list for each output. Empty cells, `None`, `null`,
    `NA` and `nan` are missing scores. Tables of `sacreval score` also have columns `groups.NAME`,
    and `judgments.NAME`, whose cells may hold lists.
    """
    tabs = path.suffix.lower() in {".tsv", ".tab"}
    sheet = Sheet(delimiter="tab" if tabs else "comma", quoting="quotes")
    table = sheet.cells(str(path))
    _, header = next(table, (0, []))
    if not header:
        raise InputError(f"{path}: this file is empty; write the scores again")
    ids = {n for n in header if n in (*_SYSTEM_NAMES, *_INSTANCE_NAMES[:3], *_TYPE_NAMES, "rater")}
    ids |= {_column(header, _INSTANCE_NAMES, path), *groups, *_without_scores(header)}
    _column(header, _SYSTEM_NAMES, path)
    rows = ((f"{path}:{line}", dict(zip(header, cells, strict=True))) for line, cells in table)
    if "rater" in ids:
        yield from _rows_of_raters(rows, ids, groups)
        return
    for place, row in rows:
        yield _table_row(row, ids, place, groups)


def _column(header: list[str], names: tuple[str, ...], path: Path) -> str:
    for name in names:
        if name in header:
            return name
    raise InputError(
        f"{path}: the table has no column `{names[0]}` (columns: {', '.join(header)}); add it."
    )


def _table_row(line: Mapping[str, str], ids: set[str], place: str, groups: Collection[str]) -> Row:
    if "metric" in line and "score" in line:
        scores: dict[str, Leaf] = {line["metric"]: _cell(line["score"], "score", place)}
    else:
        scores = {n: _cell(v, n, place) for n, v in line.items() if n not in ids}
    system, instance = _id(line, _SYSTEM_NAMES, place), _id(line, _INSTANCE_NAMES, place)
    if line.keys() >= _OWN_COLUMNS:
        instance = _in_set(instance, line)
    values = {name: line[name] for name in groups if line.get(name)} | _cells(_GROUPS, line)
    judgments = {n: _judgment(text, n, place) for n, text in _cells(_JUDGMENTS, line).items()}
    length = _length(line.get("prediction") or None)
    return Row(system, instance, _kind(line), scores, judgments, place, values or None, length)


def _without_scores(header: Sequence[str]) -> Iterator[str]:
    """List the columns without scores in a table of `sacreval score` or `evaluate`."""
    is_own = set(header) >= _OWN_COLUMNS  # in other tables, `error` may be a score
    others = (_GROUPS, _JUDGMENTS, "extracted.", "predictions.", "error_spans.")
    yield from (name for name in header if name.startswith(others))
    yield from (name for name in header if is_own and name in _RECORD_COLUMNS)


def _cells(prefix: str, line: Mapping[str, str]) -> dict[str, str]:
    """Map names of columns with a prefix, without it, to their cells; empty cells are omitted."""
    filled = ((name, text) for name, text in line.items() if text)
    return {name.removeprefix(prefix): text for name, text in filled if name.startswith(prefix)}


def _judgment(text: str, name: str, place: str) -> Leaf:
    if not text.startswith("["):
        return _cell(text, name, place)
    try:
        return [_number(value, name, place) for value in msgspec.json.decode(text, type=list[Any])]
    except msgspec.DecodeError:
        raise InputError(
            f"{place}: column {name!r} holds {text!r}, not numbers; write a list as in [4, 5]"
        ) from None


def _cell(text: str, name: str, place: str) -> float | None:
    if text.strip().lower() in {"", "none", "null", "na", "nan"}:
        return None
    try:
        return _number(float(text), name, place)
    except ValueError:
        raise InputError(
            f"{place}: column {name!r} holds {text!r}, not a number; correct it, or remove the "
            "column."
        ) from None


def _rows_of_raters(
    table: Iterable[tuple[str, dict[str, str]]], ids: set[str], groups: Collection[str]
) -> Iterator[Row]:
    """Merge the lines of all raters into lists of ratings, in the order of the raters' names."""
    rows: dict[tuple[str, ...], dict[str, Row]] = {}
    for place, line in table:
        row = _table_row(line, ids, place, groups)
        ratings = rows.setdefault((row.system, row.instance, *(row.groups or {}).values()), {})
        earlier = ratings.get(line["rater"])
        if earlier is not None and not earlier.scores.keys().isdisjoint(row.scores):
            raise InputError(
                f"{row.place}: rater {line['rater']!r} rated this output twice; remove one line."
            )
        ratings[line["rater"]] = (
            row if earlier is None else row._replace(scores={**earlier.scores, **row.scores})
        )
    raters = sorted({rater for ratings in rows.values() for rater in ratings})
    for ratings in rows.values():
        first = next(iter(ratings.values()))
        names = {name for row in ratings.values() for name in row.scores}
        lists: dict[str, Leaf] = {
            n: [_rating(ratings, rater, n) for rater in raters] for n in sorted(names)
        }
        yield first._replace(scores={}, judgments=lists)


def _rating(ratings: Mapping[str, Row], rater: str, name: str) -> float | None:
    value = ratings[rater].scores.get(name) if rater in ratings else None
    return None if isinstance(value, list) else value


_MISSING = {"None", ""}


class ScoreFile(NamedTuple):
    """A score file: its path, the name of its scores, and whether they are judgments."""

    path: Path
    name: str
    is_judgment: bool


def is_mtme_folder(folder: Path) -> bool:
    """Check whether a folder has one of the two subfolders of the layout."""
    return (folder / HUMAN).is_dir() or (folder / METRIC).is_dir()


def language_pairs(folder: Path) -> list[str]:
    """List the language pairs that have metric scores or judgments."""
    pairs = {p.name for p in (folder / METRIC).glob("*") if p.is_dir()}
    pairs |= {p.name.split(".")[0] for p in (folder / HUMAN).glob("*.score")}
    return sorted(pairs)


def chosen_pairs(folder: Path, wanted: Sequence[str], *, several: bool = False) -> list[str]:
    """Check the chosen language pairs, or return all pairs of the folder."""
    pairs = language_pairs(folder)
    chosen = [pick(pair, pairs, "language pair") for pair in dict.fromkeys(wanted)] or pairs
    if len(chosen) != 1 and not (several and chosen):
        listed = ", ".join(chosen) or "none"
        raise UsageError(
            f"{folder} holds several language pairs ({listed}); choose one with --language-pair, "
            "or take each as a task with --tasks-by language_pair."
        )
    return chosen


def segments(folder: Path, pair: str) -> dict[str, dict[str, str]]:
    """Map each segment of a pair to its domain and document, if the folder has them."""
    return {str(i): groups for i, groups in enumerate(segment_groups(folder, pair), start=1)}


def score_files(folder: Path, pair: str, ending: str) -> Iterator[ScoreFile]:
    """List the files of one ending, `.seg.score` or `.sys.score`, sorted by name."""
    for name, path in human_files(folder, pair, ending).items():
        yield ScoreFile(path, name, is_judgment=True)
    for name, path in metric_files(folder, pair, ending).items():
        yield ScoreFile(path, name, is_judgment=False)


def reference_names(folder: Path, pair: str) -> frozenset[str]:
    """List the names of the references of a pair."""
    return frozenset(reference_files(folder, pair))


def by_reference(
    files: Iterable[ScoreFile], known: frozenset[str], chosen: str | None
) -> Iterator[ScoreFile]:
    """Select the metric scores of one reference, and name them by the metric alone."""
    for file in files:
        metric, _, reference = file.name.rpartition("-")
        if chosen is None or file.is_judgment or reference not in known:
            yield file
        elif reference == chosen:
            yield file._replace(name=metric)


def read_segment_scores(file: ScoreFile, references: frozenset[str]) -> Iterator[Row]:
    """Read a `.seg.score` file; instance ids are the numbers of segments, from 1."""
    blocks: dict[str, int] = {}
    for place, system, value in _lines_of(file.path):
        blocks[system] = blocks.get(system, 0) + 1
        cell = {file.name: value}
        kind = "reference" if system in references else "peer"
        scores, judgments = ({}, cell) if file.is_judgment else (cell, {})
        yield Row(system, str(blocks[system]), kind, scores, judgments, place)
    if len(set(blocks.values())) > 1:
        longest = max(blocks, key=lambda s: blocks[s])
        shortest = min(blocks, key=lambda s: blocks[s])
        raise InputError(
            f"{file.path}: system {longest!r} has {blocks[longest]} segments but {shortest!r} "
            f"{blocks[shortest]}; write a line per segment for every system, None without a score."
        )


def segment_column(file: ScoreFile, references: frozenset[str]) -> ScoreColumn | None:
    """Read a `.seg.score` file at once; None if `read_segment_scores` has to report a fault."""
    parts = [line.rpartition("\t") for line in text_lines(file.path)]
    numbers: dict[str, int] = {}
    try:
        values = [None if (t := cell.strip()) in _MISSING else float(t) for _, _, cell in parts]
    except ValueError:
        return None
    keys = []
    for system, _, _ in parts:
        numbers[system] = number = numbers.get(system, 0) + 1
        keys.append((system, str(number)))
    plain = all(tab for _, tab, _ in parts) and len(set(numbers.values())) < 2
    if not plain or not all(math.isfinite(value) for value in values if value is not None):
        return None
    kinds = {system: "reference" if system in references else "peer" for system in numbers}
    again = partial(read_segment_scores, file, references)
    cells = dict(zip(keys, values, strict=True))
    return ScoreColumn(file.name, file.is_judgment, cells, kinds, again)


def read_system_scores(file: ScoreFile) -> Iterator[SystemRow]:
    """Read a `.sys.score` file."""
    for _, system, value in _lines_of(file.path):
        if value is not None:
            yield SystemRow(system, file.name, value, file.is_judgment)


def _lines_of(path: Path) -> Iterator[tuple[str, str, float | None]]:
    for place, system, text in score_lines(path):
        yield place, system, _score(text, place)


def _score(text: str, place: str) -> float | None:
    if text in _MISSING:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise InputError(
            f"{place}: {text!r} is not a score; write a number, or None without a score."
        )
    return value
