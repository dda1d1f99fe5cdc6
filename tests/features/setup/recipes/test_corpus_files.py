"""Records of a corpus, and the published scores beside them."""

import json

import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.corpus_files import Tally, scores_name, write_records
from sacreval.features.setup.recipes.schema import ExpectedCounts, RecordStep
from support.two_steps import BAD


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_scores_are_written_apart(tmp_path):
    """Records lose `meta.scores`, which go to a file with judgments and groups."""
    first = Instance(instance_id=1, system_id="a", prediction="x", judgments={"h": 2},
                     meta={"scores": {"bleu": 0.5}, "note": "n"})  # fmt: skip
    second = Instance(instance_id=2, system_id="a", prediction="y", meta={"scores": {}})
    tally = write_records([first, second], tmp_path, "records.jsonl")
    assert [x.get("meta") for x in lines(tmp_path / "records.jsonl")] == [{"note": "n"}, None]
    assert lines(tmp_path / "scores.jsonl") == [
        {"instance_id": "1", "system_id": "a", "system_type": "peer", "scores": {"bleu": 0.5},
         "judgments": {"h": 2}},
    ]  # fmt: skip
    assert (tally.records, tally.scores) == (2, 1)


def test_without_scores_there_is_one_file(tmp_path):
    """A corpus without published scores has no file of them."""
    write_records([Instance(instance_id=1, system_id="a")], tmp_path, "dev.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["dev.jsonl"]


@pytest.mark.parametrize(
    ("output", "name"),
    [("records.jsonl", "scores.jsonl"), ("dev.jsonl", "dev.scores.jsonl")],
)
def test_names(output, name):
    """Scores have the name of their records."""
    assert scores_name(output) == name


def _there(out):
    return sorted(path.name for path in out.iterdir())


def test_finished_steps_are_kept(two):
    """Where a step fails the others are kept, nothing of it is, and one sentence says which."""
    code, out, err, folder = two(BAD)
    assert (code, out) == (2, "")
    last = err.splitlines()[-1]
    assert last.startswith(f"sacreval: error: {folder}: two.jsonl not written, one.jsonl kept")
    assert "the same command writes only what is missing" in last
    assert "two.jsonl:2" in last
    assert "/in/" not in last
    assert _there(folder) == ["manifest.json", "one.jsonl", "one.scores.jsonl"]
    assert [path.name for path in folder.parent.iterdir()] == ["out"]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["finished"] == ["one.jsonl"]
    assert set(manifest["files"]) == {"one.jsonl", "one.scores.jsonl"}


@pytest.fixture
def tally():
    """Count two outputs of an input and a human text."""
    counts = Tally()
    first = Instance(
        instance_id="1", system_id="a", prediction="x", references=["r", "s"],
        judgments={"h": [1, None, 2], "g": None},
    )  # fmt: skip
    counts.add(first, {"bleu": 1.0, "ter": None})
    counts.add(Instance(instance_id="1", system_id="b", prediction="x"), {})
    counts.add(Instance(instance_id="2", system_id="h", system_type="reference"), {})
    return counts


COUNTS = {
    "records": 3, "instances": 2, "systems": 3, "reference_records": 1, "references": 2,
    "judgments": 2, "missing": 2, "scores": 1,
}  # fmt: skip


def step(emits=(), **expect):
    return RecordStep(
        reader="jsonl", inputs=["a"], output="o.jsonl", expect=ExpectedCounts(**expect), emits=emits
    )


def test_counts(tally):
    """Ratings count one by one, and gaps among them as missing."""
    assert tally.counts() == COUNTS
    tally.check(step(**COUNTS))


def test_differences_are_named(tally):
    """Each count and field that differs from the recipe is named; an empty corpus is told."""
    with pytest.raises(InputError, match="3 records instead of 4") as error:
        tally.check(step(records=4, emits=["prediction"]))
    assert "references" in str(error.value)
    with pytest.raises(InputError, match="o.jsonl"):
        Tally().check(step())
