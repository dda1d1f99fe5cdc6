"""Log-probabilities of continuations, as different servers lay them out."""

import pytest

from sacreval.asking.openai_replies import reply_to
from sacreval.asking.requests import request

ASKED = request(kind="loglikelihood", prompt="a b", continuation=" c d")


def likelihood(tokens, logprobs, *, asked=ASKED, text=None, offsets=None):
    """Read the response that echoes these tokens."""
    found = {"tokens": tokens, "token_logprobs": logprobs, "text_offset": offsets}
    echoed = asked.prompt + asked.continuation if text is None else text
    return reply_to(asked, {"choices": [{"text": echoed, "logprobs": found}]})


@pytest.mark.parametrize(
    ("tokens", "logprobs", "offsets"),
    [
        (["a", " b", " c", " d"], [None, -1, -2, -3], [0, 1, 3, 5]),
        (["a", " b", " c", " d", " e"], [None, -1, -2, -3, -9], [0, 1, 3, 5, 7]),
        (["<s>", "a", " b", " c", " d", " e"], [None, -4, -1, -2, -3, -9], [0, 3, 4, 6, 8, 10]),
        (["<s>", "a", " b", " c", " d", " e"], [None, -4, -1, -2, -3, -9], None),
        (["a", " b", " c", " d", " e"], [None, -1, -2, -3, -9], None),
    ],
)
def test_sum_of_the_continuation(tokens, logprobs, offsets):
    """The tokens of the continuation alone count, with and without a mark of the beginning."""
    found = likelihood(tokens, logprobs, offsets=offsets, text="a b c d e")
    assert (found.logprob, found.n_tokens, found.error) == (-5.0, 2, None)
    assert found.text is None


def test_whole_text():
    """Without a prompt the first token, which has no log-probability, is left out."""
    asked = request(kind="loglikelihood", continuation="a b")
    assert likelihood(["a", " b"], [None, -1.5], asked=asked).logprob == -1.5
    found = likelihood(["<s>", "a", " b"], [None, -2, -1.5], asked=asked)
    assert (found.logprob, found.n_tokens) == (-3.5, 2)


@pytest.mark.parametrize(
    ("tokens", "logprobs", "text"),
    [([" e"], [-1.0], " e"), ([], [], ""), (["a", " b", " c", " d"], [None, -1, None, -3], None)],
)
def test_servers_without_echo(tokens, logprobs, text):
    """A server that does not give log-probabilities of the prompt is never summed."""
    found = likelihood(tokens, logprobs, text=text)
    assert (found.error.kind, found.logprob) == ("other", None)
    assert "gives no log-probabilities of the prompt" in found.error.message
    none = reply_to(ASKED, {"choices": [{"text": "a b c d"}]})
    assert none.error.kind == "other"


def test_token_over_the_border():
    """A token that is partly prompt has no part for the continuation alone."""
    found = likelihood(["a", " b c", " d"], [None, -1, -2])
    assert (found.error.kind, found.logprob) == ("other", None)
    assert "extends over the end of the prompt" in found.error.message
