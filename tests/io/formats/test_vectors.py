"""Vectors of three formats and pickles as plain data: hostile files are refused."""

import pickle
import zipfile
from pathlib import PurePosixPath

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.io.formats import pickles
from sacreval.io.formats.vectors import file_hash, read_array, read_word_vectors


@pytest.mark.parametrize("text", ["2 3\nOne 1 2 3\ntwo 4 5 6\n", "One 1 2 3\n\ntwo 4 5 6"])
def test_text(tmp_path, text):
    """A first line with two numbers is left out, and words are in lower case."""
    path = tmp_path / "words.vec"
    path.write_text(text)
    embeddings = read_word_vectors(path)
    assert embeddings.rows == {"one": 0, "two": 1}
    assert embeddings.vectors.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_npz(tmp_path):
    """An archive has words and their vectors."""
    path = tmp_path / "words.npz"
    np.savez_compressed(path, words=["One", "two"], vectors=np.eye(2))
    embeddings = read_word_vectors(path)
    assert embeddings.rows == {"one": 0, "two": 1}
    assert embeddings.vectors.dtype == np.float32


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "has no vectors"),
        (b"a 1 2\nb 1\n", r"words.vec:2: no 2 numbers"),
        (b"a 1 x\n", r"words.vec:1: a vector with a part that is no number"),
        (b"a 1 nan\n", r"words.vec:1: no 2 numbers|no finite numbers"),
        (b"a\n", r"words.vec:1: no finite numbers"),
        (b"\xff 1 2\n", "not UTF-8"),
    ],
)
def test_damaged_text(tmp_path, content, why):
    """Lines of other lengths, words for numbers and other encodings are refused by their line."""
    path = tmp_path / "words.vec"
    path.write_bytes(content)
    with pytest.raises(InputError, match=why):
        read_word_vectors(path)


class Harmful:
    """An object whose unpickling writes a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def archives(tmp_path):
    """Return bytes of damaged archives."""
    harmful = np.array([Harmful(tmp_path / "harm")], dtype=object)
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("words.npy", b"\0" * 10_000_000)
    np.savez(tmp_path / "pickle.npz", words=["a"], vectors=harmful)
    np.savez(tmp_path / "lengths.npz", words=["a"], vectors=np.eye(2))
    np.savez(tmp_path / "numbers.npz", words=[1, 2], vectors=np.eye(2))
    np.savez(tmp_path / "texts.npz", words=["a"], vectors=["b"])
    np.savez(tmp_path / "nan.npz", words=["a"], vectors=[[np.nan]])
    np.savez(tmp_path / "names.npz", other=["a"])
    (tmp_path / "cut.npz").write_bytes((tmp_path / "nan.npz").read_bytes()[:-60])
    (tmp_path / "text.npz").write_text("a 1 2\n")
    return sorted(tmp_path.glob("*.npz"))


def test_damaged_archives(tmp_path):
    """Archives that are cut, expand far, hold pickles or other arrays are refused."""
    for path in archives(tmp_path):
        with pytest.raises(InputError, match=path.name) as caught:
            read_word_vectors(path)
        assert "; " in str(caught.value), path
    assert not (tmp_path / "harm").exists()


def test_array(tmp_path):
    """An array of NumPy is read as numbers of single precision."""
    np.save(tmp_path / "a.npy", np.arange(6).reshape(3, 2))
    assert read_array(tmp_path / "a.npy").tolist() == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize("kind", ["flat", "text", "pickle", "cut", "huge", "nan", "none"])
def test_damaged_arrays(tmp_path, kind):
    """Arrays of other shapes and types, pickles and files that are cut are refused."""
    path = tmp_path / f"{kind}.npy"
    arrays = {"flat": np.ones(3), "text": np.array([["a"]]), "nan": np.array([[np.inf]])}
    if kind in arrays:
        np.save(path, arrays[kind])
    elif kind == "pickle":
        path.write_bytes(pickle.dumps(Harmful(tmp_path / "harm")))
    elif kind != "none":
        np.save(path, np.ones((3, 2)))
        content = path.read_bytes()
        huge = content.replace(b"(3, 2), }      ", b"(3, 2000000000)")
        path.write_bytes(content[:-8] if kind == "cut" else huge)
    with pytest.raises(InputError, match=f"{kind}.npy: .*; "):
        read_array(path)
    assert not (tmp_path / "harm").exists()


def test_file_hash(tmp_path):
    """The checksum is that of the content."""
    (tmp_path / "a").write_bytes(b"abc")
    assert file_hash(tmp_path / "a").startswith("ba7816bf")
    with pytest.raises(InputError, match="name a file that can be read"):
        file_hash(tmp_path)


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
    (number,) = pickles.load(path, numpy_scalars=True)
    assert number == 1
    assert type(number) in {int, float, bool}
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
    numbers = pickles.load(str(tmp_path / "x.pkl"), numpy_scalars=True)
    assert numbers == {"f": 0.25, "i": 7, "s": 1.5}
    assert {type(value) for value in numbers.values()} == {float, int}
    with pytest.raises(InputError, match=r"multiarray\.scalar"):
        pickles.load(str(tmp_path / "x.pkl"))


def test_damaged_pickles(tmp_path):
    """A truncated pickle is called unreadable."""
    (tmp_path / "x.pkl").write_bytes(pickle.dumps(list(range(1000)))[:-50])
    with pytest.raises(InputError, match="not a readable pickle"):
        pickles.load(str(tmp_path / "x.pkl"))
