"""Empty outputs are counted and told."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.empty_outputs import EmptyOutputs, empty_notices, output_fields
from support.program import write_jsonl

BLEU = [Entry(metrics.get("bleu")())]


def counted(values, name="prediction"):
    found = EmptyOutputs()
    found.add(Batch([Instance(**{name: value}) for value in values]), [name], start=10)
    return found.total, found.empty, found.places.get(name, set())


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", "", " \n\u3000"], (3, 2, {11, 12})),
        (["a", None, 5, ""], (2, 1, {13})),
        ([0, False, [], {}], (0, 0, set())),
        ([["a", ""], ["", " "]], (4, 3, {11})),
    ],
)
def test_counts(values, expected):
    """Blanks are no text; numbers and missing outputs are none that could be empty."""
    assert counted(values) == expected


def test_several_outputs():
    """The field is that of the metric."""
    entries = [*BLEU, Entry(metrics.get("pass-at-k")(k=(1,)))]
    assert output_fields(entries) == ["prediction", "samples"]
    assert counted([["a", ""], [""]], "samples") == (3, 2, {11})


def test_notices():
    """Systems are named if there are several, and no notice is given without an empty output."""
    none, some = EmptyOutputs(3), EmptyOutputs(97, 2)
    assert empty_notices({"a": none}, BLEU) == []
    assert empty_notices({"a": some}, BLEU) == ["2 of 97 outputs are empty"]
    assert empty_notices({"a": some, "b": none}, BLEU) == ["2 of 100 outputs are empty ('a' 2)"]
    many = {f"s{i}": some for i in range(8)}
    assert empty_notices(many, BLEU)[0].endswith("'s5' 2 and 2 more)")


def test_every_verb_tells_them(cli, tmp_path):
    """The notice stands once, and results have the number of each system and group."""
    path = write_jsonl(tmp_path / "x.jsonl", [
        {"instance_id": i, "system_id": s, "prediction": " " if i < n else "the cat",
         "references": ["the cat"], "groups": {"g": i % 2}}
        for s, n in (("a", 3), ("b", 0)) for i in range(8)
    ])  # fmt: skip
    for verb in ("evaluate", "compare", "score"):
        done = cli(verb, "suite", "-m", "bleu", "-m", "chrf", path)
        assert done.err.count("3 of 16 outputs are empty ('a' 3)") == 1, verb
    found = cli("evaluate", "bleu", path, "--by", "g", "--summary", "mean", "--format", "json")
    assert {
        (r["system_id"], r["group"]): r["unanswered"]
        for r in found.json()["results"]
        if r["system_id"] == "a"
    } == {("a", None): 3, ("a", "g=0"): 2, ("a", "g=1"): 1, ("a", "g=(mean)"): 3}
    assert {r["unanswered"] for r in found.json()["results"] if r["system_id"] == "b"} == {0}


def test_several_answers():
    """Each answer of a record is an output; the record lacks one if any of them is empty."""
    records = [Instance(samples=["", "a"]), Instance(samples=["", " "]), Instance(prediction="b")]
    found = EmptyOutputs()
    found.add(Batch(records), ["prediction"])
    assert (found.empty, found.total, found.places) == (3, 5, {"prediction": {0, 1}})
