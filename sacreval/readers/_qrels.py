"""Relevance judgments of TREC and BEIR, and rankings joined with them as trec_eval does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import BinaryIO, NamedTuple
from warnings import warn

from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice, shortened
from sacreval.io.files import STDIN, open_bytes
from sacreval.io.lines import BOM, LineLimit, blocks, not_utf8

Row = tuple[int, list[bytes]]
_LIMIT = LineLimit(max_line=1, reader="")
_SHOWN = 80  # characters of a cell in a message


def rows(stream: BinaryIO, path: str) -> Iterator[Row]:
    """Yield the line number, from 1, and the cells of each line that is not blank.

    Args:
        stream: The binary stream.
        path: Path of its file, for messages.

    Raises:
        InputError: At the first line that is not UTF-8, or too long.
    """
    for block in blocks(stream, path, _LIMIT):
        text = block.text
        if not text.isascii():
            _check_utf8(text, block.first, path)
        for number, line in enumerate(text.split(b"\n"), start=block.first):
            if cells := line.split():
                yield number, cells


def shown(cell: bytes) -> str:
    """Return a cell for a message, without what is beyond its first characters."""
    text = cell.decode("utf-8", "replace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _check_utf8(text: bytes, first: int, path: str) -> None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        number = first + text.count(b"\n", 0, error.start)
        raise InputError(not_utf8(f"{path}:{number}", error)) from None


RUN = 6  # columns: topic, Q0, document, rank, score, tag
SHORT_RUN = 3  # columns of MS MARCO: topic, document, rank
QRELS = 4  # columns: topic, iteration, document, relevance
BEIR_HEADER = [b"query-id", b"corpus-id", b"score"]
_LOOKED_AT = 10  # lines
_LONGEST = 2**13  # bytes of them
_Q0 = (b"q0", b"0")
Cells = Sequence[bytes]


def is_run(start: bytes) -> bool:
    """Return whether a file begins with a line of a TREC run: six columns, of which one is Q0.

    Args:
        start: The first bytes of the file.
    """
    return _all(start, _is_ranked_document, most=1)


def is_short_run(start: bytes) -> bool:
    """Return whether a file begins with lines of a run of MS MARCO: topic, document and rank."""
    return _all(start, _is_short_line)


def is_qrels(start: bytes) -> bool:
    """Return whether a file begins with relevance judgments of TREC, or with BEIR's header."""
    first = start[:_LONGEST].removeprefix(BOM).lstrip().split(b"\n", 1)[0]
    return first.split() == BEIR_HEADER or _all(start, _is_judgment)


def _all(start: bytes, right: Callable[[Cells], bool], most: int = _LOOKED_AT) -> bool:
    """Return whether the first lines that are not blank are of a form, and there are any."""
    whole = start[:_LONGEST].removeprefix(BOM).lstrip().split(b"\n", most)
    if len(whole) > 1:
        whole.pop()  # it is empty, or cut
    rows = [cells for line in whole if (cells := line.split())]
    return bool(rows) and all(map(right, rows))


def _is_ranked_document(cells: Cells) -> bool:
    return (
        len(cells) == RUN
        and cells[1].lower() in _Q0
        and _is_integer(cells[3])
        and _is_number(cells[4])
    )


def _is_short_line(cells: Cells) -> bool:
    return len(cells) == SHORT_RUN and cells[2].isdigit()


def _is_judgment(cells: Cells) -> bool:
    return (
        len(cells) == QRELS
        and cells[1].lower() in _Q0  # else four numbers could be a text
        and _is_integer(cells[3])
    )


def _is_integer(cell: bytes) -> bool:
    return cell.removeprefix(b"-").isdigit()


def _is_number(cell: bytes) -> bool:
    try:
        return isfinite(float(cell))
    except ValueError:
        return False


_SHORT = 3  # columns: topic, document, relevance
_FORM = "topic, iteration, document and relevance, or topic, document and relevance"
Grades = dict[str, float]  # relevance, a whole number, by document


class Qrels(NamedTuple):
    """Relevance judgments.

    Args:
        path: Their file.
        topics: Topic to its judgments, in the order of the file.
    """

    path: str
    topics: dict[str, Grades]


def read_qrels(path: str) -> Qrels:
    """Read relevance judgments; the file that was read last is not read again for each run.

    Args:
        path: The file; `-` is standard input.

    Raises:
        InputError: If a line is malformed, or a document is judged twice for a topic.
    """
    if path == STDIN or not Path(path).is_file():
        return _read(path)
    state = Path(path).stat()
    return _unchanged(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _unchanged(path: str, _changed: int, _size: int) -> Qrels:
    return _read(path)


def _read(path: str) -> Qrels:
    topics: dict[str, Grades] = {}
    width = 0
    with open_bytes(path) as stream:
        for number, cells in rows(stream, path):
            if not width and cells == BEIR_HEADER:
                width = _SHORT
                continue
            if len(cells) != width:
                width = _checked_width(cells, width, f"{path}:{number}")
            topic, document = cells[0].decode(), cells[-2].decode()
            grades = topics.setdefault(topic, {})
            if document in grades:
                raise InputError(
                    f"{path}:{number}: the document '{shown(cells[-2])}' of topic "
                    f"'{shown(cells[0])}' is judged in an earlier line too; keep one"
                )
            grades[document] = _grade(cells[-1], f"{path}:{number}")
    if not topics:
        raise InputError(f"{path}: this file has no relevance judgments; give one line for each")
    return Qrels(path, topics)


def _checked_width(cells: list[bytes], width: int, where: str) -> int:
    """Return the number of columns of the first line, which all others have too."""
    if not width and len(cells) in {_SHORT, QRELS}:
        return len(cells)
    if not width and is_run(b" ".join(cells) + b"\n"):
        raise InputError(
            f"{where}: this is a run, not relevance judgments; give the run as an input, and the "
            "judgments by -r"
        )
    raise InputError(
        f"{where}: {len(cells)} columns, but a line of relevance judgments has "
        f"{width or f'{QRELS} or {_SHORT}'}: {_FORM}; correct the line"
    )


def _grade(cell: bytes, where: str) -> int:
    try:
        if b"_" not in cell and (value := float(cell)).is_integer():
            return int(value)
    except ValueError:
        pass
    raise InputError(
        f"{where}: the relevance '{shown(cell)}' is not a whole number; a line is {_FORM}"
    )


Topics = dict[str, None]  # an ordered set


@dataclass
class Judging:
    """Adds relevance judgments to rankings.

    Args:
        qrels: The judgments.
        path: The file of the rankings, for messages.
        complete: Whether each system has a record for every topic of the judgments, with an empty
            ranking where it retrieved nothing, as with trec_eval -c. Else such topics are left out.
    """

    qrels: Qrels
    path: str
    complete: bool = False
    _topics: dict[str, Topics] = field(default_factory=dict)  # topics by system
    _named: dict[str, str | None] = field(default_factory=dict)  # `system_id` by system
    _unjudged: Topics = field(default_factory=dict)
    _last_line: int = 1

    def add_to(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches without the records whose topic has no judgments, and with all others.

        Args:
            batches: Records with `ranking`.

        Raises:
            InputError: If a record has judgments of its own, or no topic has judgments.

        Warns:
            InputNotice: If topics of the records or of the judgments are left out.
        """
        for batch in batches:
            _refuse_own(batch)
            if judged := self._judged(batch):
                yield judged
        if not any(self._topics.values()):
            topic = next(iter(self._unjudged), None)
            if topic is None:
                return  # an empty file, which the caller reports
            raise InputError(
                f"{self.path}: {self.qrels.path} has no relevance judgments for its topics, such "
                f"as '{shortened(topic)}'; give the judgments of the same topics"
            )
        if self.complete:
            yield from self._empty_rankings()
        self._notice()

    def _judged(self, batch: Batch) -> Batch | None:
        kept: list[int] = []
        with_grades: list[Instance] = []
        systems = batch.system_ids
        for i, topic in enumerate(batch.instance_ids):
            topics = self._topics.setdefault(systems[i], {})
            self._named[systems[i]] = batch[i].system_id
            grades = self.qrels.topics.get(topic)
            if grades is None:
                self._unjudged[topic] = None
                continue
            kept.append(i)
            with_grades.append(replace(batch[i], qrels=grades))
            topics[topic] = None
        if batch.lines:
            self._last_line = batch.lines[-1]
        if not kept:
            return None
        return batch.select(kept).with_instances(with_grades)

    def _missing(self, system: str) -> list[str]:
        topics = self._topics[system]
        return [topic for topic in self.qrels.topics if topic not in topics]

    def _empty_rankings(self) -> Iterator[Batch]:
        for system in self._topics:
            name = self._named[system]
            missing = [
                Instance(
                    instance_id=topic, system_id=name, ranking=[], qrels=self.qrels.topics[topic]
                )
                for topic in self._missing(system)
            ]
            if missing:
                yield Batch(missing, self.path, [self._last_line] * len(missing), system)

    def _notice(self) -> None:
        counts = {system: len(self._missing(system)) for system in self._topics}
        short = {system: n for system, n in counts.items() if n}
        said = []
        if self._unjudged:
            first = shortened(next(iter(self._unjudged)))
            said.append(
                f"{len(self._unjudged)} topics without relevance judgments are left out, as in "
                f"trec_eval, such as '{first}'"
            )
        if short:
            system, n = next(iter(short.items()))
            of = f" of '{shortened(system)}'" if len(counts) > 1 else ""
            topic = shortened(self._missing(system)[0])
            lacking = f"{n} topics of {self.qrels.path} without a ranking{of}, such as '{topic}', "
            said.append(
                f"{lacking}count as 0, as with trec_eval -c"
                if self.complete
                else f"{lacking}are left out, as in trec_eval; to count them as 0, as with "
                "trec_eval -c, give --reader 'trec{\"complete\": true}'"
            )
        if said:
            warn(InputNotice(f"{self.path}: {'; '.join(said)}"), stacklevel=3)


def _refuse_own(batch: Batch) -> None:
    for i, qrels in enumerate(batch.column("qrels")):
        if qrels is not None:
            raise InputError(
                f"{batch.where(i)}: this record has its own `qrels`, and -r gives others; drop -r, "
                "or remove `qrels` from the records"
            )
