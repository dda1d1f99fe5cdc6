"""The longest common prefix, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(("unit", "length"), [("token", 2), ("character", 8), ("word", 2)])
def test_by_hand(unit, length):
    """`the cat ` is shared with the better reference; what follows a difference never counts."""
    record = {"prediction": "the cat sat on it", "references": ["the dog", "the cat ran on it"]}
    found = scores_of("longest-common-prefix", [record], {"unit": unit})
    assert found == {"longest_common_prefix": length}
