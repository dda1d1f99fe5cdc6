"""WMT's XML since 2021: sources, references and the outputs of all systems in one file.

Source: the test sets of the WMT news and general translation tasks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar
from xml.etree import ElementTree as ET

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.formats.xml_files import root
from sacreval.readers._base import NumberedReader, readers
from sacreval.readers._limited import WholeFileReader


@readers.register("wmt-xml")
@dataclass(frozen=True, kw_only=True)
class WmtXmlReader(NumberedReader, WholeFileReader):
    """One file with documents, each with its source, references and outputs.

    Segment numbers restart in each document, so the id of an input is `document:segment`.

    Args:
        translators: Names of the references to read; by default all.
    """

    map_refusal: ClassVar[str] = "has no fields to map in XML; drop it"

    translators: tuple[str, ...] = ()

    def _records(self, path: str) -> Iterator[Instance]:
        line = 0
        for document in root(path, self.size_limit).iter("doc"):
            name = document.get("id", "")
            where = f"{path}: document {name}"
            sources = next(iter(_side(document, "src", "lang", where).values()), None)
            if sources is None:
                raise InputError(f"{where} has no <src>; give the file with the source")
            references = {
                translator: texts
                for translator, texts in _side(document, "ref", "translator", where).items()
                if not self.translators or translator in self.translators
            }
            numbers = {segment: line + i for i, segment in enumerate(sources, start=1)}
            line += len(sources)
            for system, texts in _side(document, "hyp", "system", where).items():
                if strange := [segment for segment in texts if segment not in sources]:
                    raise InputError(
                        f"{where}: segment {strange[0]} of system {system} has no source; give the "
                        "file with all segments"
                    )
                for segment, text in texts.items():
                    aligned = [side[segment] for side in references.values() if segment in side]
                    yield Instance(
                        instance_id=f"{name}:{segment}",
                        system_id=system,
                        prediction=text,
                        references=aligned or None,
                        sources=[sources[segment]],
                        groups={"document": name, "line": numbers[segment]},
                    )


def _side(document: ET.Element, tag: str, attribute: str, where: str) -> dict[str, dict[str, str]]:
    """Return the segments of a document by source, reference or system, then by segment id."""
    by_name: dict[str, dict[str, str]] = {}
    for side in document.iter(tag):
        name = side.get(attribute, "")
        texts = by_name.setdefault(name, {})
        for segment in side.iter("seg"):
            number = segment.get("id", "")
            if number in texts:
                raise InputError(
                    f"{where}: segment {number} of <{tag} {attribute}={name!r}> is repeated; keep "
                    "one of them"
                )
            texts[number] = segment.text or ""
    return by_name
