"""Factual knowledge: answers in outputs, as whole words, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "references", "options", "found"),
    [
        ("I do not know", ["no"], {}, (0.0, 0.0)),
        ("I do not know", ["no"], {"words": False}, (1.0, 1.0)),
        ("It is PARIS", ["paris", "Rome"], {}, (1.0, 1.0)),
        ("It is PARIS", ["paris", "Rome"], {"match": "all"}, (0.0, 0.0)),
        ("in the USA now", ["U.S.A."], {}, (0.0, 1.0)),
        ("anything", [""], {}, (0.0, 0.0)),
    ],
)
def test_by_hand(prediction, references, options, found):
    """Case never counts, punctuation only as written, `no` is not in `know`, nothing is no fact."""
    record = {"prediction": prediction, "references": references}
    assert tuple(scores_of("factual-knowledge", [record], options).values()) == found
