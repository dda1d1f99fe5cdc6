"""Readers of logs with one object in each line."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers.fmeval import FmevalReader


def test_limit(tmp_path):
    """A line that is too long is an error with its field and the option that raises the limit."""
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"model_input": "x" * 2**12, "scores": []}))
    with pytest.raises(
        InputError, match=r"x\.jsonl:1: .* MiB, in `model_input`; .*'fmeval\{\"max_l"
    ):
        list(FmevalReader(max_line=0.001).records(str(path)))
    with pytest.raises(UsageError, match="fmeval: max_line must be above 0"):
        FmevalReader(max_line=0.0)
