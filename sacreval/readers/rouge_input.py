"""ROUGE-1.5.5's input: a configuration in XML, or a list of files, with the texts in other files.

Source: Lin (2004), ROUGE; the README of ROUGE-1.5.5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple
from warnings import warn

from sacreval.core.records import Instance
from sacreval.errors import InputError, InputNotice
from sacreval.io.formats.xml_files import root
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._base import NumberedReader, readers
from sacreval.readers._limited import WholeFileReader
from sacreval.text.unseen_characters import to_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


KINDS = ("see", "isi", "spl", "simple")
_SHOWN = 5  # most peers that a notice names


class Evaluation(NamedTuple):
    """One evaluation.

    Args:
        name: Its id.
        kind: The format of its texts, one of `KINDS`.
        peers: Id to path of the system outputs.
        models: Id to path of the references.
    """

    name: str
    kind: str
    peers: dict[str, str]
    models: dict[str, str]


def listed(path: str, kind: str, system: str, limit: SizeLimit) -> Iterator[Evaluation]:
    """Read a list: on each line the path of a peer, and those of its models."""
    count = 0
    for number, line in enumerate(read_whole(path, limit).split(b"\n"), start=1):
        files = line.decode(errors="surrogateescape").split()
        if not files or line.startswith(b"#"):
            continue
        if len(files) == 1:
            raise InputError(
                f"{path}:{number}: a peer without models; write the paths of a peer and its "
                "models, separated by blanks"
            )
        count += 1
        models = {str(j): file for j, file in enumerate(files[1:])}
        yield Evaluation(str(count), kind, {system: files[0]}, models)


def configured(path: str, limit: SizeLimit) -> Iterator[Evaluation]:
    """Read an XML configuration; its EVAL elements may be in any element."""
    seen: set[str] = set()
    for element in root(path, limit).iter("EVAL"):
        name = element.get("ID", "")
        where = f"{path}: evaluation '{name}'"
        if name in seen:
            raise InputError(f"{where} is repeated; give each EVAL an ID of its own")
        seen.add(name)
        kind = (_child(element, "INPUT-FORMAT", where).get("TYPE") or "").lower()
        if kind not in KINDS:
            raise InputError(f"{where} has the format '{kind}'; write SEE, ISI, SPL or SIMPLE")
        peers, models = _files(element, "PEER", where), _files(element, "MODEL", where)
        if peers and not models:
            raise InputError(f"{where} has no models; add an M with the path of a reference")
        yield Evaluation(name, kind, peers, models)


def _child(element: Element, tag: str, where: str) -> Element:
    if (child := element.find(tag)) is None:
        raise InputError(f"{where} has no {tag}; add it")
    return child


def _files(element: Element, side: Literal["PEER", "MODEL"], where: str) -> dict[str, str]:
    """Return the paths of peers or models, by id."""
    folder = (_child(element, f"{side}-ROOT", where).text or "").strip()
    files: dict[str, str] = {}
    for node in _child(element, f"{side}S", where).iter(side[0]):
        name = node.get("ID", "")
        if name in files:
            raise InputError(f"{where} repeats the {side.lower()} '{name}'; keep one of them")
        files[name] = f"{folder}/{(node.text or '').strip()}"
    return files


def report_missing(path: str, evaluations: Sequence[Evaluation]) -> None:
    """Warn once about the peers that some evaluations lack."""
    counts = Counter(peer for evaluation in evaluations for peer in evaluation.peers)
    total = len(evaluations)
    short = [f"{peer} in {total - n}" for peer, n in counts.items() if n < total]
    if short:
        more = f" and {len(short) - _SHOWN} more" if len(short) > _SHOWN else ""
        notice = (
            f"{path}: peers without a text in some of {total} evaluations are scored on the "
            f"others: {', '.join(short[:_SHOWN])}{more}"
        )
        warn(InputNotice(notice), stacklevel=2)


_SEE = re.compile(
    rb'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+'
    rb'<a href="#[0-9]+" id=[0-9]+>([^<]+)'
)
_ISI = re.compile(rb'<S SNTNO="[0-9a-z,]+">([^<]+)</S>')
_PATTERNS: dict[str, re.Pattern[bytes]] = {
    "see": _SEE,
    "isi": _ISI,
    "spl": re.compile(rb"([^\n]+)"),
    "simple": re.compile(rb"([^\n]+)"),
}


@readers.register("rouge-input")
@dataclass(frozen=True, kw_only=True)
class RougeInputReader(NumberedReader, WholeFileReader):
    """The files that ROUGE-1.5.5 reads: each peer of each evaluation is a record.

    The id of an input is that of its EVAL, the system is the peer, and models are references. A
    text has one sentence a line. Paths are relative to the current folder, as for ROUGE, or else to
    the file that names them. A byte that is not UTF-8 becomes a character from U+10FF80 on, which
    `rouge-1.5.5` counts as that byte. A peer without a text in some evaluations is scored on the
    others, with a notice.

    Args:
        list_format: xml reads a configuration; otherwise the file is a list as for ROUGE's -z, with
            the paths of a peer and its models on each line, and this is the format of all texts.
        system: The name of the peer of a list.
    """

    map_refusal: ClassVar[str] = "has no fields to map in ROUGE's input; drop it"

    list_format: Literal["xml", "see", "isi", "spl", "simple"] = "xml"
    system: str = "X"

    def _records(self, path: str) -> Iterator[Instance]:
        evaluations = list(self._evaluations(path))
        if not evaluations:
            raise InputError(f"{path}: {self._nothing()}")
        report_missing(path, evaluations)
        for evaluation in evaluations:
            models = [self._text(file, evaluation, path) for file in evaluation.models.values()]
            for peer, file in evaluation.peers.items():
                yield Instance(
                    instance_id=evaluation.name,
                    system_id=peer,
                    prediction=self._text(file, evaluation, path),
                    references=models,
                )

    def _nothing(self) -> str:
        """Return why a file without evaluations cannot be read."""
        if self.list_format == "xml":
            return "it has no evaluations; give a configuration of ROUGE-1.5.5"
        return (
            "the list has no evaluations; write the paths of a peer and its models on each line, "
            "separated by blanks"
        )

    def _evaluations(self, path: str) -> Iterator[Evaluation]:
        if self.list_format == "xml":
            return self._configured(path)
        return listed(path, self.list_format, self.system, self.size_limit)

    def _configured(self, path: str) -> Iterator[Evaluation]:
        try:
            yield from configured(path, self.size_limit)
        except InputError as error:
            if "this is not XML" not in str(error):
                raise
            hint = """; or read a list as for -z by --reader 'rouge-input{"list_format": "spl"}'"""
            raise InputError(f"{error}{hint}") from None

    def _text(self, file: str, evaluation: Evaluation, config: str) -> str:
        """Read a text, as sentences separated by line feeds."""
        where = f"{config}: evaluation '{evaluation.name}'"
        try:
            path = file if Path(file).exists() else str(Path(config).parent / file)
            data = read_whole(path, self.size_limit)
        except (OSError, ValueError):  # too long, or with a null character
            raise InputError(f"{where}: {file[:80]!r} is not a path; correct it") from None
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        lines = map(_PATTERNS[evaluation.kind].match, data.split(b"\n"))
        return to_text(b"\n".join(line[1] for line in lines if line))
