"""METEOR's word lists and tables: what is read, and what is refused."""

import pytest

from sacreval.errors import InputError
from sacreval.metrics.ngrams._meteor15 import meteor_tables as tables
from support.meteor_home import lay_out


def test_lists(tmp_path):
    """Comments and blank lines are skipped; prefixes before numbers are apart."""
    folder = lay_out(tmp_path)
    assert "the" in tables.function_words(folder / tables.FUNCTION_WORDS)
    prefixes = tables.prefixes(folder / tables.PREFIXES["en"])
    assert prefixes == (("Mr", "Dr"), ("No",))


def test_synonyms(tmp_path):
    """A word has its synsets, and an irregular form its bases."""
    found = tables.synonym_tables(lay_out(tmp_path) / "synonym")
    assert found.synsets["dog"] == {1, 2}
    assert found.bases["better"] == ["good"]


@pytest.mark.parametrize("content", [b"dog\n1\nhound\n", b"dog\n1 x\n", b"\xff\n1\n"])
def test_damaged(tmp_path, content):
    """A damaged table is named, with the command that fetches it again."""
    folder = lay_out(tmp_path) / "synonym"
    (folder / "english.synsets").write_bytes(content)
    with pytest.raises(InputError, match=r"english\.synsets.*setup-metric meteor-1\.5 --force"):
        tables.synonym_tables(folder)


def test_own_list(tmp_path):
    """A list of the user's that is missing is not to be fetched."""
    with pytest.raises(InputError, match=r"absent cannot be read .*; name a UTF-8 file"):
        tables.function_words(tmp_path / "absent")
