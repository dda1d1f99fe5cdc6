"""Steps that failed, and what is kept."""

import hashlib
import json

import pytest

RECIPE = """
name: two
title: two tables
licence: mine
citation: me
sources:
  - base: https://example.org/
    files:
      one.jsonl: {{bytes: {bytes[0]}, sha256: {sha[0]}}}
      two.jsonl: {{bytes: {bytes[1]}, sha256: {sha[1]}}}
steps:
  - {{reader: jsonl, inputs: [one.jsonl], output: one.jsonl}}
  - {{reader: jsonl, inputs: [two.jsonl], output: two.jsonl, expect: {{records: 2}}}}
"""
GOOD = '{"prediction": "a", "meta": {"scores": {"bleu": 1}}}\n'
BAD = '{"prediction": "a"}\n{"predict": 1}\n'


@pytest.fixture
def two(tmp_path, sacreval):
    """Set up a recipe of two steps, whose second file is as given."""
    place = tmp_path / "mirror" / "example.org"
    place.mkdir(parents=True)
    out = tmp_path / "work" / "out"
    out.parent.mkdir()

    def call(second, *words, served=("one.jsonl", "two.jsonl")):
        files = {"one.jsonl": GOOD.encode(), "two.jsonl": second.encode()}
        sizes = [len(data) for data in files.values()]
        hashes = [hashlib.sha256(data).hexdigest() for data in files.values()]
        (tmp_path / "two.yaml").write_text(RECIPE.format(bytes=sizes, sha=hashes))
        for name, data in files.items():
            (place / name).unlink(missing_ok=True)
            if name in served:
                (place / name).write_bytes(data)
        words = ("--mirror", place.parent, *words)
        return (*sacreval("setup-dataset", tmp_path / "two.yaml", out, *words), out)

    return call


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
