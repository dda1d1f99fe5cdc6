"""WMT's XML since 2021: sources, references and the outputs of all systems in one file.

Source: the test sets of the WMT news and general translation tasks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.io.files import stem
from sacreval.io.xml_files import root
from sacreval.readers._base import batches, readers
from sacreval.readers._limited import WholeFileReader


@readers.register("wmt-xml")
@dataclass(frozen=True, kw_only=True)
class WmtXmlReader(WholeFileReader):
    """One file with documents, each with its source, references and outputs.

    Segment numbers restart in each document, so the id of an input is `document:segment`.

    Args:
        translators: Names of the references to read; by default all.
        max_size: The largest file, in MiB after decompression; it is read into memory whole.
    """

    translators: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.fields:
            raise UsageError("--map has no fields to map in XML; drop it")
        super().__post_init__()

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        yield from batches(enumerate(self._records(path), start=1), path, stem(path))

    def _records(self, path: str) -> Iterator[Instance]:
        line = 0
        for document in root(path, self.size_limit).iter("doc"):
            name = document.get("id", "")
            sources = _side(document, "src", "lang").popitem()[1]
            references = {
                translator: texts
                for translator, texts in _side(document, "ref", "translator").items()
                if not self.translators or translator in self.translators
            }
            numbers = {segment: line + i for i, segment in enumerate(sources, start=1)}
            line += len(sources)
            for system, texts in _side(document, "hyp", "system").items():
                for segment, text in texts.items():
                    found = [side[segment] for side in references.values() if segment in side]
                    yield Instance(
                        instance_id=f"{name}:{segment}",
                        system_id=system,
                        prediction=text,
                        references=found or None,
                        sources=[sources[segment]],
                        groups={"document": name, "line": numbers[segment]},
                    )


def _side(document: ET.Element, tag: str, attribute: str) -> dict[str, dict[str, str]]:
    """Return the segments of a document by source, reference or system, then by segment id."""
    return {
        side.get(attribute, ""): {seg.get("id", ""): seg.text or "" for seg in side.iter("seg")}
        for side in document.iter(tag)
    }
