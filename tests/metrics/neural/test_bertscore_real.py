"""On SummEval with a real model, scores equal those of the original libraries run beside it."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support import mirror, neural_peers, tiny_sentences

DOCUMENTS = 6
BERTSCORE = """
import bert_score
found = bert_score.score(asked["outputs"], asked["references"], model_type=asked["model"],
                         num_layers=asked["layer"], idf=asked["idf"])
answer = [[float(x) for x in row] for row in zip(*found)]
"""
SENTENCES = """
from sentence_transformers import SentenceTransformer
model = SentenceTransformer(asked["model"], device="cpu", local_files_only=True)
answer = model.encode(asked["texts"]).tolist()
"""


@pytest.fixture(scope="module")
def batch():
    """The outputs of 16 systems for a few documents, with 11 references."""
    documents = list(mirror.summeval_documents().items())[:DOCUMENTS]
    return Batch(
        [
            Instance(
                instance_id=name,
                system_id=system,
                prediction=output["sys_summ"],
                references=list(document["ref_summs"]),
            )
            for name, document in documents
            for system, output in document["sys_summs"].items()
        ]
    )


@pytest.mark.long
@pytest.mark.parametrize("idf", ["none", "records"])
def test_bert_score(batch, idf):
    """Precision, recall and F1 equal those of one call of bert-score 0.3.13, to 1e-6."""
    folder = tiny_sentences.minilm()
    values = {
        "model": folder,
        "layer": 5,
        "idf": idf != "none",
        "outputs": batch.predictions,
        "references": batch.references,
    }
    expected = neural_peers.run(BERTSCORE, values, module="bert_score")
    metric = metrics.get("bertscore")(model=folder, layer=5, idf=idf).settle([batch])
    np.testing.assert_allclose(metric.rows(batch)[:, :3], expected, atol=1e-6)


@pytest.mark.long
def test_sentence_transformers(batch):
    """Sentence similarity equals the cosine of vectors of sentence-transformers, to 1e-6."""
    folder = tiny_sentences.minilm()
    texts = sorted({text for one in batch for text in (one.prediction, *one.references)})
    values = {"model": folder, "texts": texts}
    vectors = neural_peers.run(SENTENCES, values, module="sentence_transformers")
    of = {text: np.array(x) / np.linalg.norm(x) for text, x in zip(texts, vectors, strict=True)}
    expected = [max(of[one.prediction] @ of[x] for x in one.references) for one in batch]
    rows = metrics.get("sentence-similarity")(model=folder).rows(batch)
    np.testing.assert_allclose(rows[:, 0], expected, atol=1e-6)
