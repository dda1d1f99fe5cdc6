"""Rows of result files, and the hashes of their outputs and inputs."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance, Scored
from sacreval.errors import InputError
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.rows.stored_rows import StoredRows
from support.program import write_jsonl


def stored(evaluation, *, records=None):
    """Return the rows of system `a`, read from the scores of its records."""
    result = evaluation.report().results[0]
    scored = {instance.instance_id: instance for instance in evaluation.instances()}
    return StoredRows(evaluation.entries[0], result, records or scored, "old.json")


def run():
    """Score three records, of which one has no output and one no group."""
    records = [
        Instance(prediction="a b c d", references=["a b c d"], groups={"year": 2020}),
        Instance(error="timeout", references=["a"], groups={"year": 2021}),
        Instance(prediction="a b x d", references=["a b c d"]),
    ]
    bleu = metrics.get("bleu")()
    return evaluate([Batch(records, system="a")], bleu, fields=["groups"], every_group=True)


def test_rows_are_those_of_the_run():
    """Rows, groups and the signature are as the run has them; a missing output is a failure."""
    evaluation = run()
    rows, now = stored(evaluation), evaluation.systems["a"]
    names = [*now.order.names, "new"]
    assert np.array_equal(rows.rows_of(0, names), now.rows_of(0, names), equal_nan=True)
    assert rows.with_scores(0, names) == [names[0], names[2]]
    assert rows.values_of("year", names[:3]).tolist() == ["2020", "2021", "(none)"]
    assert rows.columns[0].failures.keys() == now.columns[0].failures.keys()
    assert rows.signature(evaluation.entries[0]) == now.signature(evaluation.entries[0])


def test_a_record_without_rows_or_an_error_takes_no_part():
    """The metric left it out, by a condition."""
    rows = stored(run(), records={"1": Scored(instance_id="1", system_id="a", scores={})})
    assert rows.columns[0].outside == {0}
    assert not rows.with_scores(0, ["1"])


def test_rows_of_different_lengths():
    """Statistics that were not written by one run are refused."""
    records = {
        str(n): Scored(instance_id=str(n), system_id="a", scores={}, statistics={"bleu": [1.0] * n})
        for n in (2, 3)
    }
    with pytest.raises(InputError, match=r"old\.json: .* bleu .* records 2 and 3 of 'a'"):
        stored(run(), records=records)


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
    hashes = set()
    for texts in ("abc", "acb"):
        put(tmp_path, texts)
        row = cli("evaluate", "exact-match", "sys.jsonl", "--format", "json").json()["results"][0]
        hashes.add((row["value"], row["signature"].rpartition("|outputs:")[2]))
    assert len({value for value, _ in hashes}) == 1
    assert len({outputs for _, outputs in hashes}) == 2


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
