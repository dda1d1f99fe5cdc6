"""The processes of a program that scores records, from the first record of a run to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple
from weakref import finalize

from sacreval.asking.score_replies import ScoreReply, decoded
from sacreval.errors import UsageError
from sacreval.io.programs.line_program import Conversation, LineProgram

LONGEST = 2**20  # bytes of a reply
_HELD = 2**17  # replies that are held, so that a record is asked once in a run
_AT_ONCE = {"PYTHONUNBUFFERED": "1"}  # otherwise Python holds back what it writes to a pipe
_HINT = ", write each reply at once, or give --per batch if it replies at the end of its input"
_MEBIBYTE = 2**20


class Command(NamedTuple):
    """A program and its limits.

    Args:
        words: The program with its arguments.
        name: How it was named, for messages.
        timeout: Seconds in which it must write its next reply.
        memory: Address space in MiB; 0 for no limit.
    """

    words: Sequence[str]
    name: str
    timeout: float
    memory: int


class ProgramSession:
    """The processes of one metric, which are started with the first records.

    Args:
        command: The program.
        stays: Whether a process stays for all records of the run; otherwise its input ends after
            those of each call.
    """

    def __init__(self, command: Command, *, stays: bool) -> None:
        self._command = command
        self._stays = stays
        self._processes: list[LineProgram] = []
        self._talks: list[Conversation[ScoreReply]] = []
        self._held: dict[str, ScoreReply] = {}
        finalize(self, _kill, self._processes)

    def ask(self, lines: Mapping[str, bytes], *, processes: int) -> Mapping[str, ScoreReply]:
        """Return the replies to records.

        Args:
            lines: Id to line, of each record.
            processes: Most processes that share the records.

        Raises:
            NotSetUpError: If the program cannot be started.
            UsageError: If it ends early, stops replying, or writes anything but one reply for each
                record.
        """
        new = {name: line for name, line in lines.items() if name not in self._held}
        if len(self._held) + len(new) > _HELD:
            self._held = {name: self._held[name] for name in lines if name in self._held}
        if new:
            try:
                self._ask(new, max(1, min(processes, len(new))))
            except BaseException:
                self.end(complete=False)
                raise
        return self._held

    def end(self, *, complete: bool) -> None:
        """End the processes.

        Args:
            complete: Whether their input is to be ended and what they still write is checked;
                otherwise they are killed.
        """
        talks, self._talks = self._talks, []
        try:
            for talk in talks if complete else ():
                list(talk.rest())
        finally:
            _kill(self._processes)

    def _ask(self, lines: Mapping[str, bytes], processes: int) -> None:
        talks = list(self._started(processes))
        names = list(lines)
        parts = [
            (talk, {name: lines[name] for name in names[i :: len(talks)]})
            for i, talk in enumerate(talks)
        ]
        if len(parts) == 1:
            answers = [self._answers(*parts[0])]
        else:
            with ThreadPoolExecutor(len(parts), "sacreval-program") as pool:
                under_way = [pool.submit(self._answers, *part) for part in parts]
                try:
                    answers = [future.result() for future in under_way]
                except BaseException:
                    _kill(self._processes)
                    raise
        self._held.update((reply.id, reply) for replies in answers for reply in replies)
        if not self._stays:
            self._talks = []
            _kill(self._processes)

    def _started(self, wanted: int) -> Iterator[Conversation[ScoreReply]]:
        while len(self._talks) < wanted:
            program = start(self._command)
            self._processes.append(program)
            self._talks.append(conversation(program, self._command, hint=self._stays))
        yield from self._talks[:wanted]

    def _answers(
        self, talk: Conversation[ScoreReply], lines: Mapping[str, bytes]
    ) -> list[ScoreReply]:
        for name, line in lines.items():
            talk.send(name, line)
        return list(talk.answers() if self._stays else talk.rest())


def of_set(command: Command, lines: Sequence[bytes]) -> ScoreReply:
    """Return the scores of a whole set, by a process of its own."""
    with _running(command) as program:
        talk = conversation(program, command, hint=False)
        talk.send("", b"".join(lines))
        (reply,) = talk.rest()
        return reply


@contextmanager
def _running(command: Command) -> Iterator[LineProgram]:
    program = start(command)
    try:
        yield program
    finally:
        program.kill()


def conversation(program: LineProgram, command: Command, *, hint: bool) -> Conversation[ScoreReply]:
    """Return a new conversation with a program that was started."""
    return Conversation(
        program,
        command.name,
        command.timeout,
        decoded,
        asked="records",
        hint=_HINT if hint else "",
    )


def start(command: Command) -> LineProgram:
    """Start a program, with its limits.

    Raises:
        NotSetUpError: If it cannot be started.
        UsageError: If its memory cannot be limited here.
    """
    program = LineProgram(command.words, longest=LONGEST, keep_errors=True, environment=_AT_ONCE)
    if command.memory:
        _limit_memory(program, command.memory)
    return program


def _limit_memory(program: LineProgram, mebibytes: int) -> None:
    try:
        from resource import RLIMIT_AS, prlimit

        prlimit(program.pid, RLIMIT_AS, (mebibytes * _MEBIBYTE,) * 2)
    except ImportError:
        program.kill()
        raise UsageError("--memory works on Linux only; leave it out") from None
    except (OSError, ValueError) as error:
        program.kill()
        raise UsageError(f"--memory {mebibytes}: {error}; give another number") from None


def _kill(processes: list[LineProgram]) -> None:
    while processes:
        processes.pop().kill()
