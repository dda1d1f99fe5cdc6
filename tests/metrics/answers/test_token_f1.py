"""Token F1: precision, recall and F1 of bags of words, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "references", "options", "expected"),
    [
        ("red cat ran", ["blue", "red cat sat down"], {}, (2 / 3, 1 / 2, 4 / 7)),
        ("go go", ["go"], {}, (1 / 2, 1.0, 2 / 3)),
        ("go go", ["go"], {"bag": "set"}, (1.0, 1.0, 1.0)),
        ("The cat!", ["cat"], {}, (1.0, 1.0, 1.0)),
        ("", ["the"], {}, (0.0, 0.0, 0.0)),
        ("", ["the"], {"empty": "match"}, (1.0, 1.0, 1.0)),
    ],
)
def test_by_hand(prediction, references, options, expected, engine):
    """Of 3 and 4 words 2 are shared: 2/3, 1/2, and F1 2 * 1/3 / (7/6) = 4/7."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("token-f1", [record], options, engine=engine)
    assert tuple(found.values()) == pytest.approx(expected)
