"""Checks of the `params` of judge and prompt files: names that sacreval sets, and misspelt ones."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from math import inf
from typing import Any

import msgspec

from sacreval.asking.openai_body import OWN
from sacreval.errors import UsageError, shortened

# Of OpenAI, vLLM and llama.cpp. Servers take others too, so that only what is close to one of
# these is refused: a server ignores `temprature`, and samples.
_KNOWN = (
    "temperature", "top_p", "top_k", "min_p", "typical_p", "max_tokens", "max_completion_tokens",
    "min_tokens", "seed", "stop", "stop_token_ids", "presence_penalty", "frequency_penalty",
    "repetition_penalty", "repeat_penalty", "logprobs", "top_logprobs", "logit_bias",
    "response_format", "reasoning_effort", "n_predict", "n_probs", "grammar",
)  # fmt: skip
_CLOSE = 0.85  # similarity of a misspelling; `top_a` and `top_p` have 0.8
_REMEDIES = {"n": "remove it, and give `repeats` or `samples` for several replies"}


def check_params(params: Mapping[str, Any]) -> None:
    """Check the parameters of requests before any is made.

    Args:
        params: The parameters, by name.

    Raises:
        UsageError: If a name is set by sacreval or misspelt, or a value cannot be meant or is no
            JSON, such as a date or NaN.
    """
    for name, value in params.items():
        if msgspec.json.decode(msgspec.json.encode(value)) != value:
            raise UsageError(
                f"params: '{shortened(name)}' has a value that JSON does not have, such as a date, "
                "a set or NaN; correct it"
            )
        if name in OWN:
            remedy = _REMEDIES.get(name, "remove it")
            raise UsageError(f"params: '{name}' is set by sacreval; {remedy}")
        close = get_close_matches(name.casefold(), _KNOWN, n=1, cutoff=_CLOSE)
        if close and name not in _KNOWN:
            raise UsageError(
                f"params: there is no parameter '{shortened(name)}'; did you mean '{close[0]}'?"
            )
    for name in ("max_tokens", "max_completion_tokens"):
        if name in params and not _is_whole(params[name]):
            raise UsageError(f"params: {name} is a whole number above 0; correct it, or remove it")
    if "temperature" in params and not _is_temperature(params["temperature"]):
        raise UsageError("params: temperature is a number of 0 or above; correct it")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_temperature(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value < inf
