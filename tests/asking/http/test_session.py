"""Threads of a client: every request has its reply, and an error ends them all."""

import pytest

from sacreval.asking.http.connection import Watch
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.session import Threads
from sacreval.errors import UsageError


class Nothing:
    """A connection to nothing."""

    def close(self):
        """Close it."""


def threads(ask, number=3):
    """Create threads that ask a function."""
    return Threads(number=number, connect=Nothing, ask=ask, gate=Gate(number), watch=Watch(5.0))


def test_replies():
    """Requests and replies may be of any type."""
    found = threads(lambda _, number: number * 2).replies(range(50))
    assert sorted(found) == list(range(0, 100, 2))


def test_errors():
    """The first error is raised, after the replies that came."""

    def ask(_, number):
        if number == 7:
            raise UsageError("seven")
        return number

    found = []
    with pytest.raises(UsageError, match="seven"):
        found.extend(threads(ask, 1).replies(range(50)))
    assert 7 not in found
