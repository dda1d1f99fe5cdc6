"""Notices as warnings of Python."""

import pytest

import sacreval
from sacreval.errors import ResultWarning

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_notices_are_warnings():
    """What the command writes to standard error is a warning."""
    with pytest.warns(ResultWarning, match="almost no tokens"):
        sacreval.evaluate(["猫坐在垫子上。"] * 3, ["猫坐在垫子上。"] * 3, metrics="rouge")
