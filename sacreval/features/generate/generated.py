"""Outputs of `generate`: records with the reply of a model, or the reason why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from sacreval.asking.requests import Reply, Request
from sacreval.core.records import Instance
from sacreval.features.generate.generation_requests import Asked

State = Literal["not asked", "failed", "refused", "truncated"]
Problem = tuple[State, str]
"""Why a request has no usable reply: the state, and more about it."""


class Outputs(Struct, eq=False):
    """Joins replies to records.

    Args:
        replies: The replies by the id of their request.
        system: The system of the outputs.
        several: Whether records have samples, rather than a prediction.
        keep_truncated: Whether replies that are cut are outputs.
        states: How many records have no output, by reason.
        count: Number of records.
    """

    replies: Mapping[str, Reply]
    system: str
    several: bool = False
    keep_truncated: bool = False
    states: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def of(self, asked: Iterable[Asked]) -> Iterator[Instance]:
        """Yield an output record for each record.

        Args:
            asked: The records, with their requests.
        """
        for one in asked:
            self.count += 1
            problems = [self._problem(x, scored=bool(one.texts)) for x in one.requests]
            found = next((x for x in problems if x is not None), None)
            if found is not None:
                self.states[found[0]] += 1
                output: dict[str, Any] = {"error": f"{found[0]}: {found[1]}"}
            else:
                output = self._output(one)
            yield msgspec.structs.replace(
                one.instance, **{"system_id": self.system, "error": None, **output}
            )

    def _output(self, one: Asked) -> dict[str, Any]:
        replies = [self.replies[x.id] for x in one.requests]
        if one.texts:
            choices = one.instance.choices or []
            pairs = zip(choices, one.texts, replies, strict=True)
            return {"choices": [_scored(*pair) for pair in pairs]}
        texts = [reply.text for reply in replies]
        return {"samples": texts} if self.several else {"prediction": texts[0]}

    def _problem(self, asked: Request, *, scored: bool) -> Problem | None:
        """Return why a request has no usable reply, or None."""
        reply = self.replies.get(asked.id)
        if reply is None:
            return "not asked", "the model was not asked"
        return _failure(reply) or (
            _unscored(reply) if scored else _unwritten(reply, keep_truncated=self.keep_truncated)
        )


def _failure(reply: Reply) -> Problem | None:
    """Return why a reply is an error or a refusal."""
    refused = reply.refusal is not None or reply.finish_reason == "content_filter"
    if reply.error is not None:
        kind: State = "refused" if reply.error.kind == "filtered" or refused else "failed"
        return kind, ", ".join(filter(None, (reply.error.kind, reply.error.message)))
    if refused:
        return "refused", reply.refusal or "a content filter ended the reply"
    return None


def _unscored(reply: Reply) -> Problem | None:
    return None if reply.logprob is not None else ("failed", "the reply has no log-probability")


def _unwritten(reply: Reply, *, keep_truncated: bool) -> Problem | None:
    if reply.text is None:
        return "failed", "the reply has no text"
    if reply.finish_reason == "length" and not keep_truncated:
        return "truncated", "the reply is cut at the limit of tokens"
    return None


def _scored(choice: Any, text: str, reply: Reply) -> dict[str, Any]:
    own = choice if isinstance(choice, dict) else {"text": text}
    tokens = {} if reply.n_tokens is None else {"tokens": reply.n_tokens}
    return own | {"logprob": reply.logprob} | tokens
