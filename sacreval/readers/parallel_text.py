"""Line-parallel plain text: line n of every file belongs to input n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any, BinaryIO, ClassVar

from sacreval import native
from sacreval.core.record_views import TextViews
from sacreval.core.records import BATCH_SIZE, Batch, Instance, Judgment
from sacreval.errors import InputError
from sacreval.io.files import STDIN, head, open_bytes, stem
from sacreval.io.formats.values import number
from sacreval.io.lines import DEFAULT, LineBlock, LineLimit, blocks, lines_in
from sacreval.native.record_bytes import read_aligned
from sacreval.readers._base import batches, readers
from sacreval.readers._limited import LineReader
from sacreval.readers._plain_text import columns, other_format


class AlignedFiles:
    """Files of predictions and of their references, one text in each line.

    Args:
        paths: The files, for messages.
        streams: What they hold.
        limit: Largest length of a line.

    Attributes:
        first: Number of the next line, from 1.
    """

    def __init__(self, paths: Sequence[str], streams: Sequence[BinaryIO], limit: LineLimit) -> None:
        self.first = 1
        self._paths = paths
        self._blocks = [blocks(x, p, limit) for x, p in zip(streams, paths, strict=True)]
        self._texts = [b""] * len(paths)
        self._offsets: Sequence[int] = (0,) * len(paths)

    def records(self) -> Iterator[tuple[TextViews[Instance], range]]:
        """Yield records with their line numbers, up to a line that is not UTF-8 or not in all."""
        valid = True
        while valid and self._fill():
            batch = read_aligned(self._texts, self._offsets, self.first, BATCH_SIZE)
            self._offsets, valid = batch.offsets, batch.valid
            start, self.first = self.first, self.first + batch.records.size
            if batch.records.size:
                yield TextViews(batch.records, Instance), range(start, self.first)

    def rest(self) -> list[Iterator[str]]:
        """Return the lines of each file that were not read yet."""
        return list(map(self._rest, range(len(self._paths))))

    def _fill(self) -> bool:
        """Read the next block of each file that is at the end of one; False if there is none."""
        for k, text in enumerate(self._texts):
            if self._offsets[k] < len(text):
                continue
            if (block := next(self._blocks[k], None)) is None:
                return False
            self._texts[k] = block.text if block.text.endswith(b"\n") else block.text + b"\n"
            self._offsets = (*self._offsets[:k], 0, *self._offsets[k + 1 :])
        return True

    def _rest(self, k: int) -> Iterator[str]:
        text = self._texts[k][self._offsets[k] :]
        begun = [LineBlock(text, self.first, text.count(b"\n"))] if text else []
        return lines_in(chain(begun, self._blocks[k]), self._paths[k])


_AS_IS = "--reader 'parallel-text{\"as_is\": true}'"


@readers.register("parallel-text")
@dataclass(frozen=True, kw_only=True)
class ParallelTextReader(LineReader):
    r"""Plain text, one output in each line, with reference files of the same number of lines.

    Only line feeds end lines (a carriage return before them is dropped). With several reference
    files, a blank line means that this file has no reference for the input; with one file, it is
    an empty reference; `refs` of signatures has the numbers. Files that look like records, tables,
    SGML, XML or several columns are rejected.

    Args:
        references: The reference files.
        sources: The files of sources, such as source sentences, for metrics and reports that use
            them.
        judgments: Dimension to a file with one human score in each line.
        max_line: The longest line, in MiB. A longer one usually means a file without line ends.
        as_is: Whether every line is a text, even if it looks like a record, markup or columns.
        as_sacrebleu: Read lines as sacrebleu's command does: blanks at their ends are dropped, and
            a blank line is an empty reference, whose length counts in TER and BLEU.
    """

    extensions: ClassVar[tuple[str, ...]] = (".txt",)
    reference_option: ClassVar[str | None] = "references"
    map_refusal: ClassVar[str] = "has no fields to map in plain text; drop it"

    references: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    judgments: Mapping[str, str] = field(default_factory=dict)
    max_line: float = DEFAULT
    as_is: bool = False
    as_sacrebleu: bool = False

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file together with the references."""
        paths = (path, *self.references, *self.sources, *self.judgments.values())
        with ExitStack() as stack:
            streams = [stack.enter_context(open_bytes(p)) for p in paths]
            if not self.as_is:
                self._check(paths, streams)
            files = AlignedFiles(paths, streams, self.line_limit)
            others = self.sources or self.judgments or self.as_sacrebleu
            if native.available() and not others:
                for views, numbers in files.records():
                    yield Batch(views, path, numbers, stem(path))
            yield from batches(self._records(paths, files), path)

    def _records(
        self, paths: tuple[str, ...], files: AlignedFiles
    ) -> Iterator[tuple[int, Instance]]:
        """Yield the records of the lines that were not read yet."""
        for line, row in enumerate(zip_longest(*files.rest()), start=files.first):
            if None in row:
                raise InputError(self._length_error(paths, row, line))
            texts = tuple(map(self._text, row))
            yield line, self._instance(texts, f"{paths[0]}:{line}")

    def _check(self, paths: Sequence[str], streams: Sequence[BinaryIO]) -> None:
        """Check the first bytes of files for formats other than one text in each line."""
        starts = list(map(head, streams))
        for p, start in zip(paths, starts, strict=True):
            if kind := other_format(start):
                raise InputError(f"{p}: this is {kind}; if each line is a text, give {_AS_IS}")
        widths = [columns(start) for start in starts[: 1 + len(self.references)]]
        wide = widths.index(max(widths))
        only_stdin = paths[0] == STDIN and not self.references
        if widths[wide] > 1 and (only_stdin or len(set(widths)) > 1):
            raise InputError(_columns_error(paths[wide], widths[wide]))

    def _text(self, line: str) -> str:
        return line.rstrip() if self.as_sacrebleu else line.removesuffix("\n").removesuffix("\r")

    def _instance(self, row: tuple[str, ...], where: str) -> Instance:
        prediction, *rest = row
        references, rest = rest[: len(self.references)], rest[len(self.references) :]
        if len(references) > 1 and not self.as_sacrebleu:
            references = [text for text in references if text.strip()]
        sources, cells = rest[: len(self.sources)], rest[len(self.sources) :]
        scores: dict[str, Judgment] = {
            k: number(v, where) for k, v in zip(self.judgments, cells, strict=True)
        }
        return Instance(
            prediction=prediction,
            references=references or None,
            sources=sources or None,
            judgments=scores or None,
        )

    def _length_error(self, paths: tuple[str, ...], row: tuple[Any, ...], number: int) -> str:
        short = [p for p, line in zip(paths, row, strict=True) if line is None]
        long = [p for p, line in zip(paths, row, strict=True) if line is not None]
        return (
            f"{short[0]}: this file ends after line {number - 1}, but {long[0]} does not; "
            "give line-parallel files with equal numbers of lines"
        )


def _columns_error(path: str, n: int) -> str:
    return (
        f"{path}: tabs divide every line into {n} columns, but each line is one text; give each "
        f"column as a separate file (cut -f1, cut -f2), or, if tabs belong to the texts, {_AS_IS}"
    )
