"""BERTScore equals the original's numbers, and depends on nothing but records and options."""

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.neural import _text_pairs, _token_weights
from sacreval.metrics.neural.bertscore import LAYERS, default_layer
from sacreval.models import loading
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from support import mirror, missing, neural_peers, tiny_models, tiny_sentences
from support.cases import COLLECTIONS

RECORDS = [
    Instance(
        instance_id=str(i), system_id="s", prediction=f"the cat {'sat ' * i}", references=references
    )
    for i, references in enumerate(
        [["the cat"], ["a cat sat", "the dog barked", ""], ["four boys", "the cat sat sat"]]
    )
]


def bertscore(kind="bert", **options):
    """Create BERTScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("bertscore")(model=str(tiny_models.build(kind)), **({"layer": 2} | options))


def fresh(monkeypatch):
    """Forget all states and scores of pairs."""
    encoder.cache_clear()
    monkeypatch.setattr(_text_pairs, "SCORES", Store())


@pytest.fixture(scope="module")
def worked():
    """The original's worked numbers and the records that they are of, system by system."""
    folder = tiny_models.official()
    path = COLLECTIONS / "bertscore_tiny.json"
    if not path.is_file():
        missing.say("bert-score's worked numbers: SACREVAL_CASES holds no bertscore_tiny.json")
        pytest.skip("no bertscore_tiny.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    documents = mirror.summeval_documents()
    records = {
        system: [
            Instance(
                instance_id=name,
                system_id=system,
                prediction=documents[name]["sys_summs"][system]["sys_summ"],
                references=list(documents[name]["ref_summs"]),
            )
            for name in document["docs"]
        ]
        for system in document["systems"]
    }
    metric = metrics.get("bertscore")(model=str(folder), layer=2)
    return metric, records, document["scores"]


def test_worked_numbers(worked):
    """Precision, recall and F1 of 16 systems equal bert-score 0.3.13 to 1e-6."""
    metric, records, scores = worked
    for system, expected in zip(records, scores["plain"], strict=True):
        rows = metric.rows(Batch(records[system]))
        np.testing.assert_allclose(rows[:, :3], expected, atol=1e-6)


def test_worked_numbers_with_idf(worked):
    """With frequencies of every record, they equal one call of the original for 16 systems."""
    metric, records, scores = worked
    every = Batch([record for some in records.values() for record in some])
    settled = type(metric)(model=metric.model, layer=2, idf="records").settle([every])
    expected = np.reshape(scores["idf"], (-1, 3))
    np.testing.assert_allclose(settled.rows(every)[:, :3], expected, atol=1e-6)


def test_worked_jackknife(worked):
    """Without each of 11 references in turn, they equal a call of the original for each."""
    metric, records, scores = worked
    rows = metric.leave_one_out_rows(Batch(records["M11"]))
    expected = np.reshape(scores["jackknife_M11"], (-1, 3))
    np.testing.assert_allclose(rows[:, :3], expected, atol=1e-6)


@pytest.mark.parametrize("kind", ["bert", "roberta"])
@pytest.mark.parametrize("size", [1, 2])
def test_any_batch_size(kind, size, monkeypatch):
    """Rows and jackknife rows of parts of any size have equal bytes."""
    metric = bertscore(kind)
    whole = metric.rows(Batch(RECORDS)), metric.leave_one_out_rows(Batch(RECORDS[1:]))
    fresh(monkeypatch)
    parts = [metric.rows(Batch(RECORDS[i : i + size])) for i in range(0, 3, size)]
    assert np.concatenate(parts).tobytes() == whole[0].tobytes()
    fresh(monkeypatch)
    left = [metric.leave_one_out_rows(Batch(RECORDS[i : i + 1])) for i in (1, 2)]
    assert np.concatenate(left).tobytes() == whole[1].tobytes()


@pytest.mark.long
@pytest.mark.parametrize("idf", ["none", "inputs"])
def test_two_processes_are_equal(idf):
    """Rows of another process, which receives the metric, have equal bytes."""
    metric = bertscore(idf=idf).settle([Batch(RECORDS)])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(metric.rows, Batch(RECORDS)).result()
    assert there.tobytes() == metric.rows(Batch(RECORDS)).tobytes()


def test_jackknifing_is_scoring_shortened_records():
    """Rows without a reference have the bytes of rows of records that lack it."""
    metric = bertscore()
    batch = Batch(RECORDS[1:])
    shortened = Batch([short for record in batch for short in leave_out(metric, record)])
    assert metric.leave_one_out_rows(batch).tobytes() == metric.rows(shortened).tobytes()


def test_the_definition_equals_the_batch():
    """Scores of one record by the definition are its row."""
    metric = bertscore()
    rows = metric.rows(Batch(RECORDS))
    for record, row in zip(RECORDS, rows, strict=True):
        assert tuple(row) == metric.row(record.prediction, metric.prepare(record.references))


def test_several_references_count_apart():
    """Precision, recall and F1 are each the highest over references."""
    metric = bertscore()
    pairs = [
        Instance(prediction="the cat sat", references=[text]) for text in ("the", "the cat sat on")
    ]
    both = Instance(prediction="the cat sat", references=["the", "the cat sat on"])
    single = metric.rows(Batch(pairs))[:, :3]
    np.testing.assert_array_equal(metric.rows(Batch([both]))[0, :3], single.max(axis=0))


@pytest.mark.parametrize("idf", ["none", "inputs"])
def test_empty_texts(idf):
    """An empty output, an empty reference and blanks alone score 0; a copy scores 1."""
    texts = [("", "the cat"), ("the cat", ""), ("", ""), (" \n", "a"), ("a dog", " a dog ")]
    batch = Batch([Instance(instance_id=str(i), prediction=p, references=[r])
                   for i, (p, r) in enumerate(texts)])  # fmt: skip
    rows = bertscore(idf=idf).settle([batch]).rows(batch)
    np.testing.assert_allclose(rows[:, 2], [0, 0, 0, 0, 1], atol=1e-12)


def test_frequencies_of_inputs_ignore_systems():
    """More systems leave the frequencies of inputs unchanged, and change those of records."""
    other = [Instance(instance_id=r.instance_id, system_id="t", prediction="a",
                      references=r.references) for r in RECORDS[:2]]  # fmt: skip
    single, both = [Batch(RECORDS)], [Batch(RECORDS), Batch(other)]
    same = [bertscore(idf="inputs").settle(some).idf_sha256 for some in (single, both)]
    different = [bertscore(idf="records").settle(some).idf_sha256 for some in (single, both)]
    assert same[0] == same[1] == different[0] != different[1]


def test_the_signature_rebuilds_it():
    """A signature has the hashes of model and frequencies, and refuses others."""
    settled = bertscore(idf="inputs").settle([Batch(RECORDS)])
    again = from_signature(settled.signature()).settle([Batch(RECORDS)])
    assert again == settled
    assert again.rows(Batch(RECORDS)).tobytes() == settled.rows(Batch(RECORDS)).tobytes()
    _token_weights._TABLES.clear()
    with pytest.raises(UsageError, match="The records are not those of the signature"):
        from_signature(settled.signature()).settle([Batch(RECORDS[:1])])
    with pytest.raises(UsageError, match="is not that of the signature: its SHA-256 is"):
        bertscore(model_sha256="0" * 64)


@pytest.fixture
def table(tmp_path):
    """A file of baselines."""
    path = tmp_path / "own.tsv"
    path.write_text("LAYER,P,R,F\n1,0.5,0.5,0.5\n2,0.4,0.5,0.6\n3,1.0,0,0\n4,a,b,c\n")
    return path


def test_rescaling(table):
    """Each score is (x - b) / (1 - b) with the baseline of its layer, also of a system."""
    plain, rescaled = bertscore(), bertscore(rescale=True, baselines=str(table))
    rows = plain.rows(Batch(RECORDS))
    assert rescaled.rows(Batch(RECORDS)).tobytes() == rows.tobytes()
    for sums in (rows, rows.sum(axis=0)):
        means = np.array(list(plain.reduce(sums).values()))
        values = np.array(list(rescaled.reduce(sums).values()))
        b = np.array([0.4, 0.5, 0.6]).reshape(-1, *[1] * (means.ndim - 1))
        np.testing.assert_allclose(values, (means - b) / (1 - b), rtol=1e-12)


def test_published_baselines(tmp_path, monkeypatch):
    """Baselines are those of the language and of the model's name; the option names others."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric bertscore-baselines"):
        bertscore(rescale=True)
    for name in ("en/roberta-large.tsv", "de/bert.tsv"):
        path = tmp_path / "bertscore-baselines" / name
        path.parent.mkdir(parents=True)
        path.write_text("LAYER,P,R,F\n2,0.1,0.2,0.3\n")
    rescaled = bertscore(rescale=True, language="de")
    assert rescaled._baselines() == [(0.1, 0.2, 0.3)]
    assert rescaled.short_signature() == f"{bertscore().short_signature()}-rescaled"
    with pytest.raises(UsageError, match="no baseline of 'bert' for language 'en'"):
        bertscore(rescale=True)


@pytest.mark.parametrize(("layer", "sentence"), [(5, "no line for layer 5"), (3, "own.tsv:4: no")])
def test_a_damaged_baseline(table, layer, sentence):
    """A file of baselines without the layer, or with a baseline of 1, is refused."""
    with pytest.raises(InputError, match=sentence):
        bertscore(rescale=True, baselines=str(table), layer=layer)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"layer": 0}, "name no layer for 'bert'; name one, from 1: --layer N"),
     ({"idf_sha256": "0"}, "idf_sha256 is given without idf"),
     ({"all_layers": True}, "layer is given with all_layers; leave one of them out"),
     ({"baselines": "x"}, "Baselines are given without rescaling; add --rescale")],
)  # fmt: skip
def test_options_that_do_not_fit(options, sentence):
    """Options that contradict each other are refused."""
    with pytest.raises(UsageError, match=sentence):
        bertscore(**options)


def test_a_layer_beyond_the_model():
    """A layer that the model does not have is refused when the model is loaded."""
    with pytest.raises(UsageError, match="bert has layers 1 to 3; layer 9 is none of them"):
        bertscore(layer=9).rows(Batch(RECORDS))


def test_all_layers(table):
    """Every layer has its own scores, from the embeddings on, and its own baselines."""
    metric = bertscore(layer=0, all_layers=True)
    whole, rest = rows_with_leave_one_out(metric, Batch(RECORDS[1:]))
    names = list(metric.outputs)
    assert names[:4] == [*(f"bertscore_layer_0_{x}" for x in ("precision", "recall", "f1")),
                         "bertscore_layer_1_precision"]  # fmt: skip
    assert len(names) == 12
    for layer in (1, 2, 3):
        alone = rows_with_leave_one_out(bertscore(layer=layer), Batch(RECORDS[1:]))
        part = slice(3 * layer, 3 * layer + 3)
        np.testing.assert_array_equal(whole[:, part], alone[0][:, :3])
        np.testing.assert_array_equal(rest[:, part], alone[1][:, :3])
    with pytest.raises(InputError, match="no line for layer 0"):
        bertscore(layer=0, all_layers=True, rescale=True, baselines=str(table))
    table.write_text("".join(f"{n},0.{n}0,0.5,0.5\n" for n in range(4)))
    rescaled = bertscore(layer=0, all_layers=True, rescale=True, baselines=str(table)).reduce(whole)
    precision = rescaled["bertscore_layer_3_precision"]
    np.testing.assert_allclose(precision, (whole[:, 9] - 0.3) / 0.7)


def test_default_layers():
    """The authors' layer is found by the name with or without its organisation."""
    assert default_layer("roberta-large") == 17
    assert default_layer("FacebookAI/roberta-large") == 17
    assert default_layer("deberta-xlarge-mnli") == LAYERS["microsoft/deberta-xlarge-mnli"] == 40
    with pytest.raises(UsageError, match="no layer for 'own'"):
        default_layer("own")


def test_without_a_model_or_the_extra(monkeypatch):
    """Without torch the extra is named, and with it the option of the model."""
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[neural\]'"):
        metrics.get("bertscore")()
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    with pytest.raises(
        NotSetUpError, match="run: sacreval setup-metric bertscore, and give the name"
    ):
        metrics.get("bertscore")()


def test_a_text_of_a_million_characters():
    """A long text is cut, scored and told with its number of tokens."""
    batch = Batch([Instance(prediction="cat " * 250_000, references=["the cat"])])
    metric = bertscore()
    watch = metric.watch()
    watch.add(batch)
    notice, _ = watch.notices()
    assert "bertscore cuts 1 of 2 texts after 64 tokens, the most that the model" in notice
    assert "leaves out 249938 tokens; shorten them" in notice
    assert np.isfinite(metric.rows(batch)).all()
    watch = metric.watch()
    watch.add(Batch(RECORDS))
    assert watch.notices() == [f"bertscore: {metric.short_signature()}"]


@pytest.mark.parametrize(
    ("options", "line"),
    [({}, "bert_L2_no-idf_version=0.3.12(hug_trans=4.57.6)"),
     ({"idf": "records", "layer": 1}, "bert_L1_idf_version=0.3.12(hug_trans=4.57.6)"),
     ({"idf": "inputs", "tokenizer": "fast"},
      "bert_L2_idf_version=0.3.12(hug_trans=4.57.6)_fast-tokenizer"),
     ({"layer": 0, "all_layers": True}, "")],
    ids=str,
)  # fmt: skip
def test_the_short_signature(options, line):
    """It is the hash line of bert-score, which states one layer."""
    assert bertscore(**options).short_signature() == line


def test_the_short_signature_of_own_baselines(table):
    """It has `-custom-rescaled`, before the tokenizer."""
    plain = bertscore().short_signature()
    custom = bertscore(rescale=True, baselines=str(table), tokenizer="fast").short_signature()
    assert custom == f"{plain}-custom-rescaled_fast-tokenizer"


def test_the_short_signature_has_the_authors_name(tmp_path):
    """A model has the name in the authors' table, whatever the organisation before it."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path).rename(tmp_path / "deberta-xlarge-mnli")
    line = metrics.get("bertscore")(model=str(folder), layer=2).short_signature()
    assert line.startswith("microsoft/deberta-xlarge-mnli_L2_")


def test_a_command(cli, tmp_path):
    """`evaluate bertscore` prints three scores, and `score --jackknife` writes jackknifed ones."""
    tiny_models.needed()
    lines = [
        {"instance_id": r.instance_id, "prediction": r.prediction, "references": r.references}
        for r in RECORDS
    ]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    options = ("a.jsonl", "--model", str(tiny_models.build("bert")), "--layer", "2")
    done = cli("evaluate", "bertscore", *options, "--idf", "inputs", "--format", "json")
    assert done.code == 0, done.err
    assert "idf_sha256" in done.out
    rows = bertscore().rows(Batch(RECORDS))
    done = cli("score", "bertscore", *options, "--jackknife")
    assert done.code == 0, done.err
    first = json.loads(done.out.splitlines()[0])
    assert str(rows[0, 2])[:6] in json.dumps(first)


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
    texts = sorted({text for record in batch for text in (record.prediction, *record.references)})
    values = {"model": folder, "texts": texts}
    vectors = neural_peers.run(SENTENCES, values, module="sentence_transformers")
    of = {text: np.array(x) / np.linalg.norm(x) for text, x in zip(texts, vectors, strict=True)}
    expected = [max(of[record.prediction] @ of[x] for x in record.references) for record in batch]
    rows = metrics.get("sentence-similarity")(model=folder).rows(batch)
    np.testing.assert_allclose(rows[:, 0], expected, atol=1e-6)
