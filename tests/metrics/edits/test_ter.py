"""TER: edits, shifts and the mean length of references, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "references", "value"),
    [
        ("c d a b", ["a b c d"], 25.0),
        ("a b c", ["a b c d", "a b"], 100 / 3),
        ("A B", ["a b"], 0.0),
        ("a", [""], 100.0),
        ("", [""], 0.0),
    ],
)
def test_by_hand(prediction, references, value, engine):
    """A block moves at the cost of one of four words; 1 edit of 4 and 2 words is 1 of 3."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("ter", [record], engine=engine)
    assert found == {"ter": pytest.approx(value)}
