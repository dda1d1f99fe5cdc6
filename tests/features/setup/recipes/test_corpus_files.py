"""Records of a corpus, and the published scores beside them."""

import json

import pytest

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.corpus_files import scores_name, write_records


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
