"""Models behind servers: batches, equal texts, texts that are refused, and new runs."""

import numpy as np
import pytest

from sacreval.asking.embeddings.layouts import PAIRS, VECTORS
from sacreval.asking.embeddings.served import CHARACTERS, INPUTS, ServedModel, Source, _parts
from sacreval.errors import UsageError
from support.vector_server import LONG, PAIR, probabilities, vector

INFO = {"model_id": "org/nli", "model_sha": "c0ffee", "model_dtype": "float16"}


@pytest.fixture
def model(vector_server):
    """Give a model behind the test server."""
    return ServedModel(Source(vector_server.url, VECTORS["openai"], "m", ""))


@pytest.fixture
def classifier(vector_server):
    """Give a classifier of pairs behind the test server."""
    return ServedModel(Source(vector_server.url, PAIRS["tei"], "", ""))


def test_rows(model, vector_server):
    """Equal texts are sent once, in one request, and their vectors are kept."""
    for _ in range(2):
        found = model.rows([("a",), ("b",), ("a",)])
        np.testing.assert_array_equal(found, [vector("a"), vector("b"), vector("a")])
    assert [body["input"] for body in vector_server.bodies] == [["a", "b"]]
    assert (model.name, model.size) == ("tiny-served", 4)
    assert model.rows([]) == []


def test_a_refused_batch(model, vector_server):
    """The texts of a batch that is refused are sent one by one; a failed one is not sent again."""
    long = "x" * (LONG + 1)
    for _ in range(2):
        good, bad = model.rows([("a",), (long,)])
        np.testing.assert_array_equal(good, vector("a"))
        assert "must have less tokens" in bad
    asked = [body["input"] for body in vector_server.bodies]
    assert (asked[0], sorted(asked[1:])) == (["a", long], [["a"], [long]])
    model.forget()
    model.rows([(long,)])
    assert vector_server.texts[long] == 3


def test_half_a_character(model):
    """Half of a surrogate pair cannot be sent; its text fails alone."""
    good, bad = model.rows([("a",), ("\ud800",)])
    assert len(good) == 4
    assert "half a surrogate pair" in bad


def test_a_server_that_is_busy_for_long(model, vector_server, monkeypatch):
    """A server that fails for another reason than a text ends the run."""
    monkeypatch.setattr("sacreval.asking.embeddings.sending.TRIES", 1)
    vector_server.change = lambda _: 429
    with pytest.raises(UsageError, match="does not answer .* start the run again"):
        model.rows([("a",)])


def test_parts():
    """Batches have at most so many inputs and characters."""
    texts = [("a",)] * (INPUTS + 1) + [("b" * (CHARACTERS - 1), "b"), ("c",)]
    assert [len(part) for part in _parts(texts)] == [INPUTS, 1, 1, 1]
    assert [text for part in _parts(texts) for text in part] == texts


def test_pairs(classifier, vector_server):
    """Pairs are sent once each; no pair is taken for another one or for a text."""
    inputs = [("a", "b"), ("a b",), ("b", "a"), ("a', 'b",), ("a", "b"), ("", "ab")]
    for _ in range(2):
        found = classifier.rows(inputs)
    order = [classifier.labels.index(label) for label in vector_server.labels]
    expected = [probabilities(PAIR.join(one)) for one in inputs]
    np.testing.assert_allclose(np.array(found)[:, order], expected)
    assert set(vector_server.texts.values()) == {1}


def test_a_refused_pair(classifier, vector_server):
    """A pair that is too long is sent alone once more, and fails with the server's reason."""
    long = ("x" * LONG, "y")
    good, bad = classifier.rows([("a", "b"), long])
    assert len(good) == 3
    assert bad.startswith(classifier.address.host + " refuses the pair (")
    assert vector_server.texts[PAIR.join(long)] == 2


def test_the_model_is_asked_once(classifier, vector_server):
    """GET /info is asked once a run, and states the model where replies name none."""
    vector_server.info = INFO
    classifier.probe(("a", "a"))
    classifier.rows([("b",) * 2 for _ in range(50)])
    assert (classifier.name, vector_server.infos) == ("org/nli@c0ffee", 1)
    classifier.forget()
    classifier.rows([("b", "c")])
    assert (classifier.name, vector_server.infos) == ("org/nli@c0ffee", 2)


def test_replies_that_name_a_model(model, vector_server):
    """Where replies name the model, nothing further is asked."""
    vector_server.info = INFO
    model.probe(("a",))
    assert (model.name, vector_server.infos) == ("tiny-served", 0)


@pytest.mark.parametrize("info", [None, 401, 403, 302, 400, b"<html>", b"", {"model_id": "a" * 999},
                                  b"[" + b" " * 2**25 + b"]", {"id": "x"}, [INFO]])  # fmt: skip
def test_no_statement(classifier, vector_server, info):
    """A server without a usable /info has a model without a name, and is asked for it once."""
    vector_server.info = info
    for _ in range(2):
        classifier.rows([("a", "b")])
    classifier.rows([("c", "d")])
    assert (classifier.name, vector_server.infos) == ("unnamed", 1)


def test_a_busy_statement(classifier, vector_server, monkeypatch):
    """A server that is busy when its model is asked ends the run: the signature would differ."""
    monkeypatch.setattr("sacreval.asking.embeddings.served._INFO_TRIES", 1)
    vector_server.info = 429
    with pytest.raises(UsageError, match="does not answer for /info .* start the run again"):
        classifier.rows([("a", "b")])
