"""Metrics of programs in any language: `cmd:PROGRAM`, records in and numbers out as JSON Lines.

A record is named by a hash of the fields that the program reads, and its row depends on them alone.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from sacreval.asking.runners._base import check_timeout
from sacreval.core.metric import Metric
from sacreval.core.records import Instance
from sacreval.errors import MetricError, NotSetUpError, RecordError, UsageError, nearest, shortened
from sacreval.io.files import sha256
from sacreval.io.programs.command_words import words
from sacreval.metrics._wrappers.external_numbers import READ, ReportedNumbers, finite
from sacreval.metrics._wrappers.program_session import Command, ProgramSession, of_set

if TYPE_CHECKING:
    from sacreval.asking.score_replies import ScoreReply
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


_INTERPRETER = re.compile(
    r"(bash|java|julia|lua|node|perl|php|pypy|python|Rscript|ruby|sh|uv)[0-9.]*(\.exe)?"
)


def named_files(command: str) -> list[Path]:
    """List the files among the words of a command.

    An interpreter is none of them, nor is a program found on the PATH: they are other files on
    other machines.
    """
    first, *others = words(command)
    by_path = "/" in first and not _INTERPRETER.fullmatch(Path(first).name)
    return [Path(word) for word in (*([first] if by_path else []), *others) if _is_file(word)]


def usual_name(parts: Sequence[str]) -> str:
    """Return the name of a program's number: that of its script, its module, or itself."""
    script = next((Path(word).stem for word in parts[1:] if _is_file(word)), "")
    if not script and "-m" in parts[1:-1]:
        script = parts[parts.index("-m", 1) + 1].rpartition(".")[2]
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", script or Path(parts[0]).stem)
    return name.strip("_") or "score"


def _is_file(word: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(word).is_file()
    return False


def combined_sha256(files: Sequence[Path]) -> str:
    """Return the SHA-256 of a file; of several, that of their digests, in their order."""
    digests = [_sha256(path) for path in files]
    if len(digests) < 2:  # one has no others to be combined with
        return "".join(digests)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _sha256(path: Path) -> str:
    try:
        stat = path.stat()
        return _of_version(str(path), stat.st_mtime_ns, stat.st_size)
    except OSError as error:
        raise NotSetUpError(f"{path}: {error.strerror}; name a file that can be read") from None


@lru_cache(256)
def _of_version(path: str, _changed: int, _size: int) -> str:
    return sha256(path) or ""


class RequestLine(NamedTuple):
    """A record for a program.

    Args:
        id: 32 hexadecimal digits: a hash of its fields, so that equal records are asked once.
        line: The line, with its end.
    """

    id: str
    line: bytes


def request_line(record: Instance, fields: Sequence[str]) -> RequestLine:
    """Write the fields of a record that a program reads."""
    values = {name: getattr(record, name) for name in fields}
    try:
        body = msgspec.json.encode(values)
    except (UnicodeError, OverflowError, ValueError):  # halves of surrogate pairs, large integers
        body = json.dumps(msgspec.to_builtins(values)).encode()
    name = blake2b(body, digest_size=16).hexdigest()
    return RequestLine(name, b'{"id":"%s",%s\n' % (name.encode(), body[1:]))


ALONE = "prediction"  # in `needs`: nothing beside it is read
_OF_SIGNATURES = re.compile(r"[\r\n]|\|[A-Za-z0-9_.-]+:")  # what would end a name in them
_OF_THE_RUN = ("timeout", "memory", "parallel")  # options that change no score


@dataclass(frozen=True, kw_only=True)
class ProgramMetric(ReportedNumbers):
    """A program that reads records and writes numbers, as JSON Lines.

    Each line of its input is an object with `id`, `prediction` and the fields that it needs; each
    line of its output is `{"id": ..., "score": 0.5}`, `{"id": ..., "scores": {"f1": 0.5}}` or
    `{"id": ..., "error": "why"}`, in any order. docs/external_programs.md describes the protocol.

    Args:
        needs: Fields of records that it reads beside the prediction; `prediction` if there is none.
        per: record: the program is started once and writes a reply to each record while its input
            is open; batch: it is started for each batch of at most 4,096 records, whose input ends,
            and may read them all before it replies; set: it is started for each set, reads all its
            records to the end, and writes one line, without id.
        files: Further files that its scores depend on, such as modules and weights; their SHA-256
            is part of the signature.
        program_sha256: SHA-256 of the files among its words and in `files`, which is part of the
            signature; other files are refused. It is found by itself.
        timeout: Seconds in which the program must write its next reply.
        memory: Largest address space of the program in MiB, on Linux; 0 for no limit.
        parallel: Start as many processes of the program as --workers says, which share the records.
    """

    command: ClassVar[str] = ""

    needs: tuple[str, ...] = ("references",)  # type: ignore[misc]
    files: tuple[str, ...] = ()
    program_sha256: str = ""
    timeout: float = 300.0
    memory: int = 0
    parallel: bool = False

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        self._check_needs()
        object.__setattr__(self, "needs", tuple(x for x in self.needs if x != ALONE))
        check_timeout(self.timeout)
        if self.memory < 0:
            raise UsageError("--memory is a number of MiB from 0; change it")
        digest = combined_sha256([*named_files(self.command), *map(Path, self.files)])
        if self.program_sha256 not in {"", digest}:
            raise UsageError(
                f"{self.name} has other files than those of the signature: their SHA-256 is "
                f"{digest or 'none'}, not {self.program_sha256}; run it where these files are"
            )
        object.__setattr__(self, "program_sha256", digest)

    def rows(self, batch: Batch) -> Array:
        """Return the scores of records, and a count of 1."""
        import numpy as np

        if self.of_sets:
            return np.ones((len(batch), 1))
        lines = [request_line(record, self._fields) for record in batch]
        processes = batch.workers if self.parallel else 1
        replies = self._session.ask(dict(lines), processes=processes)
        rows = [(*self._scores(replies[name]), 1.0) for name, _ in lines]
        return np.array(rows, dtype=np.float64).reshape(len(batch), len(self.numbers) + 1)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Return the scores of a whole set."""
        lines = [request_line(record, self._fields).line for record in batch]
        try:
            scores = self._scores(of_set(self._program, lines))
        except RecordError as error:
            raise MetricError(str(error)) from None
        return dict(zip(self.numbers, scores, strict=True))

    def end(self, *, complete: bool) -> None:
        """End the program."""
        self._session.end(complete=complete)

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the program."""
        program = shutil.which(words(self.command)[0])
        files = [*named_files(self.command), *map(Path, self.files)]
        return [*files, *([Path(program)] if program else [])]

    def official_program(self) -> Path | None:
        """Return the program, by its script if it has one."""
        return next(iter(self.rests_on()), None)

    def options(self) -> dict[str, Any]:
        """Return the options that scores depend on, as at the command line."""
        options = super().options() | {"needs": self.needs or (ALONE,)}
        return {name: value for name, value in options.items() if name not in _OF_THE_RUN}

    def _check_needs(self) -> None:
        for name in self.needs:
            if name not in READ:
                raise UsageError(
                    f"{self.name}: records have no field '{shortened(name)}' that --needs can "
                    f"name; {nearest(name, READ)}"
                )

    @property
    def _fields(self) -> tuple[str, ...]:
        return ("prediction", *self.needs)

    @property
    def _program(self) -> Command:
        return Command(words(self.command), self.command, self.timeout, self.memory)

    @cached_property
    def _session(self) -> ProgramSession:
        return ProgramSession(self._program, stays=self.per == "record")

    def _scores(self, reply: ScoreReply) -> tuple[float, ...]:
        """Return the numbers of a reply.

        Raises:
            RecordError: If the record could not be scored.
            UsageError: If the reply has other numbers.
        """
        if reply.error is not None:
            why = shortened(" ".join(reply.error.split()), 200)
            raise RecordError(f"{shortened(self.command)} cannot score it ({why}); correct it")
        if reply.scores is None:
            scores: Mapping[str, Any] = {self.numbers[0]: reply.score}
        else:
            scores = reply.scores
        if lacking := [name for name in self.numbers if name not in scores]:
            there = "one number" if reply.scores is None else ", ".join(scores) or "no numbers"
            raise UsageError(
                f"The program {shortened(self.command)} replied with {shortened(there, 200)}, "
                f"but not {lacking[0]}; give --numbers NAME, once for each number to report"
            )
        return tuple(finite(scores[name], name, self.command) for name in self.numbers)


def metric_class(target: str) -> type[Metric]:
    """Create the metric class for `cmd:PROGRAM`."""
    parts = words(target)
    if _OF_SIGNATURES.search(target):
        raise UsageError(
            f"cmd:{shortened(' '.join(target.split()))}: a line end, or | before a name and a "
            "colon, cannot be part of a signature; write the command to a script"
        )
    usual = usual_name(parts)

    @dataclass(frozen=True, kw_only=True)
    class Program(ProgramMetric):
        numbers: tuple[str, ...] = (usual,)

    Program.__doc__ = ProgramMetric.__doc__
    Program.command = target
    return Program
