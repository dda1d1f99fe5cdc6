"""Time limits of whole replies."""

import socket
import time

import pytest

from sacreval.asking.http.connection import Watch


def test_passed():
    """When the time is over, a read that waits returns."""
    watch = Watch(0.1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        assert ours.recv(1) == b""
        assert limit.passed
    watch.stop()


@pytest.mark.long
def test_ended():
    """A request that is over is left alone."""
    watch = Watch(0.05)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        watch.end(limit)
        time.sleep(0.15)
        theirs.send(b"x")
        assert ours.recv(1) == b"x"
        assert not limit.passed
    watch.stop()


def test_stopped():
    """Stopping ends what is under way, and what begins afterwards."""
    watch = Watch(60.0)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        watch.stop()
        assert ours.recv(1) == b""
    assert limit.passed
    assert watch.begin().passed
