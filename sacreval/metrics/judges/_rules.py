"""Parse rules of judges: one entry of `parse`, with the key that names its kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges._json_rule import JsonRule
from sacreval.metrics.judges._line_rules import ErrorsRule, LinesRule
from sacreval.metrics.judges._logprobs import LogprobsRule
from sacreval.metrics.judges._patterns import Pick, check, matches, picked
from sacreval.metrics.judges._scale_base import Finding, Verdict
from sacreval.metrics.judges._scales import Scale

KINDS = ("json", "pattern", "lines", "errors", "logprobs")


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One parse rule; it has exactly one of the keys below other than `pick`.

    Args:
        json: Read a JSON object.
        pattern: Read what a regular expression captures; its searches are limited in time.
        lines: Read a list, one item on each line.
        errors: Read errors under headings.
        logprobs: Compute the expected value from the probabilities of tokens.
        pick: Which of several objects, matches or tokens decides: `last`, `first`, or `only`, the
            default, by which several that differ are unparsed.
    """

    json: JsonRule | None = None
    pattern: str | None = None
    lines: LinesRule | None = None
    errors: ErrorsRule | None = None
    logprobs: LogprobsRule | None = None
    pick: Pick | None = None

    def __post_init__(self) -> None:
        kinds = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a rule of `parse` has one of the keys {', '.join(KINDS)}")
        if self.pick is not None and kinds[0] in {"lines", "errors"}:
            raise ValueError(f"`pick` does not belong to `{kinds[0]}`; drop it")
        if self.pattern is not None:
            check(self.pattern)

    def find(self, text: str) -> Finding | None:
        """Return what the rule finds in a text; None if it does not apply.

        Args:
            text: The reply.
        """
        pick: Pick = self.pick or "only"
        if self.json is not None:
            return self.json.find(text, pick)
        if self.pattern is not None:
            return picked(matches(self.pattern, text), pick)
        rule = self.lines or self.errors
        return rule.find(text) if rule else None

    def verdict(self, reply: RecordReply, scale: Scale) -> Verdict | None:
        """Return the verdict that the rule reads from a reply; None if it does not apply.

        Args:
            reply: A reply with a text.
            scale: The scale of the verdict.
        """
        if self.logprobs is not None:
            return self.logprobs.verdict(reply.logprobs, scale, self.pick or "only")
        finding = self.find(reply.text or "")
        if finding is None:
            return None
        return (
            Verdict((), f"unparsed: {finding.reason}")
            if finding.reason
            else scale.read(finding.value)
        )


def logprob_params(rules: Sequence[Rule], *, chat: bool) -> dict[str, Any]:
    """Return the parameters that request log-probabilities; none where no rule reads them."""
    tops = [rule.logprobs.top for rule in rules if rule.logprobs is not None]
    if not tops:
        return {}
    return {"logprobs": True, "top_logprobs": max(tops)} if chat else {"logprobs": max(tops)}
