"""Battles: worked examples, real ones, and simulated worlds."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from support.mirror import path

PANDALM = "WeOpenML/PandaLM/3871806e72b4832f815ecafd24d3503c73403f48/data/testset-v1.json"
WINNERS = {"0": "tie", "1": "a", "2": "b"}
# The worked example of Wikipedia's page on the model: how often the first won.
WIKIPEDIA = {"AB": 2, "AD": 1, "BA": 3, "BC": 5, "CB": 3, "CD": 1, "DA": 4, "DC": 3}
SEPARATED = {"AB": 5, "AC": 5, "BC": 3, "CB": 2}


def counted(wins: dict[str, int]) -> list[dict[str, Any]]:
    """Return battles of numbers of wins, each about an instance of its own."""
    pairs = [pair for pair, number in wins.items() for _ in range(number)]
    return [
        {"instance_id": i, "a": a, "b": b, "winner": "a"} for i, (a, b) in enumerate(pairs, start=1)
    ]


def pandalm(annotator: str) -> list[dict[str, Any]]:
    """Return the 999 battles of PandaLM's test set by an annotator or the majority of three."""
    records = []
    for record in json.loads(path(PANDALM).read_text(encoding="utf-8")):
        a, b = record["cmp_key"].split("_")
        records.append({
            "instance_id": record["idx"], "a": a, "b": b, "winner": _winner(record, annotator),
            "length_a": len(str(record["response1"])), "length_b": len(str(record["response2"])),
        })  # fmt: skip
    return records


def _winner(record: dict[str, Any], annotator: str) -> str:
    if annotator != "majority":
        return WINNERS[str(record[annotator])]
    votes = [str(record[f"annotator{i}"]) for i in (1, 2, 3)]
    most = max(set(votes), key=votes.count)
    return WINNERS[most] if votes.count(most) > 1 else "tie"


def world(
    rng: np.random.Generator, strengths: Any, instances: int, *, noise: float = 0.0
) -> Iterator[dict[str, Any]]:
    """Yield a battle of every pair of systems for each instance.

    Args:
        rng: Random numbers.
        strengths: Log strengths.
        instances: Number of instances.
        noise: Standard deviation of what an instance adds to the strength of a system, in all its
            battles there.
    """
    n = len(strengths)
    for instance in range(instances):
        strength = strengths + noise * rng.normal(size=n)
        for i in range(n):
            for k in range(i + 1, n):
                won = rng.random() < 1 / (1 + np.exp(strength[k] - strength[i]))
                yield {
                    "instance_id": instance, "a": f"s{i}", "b": f"s{k}", "score": float(won),
                }  # fmt: skip
