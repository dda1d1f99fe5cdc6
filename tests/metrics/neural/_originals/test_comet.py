"""unbabel-comet, in a Python of its own, returns the numbers of sacreval's COMET."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.programs.official_programs import store
from sacreval.metrics.neural._comet import ROUNDING
from sacreval.metrics.neural._originals.comet import triples
from support import neural_peers, tiny_comet, tiny_models

TEXTS = [
    ("the cat sat on the mat", ["eine Katze sass"], ["a cat sat", "the dog barked at boys"]),
    ("", ["nichts"], ["a cat sat", "the dog"]),
    ("three boys running", ["drei", "Jungen"], ["four boys", "they run"]),
]
BATCH = Batch([
    Instance(instance_id=str(i), system_id="s", prediction=a, sources=b, references=c)
    for i, (a, b, c) in enumerate(TEXTS)
])  # fmt: skip


@pytest.fixture
def original(alone):
    """Name the Python with unbabel-comet, in the data folder of the test."""
    del alone  # it comes first, so that the record is in the data folder of the test
    store("comet", python := neural_peers.python("comet"))
    return python


def test_triples():
    """Sources are joined by a blank; without references there is one sample."""
    record = {"prediction": "a", "sources": ["b", "c"]}
    assert triples(record) == [{"mt": "a", "src": "b c"}]
    assert [one["ref"] for one in triples(record | {"references": ["d", "e"]})] == ["d", "e"]


def pickled(kind, to):
    """Copy a tiny model without its safetensors, which the library does not read."""
    tiny_models.needed()
    folder = tiny_comet.copied(kind, to)
    (folder / "model.safetensors").unlink()
    return str(folder)


def test_weights_that_the_library_cannot_read(tmp_path):
    """Weights as safetensors, and 16 bits, stay with sacreval's own definition."""
    read = {"model": pickled("regression", tmp_path), "pickles": True}
    assert metrics.get("comet")(**read).covers_original()
    assert not metrics.get("comet")(**read, dtype="bfloat16").covers_original()
    other = metrics.get("comet")(model=str(tiny_comet.build("regression")))
    assert not other.covers_original()


@pytest.mark.long
@pytest.mark.parametrize("how", ["best", "mean"])
@pytest.mark.parametrize("kind", ["regression", "qe"])
@pytest.mark.usefixtures("original")
def test_equal_numbers(kind, how, tmp_path):
    """Rows, and those without each reference in turn, equal the original's to 5e-6."""
    folder = pickled(kind, tmp_path)
    own = metrics.get("comet")(model=folder, multi_reference=how, pickles=True)
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    assert theirs.verified_within() == ROUNDING
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=ROUNDING)
    if "references" in own.needs:
        expected = own.leave_one_out_rows(BATCH)
        np.testing.assert_allclose(theirs.leave_one_out_rows(BATCH), expected, atol=ROUNDING)
