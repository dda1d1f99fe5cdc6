"""Steps that failed, and what is kept."""

import json

from support.two_steps import BAD


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
