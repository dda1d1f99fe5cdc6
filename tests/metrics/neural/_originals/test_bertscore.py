"""bert-score, in a Python of its own, returns the numbers of sacreval's BERTScore."""

import json
from math import log

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.programs.official_programs import store
from sacreval.metrics.neural._originals.bertscore import weights
from support import neural_peers, tiny_models

TEXTS = [
    ("the cat sat on the mat", ["a cat sat", "the dog barked at boys"]),
    ("", ["a cat sat", "the dog"]),
    ("three boys running", ["four boys", "  "]),
    ("Nothing in common \u2603 \u0436 \ud800", ["it isn't upper", "lower and here"]),
]
BATCH = Batch([
    Instance(instance_id=str(i), system_id="s", prediction=prediction, references=references)
    for i, (prediction, references) in enumerate(TEXTS)
])  # fmt: skip


HASHES = """
from bert_score.utils import get_hash
answer = [get_hash(**one) for one in asked]
"""


@pytest.fixture
def original(alone):
    """Name the Python with bert-score, in the data folder of the test."""
    del alone  # it comes first, so that the record is in the data folder of the test
    store("bertscore", python := neural_peers.python("bertscore"))
    return python


def test_weights():
    """A token of n of N references weighs log((N + 1) / (n + 1)), others log(N + 1)."""
    found = weights(3, {"7": 1, "8": 3})
    assert [found[x] for x in (7, 8, 9)] == pytest.approx([log(4 / 2), 0, log(4)])


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "options"),
    [("bert-tiny", {}), ("bert-tiny", {"layer": 1, "idf": "records"}),
     ("roberta-tiny", {"idf": "inputs"}), ("roberta-tiny", {"tokenizer": "fast"})],
    ids=str,
)  # fmt: skip
@pytest.mark.usefixtures("original")
def test_equal_numbers(kind, options):
    """Rows equal the original's to 1e-6, with each option, for empty texts and surrogates."""
    folder = tiny_models.official().with_name(kind)
    own = metrics.get("bertscore")(model=str(folder), **({"layer": 2} | options)).settle([BATCH])
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=1e-6)


@pytest.mark.long
@pytest.mark.usefixtures("original")
def test_equal_jackknife():
    """Rows without each reference in turn equal the original's to 1e-6."""
    own = metrics.get("bertscore")(model=str(tiny_models.official()), layer=2)
    found = own.with_engine("official").leave_one_out_rows(BATCH)
    np.testing.assert_allclose(found, own.leave_one_out_rows(BATCH), atol=1e-6)


@pytest.mark.long
@pytest.mark.usefixtures("original")
def test_equal_short_signatures(tmp_path):
    """The short signature is what `get_hash` of the library returns, with each option."""
    (tmp_path / "own.tsv").write_text("LAYER,P,R,F\n2,0,0,0\n")
    custom = {"rescale": True, "baselines": str(tmp_path / "own.tsv")}
    options = [{}, {"idf": "records"}, {"tokenizer": "fast"}, custom]
    model = str(tiny_models.build("bert"))
    found = [
        metrics.get("bertscore")(model=model, layer=2, engine="official", **some).short_signature()
        for some in options
    ]
    asked = [
        {
            "model": "bert", "num_layers": 2, "idf": "idf" in some,
            "rescale_with_baseline": "rescale" in some, "use_custom_baseline": "rescale" in some,
            "use_fast_tokenizer": "tokenizer" in some,
        }
        for some in options
    ]  # fmt: skip
    assert found == neural_peers.run(HASHES, asked, module="bert_score")


@pytest.mark.long
def test_commands(cli, original, tmp_path):
    """`--engine official` states the original's versions, and `verify` recomputes with it."""
    lines = [json.dumps({"prediction": a, "references": b}) for a, b in TEXTS[:3]]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    model = ("--model", str(tiny_models.official()), "--layer", "2")
    words = ("evaluate", "bertscore", "a.jsonl", *model)
    done = cli(*words, "--engine", "official", "--format", "json")
    assert done.code == 0, done.err
    (first, *_) = json.loads(done.out)["results"]
    stated = "".join(f"|{name}:{found}" for name, found in original.versions.items())
    assert stated in first["signature"]
    assert first["engine"] == "official"
    done = cli(*words, "-o", "own.json")
    assert json.loads((tmp_path / "own.json").read_text())["results"][0]["engine"] == "definition"
    done = cli("verify", "own.json", "a.jsonl")
    assert done.code == 0, done.err
    assert "bertscore: 3 by bert-score 0.3.13, transformers 4." in done.out
