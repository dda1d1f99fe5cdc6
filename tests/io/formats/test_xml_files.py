"""XML files, read whole."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.xml_files import root
from sacreval.io.whole_files import SizeLimit

ENTITIES = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><x>&c;</x>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_entities_are_refused(tmp_path, encoding):
    """A file that defines entities is refused, in UTF-16 too."""
    (tmp_path / "x.xml").write_bytes(ENTITIES.encode(encoding))
    with pytest.raises(InputError, match="it defines entities"):
        root(str(tmp_path / "x.xml"))


@pytest.mark.parametrize("text", ["", "<x>", "<?xml version='1.0' encoding='nothing'?><x/>"])
def test_what_is_not_xml(tmp_path, text):
    """A file that is not XML, or whose encoding is unknown, is refused in one sentence."""
    (tmp_path / "x.xml").write_text(text)
    with pytest.raises(InputError, match="x.xml: this is not XML"):
        root(str(tmp_path / "x.xml"))


def test_size(tmp_path):
    """A file larger than the limit is refused."""
    (tmp_path / "x.xml").write_text(f"<x>{' ' * 2**20}</x>")
    with pytest.raises(InputError, match="more than 1 MiB"):
        root(str(tmp_path / "x.xml"), SizeLimit(1))
    assert root(str(tmp_path / "x.xml")).tag == "x"
