"""Pyramids of DUC and TAC: content units of reference summaries, and those found in a peer's.

Source: the files of DUCView, the annotation tool of Nenkova and Passonneau (2004).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.files import stem
from sacreval.io.formats.xml_files import root
from sacreval.readers._base import NumberedReader, readers
from sacreval.readers._limited import WholeFileReader

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

_NAME = r"(D\d+[A-Za-z]?(?:-[A-Ca-c])?)\.\w+\.\w+\.\w+\.(\w+)"  # set.kind.length.selector.author
# The name of a summary, on a line of its own, with lines of hyphens around it.
_HEADER = re.compile(rf"^(?:-+[ \t]*\n)?[ \t]*{_NAME}[ \t]*\n(?:-+[ \t]*(?:\n|\Z))?", re.MULTILINE)
_FILE = re.compile(_NAME)


class Author(NamedTuple):
    """A reference summary in the text of a pyramid.

    Args:
        instance: The document set, such as D0721-B.
        name: The author's letter.
        start: Offset of the text in characters, behind the header.
        text: The summary.
    """

    instance: str
    name: str
    start: int
    text: str


@readers.register("pyramid")
@dataclass(frozen=True, kw_only=True)
class PyramidReader(NumberedReader, WholeFileReader):
    """A pyramid of DUCView (.pyr), or a peer's summary annotated with it (.pan).

    A pyramid is read as one record for each reference summary, with the units that it contributes
    to; its `references` are the others. A .pan file is read as one record, whose `scus` are the
    units found and whose `references` are those of its pyramid. Sets and summarizers have the names
    in headers and file names, such as D0721-B.M.100.E.12; otherwise the file's name is the system.

    A contributor belongs to the summary in which its first part starts. Unit 0 collects what
    matches nothing and is left out.
    """

    extensions: ClassVar[tuple[str, ...]] = (".pyr", ".pan")
    map_refusal: ClassVar[str] = "has no fields to map in a pyramid; drop it"

    def _records(self, path: str) -> Iterator[Instance]:
        top = root(path, self.size_limit)
        node = top if top.tag == "pyramid" else top.find("pyramid")
        if node is None:
            raise InputError(f"{path}: it has no <pyramid>; give a .pyr or .pan file of DUCView")
        authors = _authors(_text(node), path)
        pyramid = _pyramid(node, authors, path)
        annotation = top.find("annotation")
        if annotation is None:
            yield from _references(authors, pyramid)
        else:
            yield _peer(annotation, authors, pyramid, path)


def _text(node: ET.Element) -> str:
    return "\n".join(line.text or "" for line in node.iterfind("text/line"))


def _authors(text: str, path: str) -> list[Author]:
    headers = list(_HEADER.finditer(text))
    if not headers:
        raise InputError(
            f"{path}: its text has no header of a summary, such as D0721-B.M.100.E.B; restore the "
            "lines that name the summaries"
        )
    ends = [header.start() for header in headers[1:]] + [len(text)]
    return [
        Author(header[1], header[2], header.end(), _plain(text[header.end() : end]))
        for header, end in zip(headers, ends, strict=True)
    ]


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _pyramid(node: ET.Element, authors: list[Author], path: str) -> dict[str, Any]:
    starts = [author.start for author in authors]
    scus = []
    for scu in node.iterfind("scu"):
        places = [_start(contributor, scu, path) for contributor in scu.iterfind("contributor")]
        whose = sorted({bisect_right(starts, place) - 1 for place in places})
        if whose and whose[0] < 0:
            raise InputError(
                f"{path}: a contributor of unit {scu.get('uid')} starts before the first summary; "
                "correct its `start`"
            )
        scus.append({"scu_id": _uid(scu, path), "label": scu.get("label"), "contributors": whose})
    return {"summaries": len(authors), "scus": scus}


def _start(contributor: ET.Element, scu: ET.Element, path: str) -> int:
    part = contributor.find("part")
    value = "" if part is None else part.get("start", "")
    if not (value.isascii() and value.isdigit()):
        raise InputError(
            f"{path}: a contributor of unit {scu.get('uid')} has no part with a `start`, the "
            "offset of its first character; correct the file"
        )
    return int(value)


def _uid(node: ET.Element, path: str) -> str:
    uid = node.get("uid")
    if not uid:
        raise InputError(f"{path}: a <{node.tag}> has no uid; correct the file")
    return uid


def _references(authors: list[Author], pyramid: dict[str, Any]) -> Iterator[Instance]:
    for i, author in enumerate(authors):
        yield Instance(
            instance_id=author.instance,
            system_id=author.name,
            system_type="reference",
            prediction=author.text,
            references=[other.text for other in authors if other is not author] or None,
            scus=[scu["scu_id"] for scu in pyramid["scus"] if i in scu["contributors"]],
            pyramid=pyramid,
        )


def _peer(
    annotation: ET.Element, authors: list[Author], pyramid: dict[str, Any], path: str
) -> Instance:
    name = _FILE.match(PurePath(path).name)
    scus: list[str | int] = [
        _uid(scu, path)
        for scu in annotation.iterfind("peerscu")
        if scu.find("contributor") is not None and scu.get("uid") != "0"
    ]
    return Instance(
        instance_id=name[1] if name else authors[0].instance,
        system_id=name[2] if name else stem(path),
        system_type="peer",
        prediction=_plain(_text(annotation)),
        references=[author.text for author in authors],
        scus=scus,
        pyramid=pyramid,
    )
