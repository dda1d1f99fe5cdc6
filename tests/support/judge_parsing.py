"""Scales and parse rules from YAML, as judge files have them, applied to replies."""

from typing import Any

import msgspec
import yaml

from sacreval.core.record_replies import RecordReply, TokenLogprob
from sacreval.metrics.judges._rules import Rule
from sacreval.metrics.judges._scales import Scale
from sacreval.metrics.judges._verdicts import Verdict, read_verdict


def scale(given: Any) -> Any:
    """Decode a scale, of YAML or of plain values."""
    return msgspec.convert(_plain(given), Scale)


def rules(given: Any) -> list[Rule]:
    """Decode the list under `parse`, of YAML or of plain values."""
    return msgspec.convert(_plain(given), list[Rule])


def _plain(given: Any) -> Any:
    return yaml.safe_load(given) if isinstance(given, str) else given


def read(reply: str, on: Any, by: Any) -> Verdict:
    """Read the verdict of a text."""
    return read_verdict(RecordReply(text=reply), scale(on), rules(by))


def score(reply: str, on: Any, by: Any) -> float | None:
    """Return the first number of the verdict of a text; None if it is unparsed."""
    values = read(reply, on, by).values
    return values[0] if values else None


def tokens(*tops: dict[str, float]) -> tuple[TokenLogprob, ...]:
    """Return tokens, each the first of the most probable ones in its place."""
    return tuple(
        TokenLogprob(token=next(iter(top)), logprob=next(iter(top.values())), top=top)
        for top in tops
    )
