"""Converting WCEP, as described, made small here."""

import gzip
import json


def test_wcep(miniature, lines):
    """WCEP: repeated and empty articles of a cluster are left out."""
    row = {
        "id": 5,
        "summary": "s",
        "articles": [{"text": "a"}, {"text": ""}, {"text": "a"}, {"text": "b"}],
    }
    data = gzip.compress(json.dumps(row).encode())
    files = {f"folder/{split}.jsonl.gz": data for split in ("train", "val", "test")}
    [found] = lines(miniature("wcep", files) / "test.jsonl")
    assert found["sources"] == ["a", "b"]
