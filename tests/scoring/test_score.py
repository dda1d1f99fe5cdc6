"""Scores of records by both engines."""

import pytest

from sacreval.commands.app import run
from support.mirror import CHECKOUT

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")


def test_both_engines_write_the_same_scores(tmp_path):
    """The scores of the kernels and of the official library are the same bytes."""
    files = []
    for engine in ("native", "official"):
        out = tmp_path / f"{engine}.jsonl"
        code = run(["score", "chrf", SAMPLE, "-o", str(out), "--engine", engine])
        if code == 2 and engine == "native":
            pytest.skip("the kernels are not built here")
        files.append(out.read_bytes())
    assert files[0] == files[1]
