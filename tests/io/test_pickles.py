"""Pickles are read as plain data, and none of their code is run."""

import pickle
from pathlib import PurePosixPath

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.io import pickles


def write(path, value, protocol=2):
    path.write_bytes(pickle.dumps(value, protocol=protocol))
    return str(path)


@pytest.mark.parametrize("protocol", range(6))
def test_plain_data(tmp_path, protocol):
    """Dicts, lists, tuples, texts and numbers of every protocol are read."""
    value = {"a": [1, 2.5, None, True], ("b",): "é"}
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


@pytest.mark.parametrize(
    "value", [Harm(), PurePosixPath("a"), print], ids=["call", "class", "name"]
)
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
