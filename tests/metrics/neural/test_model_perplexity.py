"""Perplexity of outputs is the formula's, in one piece or in windows."""

import numpy as np
import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, RecordError, UsageError
from sacreval.execution.worker import rows_of
from sacreval.metrics.neural.model_perplexity import Window, windows
from support import tiny_models, tiny_seq2seq
from support.program import write_jsonl

TEXTS = ["the cat sat on the mat", "a dog", "Погода 猫!"]
LONG = "the cat sat " * 20
START = 0


def perplexity(folder=None, **options):
    """Create the metric on the tiny GPT-2."""
    tiny_models.needed()
    model = str(folder or tiny_seq2seq.build("gpt2"))
    return metrics.get("model-perplexity")(model=model, **options)


def batch(*texts):
    """Return a batch of outputs."""
    return Batch([Instance(prediction=text) for text in texts])


@pytest.fixture(scope="module")
def plain():
    """A function to the negative log-probabilities of a text, by the tiny GPT-2 alone."""
    tiny_models.needed()
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModelForCausalLM

    folder = tiny_seq2seq.build("gpt2")
    model = AutoModelForCausalLM.from_pretrained(str(folder), dtype=torch.float32).eval()
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def losses(text, start=True):
        ids = torch.tensor([[START] * start + words.encode(text).ids])
        with torch.inference_mode():
            logits = model(ids).logits[0, :-1]
        return torch.nn.functional.cross_entropy(logits, ids[0, 1:], reduction="none").numpy()

    return losses


@pytest.mark.parametrize("start", [True, False])
def test_the_corpus(plain, start):
    """Losses and tokens of all outputs are added up before they are divided."""
    metric = perplexity(start_token=start)
    rows = metric.rows(batch(*TEXTS))
    losses = [plain(text, start) for text in TEXTS]
    each = metric.reduce(rows)["model_perplexity_per_token"]
    np.testing.assert_allclose(each, [np.exp(loss.mean()) for loss in losses], rtol=1e-5)
    whole = metric.reduce(rows.sum(axis=0))["model_perplexity_per_token"]
    assert whole == pytest.approx(np.exp(np.concatenate(losses).mean()), rel=1e-5)


@pytest.mark.parametrize("start", [True, False])
def test_the_mean_of_texts(plain, start):
    """With --average texts a system's score is the mean of its outputs' perplexities."""
    metric = perplexity(average="texts", start_token=start)
    whole = metric.reduce(metric.rows(batch(*TEXTS)).sum(axis=0))
    expected = np.mean([np.exp(plain(text, start).mean()) for text in TEXTS])
    assert whole["model_perplexity_per_token"] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("average", ["corpus", "texts"])
def test_words_and_bytes(plain, average):
    """Losses are divided by words, or by bytes of UTF-8, which also give bits."""
    metric = perplexity(per=("word", "byte", "token"), average=average)
    scores = metric.reduce(metric.rows(batch(TEXTS[2])).sum(axis=0))
    loss = float(plain(TEXTS[2]).sum())
    assert scores["model_perplexity_per_word"] == pytest.approx(np.exp(loss / 2), rel=1e-5)
    assert scores["model_perplexity_per_byte"] == pytest.approx(np.exp(loss / 17), rel=1e-5)
    assert scores["model_bits_per_byte"] == pytest.approx(loss / 17 / np.log(2), rel=1e-5)
    assert tuple(scores) == metric.outputs


def test_windows():
    """Windows advance by the stride, and each token after the first is scored once."""
    assert list(windows(5, 8, 3)) == [Window(0, 5, 0)]
    assert list(windows(9, 5, 3)) == [Window(0, 5, 0), Window(3, 8, 1), Window(6, 9, 1)]
    for length in range(1, 20):
        scored = [i for w in windows(length, 6, 2) for i in range(w.first + 1 + w.known, w.end)]
        assert scored == list(range(1, length))
    assert list(windows(7, 0, 0)) == [Window(0, 7, 0)]
    assert list(windows(0, 4, 2)) == []


def test_long_outputs(plain):
    """A long output is cut and told, or scored in windows of any size."""
    cut = perplexity(max_tokens=20)
    watch = cut.watch()
    watch.add(batch(LONG))
    assert "model-perplexity cuts 1 of 1 texts after 19 tokens" in watch.notices()[0]
    (row,) = cut.rows(batch(LONG))
    assert row == pytest.approx((-plain(LONG[:19]).sum(), 19), rel=1e-5)
    windowed = perplexity(max_tokens=20, stride=7)
    assert windowed.watch().notices() == []
    (row,) = windowed.rows(batch(LONG))
    assert row[1] == len(LONG)
    context = LONG[6:13]  # after the start token and 19 letters, 7 advance
    second = plain(LONG[6:26], start=False)[-7:].sum()
    assert context
    first = plain(LONG[:19]).sum()
    (both,) = windowed.rows(batch(LONG[:26]))
    assert both == pytest.approx((-(first + second), 26), rel=1e-5)


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [({}, "", "no token to score; check it"),
     ({"start_token": False}, "", "no token to score; check it"),
     ({"start_token": False}, "a", "only token of the output is not scored; add --start-token"),
     ({"per": ("word",)}, "  ", "no word; check it, or drop --per word")],
)  # fmt: skip
def test_outputs_without_a_score(options, text, reason):
    """An output without a token or word to score is counted, and the others have their rows."""
    metric = perplexity(**options)
    with pytest.raises(RecordError, match=reason):
        metric.rows(batch(text))
    rows, failures = rows_of(metric, batch(TEXTS[0], text, TEXTS[2], text))
    assert {i: reason in why for i, why in failures.items()} == {1: True, 3: True}
    np.testing.assert_array_equal(rows[[0, 2]], metric.rows(batch(TEXTS[0], TEXTS[2])))


@pytest.mark.parametrize(("words", "code"), [((), 3), (("--allow-errors",), 0)])
def test_a_run_with_an_empty_output(cli, tmp_path, words, code):
    """A run names the empty output and scores the others; it exits with 3 or, if allowed, 0."""
    tiny_models.needed()
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a dog"}, {"prediction": ""}])
    model = tiny_seq2seq.build("gpt2")
    done = cli("evaluate", "model-perplexity", "a.jsonl", "--model", model, *words)
    assert done.code == code, done.err
    assert "a.jsonl:2: the output has no token to score; check it" in done.err
    assert "missing, and not scored: a 1 of 2 (1 unscored)" in done.out


def test_outputs_that_are_cut():
    """Words of a cut output cannot be counted, which an option mends for all records."""
    fault = perplexity(per=("word",), max_tokens=20).fault(Instance(prediction=LONG))
    assert fault == "the output is cut, so that its words cannot be counted; add --stride N"
    assert perplexity(max_tokens=20).fault(Instance(prediction=LONG)) is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"per": ()}, "per must list at least one unit"),
     ({"per": ("word",), "start_token": False}, "no word is whole; add --start-token"),
     ({"max_tokens": 1}, "max_tokens must be 2 to 96"), ({"max_tokens": 97}, "must be 2 to 96"),
     ({"stride": 96}, "stride must be 1 to 95, less than a window"), ({"stride": -1}, "1 to 95")],
)  # fmt: skip
def test_options_that_do_not_fit(options, sentence):
    """Options beyond the model, or that contradict each other, are refused."""
    with pytest.raises(UsageError, match=sentence):
        perplexity(**options)


def test_a_model_without_a_start_token(tmp_path):
    """A model without a start token is refused, unless none is asked for."""
    tiny_models.needed()
    folder = tiny_seq2seq.copied("gpt2", tmp_path)
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"bos_token_id": 0', '"bos_token_id": null'))
    with pytest.raises(InputError, match="no bos_token_id; give --no-start-token"):
        perplexity(folder).rows(batch("a"))
    assert len(perplexity(folder, start_token=False).rows(batch("the cat"))) == 1


def test_definition_and_signature():
    """The definition is the row; the signature rebuilds the metric; lower is better."""
    metric = perplexity(per=("token", "byte"))
    assert metric.row(TEXTS[0], metric.prepare()) == tuple(metric.rows(batch(*TEXTS))[0])
    scores = metric.reduce(metric.rows(batch(TEXTS[0]))[0])
    assert metric.scores(TEXTS[0], ()) == pytest.approx(tuple(scores.values()))
    assert from_signature(metric.signature()) == metric
    assert direction(metric, "model_perplexity_per_token") is False
