"""DUC 2001: human summaries of sets and of single documents, in four lengths.

Source: Over (2001), Introduction to DUC-2001.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles

_SUM = re.compile(r"<SUM\b([^>]*)>(.*?)</SUM>", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
_CLUSTER = re.compile(r"(d\d+)([a-z])([a-z])$", re.IGNORECASE)
_SET = re.compile(r"d\d+", re.IGNORECASE)
SINGLE = "perdocs"


def convert(place: CorpusFiles, *, archive: str, split: str, size: str) -> Iterator[Instance]:
    """Yield one record for each summary, each a reference of the others; there are no systems.

    Args:
        place: Files provided by the user.
        archive: The archive.
        split: training or test.
        size: 50, 100, 200 or 400 words of a set, or perdocs for single documents.
    """
    folder = nist.unpacked(place, archive)
    roots = [path for path in folder.rglob(split) if path.is_dir()]
    corpus = nist.Summaries()
    for root in roots:
        for path in nist.files(root, size):
            cluster = _CLUSTER.match(path.parent.name)
            if cluster:
                _read(corpus, path, cluster)
        corpus.documents.update(_documents(root, single=size == SINGLE))
    yield from corpus.instances()


def _read(corpus: nist.Summaries, path: Path, cluster: re.Match[str]) -> None:
    """Read a file of summaries; a document in two sets has two summaries."""
    writer = cluster[3].upper()
    text = nist.read_text(path)
    for attributes, body in _SUM.findall(text) or [("", text)]:
        values = dict(_ATTRIBUTE.findall(attributes.upper()))
        name = cluster[1].lower()
        if path.name == SINGLE:
            name = f"{name}.{values.get('DOCREF', '').lower()}"
        corpus.texts.setdefault(name, {})[writer] = nist.sentences_of(body)


def _documents(root: Path, *, single: bool) -> dict[str, list[str]]:
    documents: dict[str, list[str]] = {}
    for path in nist.files(root, "*"):
        matches = [_SET.match(part) for part in path.relative_to(root).parts[:-1]]
        sets = [match[0].lower() for match in matches if match]
        if not sets:
            continue
        if _CLUSTER.match(path.parent.name):
            continue  # summaries
        key = f"{sets[0]}.{path.name.lower()}" if single else sets[0]
        documents.setdefault(key, []).append(nist.document(path))
    return documents
