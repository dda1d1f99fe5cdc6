"""Joint inputs of a classifier: the tokens of one text or of a pair, cut to the model's limit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.errors import InputError
from sacreval.models.tokens import tokenizer

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint

Texts = tuple[str] | tuple[str, str]
Policy = Literal["only_first", "longest_first", "longest_first_tie_second"]
_MOST = 50_000  # texts whose tokens are held


class Joint(NamedTuple):
    """The tokens of an input.

    Args:
        ids: Their ids, special tokens included.
        types: The type of each: which text of a pair it belongs to, as the tokenizer numbers them.
        cut: Number of tokens beyond the limit, which are left out.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...]
    cut: int


class _Part(NamedTuple):
    """A place of an input: the special token `id`, or the text number `slot` in place of it."""

    slot: int | None
    id: int
    type: int


def kept(first: int, second: int, room: int, policy: Policy) -> tuple[int, int]:
    """Return how many tokens of each text of a pair are kept, from its beginning.

    Args:
        first: Number of tokens of the first text.
        second: Number of tokens of the second text.
        room: Largest number of both, 0 or more.
        policy: only_first cuts the first text, and as longest_first if nothing of it would be left.
            longest_first cuts the longer text until both are equally long, then both; an odd token
            belongs to the text that was longer, or to the second. longest_first_tie_second is the
            same, but the odd token belongs to the first.
    """
    if first + second <= room:
        return first, second
    if policy == "only_first" and room > second:
        return room - second, second
    if 2 * min(first, second) <= room:
        return (room - second, second) if first > second else (first, room - first)
    more, less = (room + 1) // 2, room // 2
    longer = first > second or policy == "longest_first_tie_second"
    return (more, less) if longer else (less, more)


class JointTokenizer:
    """Joins texts as the tokenizer of a checkpoint does.

    Args:
        found: The checkpoint.
        limit: Largest number of tokens of an input, special ones included; 0 for none.
        policy: Which text of a pair is cut; see `kept`.
    """

    def __init__(self, found: Checkpoint, limit: int, policy: Policy) -> None:
        own = tokenizer(found)
        self._words = own
        self.limit = min(x for x in (limit, own.limit) if x) if limit or own.limit else 0
        self._policy = policy
        self._known: dict[str, tuple[int, ...]] = {}
        self._templates = {n: _template(own.whole, n, found) for n in (1, 2)}

    def encode(self, inputs: Sequence[Texts]) -> list[Joint]:
        """Join and cut inputs.

        Args:
            inputs: Each has one text or two; surrogates, which UTF-8 does not have, become question
                marks.
        """
        known = self.pieces([text for texts in inputs for text in texts])
        return [self._joined([known[text] for text in texts]) for texts in inputs]

    def pieces(self, texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Return the ids of the tokens of each text without special tokens."""
        if len(self._known) > _MOST:
            self._known = {}
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._words.plain(new), strict=True))
        return self._known

    def _joined(self, ids: list[tuple[int, ...]]) -> Joint:
        template = self._templates[len(ids)]
        whole = sum(map(len, ids))
        if self.limit:
            room = max(0, self.limit - sum(part.slot is None for part in template))
            lengths = (
                kept(len(ids[0]), len(ids[1]), room, self._policy)
                if len(ids) > 1
                else (min(len(ids[0]), room),)
            )
            ids = [some[:n] for some, n in zip(ids, lengths, strict=True)]
        filled = [
            (token, part.type)
            for part in template
            for token in ((part.id,) if part.slot is None else ids[part.slot])
        ]
        cut = whole - sum(map(len, ids))
        return Joint(tuple(x for x, _ in filled), tuple(x for _, x in filled), cut)


@lru_cache(maxsize=4)
def joint_tokenizer(
    found: Checkpoint, limit: int = 0, policy: Policy = "longest_first"
) -> JointTokenizer:
    """Return the tokenizer of a checkpoint's inputs, the same for the same arguments."""
    return JointTokenizer(found, limit, policy)


def _template(whole: Any, texts: int, found: Checkpoint) -> tuple[_Part, ...]:
    """Find where the tokenizer puts special tokens, from the tokens of a short input.

    Raises:
        InputError: If a text of the input has no token.
    """
    example = whole.encode(*("a", "b")[:texts], add_special_tokens=True)
    parts: list[_Part] = []
    for id_, type_, slot in zip(example.ids, example.type_ids, example.sequence_ids, strict=True):
        if slot is None or not parts or parts[-1].slot != slot:
            parts.append(_Part(slot, id_, type_))
    if [part.slot for part in parts if part.slot is not None] != list(range(texts)):
        raise InputError(
            f"{found.folder}: the tokenizer does not join texts to an input in their order; use a "
            "model that classifies texts"
        )
    return tuple(parts)
