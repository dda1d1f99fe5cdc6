"""The store computes each array once, and keeps what memory does not hold in a file."""

import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sacreval.models.store import Store


def number(i):
    """Return an array of 80 bytes."""
    return np.full((2, 5), float(i))


def ask(store, keys):
    """Ask for arrays by number, and return their first elements."""
    return [float(a[0, 0]) for a in store.get_all(keys, lambda m: [number(keys[i]) for i in m])]


def test_each_array_is_computed_once():
    """Repeated keys, in one call and in several, are computed once."""
    store = Store()
    assert ask(store, [3, 1, 3]) == [3, 1, 3]
    assert ask(store, [1, 2, 3]) == [1, 2, 3]
    assert store.computed == 3


def test_memory_is_bounded_and_the_file_holds_the_rest():
    """Beyond its memory arrays come back from the file, equal, and are not computed again."""
    store = Store(memory=200)
    keys = list(range(50))
    assert ask(store, keys) == keys
    assert ask(store, keys) == keys
    assert store.computed == 50
    assert sum(array.nbytes for array in store._held.values()) <= 200
    (array,) = store.get_all([7], lambda _: pytest.fail("it is computed again"))
    np.testing.assert_array_equal(array, number(7))


def test_what_fits_nowhere_is_computed_again():
    """Without a file, arrays beyond the memory are computed again, and are right."""
    store = Store(memory=200, file=0)
    assert ask(store, [1, 2, 3, 4]) == ask(store, [1, 2, 3, 4])
    assert store.computed == 6  # two of the four were held


def test_one_array_larger_than_the_memory():
    """An array that is larger than the memory is returned and held."""
    assert ask(Store(memory=10), [5, 5]) == [5, 5]


def test_a_full_disk(monkeypatch):
    """If the disk is full, arrays are computed again."""

    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    store = Store(memory=100)
    assert ask(store, [1, 2, 1, 2]) == ask(store, [1, 2, 1, 2])
    assert store.computed > 2


def test_threads_share_a_store():
    """Threads that ask for the same arrays compute each once."""
    store = Store()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: ask(store, list(range(20))), range(8)))
    assert found == [list(range(20))] * 8
    assert store.computed == 20
