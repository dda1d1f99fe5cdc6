"""sentence-transformers, in a Python of its own, returns sacreval's sentence similarity."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.programs.official_programs import store
from support import neural_peers, tiny_models, tiny_sentences

TEXTS = [
    ("the cat sat on the mat", ["a cat sat", "the dog barked at boys"]),
    ("", ["a cat sat", "the dog"]),
    ("three boys running " * 40, ["four boys"]),
]
BATCH = Batch([
    Instance(instance_id=str(i), system_id="s", prediction=a, references=b)
    for i, (a, b) in enumerate(TEXTS)
])  # fmt: skip


@pytest.fixture
def original(alone):
    """Name the Python with sentence-transformers, in the data folder of the test."""
    del alone  # it comes first, so that the record is in the data folder of the test
    store("sentence-similarity", python := neural_peers.python("sentence-similarity"))
    return python


@pytest.fixture
def made(tmp_path):
    """Return a function that creates the metric on a tiny model."""
    tiny_models.needed()
    pooling = {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True}
    folder = tiny_sentences.build(tmp_path, ("Pooling", pooling), max_seq_length=48)

    def create(**options):
        return metrics.get("sentence-similarity")(model=str(folder), **options)

    return create


def test_options_that_the_library_does_not_have(made):
    """Another pooling than the model's, and 16 bits, stay with sacreval's own definition."""
    assert made().covers_original()
    assert not made(pooling="max").covers_original()
    assert not made(dtype="bfloat16").covers_original()


@pytest.mark.long
@pytest.mark.parametrize("how", ["max", "mean"])
@pytest.mark.usefixtures("original")
def test_equal_numbers(how, made):
    """Rows, and those without each reference in turn, equal the original's to 1e-6."""
    own = made(multi_reference=how)
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=1e-6)
    expected = own.leave_one_out_rows(BATCH[:2])
    np.testing.assert_allclose(theirs.leave_one_out_rows(BATCH[:2]), expected, atol=1e-6)
