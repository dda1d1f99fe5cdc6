"""ROUGE-1.5.5's input: a configuration in XML, or a list of files, with the texts in other files.

Source: Lin (2004), ROUGE; the README of ROUGE-1.5.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.io.files import stem
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import batches, readers
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._rouge_config import Evaluation, configured, listed, report_missing
from sacreval.text.unseen_characters import to_text

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
class RougeInputReader(WholeFileReader):
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
        max_size: The largest file, in MiB after decompression; it is read into memory whole.
    """

    list_format: Literal["xml", "see", "isi", "spl", "simple"] = "xml"
    system: str = "X"

    def __post_init__(self) -> None:
        if self.fields:
            raise UsageError("--map has no fields to map in ROUGE's input; drop it")
        super().__post_init__()

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file and the texts that it names."""
        yield from batches(enumerate(self._records(path), start=1), path, stem(path))

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
