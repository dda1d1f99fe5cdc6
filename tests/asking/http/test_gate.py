"""The gate: one 429 holds all connections back."""

from threading import Thread

import pytest

from sacreval.asking.http.gate import MORE_AFTER, Gate, StoppedError


def test_closed_for_all():
    """While it is closed nobody passes; afterwards they do."""
    gate = Gate(4)
    begun = gate.enter()
    gate.limited(begun, 0.2)
    gate.leave()
    assert gate.enter() - begun > 0.15


def test_the_longest_wait_counts():
    """A shorter wait does not open a gate that is closed for longer."""
    gate = Gate(1)
    begun = gate.enter()
    gate.limited(begun, 0.2)
    gate.limited(begun, 0.0)
    gate.leave()
    assert gate.enter() - begun > 0.15


def test_halved_once_for_requests_that_were_under_way_together():
    """Requests that were sent together halve the connections once; a later one does again."""
    gate = Gate(64)
    begun = [gate.enter() for _ in range(64)]
    for one in begun:
        gate.limited(one, 0.0)
        gate.leave()
    assert gate.limit == 32
    gate.limited(gate.enter(), 0.0)
    assert gate.limit == 16


def test_never_none():
    """One connection is left."""
    gate = Gate(3)
    for _ in range(5):
        gate.limited(gate.enter(), 0.0)
        gate.leave()
    assert gate.limit == 1


def test_one_more_after_successes():
    """After 50 successes there is one more connection, up to all."""
    gate = Gate(2)
    gate.limited(gate.enter(), 0.0)
    gate.leave()
    for _ in range(MORE_AFTER - 1):
        gate.succeeded()
    assert gate.limit == 1
    for _ in range(MORE_AFTER * 5):
        gate.succeeded()
    assert gate.limit == 2


def test_stopped():
    """Stopping ends all waits: of the gate, of a full one, and of single requests."""
    gate = Gate(1)
    gate.limited(gate.enter(), 60.0)
    ended = []

    def wait(what):
        try:
            what()
        except StoppedError:
            ended.append(what)

    threads = [Thread(target=wait, args=(one,)) for one in (gate.enter, lambda: gate.pause(60.0))]
    for thread in threads:
        thread.start()
    gate.stop()
    for thread in threads:
        thread.join(5)
    assert len(ended) == 2
    with pytest.raises(StoppedError):
        gate.enter()
