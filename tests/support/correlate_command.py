"""`sacreval correlate` in this process, and what it prints as JSON."""

import json
from typing import Any

import pytest

from sacreval.commands.app import run

FEW = ["--resamples", "50"]


def found(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    """Return the JSON of a command, which holds no NaN."""
    assert run(["correlate", *map(str, words), "--format", "json"]) == 0
    text = capsys.readouterr().out
    assert "NaN" not in text
    return json.loads(text)
