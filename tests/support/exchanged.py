"""The schemas of Every Eval Ever, and a file of `--about` for tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support import missing
from support.cases import COLLECTIONS

SCHEMAS = COLLECTIONS.parent / "logs" / "every_eval_ever"
ABOUT = """\
source: {organization: Example Lab, relationship: third_party, url: "https://example.org"}
date: 2026-11-20
task: summarization
dataset: {name: sample, id: example/sample, task: default, split: test, output: rouge1_f1}
models:
  careful: {id: example/careful-7b, weights: open_weights, deployment: self_deployed}
  literal: {id: example/literal-7b}
  terse: {id: example/terse-7b}
  system: {id: example/system}
"""


@cache
def validators() -> tuple[Any, Any]:
    """Return the validators of aggregates and of samples, or skip the test and list it."""
    import jsonschema

    names = ("eval.schema.json", "instance_level_eval.schema.json")
    if not all((SCHEMAS / name).is_file() for name in names):
        missing.say("schemas of Every Eval Ever: SACREVAL_CASES names no folder beside them")
        pytest.skip("no schemas of Every Eval Ever")
    schemas = [json.loads((SCHEMAS / name).read_text(encoding="utf-8")) for name in names]
    aggregate, samples = (jsonschema.Draft7Validator(schema) for schema in schemas)
    return aggregate, samples


def read(path: Path) -> list[Any]:
    """Read a document, or lines of them, without tokens that JSON does not have."""

    def refuse(token: str) -> None:
        raise ValueError(token)

    text = path.read_text(encoding="utf-8")
    parts = text.splitlines() if path.suffix == ".jsonl" else [text]
    return [json.loads(part, parse_constant=refuse) for part in parts]
