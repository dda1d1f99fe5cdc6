"""DUC 2005 to 2007: query-focused summaries, responsiveness, quality and pyramids.

Source: Dang (2005), Overview of DUC 2005, and later.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles

# First line of data, and the columns of cluster, summarizer and score; for quality, of the
# question before the score.
RESPONSIVENESS_FROM, QUALITY_FROM = 7, 8
CLUSTER, SUMMARIZER, SCORE = 0, 3, 4
QUESTION, ANSWER = 4, 5


def convert(
    place: CorpusFiles,
    *,
    documents: str,
    results: list[str],
    pyramid: str = "",
    part: str = "",
    update: bool = False,
) -> Iterator[Instance]:
    """Yield one record for each summary, by systems and by people.

    Args:
        place: Files provided by the user.
        documents: The archive of documents.
        results: Archives of summaries and scores.
        pyramid: The archive of pyramid scores.
        part: A, B or C of the update task; all by default.
        update: Whether the archives are of the update task, whose sets have parts.
    """
    folders = [nist.unpacked(place, archive) for archive in results]
    corpus = nist.Summaries()
    for folder in folders:
        for instance, texts in nist.summaries_below(folder).items():
            if ("-" in instance) == update:
                corpus.texts.setdefault(instance, {}).update(texts)
        _tables(corpus, folder)
        for path in nist.files(folder, "rouge*.out", "simple*.out"):
            corpus.score(place.read("rouge-out", path, suffix="_jk" if "jk" in path.name else ""))
    if not corpus.texts:
        raise InputError("the archives have no summaries; give NIST's own archives")
    if pyramid:
        _pyramids(corpus, place, nist.unpacked(place, pyramid))
    outer = nist.unpacked(place, documents)
    inner = [nist.unpacked(place, path) for path in nist.files(outer, "*.tar.gz", "*.tgz")]
    for source in inner or [outer]:
        corpus.documents.update(nist.documents_below(source))
    yield from corpus.instances(part)


def _tables(corpus: nist.Summaries, folder: Path) -> None:
    for path in nist.files(folder, "*.table"):
        kind = path.stem.lower()
        if kind == "linguistic_quality":
            for cells in nist.table(path, begin=QUALITY_FROM):
                question = f"linguistic_quality_Q{cells[QUESTION]}"
                _judge(corpus, cells, question, ANSWER, path)
        else:
            name = "responsiveness" if kind == "responsiveness" else f"{kind}_responsiveness"
            for cells in nist.table(path, begin=RESPONSIVENESS_FROM):
                _judge(corpus, cells, name, SCORE, path)


def _judge(corpus: nist.Summaries, cells: list[str], name: str, column: int, path: Path) -> None:
    instance = nist.instance_of(cells[CLUSTER])
    corpus.judge(instance, cells[SUMMARIZER], **{name: nist.cell(cells, column, path)})


def _pyramids(corpus: nist.Summaries, place: CorpusFiles, folder: Path) -> None:
    """Read pyramids, annotations and the table of modified scores; of repeated rows the last."""
    for path in nist.files(folder, "*.pyr", "*.pan"):
        corpus.annotate(place.read("pyramid", path))
    names = ("pyramid_score", "modified_pyramid_score", "num_scus", "num_repetitions")
    for path in nist.files(folder, "processed_pans.txt", "*_modified_scores.txt"):
        for cells in nist.table(path):
            if len(cells) < 2 + len(names) or not cells[2].replace(".", "", 1).isdigit():
                continue  # headings
            numbers = {n: nist.cell(cells, i, path) for i, n in enumerate(names, start=2)}
            corpus.judge(nist.instance_of(cells[0]), cells[1], **numbers)
