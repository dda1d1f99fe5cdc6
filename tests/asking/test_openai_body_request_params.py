"""Checks of the parameters of requests."""

import pytest

from sacreval.asking.openai_body import check_params
from sacreval.errors import UsageError


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"temperature": 0, "max_tokens": 1, "seed": 1, "top_p": 0.9, "stop": ["\n"]},
        {"top_a": 0.1, "chat_template_kwargs": {"enable_thinking": False}, "cache_prompt": True},
        {"temperature": 1.5, "logprobs": True, "top_logprobs": 5},
        {"temperature": 10**400},
    ],
)
def test_parameters_of_servers(params):
    """Parameters of OpenAI's API pass, and so do those that only some servers have."""
    check_params(params)


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"temprature": 0}, "no parameter 'temprature'; did you mean 'temperature'"),
        ({"max_token": 5}, "did you mean 'max_tokens'"),
        ({"Temperature": 0}, "did you mean 'temperature'"),
        ({"n": 3}, "'n' is set by sacreval; remove it, and give `repeats`"),
        ({"model": "m"}, "'model' is set by sacreval"),
        ({"max_tokens": -1}, "max_tokens is a whole number above 0"),
        ({"max_tokens": True}, "max_tokens is a whole number above 0"),
        ({"max_tokens": 1.5}, "max_tokens is a whole number above 0"),
        ({"temperature": -1}, "temperature is a number of 0 or above"),
        ({"temperature": "hot"}, "temperature is a number of 0 or above"),
        ({"temperature": float("nan")}, "a value that JSON does not have"),
    ],
)
def test_wrong_parameters(params, sentence):
    """What a server would ignore or misread is refused before anything is asked."""
    with pytest.raises(UsageError) as error:
        check_params(params)
    assert sentence in str(error.value)
