"""The runner with llama.cpp's server."""

import json
import warnings

import pytest

from sacreval.asking.requests import Message, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import UsageError
from support.chats import chats

pytestmark = pytest.mark.usefixtures("short_waits")


@pytest.mark.long
def test_a_real_server(tiny_server):
    """llama.cpp's server answers chats and completions; no notice, since the model is right."""
    asked = [
        *chats(5, max_tokens=4, temperature=0, seed=1),
        request(kind="completion", prompt="Once", params={"max_tokens": 5}),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
        replies = {reply.id: reply for reply in runner.replies(asked)}
    assert [replies[one.id].usage.reply for one in asked] == [4, 4, 4, 4, 4, 5]
    assert {reply.finish_reason for reply in replies.values()} == {"length"}


def test_a_real_server_with_schema(tiny_server):
    """A JSON schema is obeyed, so that a verdict can be read from noise."""
    schema = {
        "type": "object",
        "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 5}},
        "required": ["score"],
        "additionalProperties": False,
    }
    shape = {"type": "json_schema", "json_schema": {"name": "verdict", "schema": schema}}
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(chats(1, response_format=shape, max_tokens=400, seed=3))
    assert json.loads(reply.text)["score"] in range(1, 6)


def test_a_real_server_with_log_probabilities(tiny_server):
    """Log-probabilities come with each token of the reply, the most probable first."""
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(chats(1, logprobs=True, top_logprobs=5, max_tokens=3, seed=1))
    assert 1 <= len(reply.logprobs) <= 3  # bytes of one character come as one token
    assert all(one.logprob < 0 and one.top for one in reply.logprobs)


def test_a_real_server_and_too_long_a_prompt(tiny_server):
    """A prompt that is longer than the model's context fails as such, and is not sent again."""
    asked = [request(messages=(Message("user", "long " * tiny_server.context),))]
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(asked)
    assert (reply.error.kind, reply.attempts) == ("context", 1)


def test_a_real_server_without_log_probabilities_of_prompts(tiny_server):
    """llama.cpp ignores `echo`, which the probe finds before anything is asked."""
    asked = [request(kind="loglikelihood", prompt="a", continuation=" b")]
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    with pytest.raises(UsageError, match="does not return log-probabilities"):
        list(runner.replies(asked))
