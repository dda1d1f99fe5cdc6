"""The texts of fmeval's perturbations, from the collection that SACREVAL_CASES names."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sacreval.features.robustness.perturbations._base import Perturbation, perturbations
from support import missing
from support.cases import COLLECTIONS

OPTIONS = {
    "perturbation_prob": "probability",
    "uppercase_fraction": "share",
    "add_prob": "add",
    "remove_prob": "remove",
}


def cases(kind: str) -> Iterator[dict[str, Any]]:
    """Yield the single cases and unit tests of one type, or skip the test without them."""
    path = COLLECTIONS / "fmeval_perturbations.json"
    if not path.exists():
        missing.say("fmeval's perturbations: SACREVAL_CASES is not set")
        pytest.skip("no cases")
    document = json.loads(path.read_text(encoding="utf-8"))
    for case in (*document["single"], *document["own_unit_tests"], *document["sequence"]):
        if case["type"] == kind:
            yield case


def made(case: dict[str, Any]) -> list[list[str]]:
    """Return our texts of a case: for each input its variants, all from one generator."""
    options = {OPTIONS[name]: value for name, value in case.get("options", {}).items()}
    perturbation: Perturbation = perturbations.get(case["type"].replace("_", "-"))(**options)
    rng = np.random.default_rng(case["seed"])
    inputs = case["inputs"] if "inputs" in case else [case["input"]]
    outputs = case["outputs"] if "inputs" in case else [case["outputs"]]
    return [
        [perturbation.fmeval(text, rng) for _ in expected]
        for text, expected in zip(inputs, outputs, strict=True)
    ]


def expected(case: dict[str, Any]) -> list[list[str]]:
    """Return fmeval's texts of a case, in the same form."""
    outputs: list[list[str]] = case["outputs"] if "inputs" in case else [case["outputs"]]
    return outputs
