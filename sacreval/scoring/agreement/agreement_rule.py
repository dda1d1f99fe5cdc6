"""A rule of agreement: how a score of a tool is derived again, and from which records."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_texts import Options, unchanged


def has_any(record: Instance, _: Options) -> bool:
    """Return whether a record has a prediction or choices."""
    return record.prediction is not None or record.choices is not None


def has_choices(record: Instance, _: Options) -> bool:
    """Return whether a record has several choices."""
    return len(record.choices or ()) > 1


def has_one_choice(record: Instance, _: Options) -> bool:
    """Return whether a record has one choice."""
    return len(record.choices or ()) == 1


def has_text(record: Instance, _: Options) -> bool:
    """Return whether a record has a prediction."""
    return record.prediction is not None


def has_sequence(record: Instance, _: Options) -> bool:
    """Return whether a record has the likelihood of a text."""
    return record.sequence is not None


def has_samples(record: Instance, _: Options) -> bool:
    """Return whether a record has several outputs."""
    return isinstance(record.samples, list) and not has_flags(record, _)


def has_flags(record: Instance, _: Options) -> bool:
    """Return whether a record has verdicts on several outputs."""
    samples = record.samples
    return isinstance(samples, list) and bool(samples) and isinstance(samples[0], bool)


class Rule(Struct, frozen=True, kw_only=True):
    """How a score of a tool is derived again.

    Args:
        score: A pattern of the tool's name of the score.
        metric: The metric with its options, in which `<name>` stands for a group of the pattern.
        output: The output of that metric.
        texts: What the tool compares: one record, or several of which the best counts.
        applies: Whether the rule is for a record with such fields, and a score with such options.
        corpus: Whether the value is of all rows together, not a mean over them.
        pairs: Whether a row's score is a log-probability with a number of units, as for
            perplexities; rows are compared with those of the `sequence` then.
        digits: Digits that the tool rounds to; None if it does not.
        missing: The tool's score of a record without an output; None if it has none.
        notes: What is known of differences.
    """

    score: str
    metric: str
    output: str
    texts: Callable[[Instance, Options], list[Instance]] = unchanged
    applies: Callable[[Instance, Options], bool] = has_any
    corpus: bool = False
    pairs: str = ""
    digits: int | None = None
    missing: float | None = None
    notes: tuple[str, ...] = ()

    def spec(self, score: str) -> str:
        """Return the metric that derives a score of this name."""
        found = re.fullmatch(self.score, score)
        groups = found.groupdict() if found else {}
        return re.sub(r"<(\w+)>", lambda name: groups[name[1]], self.metric)
