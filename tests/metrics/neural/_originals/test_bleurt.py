"""bleurt-pytorch, in a Python of its own, returns sacreval's BLEURT."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.programs.official_programs import store
from support import neural_peers, tiny_classifiers, tiny_models

TEXTS = [
    ("the cat sat on the mat", ["a cat sat", "the dog barked at boys"]),
    ("", ["a cat sat", "the dog"]),
    ("three boys running " * 40, ["four boys " * 30, "the dog"]),
]
BATCH = Batch([
    Instance(instance_id=str(i), system_id="s", prediction=a, references=b)
    for i, (a, b) in enumerate(TEXTS)
])  # fmt: skip


@pytest.fixture
def folder(alone, tmp_path):
    """A tiny BLEURT with a BERT inside, whose tokenizer the library knows."""
    del alone
    tiny_models.needed()
    tiny_classifiers.bleurt(tmp_path)
    return str(tmp_path)


def test_models_that_the_library_does_not_read(folder):
    """A classifier of one class that is no BLEURT stays with sacreval's own definition."""
    assert metrics.get("bleurt")(model=folder).covers_original()
    other = str(tiny_classifiers.build("bert", ("score",)))
    assert not metrics.get("bleurt")(model=other).covers_original()


@pytest.mark.long
@pytest.mark.parametrize("how", ["max", "mean"])
def test_equal_numbers(how, folder):
    """Rows, cut pairs among them, and those without each reference equal the original's."""
    store("bleurt", neural_peers.python("bleurt"))
    own = metrics.get("bleurt")(model=folder, multi_reference=how)
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=2e-6)
    expected = own.leave_one_out_rows(BATCH)
    np.testing.assert_allclose(theirs.leave_one_out_rows(BATCH), expected, atol=2e-6)
