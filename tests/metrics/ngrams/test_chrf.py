"""chrF: orders, weight of recall and blanks, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.tasks import scores_of


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "references", "options", "value"),
    [
        ("abc", ["abd"], {"char_order": 1}, 200 / 3),
        ("ab", ["abcd"], {"char_order": 1}, 100 * 5 / 9),
        ("ab", ["abcd"], {"char_order": 1, "beta": 1}, 200 / 3),
        ("abc", ["abd"], {"char_order": 2}, 100 * (2 / 3 + 1 / 2) / 2),
        ("a b", ["ab"], {"char_order": 1}, 100.0),
        ("a b", ["ab"], {"char_order": 1, "whitespace": True, "beta": 1}, 80.0),
        ("the cat", ["the dog"], {"char_order": 0, "word_order": 1}, 50.0),
        ("ab", ["xy", "ab"], {}, 100.0),
    ],
)
def test_by_hand(prediction, references, options, value, engine):
    """Precision 1 and recall 1/2 are 5 * 1/2 / (4 + 1/2) with beta 2, and 2/3 with beta 1."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("chrf", [record], options, engine=engine)
    assert found == {"chrf": pytest.approx(value)}


def test_some_order_is_needed():
    """Neither characters nor words is refused."""
    with pytest.raises(UsageError, match="char_order and word_order"):
        metrics.get("chrf")(char_order=0)
