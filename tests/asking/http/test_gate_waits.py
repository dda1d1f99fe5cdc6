"""How long a client waits before it sends a request again."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from urllib3 import HTTPHeaderDict

from sacreval.asking.http.gate import backoff, requested_wait


@pytest.mark.parametrize(("attempt", "bound"), [(1, 0.5), (2, 1), (3, 2), (8, 60), (500, 60)])
def test_backoff(attempt, bound):
    """Waits are spread from 0 to a bound, which doubles from 0.5 s to 60 s."""
    waits = [backoff(attempt) for _ in range(500)]
    assert 0 <= min(waits) < bound / 10
    assert bound * 0.9 < max(waits) <= bound


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"Retry-After-Ms": "250", "Retry-After": "7"}, 0.25),
        ({"Retry-After-Ms": "soon", "Retry-After": "7"}, 7),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "Wed, 99 Nov 2026 03:00:00 GMT"}, None),
        ({}, None),
    ],
)
def test_requested(headers, seconds):
    """The header of milliseconds comes before that of seconds; what is neither is ignored."""
    assert requested_wait(HTTPHeaderDict(headers)) == seconds


@pytest.mark.parametrize(("ahead", "least", "most"), [(90, 80, 90), (-90, 0, 0)])
def test_date(ahead, least, most):
    """A date is a wait until then, or none if it has passed."""
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=ahead), usegmt=True)
    assert least <= requested_wait(HTTPHeaderDict({"Retry-After": then})) <= most
