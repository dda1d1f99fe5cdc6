"""Scores of a system and a human text against the same references, and how often each is better."""

from __future__ import annotations

import msgspec


class HumanPair(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One output and one human text for the same input, scored against the same references.

    Args:
        instance_id: Id of the input.
        system_id: The system.
        human_id: The human text, as a system of type `reference`.
        output: Name of the output of the metric.
        score: Score of the system's output against the references without this human's.
        human_score: Score of the human text against the same references.
    """

    instance_id: str
    system_id: str
    human_id: str
    output: str
    score: float
    human_score: float


class AgainstHumans(msgspec.Struct, frozen=True, kw_only=True):
    """How often the outputs of a system have better scores than human texts.

    Args:
        output: Name of the output of the metric.
        system_id: The system.
        human_id: The human texts of one name; None for all.
        n: Number of inputs.
        wins: Number of pairs in which the system is better.
        ties: Number of pairs with equal scores.
        losses: Number of pairs in which the human text is better.
        p: Two-sided mid-p of the sign test, with inputs as units: the signs of an input's pairs
            are added, and the sums change sign at random.
    """

    output: str
    system_id: str
    human_id: str | None
    n: int
    wins: int
    ties: int
    losses: int
    p: float
