"""Worked numbers of other tools, from the folder that SACREVAL_CASES names."""

import json
from typing import Any

import pytest

from support import missing
from support.cases import COLLECTIONS


def shared_cases(name: str) -> dict[str, Any]:
    """Read a collection; skip the test, and list it at the end of the run, if it is not there."""
    path = COLLECTIONS / f"{name}.json"
    if not path.is_file():
        missing.say(f"tests on the shared cases {name}: SACREVAL_CASES names no folder with them")
        pytest.skip(f"{path} is not there")
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
