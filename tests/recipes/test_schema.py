"""Recipes that cannot be meant."""

import pytest

from sacreval.cli.app import run

GOOD = """
name: own
title: a corpus
licence: mine
citation: me
brings: {box: {about: a box}}
steps:
  - reader: jsonl
    inputs: [box/x.jsonl]
"""
RECORD = '{"instance_id": "1", "system_id": "a", "prediction": "x", "reference": "y"}\n'
# what a good recipe has, what stands there instead, and what the sentence says
CHANGES = {
    "a NUL in an input": ("box/x.jsonl", '"box/\\0"', "leads out of the folder"),
    "an absolute input": ("box/x.jsonl", "/etc/passwd", "leads out of the folder"),
    "an input above": ("box/x.jsonl", "box/../../x", "leads out of the folder"),
    "no pattern": ("box/x.jsonl", "box/**x", "not a valid file pattern"),
    "a file that the user must have elsewhere": (
        "{about: a box}", "{about: a box, files: [/etc/passwd]}", "leads out of the folder",
    ),
    "lists without end": ("mine", "[" * 20_000, "are nested too deeply"),
    "no day of the year": ("mine", "2001-99-99", "not YAML"),
    "a date": ("mine", "2001-01-01", "expected `str`"),
    "an address that is none": (
        "steps:", "sources: [{base: 'http://[/', files: {}}]\nsteps:", "IPv6",
    ),
    "a port that is none": (
        "steps:", "sources: [{base: 'http://a:x/', files: {}}]\nsteps:", "port",
    ),
    "fields that are none": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: 5}", "fields: ",
    ),
    "fields that are no texts": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: {meta: 5}}",
        "fields: ",
    ),
    "a reader's option": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {max_lin: 5}", "max_line",
    ),
}  # fmt: skip


@pytest.fixture
def refused(tmp_path, capsys):
    """Set a recipe up that must fail: exit 2, one sentence, no folder."""

    def call(text, *fragments):
        (tmp_path / "box").mkdir()
        (tmp_path / "box" / "x.jsonl").write_text(RECORD)
        path, out = tmp_path / "own.yaml", tmp_path / "work" / "out"
        out.parent.mkdir()
        path.write_text(text)
        words = ["setup-dataset", path, out, "--path", f"box={tmp_path / 'box'}", "--offline"]
        assert run(list(map(str, words))) == 2
        said = capsys.readouterr().err.splitlines()
        assert [line for line in said if "error" in line] == said[-1:]
        assert len(said[-1]) < 500
        assert "unexpected" not in said[-1]
        for fragment in fragments:
            assert fragment in said[-1]
        assert list(out.parent.iterdir()) == []

    return call


@pytest.mark.parametrize("name", CHANGES)
def test_recipe(name, refused):
    """A recipe with one value that cannot be meant is refused."""
    old, new, fragment = CHANGES[name]
    refused(GOOD.replace(old, new), fragment)
