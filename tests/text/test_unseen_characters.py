"""Characters that a reader cannot see are found in texts, in UTF-8 and in JSON."""

import json
import sys
from unicodedata import category

import pytest

from sacreval.text.unseen_characters import may_be_in, name_of, unseen, with_seen

UNSEEN = [one for one in map(chr, range(sys.maxunicode + 1)) if unseen(one)]


def test_which_characters():
    """They are all blanks but the space and line ends, and the formats of common scripts."""
    blanks = {one for one in map(chr, range(sys.maxunicode + 1)) if one.isspace()}
    assert blanks - set(UNSEEN) == set(" \n\r")
    rest = {one for one in UNSEEN if one not in blanks}
    assert {"\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"} <= rest
    assert {category(one) for one in rest} <= {"Cf", "Cn"}


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_character_is_found_in_json(ascii_only):
    """None of them is overlooked in a line, written as it is or escaped."""
    for one in UNSEEN:
        line = json.dumps({"prediction": f"a{one}b"}, ensure_ascii=ascii_only)
        assert may_be_in(line.encode()), repr(one)
        assert may_be_in(f"a{one}b".encode()), repr(one)


def test_seen_texts():
    """Line ends, marks and letters of all scripts are seen, and lines with them are passed over."""
    text = "a b\nc “d” – é 中文、が ﬁ ，\r\n"
    assert unseen(text) == ""
    assert with_seen(text) == text
    assert not may_be_in(json.dumps({"prediction": text}, ensure_ascii=False).encode())


def test_with_seen():
    """Blanks become spaces, and characters without width are dropped."""
    assert with_seen("a\tb\u00a0c\u200bd\u3000\ufeff") == "a b cd "
    assert all(with_seen(one) in {"", " "} for one in UNSEEN)


def test_names():
    """A character is named as in Unicode, with its number."""
    assert name_of("\u00a0") == "no-break space (U+00A0)"
    assert name_of("\t") == "tab (U+0009)"
    assert name_of("\x1c") == "control character (U+001C)"
