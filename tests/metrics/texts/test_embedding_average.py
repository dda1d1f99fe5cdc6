"""The cosine of sums, by hand."""

import pytest

from support.tasks import scores_of


def test_by_hand(tmp_path):
    """(1, 0) + (0, 1) against (0, 2) is a cosine of 1 / sqrt 2; vectors that cancel score 0."""
    path = tmp_path / "two.vec"
    path.write_text("a 1 0\nb 0 1\nc 0 2\nd -1 0\n")
    options = {"vectors": str(path)}
    (found,) = scores_of(
        "embedding-average", [{"prediction": "a b", "references": ["c"]}], options
    ).values()
    assert found == pytest.approx(0.5**0.5)
    (found,) = scores_of(
        "embedding-average", [{"prediction": "a d", "references": ["c"]}], options
    ).values()
    assert found == 0
