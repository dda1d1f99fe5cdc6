"""Definition of a judge: what it asks of a model, how replies are read, and its hash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sacreval.asking.requests import Message, RequestKind, hash_of
from sacreval.asking.templates import Template
from sacreval.metrics.judges._rules import ParseRule
from sacreval.metrics.judges._scales import Scale


def stated(value: Any) -> Any:
    """Return plain values, without the fields of structs that have their defaults.

    A field that a later release adds does not change the hash of a judge that does not use it.
    """
    if isinstance(value, Struct):
        kept = (f for f in msgspec.structs.fields(value) if getattr(value, f.name) != _default(f))
        tag = type(value).__struct_config__.tag
        fields = {f.encode_name: stated(getattr(value, f.name)) for f in kept}
        return {**fields, "type": tag} if tag else fields
    if isinstance(value, Mapping):
        return {str(key): stated(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [stated(inner) for inner in value]
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


OPPONENT, ITEM, INDEX, STEPS = "opponent", "item", "index", "steps"


class JudgeFilePart(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Base class of the parts of a judge file: unknown keys are errors."""


class JudgePrompt(JudgeFilePart, frozen=True, kw_only=True):
    """A prompt, and how its replies are read.

    Args:
        messages: The messages of a chat, with `{{JMESPath}}` over the needed fields.
        prompt: The text to continue, in place of messages.
        each: One request for each item of a list: the name of an earlier step, or JMESPath over
            the fields; templates then have `item` and `index`, from 1.
        parse: The rules that read a reply, tried in order.
    """

    messages: tuple[Message, ...] = ()
    prompt: str = ""
    each: str = ""
    parse: tuple[ParseRule, ...] = ()

    @property
    def kind(self) -> RequestKind:
        """The kind of its requests."""
        return "chat" if self.messages else "completion"

    def templates(self) -> tuple[Template, ...]:
        """Return the templates of the messages, or of the prompt."""
        texts = [message.content for message in self.messages] if self.messages else [self.prompt]
        return tuple(map(parsed, texts))

    def list_of_items(self) -> Template | None:
        """Return `each` as a template; None without it."""
        return parsed(f"{{{{{self.each}}}}}") if self.each else None


class Step(JudgePrompt, frozen=True, kw_only=True):
    """One of several prompts about a record, in order.

    Args:
        ask: Its name, by which later templates read its replies, as `{{steps.NAME}}`.
    """

    ask: str


class OpponentPair(JudgeFilePart, frozen=True, kw_only=True):
    """Comparison of a prediction with that of an opponent.

    Args:
        order: Whether both orders are asked, or only the one with the prediction first.
        disagree: What a record counts where the verdicts of both orders differ: tie is half a win,
            mean is the mean of both verdicts, and unparsed is missing.
    """

    order: Literal["both", "first"] = "both"
    disagree: Literal["tie", "mean", "unparsed"] = "tie"


class Definition(JudgePrompt, frozen=True, kw_only=True):
    """A judge file.

    Args:
        judge: The name of the judge, and of its output.
        about: One sentence.
        source: Where its prompt comes from, if it is not the author's own.
        licence: The licence of the prompt, if it has one.
        needs: The fields of records that the templates read.
        scale: The scale of verdicts.
        higher_is_better: Whether larger verdicts are better; null if neither is.
        truncated: Whether replies that are cut at the limit of tokens are missing, or read.
        steps: Several prompts about a record; the verdict is read from the last.
        repeats: How often each request is made.
        fold: How the verdicts of repeats, and of a panel, become one.
        pair: Comparison with an opponent; None for verdicts about single outputs.
        params: Parameters of requests, by the names of OpenAI's API.
    """

    judge: str
    about: str = ""
    source: str = ""
    licence: str = ""
    needs: tuple[str, ...] = ("prediction",)
    scale: Scale
    higher_is_better: bool | None = True
    truncated: Literal["missing", "parse"] = "missing"
    steps: tuple[Step, ...] = ()
    repeats: int = 1
    fold: Literal["mean", "median", "majority"] = "mean"
    pair: OpponentPair | None = None
    params: dict[str, Any] = {}

    @property
    def asked(self) -> tuple[Step, ...]:
        """The prompts in order: the steps, or the single prompt under the name of the judge."""
        if self.steps:
            return self.steps
        return (
            Step(
                ask=self.judge,
                messages=self.messages,
                prompt=self.prompt,
                each=self.each,
                parse=self.parse,
            ),
        )

    def digest(self) -> str:
        """Return 32 hexadecimal digits: a hash of all that determines prompts and verdicts."""
        values = stated(self)
        for name in ("judge", "about", "source", "licence"):
            values.pop(name, None)
        return hash_of(values)


@lru_cache(maxsize=4096)
def parsed(text: str) -> Template:
    """Parse a template, once.

    Args:
        text: Text with JMESPath in double braces.
    """
    return Template.parse(text, "the judge")
