"""Programs that score records for the tests, in a folder of records."""

import shlex
import sys

import pytest

from sacreval.core.metric import metrics
from support.program import write_jsonl

PYTHON = shlex.quote(sys.executable)


START = """
import json, os, sys, time
def say(**reply):
    print(json.dumps(reply), flush=True)
records = map(json.loads, sys.stdin)
with open("started", "a") as file:
    file.write(f"{os.getpid()}\\n")
"""


SHARED = """
for one in records:
    words = set(one["prediction"].split())
    best = max(len(words & set(text.split())) for text in one["references"])
    say(id=one["id"], score=best / len(words))
"""


LENGTHS = """
for one in records:
    text = one["prediction"]
    say(id=one["id"], scores={"words": len(text.split()), "letters": len(text), "more": 1})
"""


AT_END = """
for one in reversed(list(records)):
    say(id=one["id"], score=len(one["references"]))
"""


DISTINCT = """
texts = [one["prediction"] for one in records]
say(scores={"distinct": len(set(texts)), "n": len(texts)})
"""


RECORDS = [
    {"prediction": "the cat sat", "references": ["a cat sat", "the dog"]},
    {"prediction": "a dog", "references": ["a dog ran", "the dog"]},
    {"prediction": "x", "references": ["y", "x"]},
    {"prediction": "the cat sat", "references": ["a cat sat", "the dog"]},
]


@pytest.fixture
def programs_folder(tmp_path, monkeypatch):
    """Run in a folder of records; the grace that programs have at their end is short."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sacreval.io.programs.line_program._GRACE", 0.5)
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    write_jsonl(tmp_path / "b.jsonl", [r | {"prediction": "the dog"} for r in RECORDS])
    return tmp_path


@pytest.fixture
def program(programs_folder):
    """Return a function that writes a program and returns its name as a metric."""

    def write(code, name="score", start=START):
        (programs_folder / f"{name}.py").write_text(start + code)
        return f"cmd:{PYTHON} {name}.py"

    return write


def metric(name, **options):
    """Create a metric."""
    return metrics.get(name)(**options)
