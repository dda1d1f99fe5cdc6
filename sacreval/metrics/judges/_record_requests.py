"""Requests about a record: steps, lists of items, repeats, and both orders of a pair.

Texts of records are inserted into prompts as they are, and are never templates. Records with
`meta.private` are in no request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.asking.requests import Message, Place, Request, request
from sacreval.core.record_parts import RecordReply
from sacreval.errors import InputError, shortened
from sacreval.metrics.judges._definition import INDEX, ITEM, OPPONENT, STEPS, Definition, Step
from sacreval.metrics.judges._rules import logprob_params
from sacreval.metrics.judges._verdicts import MOST_ITEMS, read_items

PREDICTION_FIRST, OPPONENT_FIRST = "ab", "ba"
SAME = "same"  # variant of the only reply about a record whose opponent is the system itself

ReplyTo = Callable[[Request], RecordReply | None]


class Subject(NamedTuple):
    """The record that is asked about.

    Args:
        instance_id: Id of its input.
        system_id: Id of its system.
        fields: Field to value, the opponent's output among them for pairs.
    """

    instance_id: str
    system_id: str
    fields: Mapping[str, Any]


class AnsweredRequest(NamedTuple):
    """A request about a record, and its reply.

    Args:
        request: The request, whose only place is the record.
        reply: The reply; None if there is none yet.
    """

    request: Request
    reply: RecordReply | None


def walk(judge: Definition, subject: Subject, reply_to: ReplyTo) -> Iterator[AnsweredRequest]:
    """Yield the requests about a record, each with its reply.

    Requests of a later step read the replies to earlier ones, so they come only if these are there.

    Args:
        judge: The judge.
        subject: The record.
        reply_to: Returns the reply to a request, or None.

    Raises:
        InputError: If the record lacks what a template reads.
    """
    for repeat in range(judge.repeats):
        for order in orders(judge):
            yield from _walk_steps(judge, _in_order(subject, order), order, repeat, reply_to)


def orders(judge: Definition) -> tuple[str, ...]:
    """Return the orders in which a pair is shown; one without a name for a single output."""
    if judge.pair is None:
        return ("",)
    both = judge.pair.order == "both"
    return (PREDICTION_FIRST, OPPONENT_FIRST) if both else (PREDICTION_FIRST,)


def value_of(judge: Definition, step: Step, replies: Sequence[RecordReply | None]) -> Any:
    """Return what later steps read of a step."""
    values = [_value(judge, step, reply) for reply in replies]
    if any(value is None for value in values):
        return None
    return values if step.each else values[0]


def is_missing(judge: Definition, reply: RecordReply) -> bool:
    """Return whether a reply has no text that may be read."""
    return bool(reply.missing) or (reply.truncated and judge.truncated == "missing")


def _walk_steps(
    judge: Definition, subject: Subject, order: str, repeat: int, reply_to: ReplyTo
) -> Iterator[AnsweredRequest]:
    steps: dict[str, Any] = {}
    for step in judge.asked:
        replies = []
        for variant, fields in _variants(step, {**subject.fields, STEPS: steps}, subject):
            place = Place(
                instance_id=subject.instance_id,
                system_id=subject.system_id,
                ask=step.ask,
                variant=".".join(filter(None, (order, variant))),
            )
            question = _request(judge, step, fields, place, repeat)
            replies.append(reply_to(question))
            yield AnsweredRequest(question, replies[-1])
        value = value_of(judge, step, replies)
        if value is None:
            return
        steps[step.ask] = value


def _variants(
    step: Step, fields: Mapping[str, Any], subject: Subject
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the number of each item, or "" for a single prompt, with the fields of the prompt."""
    template = step.list_of_items()
    if template is None:
        yield "", fields
        return
    known = fields[STEPS]
    find = template.parts[0].find
    items = known[step.each] if step.each in known else find and find(fields)
    if not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise InputError(
            f"instance '{shortened(subject.instance_id)}': {shortened(step.each)} is no list of at "
            f"most {MOST_ITEMS} items, which {step.ask} asks about; correct the record or `each`"
        )
    for i, item in enumerate(items):
        yield str(i), {**fields, ITEM: item, INDEX: i + 1}


def _in_order(subject: Subject, order: str) -> Subject:
    """Return the record with prediction and opponent exchanged, where the opponent comes first."""
    if order != OPPONENT_FIRST:
        return subject
    fields = subject.fields
    swapped = {"prediction": fields[OPPONENT], OPPONENT: fields["prediction"]}
    return subject._replace(fields={**fields, **swapped})


def _request(
    judge: Definition, step: Step, fields: Mapping[str, Any], place: Place, repeat: int
) -> Request:
    try:
        texts = [template.render(fields) for template in step.templates()]
    except InputError as error:
        who = f"instance '{shortened(place.instance_id)}' of '{shortened(place.system_id)}'"
        raise InputError(f"{who}: {error}") from None
    pairs = zip(step.messages, texts, strict=False)
    messages = tuple(Message(role=message.role, content=text) for message, text in pairs)
    return request(
        kind=step.kind,
        messages=messages,
        prompt="" if messages else texts[0],
        params={**logprob_params(step.parse, chat=step.kind == "chat"), **judge.params},
        repeat=repeat,
        places=(place,),
    )


def _value(judge: Definition, step: Step, reply: RecordReply | None) -> Any:
    if reply is None or is_missing(judge, reply):
        return None
    if not step.parse:
        return reply.text
    items, reason = read_items(reply, step.parse)
    return None if reason else list(items)


def fields_of(judge: Definition, record: Any) -> dict[str, Any]:
    """Return the fields of a record that the templates may read, as plain values."""
    return {name: msgspec.to_builtins(getattr(record, name)) for name in judge.needs}
