"""Parameters of requests have OpenAI's names, and others are refused."""

import pytest

from sacreval.asking.requests import Failure, request
from sacreval.asking.runners._local_model import USUAL, parameters


def read(**params):
    return parameters(request(kind="completion", prompt="a", params=params))


def test_defaults():
    """Without parameters a reply is greedy, and has at most 512 tokens."""
    found = read()
    assert (found.temperature, found.most(), found.stops()) == (0.0, USUAL, ())
    assert not found.asks_logprobs()


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
    found = read(**params)
    assert isinstance(found, Failure)
    assert found.kind == "refused"
    assert next(iter(params)) in found.message
