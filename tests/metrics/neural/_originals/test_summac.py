"""The package summac, in a Python of its own, returns sacreval's SummaC-ZS and SummaC-Conv."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.programs.official_programs import store
from sacreval.metrics.neural._original_library import script
from support import neural_peers, summac_records, tiny_classifiers, tiny_models, tiny_punkt

BATCH = Batch([
    Instance(prediction=output, sources=[source, "The end is near."])
    for source, output in summac_records.PAIRS
])  # fmt: skip


@pytest.fixture
def created(alone, tmp_path, monkeypatch):
    """Return a function that creates a metric on a tiny model, with a punkt of our own."""
    tiny_models.needed()
    del alone
    tiny_punkt.set_up(monkeypatch, tmp_path)
    model = str(tiny_classifiers.build("bert", tiny_classifiers.NLI))

    def create(name, **options):
        if name == "summac-conv":
            options["layers"] = str(tiny_classifiers._layers())
        return metrics.get(name)(model=model, **options)

    return create


@pytest.mark.parametrize("name", ["summac-zs", "summac-conv"])
def test_options_that_the_library_does_not_have(name, created):
    """Other sentences than punkt's, and 16 bits, stay with sacreval's own definition."""
    assert script(name).name == "summac.py"
    assert created(name).covers_original()
    assert not created(name, splitting="rule").covers_original()
    assert not created(name, dtype="bfloat16").covers_original()


def test_more_sentences_than_the_library_reads(created):
    """SummaC-Conv of all parts of an output is sacreval's own."""
    assert not created("summac-conv", most_sentences=0).covers_original()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("summac-zs", {}),
        ("summac-zs", {"over_document": "mean", "over_output": "min", "inference": "entailment"}),
        ("summac-zs", {"inference": "contradiction", "document_parts": "paragraph"}),
        ("summac-zs", {"document_parts": "two-sentences", "over_output": "max"}),
        ("summac-conv", {}),
    ],
)
def test_equal_numbers(name, options, created):
    """Rows equal the original's to 1e-6, also of outputs without sentences."""
    store(name, neural_peers.python(name))
    own = created(name, **options)
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=1e-6)
