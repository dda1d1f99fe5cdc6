"""Relevance judgments from -r, joined to records."""

from sacreval.readers._base import readers
from sacreval.scoring.inputs.joined_records import JoinedQrels


def test_join(tmp_path):
    """Judgments are joined by topic, whose id is the instance's."""
    (tmp_path / "r.jsonl").write_text('{"instance_id": 7, "ranking": ["a"]}\n')
    (tmp_path / "q.txt").write_text("7 0 a 2\n")
    made = JoinedQrels(records=readers.get("jsonl")(), qrels=str(tmp_path / "q.txt"))
    [batch] = made.read(str(tmp_path / "r.jsonl"))
    assert batch[0].qrels == {"a": 2}
