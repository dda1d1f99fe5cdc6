"""Models behind servers: batches, equal texts, texts that are refused, and new runs."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.models.remote.layouts import VECTORS
from sacreval.models.remote.served import CHARACTERS, TEXTS, ServedModel, Source, _parts
from support.vector_server import LONG, vector


@pytest.fixture
def model(vector_server):
    """Give a model behind the test server."""
    return ServedModel(Source(vector_server.url, VECTORS["openai"], "m", ""))


def test_rows(model, vector_server):
    """Equal texts are sent once, in one request, and their vectors are kept."""
    for _ in range(2):
        found = model.rows(["a", "b", "a"])
        np.testing.assert_array_equal(found, [vector("a"), vector("b"), vector("a")])
    assert [body["input"] for body in vector_server.bodies] == [["a", "b"]]
    assert (model.name, model.size) == ("tiny-served", 4)
    assert model.rows([]) == []


def test_a_refused_batch(model, vector_server):
    """The texts of a batch that is refused are sent one by one; a failed one is not sent again."""
    long = "x" * (LONG + 1)
    for _ in range(2):
        good, bad = model.rows(["a", long])
        np.testing.assert_array_equal(good, vector("a"))
        assert "must have less tokens" in bad
    asked = [body["input"] for body in vector_server.bodies]
    assert (asked[0], sorted(asked[1:])) == (["a", long], [["a"], [long]])
    model.forget()
    model.rows([long])
    assert vector_server.texts[long] == 3


def test_half_a_character(model):
    """Half of a surrogate pair cannot be sent; its text fails alone."""
    good, bad = model.rows(["a", "\ud800"])
    assert len(good) == 4
    assert "half a surrogate pair" in bad


def test_a_server_that_is_busy_for_long(model, vector_server, monkeypatch):
    """A server that fails for another reason than a text ends the run."""
    monkeypatch.setattr("sacreval.models.remote.sending.TRIES", 1)
    vector_server.change = lambda _: 429
    with pytest.raises(UsageError, match="does not answer .* start the run again"):
        model.rows(["a"])


def test_parts():
    """Batches have at most so many texts and characters."""
    texts = ["a"] * (TEXTS + 1) + ["b" * CHARACTERS, "c"]
    assert [len(part) for part in _parts(texts)] == [TEXTS, 1, 1, 1]
    assert [text for part in _parts(texts) for text in part] == texts
