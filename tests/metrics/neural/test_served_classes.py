"""Classifiers of pairs behind a server: equal numbers, classes by name, and bad servers."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution import SERIAL, RowTask
from support import tiny_classifiers, tiny_models
from support.tiny_classifiers import NLI
from support.vector_server import LONG, PAIR, probabilities

SOURCES = ["The cat sat on the mat.", "Nothing is in common here."]
RECORDS = [Instance(prediction="A cat sat. Boys barked!", sources=SOURCES),
           Instance(prediction="the dog", sources=SOURCES[:1]),
           Instance(prediction="", sources=SOURCES[:1]),
           Instance(prediction="the dog", sources=SOURCES[:1])]  # fmt: skip
INFO = {"model_id": "org/nli", "model_sha": "c0ffee"}


@pytest.fixture
def server(vector_server):
    """Give a server whose classifier infers."""
    vector_server.labels = NLI
    return vector_server


def made(server, **options):
    """Create the metric that asks the server."""
    return metrics.get("nli-faithfulness")(server=server.url, **options)


def run(metric, records):
    """Return the rows of records, and the sentences on those that fail."""
    ((_, (done,)),) = SERIAL.run(RowTask((metric,)), [Batch(records)])
    return done.rows, done.failures


def entailed(source, sentence, place=2):
    """Return the probability of a class of a pair."""
    return probabilities(source + PAIR + sentence)[place]


def expected(place=2):
    """Return the scores of the records."""
    (first, second, _) = (r.prediction for r in RECORDS[:3])
    parts = [part + mark for part, mark in zip(first[:-1].split(". "), ".!", strict=True)]
    best = [max(entailed(source, part, place) for source in SOURCES) for part in parts]
    single = entailed(SOURCES[0], second, place)
    return [sum(best) / 2, single, 0.0, single]


def test_scores(server):
    """Scores are the server's probabilities as they are; each pair is sent once, as two texts."""
    rows, failures = run(made(server), RECORDS)
    assert not failures
    np.testing.assert_allclose(rows[:, 0], expected(), atol=1e-12)
    assert set(server.texts.values()) == {1}
    assert all(len(pair) == 2 for body in server.bodies for pair in body["inputs"])
    assert server.bodies[0]["inputs"] == [["a", "a"]]
    assert server.bodies[0]["truncate"] is server.bodies[0]["raw_scores"] is False


def test_numbered_classes(server):
    """Classes that the server numbers are named by --labels in their order."""
    server.labels = ("LABEL_0", "LABEL_1", "LABEL_2")
    found = made(server, labels=("ENTAILMENT", "neutral", "contradiction"))
    np.testing.assert_allclose(run(found, RECORDS)[0][:, 0], expected(0), atol=1e-12)
    with pytest.raises(UsageError, match="none of the labels LABEL_0, LABEL_1, LABEL_2 is entail"):
        made(server)


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [(("toxic", "a", "b"), {}, r"^127.0.0.1:\d+: none of the labels a, b, toxic is entailment"),
     (NLI, {"labels": ("entailment", "b")}, "are not the classes of"),
     (NLI, {"labels": ("entailment", "b", "c")}, "contradiction, entailment, neutral; name each"),
     (("LABEL_0", "LABEL_1", "LABEL_2"), {"labels": ("entailment", "b")}, "not the classes of"),
     (NLI, {"server_layout": "vllm"}, "`server_layout` cannot be 'vllm'"),
     (NLI, {"dtype": "float16"}, "--dtype has no effect with --server")],
)  # fmt: skip
def test_bad_classes(server, labels, options, message):
    """A server without entailment is refused before a record is read, and so are other labels."""
    server.labels = labels
    with pytest.raises(UsageError, match=message) as error:
        made(server, **options)
    assert len(str(error.value)) < 500
    assert set(server.texts) <= {"a" + PAIR + "a"}


@pytest.mark.parametrize(
    ("reply", "message"),
    [(lambda rows: rows[1:], "replies with 0 rows to 1 inputs"),
     (lambda rows: rows * 2, "replies with 2 rows to 1 inputs"),
     (lambda _: [[]], "without numbers|does not name its classes"),
     (lambda _: [{"label": "entailment", "score": 1.0}], "another form than expected"),
     (lambda _: 422, "does not answer for a pair of one letter")],
)  # fmt: skip
def test_bad_replies(server, reply, message):
    """Other numbers of rows, rows without classes, and refused pairs end the run."""
    server.change = reply
    with pytest.raises(UsageError, match=message) as error:
        made(server)
    assert len(str(error.value)) < 500


def test_long_pairs(server):
    """A pair that the server refuses as too long fails its record alone."""
    long = Instance(prediction="the dog", sources=["b" * (LONG + 1)])
    rows, failures = run(made(server), [*RECORDS, long])
    assert list(failures) == [4]
    assert "refuses the pair" in failures[4]
    np.testing.assert_allclose(rows[:4, 0], expected(), atol=1e-12)


def test_private(server):
    """No pair of a private record is sent."""
    secret = Instance(prediction="secret", sources=["hidden"], meta={"private": True})
    _, failures = run(made(server), [*RECORDS, secret])
    assert list(failures) == [4]
    assert "meta.private" in failures[4]
    assert not [text for text in server.texts if "secret" in text or "hidden" in text]


def test_the_signature_rebuilds_it(server):
    """The signature has classes and the model that /info states, and rebuilds it unasked."""
    server.info = INFO
    metric = made(server, over_claims="min")
    assert metric.served == "org/nli@c0ffee"
    before = len(server.bodies), server.infos
    again = from_signature(metric.signature())
    assert again == metric
    assert (len(server.bodies), server.infos) == before
    np.testing.assert_array_equal(run(again, RECORDS)[0], run(metric, RECORDS)[0])
    again._remote.forget()
    server.info = INFO | {"model_sha": "beef"}
    with pytest.raises(UsageError, match="runs org/nli@beef, and not org/nli@c0ffee as the sig"):
        run(again, RECORDS)


def test_two_metrics_of_a_server(server):
    """A classifier of texts and one of pairs at the same address do not mix their inputs."""
    pairs, texts = made(server), metrics.get("toxicity")(server=server.url)
    found, _ = run(pairs, RECORDS)
    single, _ = run(texts, RECORDS)
    np.testing.assert_allclose(found[:, 0], expected(), atol=1e-12)
    place = texts.labels.index("entailment")
    wanted = [probabilities(one.prediction)[2] for one in RECORDS]
    np.testing.assert_allclose(single[:, place], wanted, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"claims": "whole"}, {"over_claims": "min"}])
def test_a_classifier_on_this_machine(server, options):
    """A server that runs the same classifier gives the scores of this machine."""
    tiny_models.needed()
    folder = tiny_classifiers.build("bert", NLI)
    here = metrics.get("nli-faithfulness")(model=str(folder), documents="each", **options)

    def classified(text):
        pair = tuple(text.split(PAIR))
        return here.probabilities(here._classified([pair])[0].astype(float)).tolist()

    server.probabilities = classified
    there = made(server, **options)
    np.testing.assert_allclose(there.rows(Batch(RECORDS)), here.rows(Batch(RECORDS)), atol=1e-7)


def test_commands(cli, server, tmp_path, monkeypatch):
    """The command names host and model, asks for the model once, and counts refused records."""
    monkeypatch.chdir(tmp_path)
    server.info = INFO
    lines = [{"prediction": r.prediction, "sources": r.sources} for r in RECORDS]
    lines.append({"prediction": "a", "sources": ["b" * (LONG + 1)]})
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    words = ("evaluate", "nli-faithfulness", "a.jsonl", "--server", server.url)
    done = cli(*words, "--allow-errors", "-o", "r.json")
    assert done.code == 0, done.err
    host = server.url.removeprefix("http://")
    assert f"sends texts to {host}, whose model is org/nli@c0ffee" in done.err
    assert "refuses the pair" in done.err
    assert server.infos == 1
    assert cli(*words, "--force").code == 3
    refused = cli(*words, "--server-layout", "vllm")
    assert refused.code == 2
    assert "there is no 'vllm'; write one of auto, tei" in refused.err
