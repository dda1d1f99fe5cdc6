"""Runner `cmd:COMMAND`: a program that reads requests and writes replies, as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.asking.runners._base import Runner, check_timeout, runners
from sacreval.errors import InputError, UsageError
from sacreval.io.programs.command_words import words

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request

_HALF = b"\\ud"  # escaped halves of surrogate pairs begin with it
_REMEDY = ", and ask again for the rest"


@runners.register("cmd")
@dataclass(frozen=True)
class CommandRunner(Runner):
    """A program, started once without a shell: a request a line in, a reply a line out.

    A reply is `{"id": …, "text": …}` with the id of its request, in any order, and may have the
    other fields of a reply, such as `finish_reason`, `model` or `error`.

    Args:
        timeout: Seconds in which the program must write its next reply.
    """

    timeout: float = 300.0

    def __post_init__(self) -> None:
        """Check the options."""
        check_timeout(self.timeout)

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Ask the program; see `Runner.replies`.

        Warns:
            ResultWarning: If it ends with an exit code other than 0 after all replies.

        Raises:
            NotSetUpError: If it cannot be started.
            UsageError: If it ends early, stops replying, or writes anything but one reply for each
                request.
        """
        import msgspec

        from sacreval.io.programs.line_program import Conversation, LineProgram

        with LineProgram(self._words()) as program:
            talk = Conversation(program, self.target, self.timeout, _decoded, remedy=_REMEDY)
            try:
                for asked in requests:
                    talk.send(asked.id, msgspec.json.encode(asked) + b"\n")
                    yield from talk.ready()
                yield from talk.rest()
            except UsageError:
                yield from talk.new_replies()
                raise

    def _words(self) -> list[str]:
        return words(self.target)


def _decoded(line: bytes) -> Reply:
    """Decode a line, of which halves of surrogate pairs become U+FFFD, as in servers' replies."""
    import msgspec

    from sacreval.asking.openai_replies import readable_json
    from sacreval.asking.requests import Reply
    from sacreval.io.formats.json_documents import check_document

    try:
        reply = msgspec.json.decode(line, type=Reply)
        check_document(line, "the reply")
    except InputError as error:
        raise ValueError(str(error)) from None
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if _HALF not in line.lower():
            raise
        try:
            return msgspec.convert(readable_json(line), Reply)
        except ValueError:
            return msgspec.json.decode(line, type=Reply)
    return reply
