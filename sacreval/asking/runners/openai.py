"""Runner `openai:MODEL`: a server with OpenAI's HTTP API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.asking.runners._base import runners
from sacreval.asking.runners._http import HttpRunner

if TYPE_CHECKING:
    from sacreval.asking.http.api import Api


@runners.register("openai")
@dataclass(frozen=True)
class OpenAI(HttpRunner):
    """A model behind a server with OpenAI's HTTP API, such as vLLM, llama.cpp or OpenAI's own.

    Args:
        key_env: Environment variable with the key, which is sent to that host only; by default
            OPENAI_API_KEY for api.openai.com, and no key for others.
    """

    base_url: str = "https://api.openai.com/v1"

    @staticmethod
    def api() -> Api:
        """Return OpenAI's API."""
        from sacreval.asking.http.api import Api
        from sacreval.asking.openai_body import path_of, request_body
        from sacreval.asking.openai_replies import QUOTA, failure_of, reply_to

        return Api(
            key_variables={"api.openai.com": "OPENAI_API_KEY"},
            headers=lambda key: {"Authorization": f"Bearer {key}"} if key else {},
            path=path_of,
            body=request_body,
            reply=reply_to,
            failure=failure_of,
            quota=QUOTA,
        )
