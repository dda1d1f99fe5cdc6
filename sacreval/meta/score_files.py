"""Readers of score files: sacreval and SacreROUGE JSONL, CSV and TSV tables."""

import csv
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import lines
from sacreval.io.repeated_keys import check_document
from sacreval.meta.score_set import Kind, Leaf, Row

_LIMIT = LineLimit(reader="")
_SYSTEM_NAMES = ("system_id", "summarizer_id", "system", "sys")
_INSTANCE_NAMES = ("instance_id", "instance", "input", "segment", "seg", "doc_id", "id")
_GROUPS, _JUDGMENTS = "groups.", "judgments."
_OURS = {"system_id", "instance_id", "system_type"}
_BESIDE = {"error", "prediction", "references", "input"}  # what tables of records also hold
_TYPE_NAMES = ("system_type", "summarizer_type")


def read_jsonl(path: Path) -> Iterator[Row]:
    """Read score lines.

    A line has `instance_id`, `system_id`, optionally `system_type`, and `scores` and / or
    `judgments`; or SacreROUGE's `summarizer_id` and nested `metrics`. A line with a `prediction`
    may have none of them: it was not judged. Nested names are joined by `_`. In `metrics`, a list
    of numbers (one per rater) is a judgment.

    Raises:
        InputError: A line of another form.
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
                        f"{place}: not a JSON object ({error}); mend the line{nan}."
                    ) from error


def _row(record: dict[str, Any], place: str) -> Row:
    system, instance = _named(record, _SYSTEM_NAMES, place), _named(record, _INSTANCE_NAMES, place)
    scores, judgments = dict[str, Leaf](), dict[str, Leaf]()
    if not {"scores", "judgments", "metrics", "prediction"} & record.keys():
        raise InputError(
            f"{place}: the line has none of `scores`, `judgments` and `metrics`; write scores with "
            "`sacreval score`, or rename the field that holds them."
        )
    _flatten(record.get("scores") or {}, "", scores, place)
    _flatten(record.get("judgments") or {}, "", judgments, place)
    measured = dict[str, Leaf]()
    _flatten(record.get("metrics") or {}, "", measured, place)
    for name, value in measured.items():
        (judgments if isinstance(value, list) else scores)[name] = value
    return Row(system, instance, _kind(record), scores, judgments, place, _groups(record, place))


def _groups(record: Mapping[str, Any], place: str) -> dict[str, str] | None:
    groups = record.get("groups")
    if groups is None:
        return None
    if not isinstance(groups, dict):
        raise InputError(f"{place}: `groups` holds no names with values; write an object.")
    return {name: str(value) for name, value in groups.items() if value is not None}


def _named(record: Mapping[str, Any], names: tuple[str, ...], place: str) -> str:
    for name in names:
        if record.get(name) not in (None, ""):
            return str(record[name])
    raise InputError(f"{place}: the line has no `{names[0]}`; add it.")


def _kind(record: Mapping[str, Any]) -> Kind:
    stated = next((record[name] for name in _TYPE_NAMES if record.get(name)), "peer")
    return "reference" if stated == "reference" else "peer"


def _flatten(value: object, name: str, into: dict[str, Leaf], place: str) -> None:
    if isinstance(value, dict):
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
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(
            f"{place}: {name!r} is {value!r}, not a finite number; mend it, or use null."
        )
    return float(value)


def read_table(path: Path, groups: Collection[str] = ()) -> Iterator[Row]:
    """Read a CSV or TSV table with a header.

    Columns name the system and the instance; every other column with numbers is a score (wide), or
    `metric` and `score` columns hold one score a line (long). A `rater` column turns the scores of
    its lines into judgments, one list a cell. Empty cells, `None`, `null`, `NA` and `nan` are
    missing. Tables of `sacreval score` also have columns `groups.NAME`, and `judgments.NAME`, whose
    cells may hold lists.

    Args:
        path: The table.
        groups: Columns of groups, which hold no scores.

    Raises:
        InputError: No such columns, or a cell that is not a number, or a line that is too long.
    """
    with open_bytes(str(path)) as stream:
        csv.field_size_limit(_LIMIT.bytes)
        table = csv.DictReader(
            lines(stream, str(path), _LIMIT),
            delimiter="\t" if path.suffix.lower() in {".tsv", ".tab"} else ",",
        )
        try:
            yield from _table_rows(table, path, groups)
        except csv.Error as error:
            raise InputError(_LIMIT.fault(f"{path}:{table.line_num}", "cell")) from error


def _table_rows(table: "csv.DictReader[str]", path: Path, groups: Collection[str]) -> Iterator[Row]:
    header = table.fieldnames or []
    ids = {n for n in header if n in (*_SYSTEM_NAMES, *_INSTANCE_NAMES[:3], *_TYPE_NAMES, "rater")}
    ids |= {_found(header, _INSTANCE_NAMES, path), *groups, *_without_scores(header)}
    _found(header, _SYSTEM_NAMES, path)
    if "rater" in ids:
        yield from _rated(table, ids, path, groups)
        return
    for line in table:
        yield _table_row(line, ids, f"{path}:{table.line_num}", groups)


def _found(header: list[str] | Any, names: tuple[str, ...], path: Path) -> str:
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
        scores = {n: _cell(v, n, place) for n, v in line.items() if n is not None and n not in ids}
    system, instance = _named(line, _SYSTEM_NAMES, place), _named(line, _INSTANCE_NAMES, place)
    own = {name: line[name] for name in groups if line.get(name)} | _under(_GROUPS, line)
    judgments = {n: _judgment(text, n, place) for n, text in _under(_JUDGMENTS, line).items()}
    return Row(system, instance, _kind(line), scores, judgments, place, own or None)


def _without_scores(header: Sequence[str]) -> Iterator[str]:
    """List the columns of a table of `sacreval score` or `evaluate` that hold no score."""
    ours = set(header) >= _OURS  # elsewhere, an `error` may be a score
    yield from (name for name in header if name.startswith((_GROUPS, _JUDGMENTS, "extracted.")))
    yield from (name for name in header if ours and name in _BESIDE)


def _under(head: str, line: Mapping[str, str]) -> dict[str, str]:
    """Map the rest of each column name that begins with `head` to its cell."""
    filled = ((name, text) for name, text in line.items() if name and text)
    return {name.removeprefix(head): text for name, text in filled if name.startswith(head)}


def _judgment(text: str, name: str, place: str) -> Leaf:
    if not text.startswith("["):
        return _cell(text, name, place)
    try:
        return [_number(value, name, place) for value in msgspec.json.decode(text, type=list[Any])]
    except msgspec.DecodeError:
        raise InputError(
            f"{place}: column {name!r} holds {text!r}, not numbers; write a list as in [4, 5]"
        ) from None


def _cell(text: str | None, name: str, place: str) -> float | None:
    if text is None or text.strip().lower() in {"", "none", "null", "na", "nan"}:
        return None
    try:
        return _number(float(text), name, place)
    except ValueError:
        raise InputError(
            f"{place}: column {name!r} holds {text!r}, not a number; mend it or drop the column."
        ) from None


def _rated(
    table: "csv.DictReader[str]", ids: set[str], path: Path, groups: Collection[str]
) -> Iterator[Row]:
    """Gather the lines of all raters; a rater's place in the lists is that of the sorted names."""
    rows: dict[tuple[str, ...], dict[str, Row]] = {}
    for line in table:
        row = _table_row(line, ids, f"{path}:{table.line_num}", groups)
        own = rows.setdefault((row.system, row.instance, *(row.groups or {}).values()), {})
        if line["rater"] in own and not own[line["rater"]].scores.keys().isdisjoint(row.scores):
            raise InputError(
                f"{row.place}: rater {line['rater']!r} rated this output twice; remove one line."
            )
        earlier = own.get(line["rater"])
        own[line["rater"]] = (
            row if earlier is None else row._replace(scores={**earlier.scores, **row.scores})
        )
    raters = sorted({rater for own in rows.values() for rater in own})
    for own in rows.values():
        first = next(iter(own.values()))
        names = {name for row in own.values() for name in row.scores}
        lists: dict[str, Leaf] = {
            n: [_plain(own, rater, n) for rater in raters] for n in sorted(names)
        }
        yield first._replace(scores={}, judgments=lists)


def _plain(own: Mapping[str, Row], rater: str, name: str) -> float | None:
    value = own[rater].scores.get(name) if rater in own else None
    return None if isinstance(value, list) else value
