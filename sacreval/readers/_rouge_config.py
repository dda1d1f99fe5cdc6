"""ROUGE-1.5.5's configurations: evaluations with the paths of their peers and models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple
from warnings import warn

from sacreval.errors import InputError, InputNotice
from sacreval.io.formats.xml_files import root
from sacreval.io.whole_files import SizeLimit, read_whole

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
