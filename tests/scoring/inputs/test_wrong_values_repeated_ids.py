"""Two records of one system and instance: what to do."""

import json
import shlex

import pytest

from sacreval.core.records import Instance
from sacreval.scoring.inputs.wrong_values import remedy


def test_records_of_two_models(cli, tmp_path):
    """Where a field names the model, the message has the option that tells the systems apart."""
    lines = [
        {"instance_id": i, "prediction": "x", "reference": "x", "meta": {"model": name}}
        for i in range(3) for name in ("a", "b")
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    refused = cli("compare", "exact-match", "r.jsonl")
    assert refused.code == 2
    option = shlex.split(refused.err.partition(" give ")[2])[:2]
    assert cli("compare", "exact-match", "r.jsonl", option[0], option[1].rstrip(",")).code == 0


@pytest.mark.parametrize(
    ("meta", "earlier", "said"),
    [
        (None, "a.jsonl:1", "give --map system_id=FIELD, and"),
        ({"x": 1}, "a.jsonl:1", "write one record with a list, `samples`"),
        ({"model": "m"}, "b.jsonl:1", "or name the systems of the files, as in NAME=FILE"),
    ],
)
def test_what_to_do(meta, earlier, said):
    """Without such a field the option is shown; in two files the systems are named."""
    assert said in remedy(Instance(meta=meta), "a.jsonl:2", earlier)
