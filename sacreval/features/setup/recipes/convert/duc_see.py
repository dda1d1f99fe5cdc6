"""DUC 2002 to 2004: summaries of several lengths, with coverage and quality questions.

Source: Over and Liggett (2002), Introduction to DUC, and later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles

_SET = re.compile(r"d\d+[a-z]?$", re.IGNORECASE)
_LENGTH = re.compile(r"0*(10|50|75|100|200|400|665)$")
KINDS = ("M", "P")


class ColumnNumbers(NamedTuple):
    """Column numbers of a year's short.results.table."""

    begin: int  # the first line of data, from 1
    summarizer: int
    questions: tuple[int, int]  # first column, and the one after the last
    coverage: int  # mean, median and deviation, then the same adjusted for length


LAYOUTS = {
    2002: ColumnNumbers(38, 8, (10, 22), 27),
    2003: ColumnNumbers(38, 8, (11, 23), 28),
    2004: ColumnNumbers(35, 7, (8, 15), 15),
}
COVERAGE = tuple(
    f"{head}coverage_{tail}"
    for head in ("", "length_adjusted_")
    for tail in ("mean", "median", "std")
)


def convert(
    place: CorpusFiles,
    *,
    year: int,
    summaries: list[str],
    documents: str,
    tables: list[str],
    kind: str = "M",
    length: str = "",
    pairs: dict[str, str] | None = None,
    responsiveness: str = "",
) -> Iterator[Instance]:
    """Yield one record for each summary of one kind and length, by systems and by people.

    Args:
        place: Files provided by the user.
        year: 2002 to 2004.
        summaries: Archives of summaries, by systems and by people.
        documents: The archive of documents.
        tables: Tables of coverage and quality, or archives that hold them.
        kind: M for summaries of sets, P for those of single documents.
        length: Length of the summaries, if there are several.
        pairs: Dimension to a table in which two people judge side by side.
        responsiveness: The table of responsiveness, or the archive that holds it.
    """
    corpus = nist.Summaries()
    for archive in summaries:
        _read_texts(corpus, nist.unpacked(place, archive), place, kind, length)
    if not corpus.texts:
        raise InputError("the archives have no summaries of that kind; give NIST's own archives")
    for name in tables:
        for path in _table_files(place, name, "short.results.table*"):
            _read_coverage(corpus, path, LAYOUTS[year], kind, length)
    for dimension, name in (pairs or {}).items():
        _read_pairs(corpus, place / name, dimension)
    if responsiveness:
        for path in _table_files(place, responsiveness, "results.table.R*"):
            for cells in nist.table(path, begin=8):
                score = nist.cell(cells, len(cells) - 1, path)
                corpus.judge(nist.instance_of(cells[0]), cells[-2], responsiveness=score)
    outer = nist.unpacked(place, documents)
    inner = [nist.unpacked(place, path) for path in nist.files(outer, "*.tar.gz", "*.tgz")]
    for source in inner or [outer]:
        corpus.documents.update(nist.documents_below(source))
    yield from corpus.instances()


def _read_texts(
    corpus: nist.Summaries, folder: Path, place: CorpusFiles, kind: str, length: str
) -> None:
    """Read summaries, including those in nested archives."""
    for inner in nist.files(folder, "*.tar.gz", "*.tgz"):
        _read_texts(corpus, nist.unpacked(place, inner), place, kind, length)
    for path in nist.files(folder, "*"):
        name = nist.named(path)
        if name is None or name.kind != kind or (length and name.length.lstrip("0") != length):
            continue
        instance = f"{name.instance}.{name.document.lower()}" if kind == "P" else name.instance
        corpus.texts.setdefault(instance, {})[name.summarizer] = nist.summary(path)


def _table_files(place: CorpusFiles, name: str, pattern: str) -> list[Path]:
    path = place / name
    if path.name.endswith((".tgz", ".tar.gz", ".tar")):
        return nist.files(nist.unpacked(place, path), pattern)
    return [path]


def _read_coverage(
    corpus: nist.Summaries, path: Path, layout: ColumnNumbers, kind: str, length: str
) -> None:
    for cells in nist.table(path, begin=layout.begin):
        sets = [c for c in cells[: layout.summarizer] if _SET.match(c)]
        if not sets or len(cells) < layout.coverage + len(COVERAGE):
            continue
        if not _is_of(cells[: layout.summarizer], kind, length):
            continue
        first, end = layout.questions
        questions = {
            f"peer_quality_Q{i - first + 1}": nist.cell(cells, i, path) for i in range(first, end)
        }
        coverage = {n: nist.cell(cells, layout.coverage + i, path) for i, n in enumerate(COVERAGE)}
        instance = _instance(corpus, nist.instance_of(sets[0]), cells[: layout.summarizer])
        corpus.judge(instance, cells[layout.summarizer], **questions, **coverage)


def _is_of(cells: list[str], kind: str, length: str) -> bool:
    """Return whether a row is of a kind and length; true for a row without them."""
    kinds = [cell for cell in cells if cell in KINDS]
    lengths = [cell.lstrip("0") for cell in cells if _LENGTH.match(cell)]
    return kind in (kinds or [kind]) and (not length or length in (lengths or [length]))


def _instance(corpus: nist.Summaries, name: str, cells: list[str]) -> str:
    """Return the input of a row: the set, or the document that a cell names."""
    singles = (f"{name}.{cell.lower()}" for cell in cells)
    return next((single for single in singles if single in corpus.texts), name)


def _read_pairs(corpus: nist.Summaries, path: Path, dimension: str) -> None:
    """Read a table with two scores: columns 4 and 6, or 5 and 7 if it has eight columns."""
    for cells in nist.table(path):
        shift = 1 if len(cells) == 8 else 0  # with a document column
        scores = [nist.cell(cells, i + shift, path) for i in (4, 6)]
        instance = _instance(corpus, nist.instance_of(cells[0]), cells[1 : 1 + shift])
        corpus.judge(instance, cells[2 + shift], **{dimension: scores})
