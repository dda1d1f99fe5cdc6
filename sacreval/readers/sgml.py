"""SGML of mteval (`srcset`, `refset`, `tstset`): segments in documents, systems as attributes.

Source: the format of NIST's mteval-v11b and later.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.lines import without_mark
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import NumberedReader, readers
from sacreval.readers._limited import WholeFileReader

# Such files are not XML: ampersands are not escaped, attributes may lack quotes, case varies.
_TAG = re.compile(r"<(doc|seg)\b([^>]*)>|</doc>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+))")
_SEGMENT = re.compile(r"<seg\b", re.IGNORECASE)
_END = re.compile(r"</seg>", re.IGNORECASE)

Place = tuple[str, str]  # document and segment
Texts = dict[str, dict[Place, str]]  # by system


@readers.register("sgml")
@dataclass(frozen=True, kw_only=True)
class SgmlReader(NumberedReader, WholeFileReader):
    """A file of system outputs, with files of references and of the source.

    The id of an input is `document:segment`, since segment numbers may restart in each document.

    Args:
        references: Files with one reference or several.
        sources: The file with the source.
    """

    reference_option: ClassVar[str | None] = "references"
    map_refusal: ClassVar[str] = "has no fields to map in SGML; drop it"

    references: tuple[str, ...] = ()
    sources: str | None = None

    def _records(self, path: str) -> Iterator[Instance]:
        references = [texts for p in self.references for texts in self._segments(p).values()]
        sources = next(iter(self._segments(self.sources).values())) if self.sources else {}
        for system, texts in self._segments(path).items():
            for place, text in texts.items():
                aligned = [side[place] for side in references if place in side]
                if self.references and not aligned:
                    raise InputError(
                        f"{path}: document {place[0]}, segment {place[1]} has no reference; give "
                        "the references that go with this file"
                    )
                yield Instance(
                    instance_id=":".join(place),
                    system_id=system or None,
                    prediction=text,
                    references=aligned or None,
                    sources=[sources[place]] if place in sources else None,
                    groups={"document": place[0]},
                )

    def _segments(self, path: str) -> Texts:
        text = without_mark(read_whole(path, self.size_limit), path).decode(errors="replace")
        return _segments(text, path)


def _segments(text: str, path: str) -> Texts:
    """Find the segments of a file, by system and place."""
    texts: Texts = {}
    document, system = "", ""
    for tag in _TAG.finditer(text):
        attributes = _attributes(tag.group(2) or "")
        match (tag.group(1) or "").lower():
            case "doc":
                document, system = attributes.get("docid", ""), attributes.get("sysid", "")
            case "seg":
                end = _END.search(text, tag.end())
                if end is None:
                    raise InputError(
                        f"{path}: a segment of {document} is not closed; correct the file"
                    )
                inner = text[tag.end() : end.start()]
                place = (document, attributes.get("id", ""))
                if _SEGMENT.search(inner):
                    raise InputError(
                        f"{path}: segment {place[1]} of {document} is not closed before the next; "
                        "correct the file"
                    )
                side = texts.setdefault(system, {})
                if place in side:
                    raise InputError(
                        f"{path}: segment {place[1]} of document {document} is repeated for "
                        f"system {system}; keep one of them"
                    )
                side[place] = " ".join(html.unescape(inner).split())
    if not texts:
        raise InputError(f"{path}: the file has no segments; give one with <seg> in <doc>")
    return texts


def _attributes(text: str) -> dict[str, str]:
    return {m[1].lower(): m[2] or m[3] or m[4] or "" for m in _ATTRIBUTE.finditer(text)}
