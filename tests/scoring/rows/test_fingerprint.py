"""The hashes of a result tell which output belongs to which input."""

import pytest

from support.program import write_jsonl

NAMES = ("1", "2", "3")


def put(folder, texts):
    """Write one output a record; all records have the same reference."""
    rows = zip(NAMES, texts, strict=True)
    return write_jsonl(
        folder / "sys.jsonl",
        [{"instance_id": name, "prediction": text, "references": ["a"]} for name, text in rows],
    )


@pytest.fixture
def results(cli, tmp_path):
    """Give the results of outputs of which two can be swapped without a change of the score."""
    put(tmp_path, "abc")
    words = ["-o", "out.json", "--instances", "scores.jsonl"]
    assert cli("evaluate", "exact-match", "sys.jsonl", *words).code == 0
    return "out.json"


def test_swapped_outputs_have_another_hash(cli, tmp_path):
    """Outputs that swap their inputs have another hash, though they are the same outputs."""
    found = set()
    for texts in ("abc", "acb"):
        put(tmp_path, texts)
        made = cli("evaluate", "exact-match", "sys.jsonl", "--format", "json").json()["results"][0]
        found.add((made["value"], made["signature"].rpartition("|outputs:")[2]))
    assert len({value for value, _ in found}) == 1
    assert len({outputs for _, outputs in found}) == 2


def test_verify_refuses_swapped_outputs(cli, tmp_path, results):
    """`verify` does not take outputs that answer other inputs for those of the result."""
    put(tmp_path, "acb")
    outcome = cli("verify", results, "sys.jsonl")
    assert outcome.code == 1
    assert "the data are different" in outcome.err


def test_report_refuses_swapped_outputs(cli, tmp_path, results):
    """`report --inputs` does not show outputs beside inputs that they do not answer."""
    put(tmp_path, "acb")
    outcome = cli("report", results, "--inputs", "sys.jsonl", "-o", "r.html")
    assert outcome.code == 2
    assert "predictions of 'sys' are not those" in outcome.err
    put(tmp_path, "abc")
    assert cli("report", results, "--inputs", "sys.jsonl", "-o", "r.html").code == 0
