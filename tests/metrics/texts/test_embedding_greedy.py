"""Greedy matching, by hand."""

import pytest

from support.tasks import scores_of


def test_by_hand(tmp_path):
    """The output's words have cosines 1 and 0.6, those of the reference 1: (0.8 + 1) / 2."""
    path = tmp_path / "two.vec"
    path.write_text("a 1 0\nb 0.6 0.8\n")
    record = {"prediction": "a b", "references": ["a"]}
    (found,) = scores_of("embedding-greedy", [record], {"vectors": str(path)}).values()
    assert found == pytest.approx(0.9)
