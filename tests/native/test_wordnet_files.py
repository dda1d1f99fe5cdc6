"""WordNet's files may lie in any folder, and only files are taken for files."""

import os

import pytest

from sacreval import native


def small_wordnet(folder):
    """Make a WordNet of one noun; the files of all other parts of speech are empty."""
    folder.mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        for name in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            (folder / name).write_bytes(b"")
    (folder / "index.noun").write_bytes(b"dog n 1 0 1 0 00000000\n")
    (folder / "data.noun").write_bytes(b"00000000 05 n 02 dog 0 hound 0 000 | it barks\n")
    return folder


def test_any_folder(tmp_path):
    """The folder's name may hold any letters, and files may be empty."""
    folder = small_wordnet(tmp_path / "Wörter 単語")
    assert native.wordnet_synonyms(folder, "dogs") == ["dog", "hound"]


def test_irregular_forms(tmp_path):
    """The last line of a form counts, whatever blanks stand in it, and then no rule does."""
    folder = small_wordnet(tmp_path / "wordnet")
    (folder / "noun.exc").write_bytes(b"dogs cat\n dogge\tdog \r\ndogs nothing dog\nhounds")
    assert native.wordnet_synonyms(folder, "dogge") == ["dog", "hound"]
    assert native.wordnet_synonyms(folder, "dogs") == ["dog", "hound"]
    assert native.wordnet_synonyms(folder, "hounds") == []
    assert native.wordnet_synonyms(folder, "hound") == []


def test_a_word_of_many_synsets(tmp_path):
    """All synsets of a word are read, and a place past the end of the file is damage."""
    folder = small_wordnet(tmp_path / "wordnet")
    data, offsets = b"", []
    for k in range(50):
        offsets.append(b"%08d" % len(data))
        data += b"%08d 05 n 02 dog 0 w%d 0 000 | it\n" % (len(data), k)
    (folder / "data.noun").write_bytes(data)
    (folder / "index.noun").write_bytes(b"dog n 50 0 50 0 " + b" ".join(offsets) + b"\n")
    synonyms = native.wordnet_synonyms(folder, "dog")
    assert sorted(synonyms) == sorted(["dog", *(f"w{k}" for k in range(50))])
    (folder / "index.noun").write_bytes(b"dog n 1 0 1 0 %08d\n" % (len(data) + 7))
    other = tmp_path / "other"
    folder.rename(other)
    with pytest.raises(ValueError, match=r"data\.noun is damaged"):
        native.wordnet_synonyms(other, "dog")


def test_too_many_words(tmp_path):
    """The tables have bounds, and say so."""
    folder = small_wordnet(tmp_path / "wordnet")
    (folder / "noun.exc").write_bytes(b"".join(b"form%d dog\n" % k for k in range(49_152)))
    assert native.wordnet_synonyms(folder, "form49151") == ["dog", "hound"]
    folder = small_wordnet(tmp_path / "other")
    (folder / "noun.exc").write_bytes(b"".join(b"form%d dog\n" % k for k in range(49_153)))
    with pytest.raises(ValueError, match="too many words"):
        native.wordnet_synonyms(folder, "dog")


@pytest.mark.parametrize("make", ["mkdir", "mkfifo"])
def test_no_file(tmp_path, make):
    """Neither a folder nor a pipe stands for a file, and nobody waits for its writer."""
    if not hasattr(os, make):
        pytest.skip(f"this system has no {make}")
    folder = small_wordnet(tmp_path / "wordnet")
    (folder / "data.verb").unlink()
    getattr(os, make)(folder / "data.verb")
    with pytest.raises(ValueError, match=r"data\.verb"):
        native.wordnet_synonyms(folder, "dog")
