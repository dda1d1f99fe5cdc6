"""MultiLing 2011, 2013 and 2015: summaries of sets of documents in many languages, with grades.

Source: Giannakopoulos et al. (2011), TAC 2011 MultiLing Pilot Overview, and later.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.values import number

_TOPIC = re.compile(r"(M\d{3})(\d)?", re.IGNORECASE)
TRAINING_2015 = ("M001", "M002", "M003")
GRADE, LENGTH_AWARE = 3, 5  # columns of 2011's grades, from 0: the 4th and the 6th


def convert(
    place: CorpusFiles, *, archives: list[str], language: str, year: int
) -> Iterator[Instance]:
    """Yield one record for each summary in one language.

    Args:
        place: Files provided by the user.
        archives: Archives of sources, human and system summaries, and grades; nested archives
            are unpacked too.
        language: Name of the language in folder names, such as english.
        year: 2011, 2013 or 2015.
    """
    corpus = nist.Summaries()
    for archive in archives:
        for folder in _all_unpacked(place, nist.unpacked(place, archive)):
            for path in nist.files(folder, "*"):
                _take(corpus, path, path.relative_to(folder), language, year)
    yield from corpus.instances()


def _all_unpacked(place: CorpusFiles, folder: Path) -> Iterator[Path]:
    yield folder
    for inner in nist.files(folder, "*.zip", "*.tar.gz", "*.tgz"):
        yield from _all_unpacked(place, nist.unpacked(place, inner))


def _take(corpus: nist.Summaries, path: Path, inside: Path, language: str, year: int) -> None:
    """Read a file according to its name and path."""
    parts = [part.lower() for part in inside.parts]
    if path.name.lower().endswith("grades.csv") and language in " ".join(parts):
        _grades(corpus, path)
        return
    topic = _TOPIC.match(path.name)
    in_language = language in parts[:-1] or path.suffix.lower() == f".{language}"
    if topic is None or not in_language or (year == 2015 and topic[1].upper() in TRAINING_2015):
        return
    instance = topic[1].upper()
    if topic[2]:
        corpus.documents.setdefault(instance, []).append(nist.stripped(path))
        return
    corpus.texts.setdefault(instance, {})[_writer(path, parts, language)] = nist.stripped(path)


def _writer(path: Path, parts: list[str], language: str) -> str:
    """Return the writer: a letter in the file's name for people, the folder's ID for systems."""
    name = path.name.split(".")
    if len(name) > 1 and name[1].isalpha() and len(name[1]) == 1:
        return name[1].upper()
    above = parts[parts.index(language) - 1] if parts.index(language) else parts[0]
    return above.removeprefix("id")


def _grades(corpus: nist.Summaries, path: Path) -> None:
    """Read grades: blank-separated with quoted ids (2011), or tab-separated with a heading (2013).

    If several people graded an input, its grades are a list.
    """
    lists: dict[tuple[str, str], dict[str, list[float | None]]] = {}
    text = nist.read_text(path)
    if "\t" in text:
        for row in csv.reader(io.StringIO(text), delimiter="\t"):
            if len(row) > 5 and _TOPIC.match(row[0]):
                grades = {"overall_responsiveness": number(row[5], str(path))}
                _append(lists, (row[0][:4].upper(), row[1]), grades)
    else:
        for row in csv.reader(io.StringIO(text), delimiter=" ", skipinitialspace=True):
            topics = [cell for cell in row if _TOPIC.match(cell)]
            if topics and len(row) > LENGTH_AWARE:
                writer = row[1 if row[0] == topics[0] else 0].removeprefix("ID")
                grades = {
                    "grade": number(row[GRADE], str(path)),
                    "length_aware_grade": number(row[LENGTH_AWARE], str(path)),
                }
                _append(lists, (topics[0][:4].upper(), writer), grades)
    for (instance, writer), grades_of in lists.items():
        corpus.judge(instance, writer, **grades_of)


def _append(
    lists: dict[tuple[str, str], dict[str, list[float | None]]],
    key: tuple[str, str],
    grades: dict[str, float | None],
) -> None:
    for name, value in grades.items():
        lists.setdefault(key, {}).setdefault(name, []).append(value)
