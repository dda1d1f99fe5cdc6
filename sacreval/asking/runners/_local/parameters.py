"""Parameters of requests, by the names of OpenAI's API, for a model on this machine."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from sacreval.asking.requests import Failure, Request
from sacreval.errors import one_line

USUAL = 512  # tokens of a reply, where the request states none
_Count = Annotated[int, Meta(ge=0)]
_Share = Annotated[float, Meta(ge=0, le=1)]


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that a model on this machine knows; any other is refused.

    Args:
        temperature: 0 for the most probable token.
        top_p: Share of the probability from which tokens are drawn.
        max_tokens: Largest number of tokens of the reply.
        max_completion_tokens: Another name of `max_tokens`.
        stop: Texts before which the reply ends.
        seed: Seed of drawing, which counts by being part of the request's id.
        logprobs: Whether log-probabilities are asked; in completions the number of most probable
            tokens.
        top_logprobs: Number of most probable tokens.
    """

    temperature: Annotated[float, Meta(ge=0, le=100)] = 0.0
    top_p: _Share = 1.0
    max_tokens: _Count | None = None
    max_completion_tokens: _Count | None = None
    stop: str | list[str] | None = None
    seed: int | None = None
    logprobs: bool | _Count | None = None
    top_logprobs: _Count = 0

    def most(self) -> int:
        """Return the largest number of tokens of the reply."""
        stated = [x for x in (self.max_completion_tokens, self.max_tokens) if x is not None]
        return stated[0] if stated else USUAL

    def stops(self) -> tuple[str, ...]:
        """Return the texts before which the reply ends."""
        found = [self.stop] if isinstance(self.stop, str) else self.stop or []
        return tuple(text for text in found if text)

    def asks_logprobs(self) -> bool:
        """Return whether log-probabilities are asked."""
        return self.logprobs is not None and self.logprobs is not False

    def top(self) -> int:
        """Return the number of most probable tokens that are asked with each token."""
        if not self.asks_logprobs():
            return 0
        return self.top_logprobs if isinstance(self.logprobs, bool) else int(self.logprobs or 0)


def parameters(asked: Request) -> Parameters | Failure:
    """Read the parameters of a request.

    Args:
        asked: The request.

    Returns:
        The parameters; why the request is refused if one is unknown or wrong.
    """
    try:
        return msgspec.convert(asked.params, Parameters)
    except msgspec.ValidationError as error:
        return Failure("refused", f"params: {one_line(error)}; change or remove it")
