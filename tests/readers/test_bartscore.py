"""The reader of BARTScore's pickles."""

import pickle

import pytest

pytestmark = pytest.mark.usefixtures("alone")


def test_repeated_references(corpora, lines, read, mirror):
    """SFRES lists 34,086 references of which 3,705 are distinct, SFHOT 111,696 and 7,324."""
    for name, listed, distinct in (("sfres", 34086, 3705), ("sfhot", 111696, 7324)):
        rows = lines(corpora(name) / "records.jsonl")
        assert sum(len(row["references"]) for row in rows) == distinct
        path = next(mirror.glob(f"*/neulab/BARTScore/*/D2T/{name.upper()}/data.pkl"))
        assert sum(len(r.references) for r in read("bartscore", path)) == listed


def test_pairs_of_one_segment(read, tmp_path):
    """A segment in many pairs is an input in each, and the better one has rank 1."""
    side = {"sys_name": "A", "sys": "a", "scores": {}}
    pair = {"src": "s", "ref": "r", "better": side, "worse": {**side, "sys_name": "B", "sys": "b"}}
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({0: pair, 1: pair}))
    rows = read("bartscore", tmp_path / "x.pkl")
    found = [(r.instance_id, r.system_id, r.judgments, r.references) for r in rows]
    assert found == [
        ("0", "A", {"better": 1}, ["r"]),
        ("0", "B", {"better": 0}, ["r"]),
        ("1", "A", {"better": 1}, ["r"]),
        ("1", "B", {"better": 0}, ["r"]),
    ]
