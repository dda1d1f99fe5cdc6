"""Bodies of requests to OpenAI-compatible servers."""

import pytest

from sacreval.asking.openai_body import path_of, request_body
from sacreval.asking.requests import Message, request
from sacreval.errors import UsageError

CHAT = request(
    messages=(Message("system", "Be brief."), Message("user", "Hello")), params={"max_tokens": 3}
)
COMPLETION = request(kind="completion", prompt="Once")
LIKELIHOOD = request(kind="loglikelihood", prompt="a b", continuation=" c d")


def test_chat_body():
    """A chat's body has the model, the messages and the parameters, and nothing else."""
    assert path_of(CHAT) == "/chat/completions"
    assert request_body(CHAT, "m") == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello"},
        ],
        "max_tokens": 3,
    }


def test_completion_bodies():
    """A completion has its prompt; a log-likelihood echoes prompt and continuation."""
    assert path_of(COMPLETION) == path_of(LIKELIHOOD) == "/completions"
    assert request_body(COMPLETION, "m") == {"model": "m", "prompt": "Once"}
    found = request_body(LIKELIHOOD, "m")
    assert (found["prompt"], found["echo"], found["logprobs"]) == ("a b c d", True, 1)
    assert found["max_tokens"] == 1


@pytest.mark.parametrize("name", ["model", "messages", "prompt", "stream", "n", "echo"])
def test_parameters_that_would_change_what_is_asked(name):
    """A parameter that would replace the prompt, the model or the number of replies is refused."""
    with pytest.raises(UsageError, match=f"'{name}' is set by sacreval; remove it"):
        request_body(request(messages=CHAT.messages, params={name: 1}), "m")


def test_long_likelihood():
    """A log-likelihood generates at most one token."""
    asked = request(kind="loglikelihood", continuation="a", params={"max_tokens": 5})
    with pytest.raises(UsageError, match="is 0 or 1"):
        request_body(asked, "m")
    none = request(kind="loglikelihood", continuation="a", params={"max_tokens": 0})
    assert request_body(none, "m")["max_tokens"] == 0
