"""From a reply to a verdict: the first parse rule that applies decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sacreval.core.record_parts import RecordReply
from sacreval.metrics.judges._rules import ParseRule
from sacreval.metrics.judges._scale_base import ScaleVerdict, quoted, unparsed
from sacreval.metrics.judges._scales import Scale

__all__ = ["Items", "ScaleVerdict", "read_items", "read_verdict"]
MOST_ITEMS = 1000  # of one list; more are no list of claims or documents
LONGEST = 1_000_000  # characters of a reply that is parsed; a verdict has a few thousand


class Items(NamedTuple):
    """The items of a reply, for a step that asks about each.

    Args:
        items: The texts, in order; empty if there are none or the reply could not be parsed.
        reason: "" or `unparsed: ` and a clause that says why.
    """

    items: tuple[str, ...]
    reason: str = ""


def read_verdict(reply: RecordReply, scale: Scale, rules: Sequence[ParseRule]) -> ScaleVerdict:
    """Read the verdict of a reply, by its text and probabilities alone.

    A verdict that is not on the scale is unparsed, and never moved onto it. Whether a truncated
    reply is read at all is for the caller to decide.
    """
    if reason := _unreadable(reply):
        return unparsed(reason)
    verdicts = (rule.verdict(reply, scale) for rule in rules)
    return next((each for each in verdicts if each is not None), unparsed("no rule applies"))


def read_items(reply: RecordReply, rules: Sequence[ParseRule]) -> Items:
    """Read the items of a reply, such as the claims of a text, which later steps ask about.

    Args:
        reply: The reply.
        rules: The parse rules, in order; those of the kind `logprobs` find no items.

    Raises:
        UsageError: If a pattern takes too long.
    """
    if reason := _unreadable(reply):
        return Items((), f"unparsed: {reason}")
    findings = (rule.find(reply.text or "") for rule in rules)
    finding = next((each for each in findings if each is not None), None)
    if finding is None:
        return Items((), "unparsed: no rule applies")
    value = [finding.value] if isinstance(finding.value, str) else finding.value
    if not finding.reason and (wrong := _no_texts(value)):
        return Items((), f"unparsed: {wrong}")
    if not finding.reason and len(value) > MOST_ITEMS:
        return Items((), f"unparsed: {len(value):,} items, where {MOST_ITEMS:,} are the most")
    return Items((), f"unparsed: {finding.reason}") if finding.reason else Items(tuple(value))


def _unreadable(reply: RecordReply) -> str:
    """Return why a reply is not parsed at all; "" if it is."""
    if reply.text is None:
        return "the reply has no text"
    if len(reply.text) > LONGEST:
        return f"the reply is longer than {LONGEST:,} characters"
    return ""


def _no_texts(value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return f"{quoted(value)} is not a list of texts"
    return "" if all(each.strip() for each in value) else "an item is empty"
