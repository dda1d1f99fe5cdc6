"""Parse rules of judges: patterns, lists by line or severity, and probabilities of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from typing import Any

from msgspec import Struct

from sacreval.core.record_parts import RecordReply, TokenLogprob
from sacreval.metrics.judges._json_rule import JsonRule
from sacreval.metrics.judges._patterns import Pick, check, matches, picked
from sacreval.metrics.judges._scale_base import (
    Finding,
    ScaleBase,
    ScaleVerdict,
    folded,
    quoted,
    unparsed,
)
from sacreval.metrics.judges._scales import Scale

_MARK = r"(?:[-*•]|\d{1,4}[.)])"
# Possessive, so that a line of many blanks takes no longer than others.
_MARKED = rf"\A\s*+{_MARK}\s++(\S(?:.*\S)?)\s*+\Z"
_DASH = " - "  # between a category and a span
_BULLET = re.compile(rf"\s*{_MARK}\s+")


class LinesRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Read a list, one item on each line.

    Args:
        item: Regular expression of a line with an item, whose group is the item; by default a line
            that begins with `-`, `*`, `•` or a number with a full stop or bracket.
        none: A reply that is this text, compared like a label, is an empty list.
        others: Whether lines that are no item are skipped; else they make a reply unparsed.
    """

    item: str = _MARKED
    none: str = ""
    others: bool = False

    def __post_init__(self) -> None:
        check(self.item)

    def find(self, text: str) -> Finding | None:
        """Return the items of a reply; None if it has neither an item nor the text for none."""
        if self.none and folded(text) == folded(self.none):
            return Finding([])
        lines = [line for line in text.splitlines() if line.strip()]
        matched = [(line, matches(self.item, line)) for line in lines]
        items = [item for _, each in matched for item in each]
        other = next((line for line, each in matched if not each), None)
        if not items:
            return None
        if other is not None and not self.others:
            return Finding(None, f"the line {quoted(other)} is no item of the list")
        return Finding(items)


class ErrorsRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Read errors under headings, as in `Major:` and a line for each error.

    A line is `category - "span"`, or a category alone; lines before the first heading are not
    allowed, nor is a reply without a heading, other than the text for none.

    Args:
        headings: The severities that are headings; marks around a heading are ignored.
        none: What a line without a span begins with if there is no error under a heading, or none
            at all, also with an s; hyphens are blanks: `No errors found.` says `no-error`.
    """

    headings: tuple[str, ...] = ("critical", "major", "minor")
    none: str = "no-error"

    def __post_init__(self) -> None:
        if not self.headings or not all(map(folded, self.headings)) or not folded(self.none):
            raise ValueError("`errors` needs headings and a text for none, and none may be empty")

    def find(self, text: str) -> Finding | None:
        """Return the errors of a reply; None if it has no heading and is not the text for none."""
        names = {folded(name): name for name in self.headings}
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) == 1 and self._is_none(lines[0]):
            return Finding([])
        if not any(_heading(line) in names for line in lines):
            return None
        severity, errors = "", list[dict[str, str]]()
        for line in lines:
            if _heading(line) in names:
                severity = names[_heading(line)]
            elif not severity:
                return Finding(None, f"the line {quoted(line)} is before the first severity")
            elif not self._is_none(_unmarked(line)):
                errors.append(_error(_unmarked(line), severity))
        return Finding(errors)

    def _is_none(self, line: str) -> bool:
        none = rf"{re.escape(_blanked(self.none))}s?\b"
        return _DASH not in line and re.match(none, _blanked(line)) is not None


def _heading(line: str) -> str:
    """Return a line as headings are compared, "" if it does not end in a colon."""
    bare = line.strip(" *_#")
    return folded(bare.removesuffix(":").rstrip(" *_")) if bare.endswith(":") else ""


def _unmarked(line: str) -> str:
    return _BULLET.sub("", line, count=1) if _BULLET.match(line) else line


def _error(line: str, severity: str) -> dict[str, Any]:
    category, dash, span = line.partition(_DASH)
    error = {"severity": severity, "category": category.strip(), "text": line}
    return {**error, "span": span.strip().strip('"')} if dash else error


def _blanked(text: str) -> str:
    return folded(text.replace("-", " "))


_MOST = 1e-3  # which rounding may give to a log-probability
_NEAR = 2  # characters before a token that decide whether it continues a word or number
_BEFORE = re.compile(r"(?:\w|[0-9][.,]|-)\Z")
_AFTER = re.compile(r"\w|[.,][0-9]")


class LogprobsRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Compute the expected value of the verdict from the probabilities of tokens.

    The token of the verdict is the one whose text, without blanks around it, is a label of the
    scale and that is not part of a longer word or number.

    Args:
        top: How many of the most probable tokens to ask for.
        least_mass: The least share of probability that the labels must have together; a reply with
            less is unparsed, such as one under a grammar, whose probabilities are of other tokens.

    Source:
        Liu et al. (2023), G-Eval, sum(p_i s_i), here divided by sum(p_i).
    """

    top: int = 20
    least_mass: float = 0.9

    def __post_init__(self) -> None:
        if not (1 <= self.top <= 20 and 0 < self.least_mass <= 1):  # OpenAI's most
            raise ValueError("`top` must be 1 to 20, and `least_mass` above 0 and at most 1")

    def verdict(
        self, tokens: Sequence[TokenLogprob] | None, scale: ScaleBase, pick: Pick
    ) -> ScaleVerdict | None:
        """Return the expected value; None if the reply has no probabilities or no label.

        Args:
            tokens: The generated tokens.
            scale: A scale with labels.
            pick: Which of several tokens that are labels decides.
        """
        if not tokens:
            return None
        places = _places([token.token for token in tokens], scale)
        if pick == "only" and len(places) > 1:
            return unparsed(f"{len(places)} tokens are labels, where one is expected")
        if not places:
            return None
        return self._expected(tokens[places[0 if pick == "first" else -1]], scale)

    def _expected(self, token: TokenLogprob, scale: ScaleBase) -> ScaleVerdict:
        logprobs = {token.token: token.logprob, **token.top}
        if not all(each <= _MOST for each in logprobs.values()):
            return unparsed("a log-probability is above 0")
        values = {text: scale.value_of(text.strip()) for text in logprobs}
        weighted = [(exp(logprobs[text]), s) for text, s in values.items() if s is not None]
        mass = sum(p for p, _ in weighted)
        if not mass >= self.least_mass:
            return unparsed(
                f"the labels have {mass:.3f} of the probability, not {self.least_mass:g}"
            )
        return ScaleVerdict((sum(p * s for p, s in weighted) / mass,), details={"mass": mass})


def _places(tokens: Sequence[str], scale: ScaleBase) -> list[int]:
    """Return the indices of tokens that are labels and not part of a longer word or number."""
    text = "".join(tokens)
    ends = list(accumulate(map(len, tokens)))
    return [
        i
        for i, token in enumerate(tokens)
        if scale.value_of(token.strip()) is not None
        and not _BEFORE.search(_near(text, ends[i] - len(token.lstrip())))
        and not _AFTER.match(text, ends[i] - len(token) + len(token.rstrip()))
    ]


def _near(text: str, end: int) -> str:
    """Return the last characters before a place."""
    return text[max(0, end - _NEAR) : end]


KINDS = ("json", "pattern", "lines", "errors", "logprobs")


class ParseRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
        """Return what the rule finds in a text; None if it does not apply."""
        pick: Pick = self.pick or "only"
        if self.json is not None:
            return self.json.find(text, pick)
        if self.pattern is not None:
            return picked(matches(self.pattern, text), pick)
        rule = self.lines or self.errors
        return rule.find(text) if rule else None

    def verdict(self, reply: RecordReply, scale: Scale) -> ScaleVerdict | None:
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
            ScaleVerdict((), f"unparsed: {finding.reason}")
            if finding.reason
            else scale.read(finding.value)
        )


def logprob_params(rules: Sequence[ParseRule], *, chat: bool) -> dict[str, Any]:
    """Return the parameters that request log-probabilities; none where no rule reads them."""
    tops = [rule.logprobs.top for rule in rules if rule.logprobs is not None]
    if not tops:
        return {}
    return {"logprobs": True, "top_logprobs": max(tops)} if chat else {"logprobs": max(tops)}
