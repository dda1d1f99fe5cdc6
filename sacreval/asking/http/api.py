"""The API of servers: what differs in keys, requests, replies and failures; the rest is HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from sacreval.asking.http.gate import requested_wait
from sacreval.asking.requests import Failure, Reply, Request


class Api(Struct, frozen=True, kw_only=True):
    """How servers of one API are asked.

    Args:
        key_variables: Host to the environment variable with its key, where none is named.
        headers: Returns the headers that carry a key and whatever else the API requires; the key
            is "" where there is none.
        path: Returns where a request is sent, below the address of the server.
        body: Returns the JSON body of a request to the model of that name; it raises UsageError for
            a kind of request or a parameter that the API lacks.
        reply: Returns the reply to a request in the body of a response of status 200: its text,
            finish reason, log-probabilities and usage, or an `error`. One of the kind `server` is
            tried again; a content filter is `filtered`.
        failure: Returns why a request failed, from the status and the body of a response.
        quota: What the body of a 429 says of an account without money, which no waiting helps.
        wait: Returns the seconds that the headers of a 429 or 503 request, or None.
    """

    key_variables: Mapping[str, str]
    headers: Callable[[str], Mapping[str, str]]
    path: Callable[[Request], str]
    body: Callable[[Request, str], Mapping[str, Any]]
    reply: Callable[[Request, bytes], Reply]
    failure: Callable[[int, bytes], Failure]
    quota: bytes
    wait: Callable[[Mapping[str, str]], float | None] = requested_wait
