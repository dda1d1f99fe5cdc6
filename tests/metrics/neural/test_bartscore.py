"""BARTScore equals the original's numbers, and depends on nothing but records and options."""

import json

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.models.scorer import seq2seq_scorer
from support import mirror, missing, tiny_models, tiny_seq2seq
from support.cases import COLLECTIONS

EVERY = ("faithfulness", "precision", "recall", "f")
RECORDS = [
    Instance(
        instance_id=str(i),
        prediction=f"the cat {'sat ' * i}",
        references=references,
        sources=["the cat sat", "on the mat" * i],
    )
    for i, references in enumerate(
        [["the cat"], ["a cat sat", "the dog barked", ""], ["four boys", "the cat sat sat"]]
    )
]


def bartscore(**options):
    """Create BARTScore on the tiny BART."""
    tiny_models.needed()
    return metrics.get("bartscore")(model=str(tiny_seq2seq.build("bart")), **options)


def fresh():
    """Forget all states and scores of pairs."""
    seq2seq_scorer.cache_clear()


@pytest.fixture(scope="module")
def plain():
    """A function to the original's score of one pair, by the tiny BART alone."""
    tiny_models.needed()
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModelForSeq2SeqLM

    folder = tiny_seq2seq.build("bart")
    model = AutoModelForSeq2SeqLM.from_pretrained(str(folder), dtype=torch.float32).eval()
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def score(source, target):
        labels = torch.tensor([words.encode(target).ids])
        with torch.inference_mode():
            loss = model(torch.tensor([words.encode(source).ids]), labels=labels).loss
        return -float(loss)

    return score


@pytest.mark.long
def test_worked_numbers():
    """Faithfulness of 16 systems equals the original's to a relative 1e-6."""
    folder = tiny_models.official().parent / "bart-tiny"
    path = COLLECTIONS / "bartscore_tiny.json"
    if not path.is_file():
        missing.say("BARTScore's worked numbers: SACREVAL_CASES holds no bartscore_tiny.json")
        pytest.skip("no bartscore_tiny.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    documents = mirror.summeval_documents()
    metric = metrics.get("bartscore")(model=str(folder))
    fresh()
    for system, expected in zip(document["systems"], document["scores"], strict=True):
        batch = Batch([
            Instance(prediction=documents[name]["sys_summs"][system]["sys_summ"],
                     sources=[documents[name]["src"]])
            for name in document["docs"]
        ])  # fmt: skip
        np.testing.assert_allclose(metric.rows(batch)[:, 0], expected, rtol=1e-6)
    assert metric._scorer.sources.computed == len(document["docs"])


def test_directions(plain):
    """Each direction is the mean log-probability of one text given the other; F is their mean."""
    rows = bartscore(directions=EVERY).rows(Batch(RECORDS))
    for record, row in zip(RECORDS, rows, strict=True):
        p = np.mean([plain(text, record.prediction) for text in record.references])
        r = np.mean([plain(record.prediction, text) for text in record.references])
        source = plain(" ".join(record.sources), record.prediction)
        assert row == pytest.approx((source, p, r, (p + r) / 2, 1), abs=1e-5)


def test_the_best_reference(plain):
    """The best precision, recall and F over references count, each on its own."""
    row = bartscore(directions=EVERY, multi_reference="best").rows(Batch(RECORDS[1:2]))[0]
    record = RECORDS[1]
    p = np.array([plain(text, record.prediction) for text in record.references])
    r = np.array([plain(record.prediction, text) for text in record.references])
    assert row[1:4] == pytest.approx((p.max(), r.max(), ((p + r) / 2).max()), abs=1e-5)


@pytest.mark.parametrize("how", ["mean", "best"])
def test_jackknifing_is_scoring_shortened_records(how):
    """Rows without a reference are those of records that lack it, and score no pair again."""
    metric = bartscore(directions=EVERY, multi_reference=how)
    batch = Batch(RECORDS[1:])
    metric.rows(batch)
    before = metric._scorer.store.computed
    rows = metric.leave_one_out_rows(batch)
    assert metric._scorer.store.computed == before
    shortened = Batch([short for record in batch for short in leave_out(metric, record)])
    assert rows.tobytes() == metric.rows(shortened).tobytes()


@pytest.mark.parametrize("size", [1, 2])
def test_any_batch_size(size):
    """Rows of parts of any size have equal bytes."""
    metric = bartscore(directions=EVERY)
    whole = metric.rows(Batch(RECORDS))
    fresh()
    parts = [metric.rows(Batch(RECORDS[i : i + size])) for i in range(0, 3, size)]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_the_definition_equals_the_batch():
    """Scores of one record by the definition are its row."""
    metric = bartscore(directions=("f", "faithfulness"))
    row = metric.rows(Batch(RECORDS))[1]
    prepared = metric.prepare(RECORDS[1].references, RECORDS[1].sources)
    assert tuple(row) == metric.row(RECORDS[1].prediction, prepared)


def test_what_records_must_have():
    """Sources are needed for faithfulness alone, and references for the other directions."""
    assert bartscore().needs == ("sources",)
    assert bartscore(directions=("f",)).needs == ("references",)
    assert bartscore(directions=("recall", "faithfulness")).needs == ("references", "sources")


def test_the_signature_rebuilds_it():
    """A signature has the directions and the hash of the model."""
    metric = bartscore(directions=("f", "recall"))
    assert from_signature(metric.signature()) == metric


def test_texts_that_are_cut():
    """Sources, outputs and references beyond the model's length are cut and counted."""
    record = Instance(prediction="the cat", references=["a" * 100], sources=["the cat " * 50])
    for directions, texts in ((("faithfulness",), 2), (("f",), 2), (EVERY, 3)):
        metric = bartscore(directions=directions)
        watch = metric.watch()
        watch.add(Batch([record]))
        (notice,) = watch.notices()
        assert f"of {texts} texts after {tiny_seq2seq.POSITIONS} tokens" in notice
        assert np.isfinite(metric.rows(Batch([record]))).all()


@pytest.fixture
def other_weights(tmp_path):
    """A pickle with half of each weight of the tiny BART."""
    tiny_models.needed()
    import torch
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(str(tiny_seq2seq.build("bart")))
    path = tmp_path / "bart.pth"
    torch.save({name: value / 2 for name, value in model.state_dict().items()}, path)
    return path


def test_weights_of_a_file(other_weights):
    """A file of weights takes the place of the model's, which stay as they were."""
    batch = Batch(RECORDS)
    before = bartscore().rows(batch)
    metric = bartscore(weights=str(other_weights), pickles=True)
    assert (metric.rows(batch)[:, 0] != before[:, 0]).all()
    assert other_weights in metric.rests_on()
    assert from_signature(metric.signature()) == metric
    fresh()
    assert bartscore().rows(batch).tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"directions": ()}, "directions must list at least one direction"),
     ({"directions": ("f", "f")}, "each given once"),
     ({"weights_sha256": "0"}, "weights_sha256 is given without weights; add --weights FILE"),
     ({"weights": "bart.pth"}, "or give --pickles to read numbers only"),
     ({"weights": "bart.pth", "pickles": True}, "bart.pth: no such file of weights")],
)  # fmt: skip
def test_options_that_do_not_fit(options, sentence):
    """Options that contradict each other are refused."""
    with pytest.raises((UsageError, InputError), match=sentence):
        bartscore(**options)


def test_a_command(cli, tmp_path):
    """`evaluate bartscore` scores by sources, and says so if a record has none."""
    tiny_models.needed()
    lines = [{"prediction": r.prediction, "references": r.references, "sources": r.sources}
             for r in RECORDS]  # fmt: skip
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    (tmp_path / "b.jsonl").write_text('{"prediction": "a", "references": ["a"]}\n')
    model = ("--model", str(tiny_seq2seq.build("bart")))
    done = cli("evaluate", "bartscore", "a.jsonl", *model, "--format", "json")
    assert done.code == 0, done.err
    assert str(bartscore().rows(Batch(RECORDS))[:, 0].mean())[:6] in done.out
    done = cli("score", "bartscore", "a.jsonl", *model, "--directions", "f", "--jackknife")
    assert done.code == 0, done.err
    done = cli("evaluate", "bartscore", "b.jsonl", *model)
    assert done.code == 2
    assert "`sources`" in done.err
