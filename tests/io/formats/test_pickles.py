"""Pickles are read as plain data, and none of their code is run."""

import pickle
from pathlib import PurePosixPath

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.io.formats import pickles


def write(path, value, protocol=2):
    path.write_bytes(pickle.dumps(value, protocol=protocol))
    return str(path)


@pytest.mark.parametrize("protocol", range(6))
def test_plain_data(tmp_path, protocol):
    """Dicts, lists, tuples, sets, texts and numbers of every protocol are read."""
    value = {"a": [1, 2.5, None, True], ("b",): "é", "c": [{1, "d"}, frozenset({2}), set()]}
    assert pickles.load(write(tmp_path / "a.pkl", value, protocol)) == value


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "i4", "i2", "i1", "?", ">f8"])
def test_numpy_scalars(tmp_path, kind):
    """They become Python numbers where the caller allows them, and are refused elsewhere."""
    path = write(tmp_path / "a.pkl", [np.dtype(kind).type(1).astype(kind)])
    (found,) = pickles.load(path, numpy_scalars=True)
    assert found == 1
    assert type(found) in {int, float, bool}
    with pytest.raises(InputError, match="a.pkl"):
        pickles.load(path)


class Harm:
    """Would create a file."""

    def __reduce__(self):
        return open, ("harm", "w")


@pytest.mark.parametrize("value", [Harm(), PurePosixPath("a"), len], ids=["call", "class", "name"])
def test_code_is_refused(tmp_path, monkeypatch, value):
    """A pickle that names anything else is refused before it runs."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="a.pkl: this pickle"):
        pickles.load(write(tmp_path / "a.pkl", value), numpy_scalars=True)
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize("data", [b"", b"no pickle", pickle.dumps([1, 2])[:-3]])
def test_damaged(tmp_path, data):
    """Other bytes are an error in one sentence."""
    (tmp_path / "a.pkl").write_bytes(data)
    with pytest.raises(InputError, match="a.pkl"):
        pickles.load(str(tmp_path / "a.pkl"))


class Evil:
    """What an attacker would put into a pickle."""

    def __reduce__(self) -> object:
        """Run a command when read."""
        import os

        return os.system, ("touch /tmp/evil",)


def test_pickles_run_nothing(tmp_path):
    """A pickle that wants to run something is refused by the name of what it wants."""
    (tmp_path / "evil.pkl").write_bytes(pickle.dumps({"a": Evil()}))
    with pytest.raises(InputError, match=r"would run (posix|nt)\.system"):
        pickles.load(str(tmp_path / "evil.pkl"))


def test_pickles_of_primitives(tmp_path):
    """Dicts, lists, texts and numbers come as they are."""
    data = {"a": [1, 2.5, None, True, "x"], 3: {"b": ("c",)}}
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(data))
    assert pickles.load(str(tmp_path / "x.pkl")) == data


@pytest.mark.parametrize("module", [b"numpy.core.multiarray", b"numpy._core.multiarray"])
def test_numpy_scalars_where_stated(tmp_path, module):
    """Numpy's scalars become numbers, under its old and its new name, and only where allowed."""
    import numpy as np

    data = pickle.dumps({"f": np.float64(0.25), "i": np.int64(7), "s": np.float32(1.5)}, protocol=2)
    data = data.replace(b"numpy._core.multiarray", module).replace(b"numpy.core.multiarray", module)
    (tmp_path / "x.pkl").write_bytes(data)
    found = pickles.load(str(tmp_path / "x.pkl"), numpy_scalars=True)
    assert found == {"f": 0.25, "i": 7, "s": 1.5}
    assert {type(value) for value in found.values()} == {float, int}
    with pytest.raises(InputError, match=r"multiarray\.scalar"):
        pickles.load(str(tmp_path / "x.pkl"))


def test_damaged_pickles(tmp_path):
    """A truncated pickle is called unreadable."""
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(list(range(1000)))[:-50])
    with pytest.raises(InputError, match="not a readable pickle"):
        pickles.load(str(tmp_path / "x.pkl"))
