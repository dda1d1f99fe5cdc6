"""MetricX, UniEval and Prism: published inputs, questions and log-probabilities."""

import numpy as np
import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from support import first_steps, tiny_models, tiny_punkt, tiny_seq2seq

RECORDS = [
    Instance(prediction="the cat", references=["a cat", "the cat sat"], sources=["cat", "mat"]),
    Instance(prediction="", references=["boys", "", "four"], sources=["four boys"]),
]

INPUTS = {
    ("24", False): "source: {s} candidate: {c} reference: {r}",
    ("24", True): "source: {s} candidate: {c}",
    ("23", False): "candidate: {c} reference: {r}",
    ("23", True): "candidate: {c} source: {s}",
}

NEEDS = {
    ("24", False): ("references", "sources"),
    ("24", True): ("sources",),
    ("23", False): ("references",),
    ("23", True): ("sources",),
}


def metricx(kind="mt5", **options):
    """Create MetricX on the tiny mT5."""
    tiny_models.needed()
    return metrics.get("metricx")(model=str(tiny_seq2seq.build(kind)), **options)


def number(text):
    """Return the logit of <extra_id_10> without the end token, in 0 to 25, by transformers."""
    return float(np.clip(first_steps.logits("mt5", text, end=False)[250_089], 0, 25))


@pytest.mark.parametrize("how", INPUTS)
def test_published_inputs(how):
    """Numbers of each version are those of its input, by plain transformers, to 1e-5."""
    version, qe = how
    metric = metricx(version=version, qe=qe)
    assert metric.needs == NEEDS[how]
    for record, row in zip(RECORDS, metric.rows(Batch(RECORDS)), strict=True):
        scores = [
            number(INPUTS[how].format(s=" ".join(record.sources), c=record.prediction, r=reference))
            for reference in record.references
        ]
        assert 0 < min(scores) < 25
        assert row == pytest.approx((min(scores), 1), abs=1e-5)


def test_the_clamp(monkeypatch):
    """Logits below 0 are 0, and above 25 are 25."""
    metric = metricx(qe=True)
    monkeypatch.setattr(
        type(metric), "logits", lambda _, inputs, **__: np.array([[-3.0], [40.0]])[: len(inputs)]
    )
    assert metric.rows(Batch(RECORDS))[:, 0].tolist() == [0, 25]


def test_several_references():
    """The lowest number counts, and leaving a reference out is scoring shortened records."""
    metric = metricx()
    shortened = Batch([short for record in RECORDS for short in leave_out(metric, record)])
    left = metric.leave_one_out_rows(Batch(RECORDS))
    assert len({row[0] for row in left.tolist()}) > 2
    assert left.tobytes() == metric.rows(shortened).tobytes()
    assert direction(metric, "metricx") is False


def test_definition_and_signature():
    """The definition is the row; the signature states the most tokens of the version."""
    metric = metricx()
    prepared = metric.prepare(RECORDS[0].references, RECORDS[0].sources)
    assert metric.row("the cat", prepared) == tuple(metric.rows(Batch(RECORDS))[0])
    assert from_signature(metric.signature()) == metric
    assert "max_tokens:1536" in metric.signature()
    assert metricx(version="23").max_tokens == 1024


def test_a_model_that_is_no_mt5():
    """A model of another architecture is refused."""
    with pytest.raises(UsageError, match="metricx runs a model of type mt5, not t5"):
        metricx("t5")


def test_the_head_has_its_own_weights():
    """The head of an mT5 is not that of its embeddings, and its logits are not scaled."""
    tiny_models.needed()
    import torch
    from safetensors.torch import load_file

    metric = metricx(qe=True)
    (text,) = metric.inputs(RECORDS[0])
    folder = tiny_seq2seq.build("mt5")
    head = load_file(folder / "model.safetensors")["lm_head.weight"][250_089]
    words, model = first_steps._model("mt5")
    ids = torch.tensor([words(text)["input_ids"][:-1]])
    with torch.inference_mode():
        states = model(
            input_ids=ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long),
            output_hidden_states=True,
        ).decoder_hidden_states[-1]  # fmt: skip
    assert metric.rows(Batch(RECORDS))[0, 0] == pytest.approx(float(states[0, 0] @ head), abs=1e-5)


UNIEVAL_RECORDS = [
    Instance(
        prediction="the cat sat. it is here.",
        references=["a cat sat", "here it is", ""],
        sources=["the cat sat", "on the mat"],
    ),
    Instance(prediction="four boys", references=["a dog"], sources=["boys barked"]),
]


def unieval(**options):
    """Create UniEval on the tiny T5."""
    tiny_models.needed()
    options = {"sentences": "rule"} | options
    return metrics.get("unieval")(model=str(tiny_seq2seq.build("t5")), **options)


def yes(question):
    """Return P(Yes) / (P(Yes) + P(No)) of a question, by transformers alone."""
    first, second = (first_steps.first_token("t5", word) for word in ("Yes", "No"))
    return first_steps.share("t5", f"question: {question}", first, second)


def expected(record, sentences):
    """Return the four dimensions and their mean."""
    document = f" </s> document: {' '.join(record.sources)}"
    coherent = "Is this a coherent summary to the document? </s> summary: "
    consistent = "Is this claim consistent with the document? </s> claim: "
    fluent = "Is this a fluent paragraph? </s> paragraph: "
    relevant = "Is this summary relevant to the reference? </s> summary: "
    scores = (
        yes(f"{coherent}{record.prediction}{document}"),
        np.mean([yes(f"{consistent}{sentence}{document}") for sentence in sentences]),
        np.mean([yes(f"{fluent}{sentence}") for sentence in sentences]),
        max(yes(f"{relevant}{record.prediction} </s> reference: {x}") for x in record.references),
    )
    return (*scores, np.mean(scores), 1)


def test_questions():
    """Scores are those of the published inputs, by plain transformers, to 1e-5."""
    rows = unieval().rows(Batch(UNIEVAL_RECORDS))
    assert rows[0] == pytest.approx(
        expected(UNIEVAL_RECORDS[0], ["the cat sat.", "it is here."]), abs=1e-5
    )
    assert rows[1] == pytest.approx(expected(UNIEVAL_RECORDS[1], ["four boys"]), abs=1e-5)


def test_dimensions():
    """Only what the chosen dimensions read is needed, and the overall score is their mean."""
    whole = unieval().rows(Batch(UNIEVAL_RECORDS))
    fluency = unieval(dimensions=("fluency", "relevance"))
    assert fluency.needs == ("references",)
    assert fluency.outputs == ("unieval_fluency", "unieval_relevance", "unieval_overall")
    rows = fluency.rows(Batch(UNIEVAL_RECORDS))
    assert rows[:, :2].tobytes() == whole[:, 2:4].tobytes()
    np.testing.assert_allclose(rows[:, 2], rows[:, :2].mean(axis=1))
    assert unieval(dimensions=("fluency",)).needs == ()
    assert unieval(dimensions=("coherence",)).needs == ("sources",)
    with pytest.raises(UsageError, match="dimensions must list at least one dimension"):
        unieval(dimensions=())


def test_an_output_without_sentences():
    """An empty output scores 0 by sentence, and has a number by the other questions."""
    (row,) = unieval().rows(Batch([Instance(prediction=" ", references=["a"], sources=["a"])]))
    assert row[1] == row[2] == 0
    assert 0 < row[0] < 1
    assert 0 < row[3] < 1


def test_punkt(monkeypatch, tmp_path):
    """The default splits with punkt, which must be set up if a dimension is by sentence."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk_data"))
    assert unieval(sentences="punkt", dimensions=("coherence",)).needs == ("sources",)
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = unieval(sentences="punkt")
    assert english in metric.rests_on()
    record = Instance(prediction="mr. cat sat. it is", references=["a"], sources=["a"])
    (row,) = metric.rows(Batch([record]))
    assert row == pytest.approx(expected(record, ["mr. cat sat.", "it is"]), abs=1e-5)


def test_without_punkt(monkeypatch):
    """Without punkt the default is refused with the command that sets it up."""
    monkeypatch.setattr("sacreval.io.resources.find", lambda _: None)
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        unieval(sentences="punkt")


def test_jackknife_and_definition():
    """Leaving a reference out is scoring shortened records; the definition is the row."""
    metric = unieval()
    shortened = Batch(leave_out(metric, UNIEVAL_RECORDS[0]))
    left = metric.leave_one_out_rows(Batch(UNIEVAL_RECORDS[:1]))
    assert left.tobytes() == metric.rows(shortened).tobytes()
    assert len({row[3] for row in left.tolist()}) > 1
    prepared = metric.prepare(UNIEVAL_RECORDS[1].references, UNIEVAL_RECORDS[1].sources)
    assert metric.row("four boys", prepared) == tuple(metric.rows(Batch(UNIEVAL_RECORDS))[1])
    assert from_signature(metric.signature()) == metric


PRISM_RECORDS = [
    Instance(prediction="the cat", references=["a cat", "the cat sat", ""], sources=["a", "dog"]),
    Instance(prediction="", references=["four boys", "a"], sources=["the mat"]),
]


def prism(folder=None, **options):
    """Create Prism on the tiny BART, one of whose tokens is taken for a language."""
    tiny_models.needed()
    options = {"language": "<mask>"} | options
    return metrics.get("prism")(model=str(folder or tiny_seq2seq.build("bart")), **options)


@pytest.fixture(scope="module")
def plain():
    """A function to the log-probability of a text given another, by the tiny BART alone."""
    tiny_models.needed()
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModelForSeq2SeqLM

    folder = tiny_seq2seq.build("bart")
    model = AutoModelForSeq2SeqLM.from_pretrained(str(folder), dtype=torch.float32).eval()
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))
    language, end = 4, 2

    def score(source, target, before=()):
        first, second = (words.encode(x, add_special_tokens=False).ids for x in (source, target))
        labels = torch.tensor([[language, *second, end]])
        with torch.inference_mode():
            logits = model(torch.tensor([[*before, *first, end]]), labels=labels).logits[0]
        logs = logits.log_softmax(-1)[range(labels.shape[1]), labels[0]]
        return float(logs[1:].mean())

    return score


def test_against_references(plain):
    """Both directions are averaged; the best reference counts, or the mean of all."""
    for how, choose in (("best", max), ("mean", np.mean)):
        rows = prism(multi_reference=how).rows(Batch(PRISM_RECORDS))
        for r, row in zip(PRISM_RECORDS, rows, strict=True):
            both = [(plain(x, r.prediction) + plain(r.prediction, x)) / 2 for x in r.references]
            assert row == pytest.approx((choose(both), 1), abs=1e-5)


def test_against_sources(plain):
    """Against sources one direction counts, after the token of the source's language."""
    rows = prism(against="sources", source_language="<unk>").rows(Batch(PRISM_RECORDS))
    for r, row in zip(PRISM_RECORDS, rows, strict=True):
        assert row[0] == pytest.approx(plain(" ".join(r.sources), r.prediction, [3]), abs=1e-5)
    assert prism(against="sources").needs == ("sources",)


def test_jackknifing_is_scoring_shortened_records():
    """Rows without a reference are those of records that lack it."""
    for how in ("best", "mean"):
        metric = prism(multi_reference=how)
        batch = Batch(PRISM_RECORDS)
        shortened = Batch([short for record in batch for short in leave_out(metric, record)])
        assert metric.leave_one_out_rows(batch).tobytes() == metric.rows(shortened).tobytes()


def test_the_definition_and_the_signature():
    """Scores of one record by the definition are its row; the signature rebuilds the metric."""
    metric = prism()
    row = metric.rows(Batch(PRISM_RECORDS))[0]
    assert tuple(row) == metric.row(
        PRISM_RECORDS[0].prediction, metric.prepare(PRISM_RECORDS[0].references)
    )
    assert from_signature(metric.signature()) == metric


def test_texts_that_are_cut():
    """Texts are cut so that the tokens around them fit, and counted."""
    batch = Batch([Instance(prediction="a" * 200, references=["the cat"])])
    metric = prism()
    watch = metric.watch()
    watch.add(batch)
    assert "cuts 1 of 2 texts after 94 tokens" in watch.notices()[0]
    assert np.isfinite(metric.rows(batch)).all()


def test_languages_that_the_model_lacks(tmp_path):
    """The language must be named and be a token; a model without an end token is refused."""
    with pytest.raises(UsageError, match="needs the token of the language of outputs"):
        prism(language="")
    with pytest.raises(UsageError, match="'english' is no token of bart; give the token"):
        prism(language="english").rows(Batch(PRISM_RECORDS))
    folder = tiny_seq2seq.copied("bart", tmp_path)
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"eos_token_id": 2', '"eos_token_id": null'))
    with pytest.raises(InputError, match="no eos_token_id; add it"):
        prism(folder).rows(Batch(PRISM_RECORDS))
