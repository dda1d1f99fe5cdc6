"""Definition of a judge: what it asks of a model, and how verdicts are read from the replies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, Literal, Self

import msgspec
from msgspec import Struct

from sacreval.core.records import FIELDS
from sacreval.core.requests import Message, RequestKind
from sacreval.errors import UsageError, nearest, shortened
from sacreval.metrics.judges._template import Place, Template, expression, template

MOST_REPEATS = 1000
OPPONENT, ITEM, INDEX, STEPS = "opponent", "item", "index", "steps"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_NOT_ASKED = ("replies", "error", "reference", "instance_id", "system_id", "system_type")
_canonical = msgspec.json.Encoder(order="deterministic")


class Strict(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base class of the parts of a judge file: unknown keys are errors."""


class Prompt(Strict, frozen=True, kw_only=True):
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
    parse: tuple[dict[str, Any], ...] = ()

    @property
    def kind(self) -> RequestKind:
        """The kind of its requests."""
        return "chat" if self.messages else "completion"

    def templates(self) -> Iterator[Template]:
        """Yield the templates."""
        for text in (*(message.content for message in self.messages), self.prompt):
            if text:
                yield template(text)

    def list_of_items(self) -> Place | None:
        """Return the expression of `each`; None without it."""
        return expression(self.each) if self.each else None


class Step(Prompt, frozen=True, kw_only=True):
    """One of several prompts about a record, in order.

    Args:
        ask: Its name, by which later templates read its replies, as `{{steps.NAME}}`.
    """

    ask: str


class Pair(Strict, frozen=True, kw_only=True):
    """Comparison of a prediction with that of an opponent.

    Args:
        order: Whether both orders are asked, or only the one with the prediction first.
        disagree: What a record counts where the verdicts of both orders differ: tie is half a win,
            mean is the mean of both verdicts, and unparsed is missing.
    """

    order: Literal["both", "first"] = "both"
    disagree: Literal["tie", "mean", "unparsed"] = "tie"


class Definition(Prompt, frozen=True, kw_only=True):
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
    scale: dict[str, Any]
    higher_is_better: bool | None = True
    truncated: Literal["missing", "parse"] = "missing"
    steps: tuple[Step, ...] = ()
    repeats: int = 1
    fold: Literal["mean", "median", "majority"] = "mean"
    pair: Pair | None = None
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
        values = msgspec.to_builtins(self)
        for name in ("judge", "about", "source", "licence"):
            values.pop(name, None)
        return blake2b(_canonical.encode(values), digest_size=16).hexdigest()

    def checked(self) -> Self:
        """Return the definition after checking it.

        Raises:
            UsageError: If a part contradicts another, or a template reads a field that is not in
                `needs`; the message begins with the key.
        """
        _check_name("judge", self.judge)
        _check_needs(self.needs)
        if not 1 <= self.repeats <= MOST_REPEATS:
            raise UsageError(f"repeats is {self.repeats}; give 1 to {MOST_REPEATS}")
        if self.steps and (self.messages or self.prompt or self.each or self.parse):
            raise UsageError("steps: a judge with steps has its prompts there; remove the others")
        known: list[str] = []
        for i, step in enumerate(self.asked):
            place = f"steps[{i}]." if self.steps else ""
            self._check_step(place, step, known)
            known.append(step.ask)
        return self

    def _check_step(self, place: str, step: Step, known: list[str]) -> None:
        """Check one prompt.

        Args:
            place: Its key, with a dot.
            step: It.
            known: The names of earlier steps.
        """
        if self.steps:
            _check_name(f"{place}ask", step.ask)
            if step.ask in known:
                raise UsageError(f"{place}ask: two steps are '{step.ask}'; rename one")
        if bool(step.messages) == bool(step.prompt):
            raise UsageError(f"{place}messages: give either messages or a prompt")
        fields = {*self.needs, *([OPPONENT] if self.pair else ()), *([STEPS] if known else ())}
        _with_key(f"{place}each", lambda: _check_roots(step.list_of_items(), {*fields, *known}))
        fields |= {ITEM, INDEX} if step.each else set()
        key = f"{place}messages" if step.messages else f"{place}prompt"
        _with_key(key, lambda: [_check_roots(one, fields) for one in step.templates()])


def _with_key(key: str, check: Callable[[], object]) -> None:
    """Run a check; its error names the key that it is about."""
    try:
        check()
    except UsageError as error:
        raise UsageError(f"{key}: {error}") from None


def _check_name(key: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{key} is '{shortened(name)}'; use a letter, then letters, digits, - and _, at most 64"
        )


def _check_needs(needs: tuple[str, ...]) -> None:
    allowed = [name for name in FIELDS if name not in _NOT_ASKED]
    for name in needs:
        if name not in allowed:
            raise UsageError(
                f"needs: there is no field '{shortened(name)}'; {nearest(name, allowed)}"
            )
    if not needs or len(set(needs)) < len(needs):
        raise UsageError("needs: name each field once, and at least one")


def _check_roots(found: Template | Place | None, fields: set[str]) -> None:
    """Check that a template reads declared fields only."""
    if found is None:
        return
    names = found.fields() if isinstance(found, Template) else found.roots
    for name in sorted(names):
        if name not in fields:
            raise UsageError(
                f"'{shortened(name)}' is not among the needed fields ({', '.join(sorted(fields))});"
                f" add it to needs, or correct the name"
            )
