"""MoverScore equals the original's numbers, and depends on nothing but records and options."""

import json

import numpy as np
import pytest
from scipy.optimize import linprog

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.neural import _text_pairs, moverscore
from sacreval.metrics.neural._token_weights import weighted
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from support import missing, tiny_models
from support.cases import COLLECTIONS

TEXTS = [
    ("the cat sat on the mat", ["the dog barked", "a cat sat", "the mat, the mat!"]),
    ("running boys", ["three boys running", "nothing", "a dog"]),
    ("a dog barked at boys", ["the dog barked", "one two three", "boys"]),
]
RECORDS = [
    Instance(instance_id=str(i), system_id="s", prediction=output, references=references)
    for i, (output, references) in enumerate(TEXTS)
]
OTHERS = [
    Instance(instance_id=x.instance_id, system_id="t", prediction="a cat", references=x.references)
    for x in RECORDS
]


def made(kind="bert", **options):
    """Create MoverScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("moverscore")(model=str(tiny_models.build(kind)), **options)


def settled(*records, **options):
    """Create MoverScore with the frequencies of some records."""
    return made(**options).settle([Batch(list(records))])


def test_worked_numbers():
    """Scores of four systems, each in its own run, equal the original's to 1e-6."""
    folder = tiny_models.official()
    path = COLLECTIONS / "moverscore_tiny.json"
    if not path.is_file():
        missing.say("moverscore's worked numbers: SACREVAL_CASES holds no moverscore_tiny.json")
        pytest.skip("no moverscore_tiny.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    batches = [
        Batch([
            Instance(instance_id=str(i), system_id=system, prediction=output, references=[text])
            for i, (output, text) in enumerate(
                zip(document["outputs"][system], document["references"], strict=True)
            )
        ])
        for system in document["systems"]
    ]  # fmt: skip
    metric = metrics.get("moverscore")(model=str(folder))
    for batch, expected in zip(batches, document["scores"], strict=True):
        np.testing.assert_allclose(metric.settle([batch]).rows(batch)[:, 0], expected, atol=1e-6)


def test_the_distance():
    """The earth mover's distance equals the optimum of its linear program."""
    tiny_models.needed()
    drawn = np.random.default_rng(5)
    a = weighted(drawn.normal(size=(4, 3)), drawn.uniform(size=4))
    b = weighted(drawn.normal(size=(3, 3)), drawn.uniform(size=3))
    costs = np.linalg.norm(a.states[:, None] - b.states[None], axis=2)
    rows = np.kron(np.eye(4), np.ones(3))
    columns = np.kron(np.ones(4), np.eye(3))
    sums = np.concatenate([a.weights, b.weights])
    best = linprog(costs.ravel(), A_eq=np.vstack([rows, columns]), b_eq=sums).fun
    assert moverscore.moved(a, b) == pytest.approx(best, abs=1e-9)
    assert moverscore.moved(a, a) == pytest.approx(0, abs=1e-7)


def test_frequencies_of_outputs():
    """Tokens of outputs weigh by all outputs of the run, each of an input once unless asked."""
    alone, together = settled(*RECORDS), settled(*RECORDS, *OTHERS)
    twice = settled(*RECORDS, *RECORDS)
    assert alone == twice != together
    assert settled(*RECORDS, *RECORDS, idf="records").idf_sha256 != alone.idf_sha256
    rows = [metric.rows(Batch(RECORDS)) for metric in (alone, together)]
    assert np.abs(rows[0] - rows[1]).max() > 1e-4


@pytest.mark.parametrize("kind", ["bert", "roberta"])
@pytest.mark.parametrize("idf", ["none", "inputs"])
def test_any_batch_size(kind, idf, monkeypatch):
    """Rows of single records have the bytes of those of all records."""
    metric = settled(*RECORDS, kind=kind, idf=idf)
    whole = metric.rows(Batch(RECORDS))
    monkeypatch.setattr(_text_pairs, "SCORES", Store())
    encoder.cache_clear()
    parts = [metric.rows(Batch([record])) for record in RECORDS]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


@pytest.mark.parametrize("how", ["mean", "max"])
def test_several_references(how):
    """The mean or the best over references counts, and jackknifing leaves each out in turn."""
    metric = settled(*RECORDS, multi_reference=how)
    fold = getattr(np, how)
    whole, rest = rows_with_leave_one_out(metric, Batch(RECORDS))
    for i, record in enumerate(RECORDS):
        short = [
            Instance(instance_id=record.instance_id, system_id="s", prediction=record.prediction,
                     references=[text]) for text in record.references
        ]  # fmt: skip
        pairs = metric.rows(Batch(short))[:, 0]
        assert whole[i, 0] == pytest.approx(fold(pairs), abs=1e-12)
        left = [fold(np.delete(pairs, j)) for j in range(3)]
        np.testing.assert_allclose(rest[3 * i : 3 * i + 3, 0], left, atol=1e-12)
        assert metric.row(record.prediction, record.references) == pytest.approx(whole[i])


def test_tokens_without_weight(tmp_path):
    """Word pieces that continue a word, punctuation marks and stop words have no weight."""
    path = tmp_path / "stop.txt"
    path.write_text("the [CLS]\n[SEP]")
    plain = made(idf="none")
    listed = made(idf="none", stop_words=str(path))
    tokens = plain._tokens(["the cat, catx"])[0]
    assert plain._weights(tokens, is_output=True).tolist() == [1, 1, 1, 0, 1, 0, 1]
    assert listed._weights(tokens, is_output=True).tolist() == [0, 0, 1, 0, 1, 0, 0]
    assert from_signature(listed.signature()) == listed
    assert path in listed.rests_on()
    path.write_text("a")
    with pytest.raises(UsageError, match="is not that of the signature"):
        from_signature(listed.signature())
    with pytest.raises(InputError, match="none.txt: No such .*; name the file: --stop-words FILE"):
        made(stop_words=str(tmp_path / "none.txt"))


def test_texts_without_weights():
    """An empty text, one of punctuation marks, and one whose frequencies are 0 score 0."""
    texts = [("", "the cat"), ("the cat", ""), ("", ""), (" \n", "a"), ("a dog", "a dog")]
    records = [Instance(instance_id=str(i), system_id="s", prediction=p, references=[r])
               for i, (p, r) in enumerate(texts)]  # fmt: skip
    rows = made(idf="none").rows(Batch(records))
    np.testing.assert_allclose(rows[:, 0], [0, 0, 0, 0, 1], atol=1e-6)
    alone = settled(records[4])
    assert alone.rows(Batch(records[4:])).tolist() == [[0, 1]]


def test_the_last_layer():
    """Layer 0 is the last layer, which the signature states."""
    assert made().layer == 3
    assert made(layer=3) == made()
    assert made(layer=2) != made()


def test_without_pot(monkeypatch):
    """Without the package POT the extra is named."""
    tiny_models.needed()
    monkeypatch.setattr(moverscore, "find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"needs POT; run: pip install 'sacreval\[neural\]'"):
        made()


def test_a_command(cli, tmp_path):
    """`evaluate moverscore` counts the outputs of both systems, and `score --jackknife` works."""
    tiny_models.needed()
    for name, records in (("a", RECORDS), ("b", OTHERS)):
        lines = [
            {"instance_id": r.instance_id, "prediction": r.prediction, "references": r.references}
            for r in records
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(x)}\n" for x in lines))
    options = ("--model", str(tiny_models.build("bert")))
    done = cli("evaluate", "moverscore", "a.jsonl", "b.jsonl", *options, "--format", "json")
    assert done.code == 0, done.err
    expected = settled(*RECORDS, *OTHERS).rows(Batch(RECORDS))[:, 0].mean()
    assert json.loads(done.out)["results"][0]["value"] == pytest.approx(expected, abs=1e-12)
    done = cli("score", "moverscore", "a.jsonl", *options, "--jackknife")
    assert done.code == 0, done.err
    assert "moverscore_jk" in done.out


def test_numbers_that_are_none():
    """States that are NaN have a distance of NaN, and are no perfect score."""
    tiny_models.needed()
    states = weighted(np.full((2, 3), np.nan, dtype=np.float32), np.ones(2))
    assert np.isnan(moverscore.moved(states, states))


def test_stop_words_need_word_pieces(tmp_path):
    """Tokens of bytes are never equal to stop words, so that a list of them is refused."""
    (tmp_path / "stop.txt").write_text("the\n")
    with pytest.raises(UsageError, match="its tokens are no word pieces"):
        made("roberta", stop_words=str(tmp_path / "stop.txt"))


def test_several_predictions_are_counted():
    """With `--reduce-predictions` tokens are counted in each of the predictions."""
    from sacreval.metrics._wrappers.reduction import Folded

    records = [
        Instance(instance_id=str(i), predictions=[r.prediction, "a cat"], references=["the cat"])
        for i, r in enumerate(RECORDS)
    ]
    settled = Folded(metric=made(), reduce_predictions="mean").settle([Batch(records)])
    single = [
        Instance(instance_id=record.instance_id, prediction=text, references=record.references)
        for record in records
        for text in record.predictions
    ]
    assert settled.metric.idf_sha256 == made().settle([Batch(single)]).idf_sha256
