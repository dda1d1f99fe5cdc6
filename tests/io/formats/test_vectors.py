"""Vectors are read from three formats, and hostile files are refused in one sentence."""

import pickle
import zipfile

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.io.formats.vectors import file_hash, read_array, read_word_vectors


@pytest.mark.parametrize("text", ["2 3\nOne 1 2 3\ntwo 4 5 6\n", "One 1 2 3\n\ntwo 4 5 6"])
def test_text(tmp_path, text):
    """A first line with two numbers is left out, and words are in lower case."""
    path = tmp_path / "words.vec"
    path.write_text(text)
    found = read_word_vectors(path)
    assert found.rows == {"one": 0, "two": 1}
    assert found.vectors.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_npz(tmp_path):
    """An archive has words and their vectors."""
    path = tmp_path / "words.npz"
    np.savez_compressed(path, words=["One", "two"], vectors=np.eye(2))
    found = read_word_vectors(path)
    assert found.rows == {"one": 0, "two": 1}
    assert found.vectors.dtype == np.float32


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
