"""Names of classes come from the configuration or an option, and are found in any spelling."""

import json

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.neural._classes import (
    CONTRADICTION,
    ENTAILMENT,
    classes,
    place,
)
from sacreval.models.weights.weights import checkpoint
from support import tiny_models


@pytest.fixture
def found(tmp_path):
    """A checkpoint of eleven classes, whose configuration lists them out of order."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["id2label"] = {str(i): f"c{i}" for i in (10, *range(10))}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return checkpoint(str(folder))


def test_the_order_is_that_of_the_logits(found):
    """Classes are sorted by number, not by letters."""
    assert classes(found, ()) == tuple(f"c{i}" for i in range(11))


@pytest.mark.parametrize(
    ("names", "wanted", "index"),
    [(("neutral", "ENTAILMENT"), ENTAILMENT, 1), (("Supports", "x"), ENTAILMENT, 0),
     (("not_entailment", "entailment"), ENTAILMENT, 1), (("x", "REFUTES"), CONTRADICTION, 1)],
)  # fmt: skip
def test_a_class_is_found(found, names, wanted, index):
    """Case and punctuation do not matter, but `not_entailment` is another class."""
    assert place(found, names, wanted) == index


def test_a_class_that_is_not_there(found):
    """Without such a class the message lists those that there are."""
    with pytest.raises(UsageError, match="config.json: none of the labels a, b is entailment"):
        place(found, ("a", "b"), ENTAILMENT)
