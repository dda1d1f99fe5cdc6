"""Word lists of resources."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.text.word_lists import read_list, stop_words


def test_stop_words(tmp_path):
    """Each line is a stop word; blank lines and line ends of Windows do not count."""
    (tmp_path / "smart_common_words.txt").write_bytes(b"the\r\n\nof\n")
    assert stop_words(tmp_path, "simetrix") == {"the", "of"}


def test_encoding(tmp_path):
    """Lists are in Latin-1."""
    (tmp_path / "a.txt").write_bytes(b"caf\xe9\n")
    assert read_list(tmp_path / "a.txt", "simetrix") == "café\n"


@pytest.mark.parametrize("recipe", ["rouge-1.5.5", "simetrix"])
def test_a_missing_list(tmp_path, recipe):
    """Where a list is missing, the error names it and the command that fetches it again."""
    said = rf"smart_common_words\.txt: No such file.*setup-metric {recipe} --force"
    with pytest.raises(NotSetUpError, match=said):
        stop_words(tmp_path, recipe)
