"""COMET equals the original's numbers, with each text encoded once."""

import json
from platform import python_version

import numpy as np
import pytest

from sacreval.core.contract.metric_records import part_count
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural import _comet
from sacreval.metrics.neural._comet import Triple
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from support import mirror, missing, tiny_comet, tiny_models
from support.cases import COLLECTIONS
from support.official_comet_runs import ROUNDING, batch, official

KINDS = ["regression", "normalised", "one-layer", "qe"]

RECORDS = [
    Instance(instance_id=str(i), prediction=text, sources=["le chat"], references=references)
    for i, (text, references) in enumerate(
        [
            ("the cat sat", ["the cat", "a cat sat", "the dog barked"]),
            ("the cat", ["the cat sat on the mat", ""]),
            ("", ["a", "on the mat"]),
        ]
    )
]


def comet(kind="regression", **options):
    """Create COMET on a tiny model."""
    tiny_models.needed()
    return metrics.get("comet")(model=str(tiny_comet.build(kind)), **options)


def fresh(monkeypatch):
    """Forget all vectors and scores."""
    encoder.cache_clear()
    monkeypatch.setattr(_comet, "SCORES", Store())


@pytest.fixture
def worked(tmp_path):
    """The original's worked numbers, the model and the records that they are of."""
    bert = tiny_models.official()
    path = COLLECTIONS / "comet_tiny.json"
    if not path.is_file():
        missing.say("COMET's worked numbers: SACREVAL_CASES holds no comet_tiny.json")
        pytest.skip("no comet_tiny.json")
    recorded = json.loads(path.read_text(encoding="utf-8"))
    documents = list(mirror.summeval_documents().items())[: len(recorded["samples"])]
    folder = tmp_path / "comet"
    folder.mkdir()
    settings = tiny_comet.KINDS["regression"] | {"encoder_model": "BERT"}
    tiny_comet.write(folder, folder, settings, encoder=bert)
    records = [
        Instance(
            instance_id=name,
            system_id=system,
            prediction=document["sys_summs"][system]["sys_summ"],
            sources=[" ".join(document["src"].split()[:60])],
            references=[document["ref_summs"][0]],
        )
        for system in recorded["systems"]
        for name, document in documents
    ]
    return metrics.get("comet")(model=str(folder)), Batch(records), np.ravel(recorded["scores"])


def test_worked_numbers(worked):
    """Scores of 160 outputs equal unbabel-comet 2.2.7's to 5e-6; equal texts are encoded once."""
    metric, records, expected = worked
    np.testing.assert_allclose(metric.rows(records)[:, 0], expected, atol=ROUNDING)
    texts = {text for record in records for triple in metric.triples(record) for text in triple}
    distinct = {tokens.ids for tokens in metric._tokens(sorted(texts))}
    assert metric._encoder().store.computed == len(distinct) == 169  # the original encodes 480


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_original(kind):
    """On models of each kind, scores equal those of the original to 5e-6, of cut texts too."""
    expected = official(kind)["scores"]
    np.testing.assert_allclose(comet(kind).rows(batch())[:, 0], expected, atol=ROUNDING)


@pytest.mark.parametrize("kind", ["regression", "qe"])
def test_the_formula(kind):
    """A score is the estimator of the vectors, their products and their distances, in order."""
    tiny_models.needed()
    from safetensors.numpy import load_file

    metric = comet(kind)
    record = RECORDS[0]
    texts = [record.prediction, record.sources[0], record.references[0]]
    mt, src, ref = (x[0] for x in metric._encoder().encode([t.ids for t in metric._tokens(texts)]))
    parts = [mt, ref, mt * ref, abs(mt - ref), mt * src, abs(mt - src)]
    if kind == "qe":
        parts = [mt, src, mt * src, abs(mt - src)]
    w = load_file(tiny_comet.build(kind) / "model.safetensors")
    x = np.concatenate(parts).astype(float)
    for i in (0, 3, 6):
        x = w[f"estimator.ff.{i}.weight"] @ x + w[f"estimator.ff.{i}.bias"]
        x = np.tanh(x) if i < 6 else x
    instance = Instance(prediction=record.prediction, sources=record.sources, references=[texts[2]])
    assert metric.rows(Batch([instance]))[0, 0] == pytest.approx(float(x[0]), abs=ROUNDING)


@pytest.mark.parametrize("kind", ["regression", "normalised"])
@pytest.mark.parametrize("size", [1, 2])
def test_any_batch_size(kind, size, monkeypatch):
    """Rows and jackknife rows of parts of any size have equal bytes."""
    metric = comet(kind)
    fresh(monkeypatch)
    whole = metric.rows(Batch(RECORDS)), metric.leave_one_out_rows(Batch(RECORDS))
    fresh(monkeypatch)
    parts = [metric.rows(Batch(RECORDS[i : i + size])) for i in range(0, 3, size)]
    assert np.concatenate(parts).tobytes() == whole[0].tobytes()
    fresh(monkeypatch)
    left = [metric.leave_one_out_rows(Batch(RECORDS[i : i + size])) for i in range(0, 3, size)]
    assert np.concatenate(left).tobytes() == whole[1].tobytes()


@pytest.mark.parametrize("rule", ["best", "mean"])
def test_several_references(rule):
    """The best score over references counts, or their mean; leaving one out is the same of less."""
    metric = comet(multi_reference=rule)
    alone = [
        Instance(prediction=RECORDS[0].prediction, sources=RECORDS[0].sources, references=[text])
        for text in RECORDS[0].references
    ]
    scores = metric.rows(Batch(alone))[:, 0]
    assert len(set(scores)) == 3
    fold = {"best": np.max, "mean": np.mean}[rule]
    assert metric.rows(Batch(RECORDS[:1]))[0, 0] == pytest.approx(fold(scores), abs=1e-12)
    left = metric.leave_one_out_rows(Batch(RECORDS[:1]))
    expected = [fold(np.delete(scores, i)) for i in range(3)]
    np.testing.assert_allclose(left[:, 0], expected, atol=1e-12)
    np.testing.assert_array_equal(left[:, 1], 1)


@pytest.mark.parametrize("kind", ["regression", "qe"])
def test_the_definition_equals_the_batch(kind):
    """Scores of one record by the definition are its row."""
    metric = comet(kind)
    for record, row in zip(RECORDS, metric.rows(Batch(RECORDS)), strict=True):
        context = [getattr(record, name) for name in metric.needs]
        assert tuple(row) == metric.row(record.prediction, metric.prepare(*context))


def test_without_references():
    """A model without references needs none, and leaves out those that are there."""
    metric = comet("qe")
    assert metric.needs == ("sources",)
    assert comet().needs == ("references", "sources")
    bare = [Instance(prediction=r.prediction, sources=r.sources) for r in RECORDS]
    assert metric.rows(Batch(bare)).tobytes() == metric.rows(Batch(RECORDS)).tobytes()
    assert part_count(metric, RECORDS[0]) == 0


def test_sources_are_joined():
    """Several sources of a record are one text, joined by blanks."""
    first, second = (
        Instance(prediction="a", sources=sources, references=["b"])
        for sources in (["le chat noir"], ["le", "chat noir"])
    )
    rows = comet().rows(Batch([first, second]))
    assert rows[0].tobytes() == rows[1].tobytes()


@pytest.mark.parametrize(
    ("kind", "remedy"), [("kiwi", "score with comet-kiwi"), ("xcomet", "score with xcomet")]
)
def test_another_kind_of_model(kind, remedy):
    """A model of another metric is refused with the name of that metric."""
    with pytest.raises(UsageError, match=f"comet does not read a .*_metric; {remedy}"):
        comet(kind)


def test_a_ranking_model(tmp_path):
    """A model that no metric reads is refused without one."""
    tiny_models.needed()
    folder = tiny_comet.copied("regression", tmp_path)
    (folder / "hparams.yaml").write_text("class_identifier: ranking_metric")
    with pytest.raises(UsageError, match="comet does not read a ranking_metric; use another model"):
        metrics.get("comet")(model=str(folder))


def test_a_pickle(tmp_path):
    """The pickle of Lightning gives equal scores, and another hash."""
    tiny_models.needed()
    folder = tiny_comet.copied("regression", tmp_path)
    (folder / "model.safetensors").unlink()
    metric = metrics.get("comet")(model=str(folder), pickles=True)
    assert metric.rows(Batch(RECORDS)).tobytes() == comet().rows(Batch(RECORDS)).tobytes()
    assert metric.model_sha256 != comet().model_sha256


def test_notices():
    """Cut sources, outputs and references are counted, and records with several references."""
    watch = comet().watch()
    long = "the cat sat on the mat " * 20
    watch.add(Batch([*RECORDS, Instance(prediction="a", sources=[long], references=[long * 2])]))
    cut, several, short = watch.notices()
    number = sum(len(record.references) > 1 for record in RECORDS)
    assert several.startswith(
        f"system: comet: {number} of {len(RECORDS) + 1} records have several ref"
    )
    assert watch.noticed() == {"cut": 2, "other_language": 0, "several_references": number}
    assert "comet cuts 2 of 10 texts after 196 tokens, the most that the model" in cut
    assert short == f"comet: {comet().short_signature()}"


def test_the_short_signature():
    """The short signature has Python, the version of COMET, the precision and the model."""
    short = f"Python{python_version()}|Comet2.2.7|"
    assert comet().short_signature() == f"{short}fp32|regression"
    assert comet(dtype="bfloat16").short_signature() == f"{short}bf16|regression"


def test_unknown_tokens():
    """The share of tokens outside the vocabulary is that of the encoder's tokenizer."""
    rule = comet("normalised").tokenization()
    assert rule.unknown("the 猫 cat") == pytest.approx(1 / 3)
    assert rule.unknown("") == 0.0


def test_the_signature_rebuilds_it():
    """A signature has the hash of the model, and makes the metric again."""
    metric = comet(multi_reference="mean")
    assert from_signature(metric.signature()) == metric
    assert metric.model_sha256 in metric.signature()
    assert "dtype:float32" in metric.signature()


def test_a_command(cli, tmp_path):
    """`evaluate comet` prints the score; a record without a source is an error with its line."""
    tiny_models.needed()
    lines = [
        {"prediction": r.prediction, "references": r.references, "sources": r.sources}
        for r in RECORDS
    ]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    del lines[1]["sources"]
    (tmp_path / "b.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    options = ("--model", str(tiny_comet.build("regression")), "--format", "json")
    done = cli("evaluate", "comet", "a.jsonl", *options)
    assert done.code == 0, done.err
    mean = comet().rows(Batch(RECORDS))[:, 0].mean()
    assert f"{mean:.6f}"[:6] in done.out
    assert "1 of 3 outputs are empty" in done.err
    done = cli("evaluate", "comet", "b.jsonl", *options)
    assert done.code == 2
    assert "b.jsonl:2: no `sources`, which comet needs" in done.err
    done = cli("evaluate", "comet", "b.jsonl", "--model", str(tiny_comet.build("xcomet")))
    assert done.code == 2
    assert "comet does not read a xcomet_metric; score with xcomet" in done.err


def unified(kind="kiwi", **options):
    """Create a metric on a tiny unified model."""
    tiny_models.needed()
    return metrics.get("comet-kiwi")(model=str(tiny_comet.build(kind)), **options)


def test_joined_tokens():
    """Texts are <s> a </s></s> b </s>: two separators between texts, one at the end."""
    metric = unified("unite")
    (joined,) = metric._join([("a", "b", "c")])
    a, b, c = (metric._tokens([text])[0].ids for text in "abc")
    end = a[-1:]
    assert joined.ids == a + end + b[1:] + end + c[1:]
    assert (joined.words, joined.cut) == (3, 0)


def test_which_texts_are_joined():
    """A model of all three texts runs with the source, with the reference, and with both."""
    passes = unified("unite").passes([Triple("a", "b", "c")])
    assert [len(some) for some in passes] == [3]
    (alone,) = unified("unite", reference_free=True).passes([Triple("a", "b", "")])
    assert alone[0].score == passes[0][0].score
    assert len(alone) == 1
    assert passes[0][2].labels.shape == (3, 3)  # of <s>, a, </s>: none, minor, major


def test_bert_is_refused(tmp_path):
    """A unified model on BERT, which tells its texts apart by types, is refused."""
    tiny_models.needed()
    folder = tiny_comet.copied("kiwi", tmp_path)
    path = folder / "hparams.yaml"
    path.write_text(path.read_text().replace("XLM-RoBERTa", "BERT"))
    with pytest.raises(UsageError, match="does not read a unified model on BERT; use one on"):
        metrics.get("comet-kiwi")(model=str(folder))


def test_joined_texts_that_are_cut():
    """Tokens beyond the most that the encoder reads are counted, of each text and of the joined."""
    watch = unified().watch()
    watch.add(Batch([
        Instance(prediction="a" * 150, sources=["b" * 150]),
        Instance(prediction="a" * 300, sources=["b"]),
        Instance(prediction="a", sources=["b"]),
    ]))  # fmt: skip
    notice, _ = watch.notices()
    # 150 + 150 + 4 of 198; and of 300 the 106 beyond 194, with 2 special tokens, then 5 more of 203
    lost = (304 - 198) + 106 + (196 + 3 - 198)
    assert "comet-kiwi cuts 2 of 3 texts after 198 tokens" in notice
    assert f"leaves out {lost} tokens" in notice
