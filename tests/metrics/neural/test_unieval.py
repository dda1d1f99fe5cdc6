"""UniEval asks the published questions, and averages sentences."""

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from support import first_steps, tiny_models, tiny_punkt, tiny_seq2seq

RECORDS = [
    Instance(
        prediction="the cat sat. it is here.",
        references=["a cat sat", "here it is", ""],
        sources=["the cat sat", "on the mat"],
    ),
    Instance(prediction="four boys", references=["a dog"], sources=["boys barked"]),
]


def made(**options):
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
    rows = made().rows(Batch(RECORDS))
    assert rows[0] == pytest.approx(expected(RECORDS[0], ["the cat sat.", "it is here."]), abs=1e-5)
    assert rows[1] == pytest.approx(expected(RECORDS[1], ["four boys"]), abs=1e-5)


def test_dimensions():
    """Only what the chosen dimensions read is needed, and the overall score is their mean."""
    whole = made().rows(Batch(RECORDS))
    fluency = made(dimensions=("fluency", "relevance"))
    assert fluency.needs == ("references",)
    assert fluency.outputs == ("unieval_fluency", "unieval_relevance", "unieval_overall")
    rows = fluency.rows(Batch(RECORDS))
    assert rows[:, :2].tobytes() == whole[:, 2:4].tobytes()
    np.testing.assert_allclose(rows[:, 2], rows[:, :2].mean(axis=1))
    assert made(dimensions=("fluency",)).needs == ()
    assert made(dimensions=("coherence",)).needs == ("sources",)
    with pytest.raises(UsageError, match="dimensions must list at least one dimension"):
        made(dimensions=())


def test_an_output_without_sentences():
    """An empty output scores 0 by sentence, and has a number by the other questions."""
    (row,) = made().rows(Batch([Instance(prediction=" ", references=["a"], sources=["a"])]))
    assert row[1] == row[2] == 0
    assert 0 < row[0] < 1
    assert 0 < row[3] < 1


def test_punkt(monkeypatch, tmp_path):
    """The default splits with punkt, which must be set up if a dimension is by sentence."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk_data"))
    assert made(sentences="punkt", dimensions=("coherence",)).needs == ("sources",)
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = made(sentences="punkt")
    assert english in metric.rests_on()
    record = Instance(prediction="mr. cat sat. it is", references=["a"], sources=["a"])
    (row,) = metric.rows(Batch([record]))
    assert row == pytest.approx(expected(record, ["mr. cat sat.", "it is"]), abs=1e-5)


def test_without_punkt(monkeypatch):
    """Without punkt the default is refused with the command that sets it up."""
    monkeypatch.setattr("sacreval.io.resources.find", lambda _: None)
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        made(sentences="punkt")


def test_jackknife_and_definition():
    """Leaving a reference out is scoring shortened records; the definition is the row."""
    metric = made()
    shortened = Batch(leave_out(metric, RECORDS[0]))
    left = metric.leave_one_out_rows(Batch(RECORDS[:1]))
    assert left.tobytes() == metric.rows(shortened).tobytes()
    assert len({row[3] for row in left.tolist()}) > 1
    prepared = metric.prepare(RECORDS[1].references, RECORDS[1].sources)
    assert metric.row("four boys", prepared) == tuple(metric.rows(Batch(RECORDS))[1])
    assert from_signature(metric.signature()) == metric
