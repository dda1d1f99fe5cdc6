"""TAC 2008 to 2011: update and guided summarization, with pyramids, responsiveness and quality.

Source: Dang and Owczarzak (2008), Overview of the TAC 2008 Update Summarization Task, and later.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.values import number

_TOPIC_SET = re.compile(
    r'<docset([AB])\s+id\s*=\s*"([^"]+)"\s*>(.*?)</docset\1>', re.DOTALL | re.IGNORECASE
)
_TOPIC_DOC = re.compile(r'<doc\s+id\s*=\s*"([^"]+)"', re.IGNORECASE)
_GIGAWORD_DOC = re.compile(r'<DOC id="([^"]+)"[^>]*>(.*?)</DOC>', re.DOTALL)


class Columns(NamedTuple):
    """Column numbers of a table of manual scores; None for missing columns."""

    pyramid: int | None
    pyramid_jk: int
    scus: int
    repetitions: int | None
    quality: int
    responsiveness: int


MODEL_2008 = Columns(None, 4, 2, None, 5, 6)
PEER_2008 = Columns(2, 6, 3, 4, 7, 8)
WRONG_UNITS = 2011  # the year whose annotations name other units than its pyramids
# Since 2009 there is one more column before the last three.
MODEL = Columns(None, 5, 2, None, 6, 7)
PEER = Columns(2, 7, 3, 4, 8, 9)


def convert(
    place: CorpusFiles,
    *,
    year: int,
    evaluation: str,
    part: str = "",
    documents: str = "",
    topics: str = "",
    gigaword: str = "",
    aesop: str = "",
) -> Iterator[Instance]:
    """Yield one record for each summary, by systems and by people.

    Args:
        place: Files provided by the user.
        year: 2008 to 2011.
        evaluation: The archive of summaries and scores.
        part: A or B; both by default.
        documents: The archive of documents; otherwise `topics` and `gigaword` are given.
        topics: The file of topics, which lists the documents.
        gigaword: The folder of Gigaword, which has the documents.
        aesop: The archive of the scores of submitted metrics.
    """
    folder = nist.unpacked(place, evaluation)
    corpus = nist.Summaries(texts=nist.summaries_below(_rouge_folder(folder)))
    _manual(corpus, folder, year)
    for path in nist.files(folder, "rouge*.m*out", "simple*.m*out"):
        suffix = "_jk" if "jk" in path.name else ""
        corpus.score(place.read("rouge-out", path, suffix=suffix))
    if year != WRONG_UNITS:
        for path in nist.files(folder, "*.pyr", "*.pan"):
            corpus.annotate(place.read("pyramid", path))
    if aesop:
        _aesop(corpus, nist.unpacked(place, aesop), year)
    if documents:
        outer = nist.unpacked(place, documents)
        inner = [nist.unpacked(place, path) for path in nist.files(outer, "*.tar.gz", "*.tgz")]
        for source in inner or [outer]:
            corpus.documents.update(nist.documents_below(source))
    elif gigaword:
        corpus.documents.update(_from_gigaword(place / topics, place / gigaword))
    yield from corpus.instances(part)


def _rouge_folder(folder: Path) -> Path:
    """Return the folder of texts for ROUGE."""
    places = sorted(path for path in folder.rglob("ROUGE") if path.is_dir())
    if not places:
        raise InputError("the archive has no folder ROUGE; give NIST's own archive")
    return places[0]


def _manual(corpus: nist.Summaries, folder: Path, year: int) -> None:
    old = year == 2008
    for path in nist.files(folder, "manual.model*", "manual.peer*"):
        people = path.name.startswith("manual.model")
        columns = (MODEL_2008 if old else MODEL) if people else (PEER_2008 if old else PEER)
        for cells in nist.table(path):
            if not nist.instance_of(cells[0])[1:2].isdigit():
                continue  # headings
            corpus.judge(nist.instance_of(cells[0]), cells[1], **_numbers(cells, columns, path))


def _numbers(cells: list[str], columns: Columns, path: Path) -> dict[str, float | None]:
    places = {
        "modified_pyramid_score": columns.pyramid,
        "modified_pyramid_score_jk": columns.pyramid_jk,
        "num_scus": columns.scus,
        "num_repetitions": columns.repetitions,
        "linguistic_quality": columns.quality,
        "overall_responsiveness": columns.responsiveness,
    }
    return {name: nist.cell(cells, i, path) for name, i in places.items() if i is not None}


def _aesop(corpus: nist.Summaries, folder: Path, year: int) -> None:
    """Read the scores of submitted metrics; p12 d3 is summarizer 12 on the third set."""
    for path in nist.files(folder, "aesop_allpeers_*"):
        part = path.name.rsplit("_", 1)[1][:1]
        for cells in nist.table(path, begin=2):
            instance = f"d{(year % 100) * 100 + int(cells[1][1:]):04d}-{part}"
            scores = {f"aesop_{i}": number(c, str(path)) for i, c in enumerate(cells[2:], start=1)}
            corpus.scores.setdefault((instance, cells[0][1:]), {}).update(scores)


def _from_gigaword(topics: Path, gigaword: Path) -> dict[str, list[str]]:
    """Return the listed documents from Gigaword, reading each of its files once."""
    listed: dict[Path, set[str]] = {}
    sets: dict[str, list[str]] = {}
    for _, name, content in _TOPIC_SET.findall(nist.read_text(topics)):
        sets[nist.instance_of(name)] = _TOPIC_DOC.findall(content)
        for identifier in sets[nist.instance_of(name)]:
            listed.setdefault(_gigaword_file(gigaword, identifier), set()).add(identifier)
    missing = sorted(str(path) for path in listed if not path.exists())
    if missing:
        raise InputError(
            f"Gigaword does not have {', '.join(missing)}; give the folder of LDC2011T07"
        )
    texts: dict[str, str] = {}
    for path, identifiers in listed.items():
        content = gzip.decompress(path.read_bytes()).decode("utf-8", errors="replace")
        for identifier, body in _GIGAWORD_DOC.findall(content):
            if identifier in identifiers:
                texts[identifier] = nist.plain(body)
    return {name: [texts[i] for i in ids if i in texts] for name, ids in sets.items()}


def _gigaword_file(gigaword: Path, identifier: str) -> Path:
    """Return the file of a document such as APW_ENG_20050312.0019."""
    corpus, _, date = identifier.rpartition("_")
    corpus = corpus.lower()
    return gigaword / "data" / corpus / f"{corpus}_{date[:6]}.gz"
