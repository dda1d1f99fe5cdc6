"""A model behind a server: the numbers of each text or pair, sent once, and refused ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.asking.embeddings.layouts import Answer, Layout, read_info
from sacreval.asking.embeddings.sending import OPTION, send
from sacreval.asking.http.address import parsed
from sacreval.asking.http.attempts import Seen
from sacreval.asking.requests import Failure
from sacreval.errors import UsageError, shortened
from sacreval.models.pair_tokens import Texts
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

INPUTS, CHARACTERS = 32, 100_000  # most of a request; text-embeddings-inference accepts 32
UNNAMED = "unnamed"  # the model of a server that names none
_OF_A_TEXT = ("context", "refused", "filtered", "server", "other")  # failures one text may cause
_INFO_TRIES = 3


class Source(NamedTuple):
    """Which model of which server is asked.

    Args:
        server: Address of the server.
        layout: Its API.
        model: Name of the model that is requested; "" if the server has one model alone.
        key_env: Environment variable with the key; "" for that of the host, if it has one.
    """

    server: str
    layout: Layout
    model: str
    key_env: str


class ServedModel:
    """A model behind a server, and what it has replied.

    Args:
        source: Which model of which server.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.address = parsed(source.server, insecure=False, option=OPTION)
        self._seen = Seen()
        self.forget()

    def forget(self) -> None:
        """Forget all replies, so that a new run asks again what has failed."""
        self._store = Store()
        self._failures: dict[bytes, str] = {}
        self._size = 0
        self.labels: tuple[str, ...] = ()
        self.name = self._stated = ""

    def probe(self, texts: Texts) -> None:
        """Ask about one input, to know the model's name and its classes.

        Args:
            texts: The input.

        Raises:
            UsageError: If there is no reply.
        """
        (found,) = self._sent([[texts]])
        if isinstance(found, Failure):
            raise UsageError(
                f"{self.address.host} does not answer for {_kind(texts)} of one letter "
                f"({found.message}); correct {OPTION}, --server-layout or --model"
            )

    @property
    def size(self) -> int:
        """Return how many numbers an input has; 0 before the first reply."""
        return self._size

    def rows(self, inputs: Sequence[Texts]) -> list[Array | str]:
        """Return the numbers of texts or pairs; equal ones are sent once.

        Args:
            inputs: One or two texts each.

        Returns:
            For each an array (numbers,), float64; or a sentence if the server has none for it.

        Raises:
            UsageError: If no request can succeed, or the server changes its model.
        """
        keys = [blake2b(repr(one).encode(), digest_size=16).digest() for one in inputs]

        def make(missing: list[int]) -> list[Array]:
            found = self._asked([inputs[i] for i in missing])
            return [self._kept(keys[i], one) for i, one in zip(missing, found, strict=True)]

        rows = self._store.get_all(keys, make)
        return [row if row.size else self._failures[key]
                for key, row in zip(keys, rows, strict=True)]  # fmt: skip

    def _kept(self, key: bytes, found: Array | str) -> Array:
        """Return what the store keeps of a reply: nothing of a failed one."""
        import numpy as np

        if isinstance(found, str):
            self._failures[key] = found
            return np.zeros(0)
        return found

    def _asked(self, inputs: Sequence[Texts]) -> list[Array | str]:
        """Ask about distinct inputs, those of a refused batch one by one."""
        parts = list(_parts(inputs))
        answers = dict(zip(map(tuple, parts), self._sent(parts), strict=True))
        refused = {part for part, one in answers.items()
                   if isinstance(one, Failure) and len(part) > 1}  # fmt: skip
        alone = [[texts] for part in parts if tuple(part) in refused for texts in part]
        answers |= dict(zip(map(tuple, alone), self._sent(alone), strict=True))
        found = {texts: row for part, one in answers.items() if part not in refused
                 for texts, row in zip(part, self._read(one, part), strict=True)}  # fmt: skip
        return [found[texts] for texts in inputs]

    def _sent(self, parts: Sequence[Sequence[Texts]]) -> list[Answer | Failure]:
        """Send batches, and check the form of the replies.

        Raises:
            UsageError: If the server does not answer, or replies with other numbers of rows.
        """
        if not parts:
            return []
        source = self._source
        bodies = [_encoded(source, part) for part in parts]
        sent = iter(send(self.address, source.key_env, self._seen, source.layout,
                         [one for one in bodies if isinstance(one, bytes)]))  # fmt: skip
        found = [next(sent) if isinstance(one, bytes) else one for one in bodies]
        for part, one in zip(parts, found, strict=True):
            self._check(part, one)
        return found

    def _check(self, part: Sequence[Texts], found: Answer | Failure) -> None:
        host = self.address.host
        if isinstance(found, Failure):
            if found.kind not in _OF_A_TEXT:
                raise UsageError(
                    f"{host} does not answer ({found.message}); start the run again when it does: "
                    "rows in the cache are not computed again"
                )
            return
        if len(found.rows) != len(part):
            raise UsageError(
                f"{host} replies with {len(found.rows)} rows to {len(part)} inputs; correct "
                f"{OPTION} or --server-layout"
            )
        self._same("name", found.model or self._statement(), "model")
        self._same("labels", found.labels, "classes")
        for row in found.rows:
            if row is not None:
                self._same("_size", len(row), "number of numbers a text")

    def _same(self, name: str, found: Any, what: str) -> None:
        """Check that a server goes on with the model with which it began."""
        if not found and name == "_size":
            raise UsageError(f"{self.address.host} replies without numbers; ask another model")
        known = getattr(self, name)
        if known and known != found:
            raise UsageError(
                f"{self.address.host} changes the {what} from {_shown(known)} to {_shown(found)}; "
                "ask one model, whose scores can be compared"
            )
        setattr(self, name, found)

    def _statement(self) -> str:
        """Return the model that the server states, which is asked once; `UNNAMED` if it does not.

        Raises:
            UsageError: If the server ends the connection or is busy, which says nothing.
        """
        if self._stated or not self._source.layout.stated:
            return self._stated or UNNAMED
        info = self._source.layout._replace(path=self._source.layout.stated, read=read_info)
        key_env = self._source.key_env
        try:
            (found,) = send(self.address, key_env, self._seen, info, [None], tries=_INFO_TRIES)
        except UsageError:  # it is not allowed, or elsewhere
            found = Answer([])
        if isinstance(found, Failure) and found.kind not in _OF_A_TEXT:
            raise UsageError(
                f"{self.address.host} does not answer for {info.path} ({found.message}); start the "
                "run again when it does"
            )
        self._stated = (found.model if isinstance(found, Answer) else "") or UNNAMED
        return self._stated

    def _read(self, found: Answer | Failure, part: Sequence[Texts]) -> Iterator[Array | str]:
        import numpy as np

        if isinstance(found, Failure):
            what = _kind(part[0]).removeprefix("a ")
            yield f"{self.address.host} refuses the {what} ({found.message}); shorten or correct it"
            return
        for row in found.rows:
            if row is None:
                yield f"{self.address.host} returns numbers that are not finite"
            else:
                yield np.array(row, dtype=np.float64)


def _encoded(source: Source, inputs: Sequence[Texts]) -> bytes | Failure:
    """Return the body of a request; a failure if a text is no Unicode."""
    try:
        return msgspec.json.encode(source.layout.body(source.model, inputs))
    except UnicodeEncodeError:
        return Failure("refused", "the text has half a surrogate pair, which is no character")


def _parts(inputs: Sequence[Texts]) -> Iterator[list[Texts]]:
    """Split inputs into batches; a longer input than those of a batch is one of its own."""
    part: list[Texts] = []
    size = 0
    for texts in inputs:
        own = sum(map(len, texts))
        if part and (len(part) == INPUTS or size + own > CHARACTERS):
            yield part
            part, size = [], 0
        part.append(texts)
        size += own
    if part:
        yield part


def _kind(texts: Texts) -> str:
    return "a pair" if len(texts) > 1 else "a text"


def _shown(value: Any) -> str:
    words = ", ".join(value) if isinstance(value, tuple) else str(value)
    return shortened(words) or "none"


@lru_cache(maxsize=8)
def served(source: Source) -> ServedModel:
    """Return the model of a server, the same for the same arguments; see `ServedModel`."""
    return ServedModel(source)
