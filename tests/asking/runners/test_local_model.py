"""A model on this machine: where a reply ends, and what its tokens are."""

import pytest

from sacreval.asking.requests import Failure, request
from sacreval.asking.runners._local_model import USUAL, LocalModel, parameters
from sacreval.errors import InputError
from sacreval.models.causal import Sampling, generate
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq


@pytest.fixture
def model():
    """The tiny GPT-2."""
    tiny_models.needed()
    return LocalModel(checkpoint(str(tiny_seq2seq.build("gpt2"))), "float32", "cpu")


def test_the_token_that_ends_a_reply(model):
    """A reply ends before a token that the model or the tokenizer names as its end."""
    assert 0 in model._ends
    how = Sampling(5)
    ids = [s.token for s in generate(model._model, model._ids("a cat"), how, model._text).steps]
    model._ends = frozenset({ids[2]})
    asked = request(kind="completion", prompt="a cat", params={"max_tokens": 5})
    cut = model.reply(asked)(id="x")
    assert (cut.finish_reason, cut.usage.reply) == ("stop", ids.index(ids[2]))
    assert cut.text == model._text(ids[: ids.index(ids[2])])


def test_a_token_over_the_end_of_the_prompt(model):
    """A continuation that shares a token with the prompt has no log-likelihood of its own."""

    class Joining:
        """Joins the last letter of the prompt to what follows."""

        def __call__(self, text, **_):
            return {"input_ids": [1] if text == "a" else [2, 3]}

    model._words = Joining()
    failure = model.reply(request(kind="loglikelihood", prompt="a", continuation="b"))
    assert isinstance(failure, Failure)
    assert "extends over the end of the prompt" in failure.message


def test_memory(model, monkeypatch):
    """A prompt that the memory does not hold fails alone."""

    def full(*_):
        raise MemoryError

    monkeypatch.setattr("sacreval.asking.runners._local_model.generate", full)
    failure = model.reply(request(kind="completion", prompt="a"))
    assert failure.kind == "context"


def test_no_tokenizer(tmp_path):
    """A model without a tokenizer is refused."""
    tiny_models.needed()
    folder = tiny_seq2seq.copied("gpt2", tmp_path)
    (folder / "tokenizer.json").write_text("{")
    with pytest.raises(InputError, match="no tokenizer that can be read"):
        LocalModel(checkpoint(str(folder)), "float32", "cpu")


def read(**params):
    return parameters(request(kind="completion", prompt="a", params=params))


def test_defaults():
    """Without parameters a reply is greedy, and has at most 512 tokens."""
    sampling = read()
    assert (sampling.temperature, sampling.most(), sampling.stops()) == (0.0, USUAL, ())
    assert not sampling.asks_logprobs()


def test_names():
    """Both names of the number of tokens, one stop text or several, and both kinds of logprobs."""
    assert read(max_tokens=3).most() == read(max_completion_tokens=3).most() == 3
    assert read(stop="a").stops() == read(stop=["a", ""]).stops() == ("a",)
    assert (read(logprobs=True, top_logprobs=4).top(), read(logprobs=5).top()) == (4, 5)
    assert (read(logprobs=False, top_logprobs=4).top(), read(top_logprobs=4).top()) == (0, 0)
    assert read(logprobs=0).asks_logprobs()


@pytest.mark.parametrize(
    "params", [{"n": 2}, {"temperature": -1}, {"top_p": 2}, {"max_tokens": "3"}, {"stop": 4}]
)
def test_refused(params):
    """Unknown parameters and wrong values are refused, and named."""
    failure = read(**params)
    assert isinstance(failure, Failure)
    assert failure.kind == "refused"
    assert next(iter(params)) in failure.message
