"""Characters: any bytes as Unicode, visible and unseen ones, scripts and languages."""

import json
import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.text import language_detection
from sacreval.text.scripts import Tokenization
from sacreval.text.unseen_characters import may_be_in, name_of, to_bytes, to_text, unseen, with_seen
from sacreval.text.visible import visible
from support import tiny_models
from support.program import write_jsonl

NEAR = st.lists(st.sampled_from([b"\xf4\x8f\xbe\x80", b"\xf4", b"\x8f", b"\xbf", b"\xe9", b"a"]))
UNSEEN = [character for character in map(chr, range(sys.maxunicode + 1)) if unseen(character)]
SCRIPTS_NEAR, TEXT, FAR = (
    "今天天气很好我们一起去公园散步吧", "今天天气很好我们一起去公园散步",
    "昨晚他在图书馆读完了三本厚厚的小说",
)  # fmt: skip


@given(st.one_of(st.binary(max_size=20), NEAR.map(b"".join)))
def test_every_byte_returns(data):
    """Any bytes become a text that UTF-8 can encode, and that text becomes these bytes again."""
    text = to_text(data)
    text.encode()
    assert to_bytes(text) == data


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xc3\xa9", "café"),
        (b"caf\xe9", "caf\U0010ffe9"),
        (b"\x80\xbf\xc0\xff", "\U0010ff80\U0010ffbf\U0010ffc0\U0010ffff"),
        ("\U0010ffe9".encode(), "\U0010fff4\U0010ff8f\U0010ffbf\U0010ffa9"),
    ],
)
def test_characters(data, text):
    """UTF-8 is decoded; another byte, and each of a reserved character, becomes one character."""
    assert to_text(data) == text


def test_texts_of_other_origin():
    """A text that no reader made is its UTF-8, with surrogates that are not in pairs."""
    assert to_bytes("é\ud800") == b"\xc3\xa9\xed\xa0\x80"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \N{LATIN SMALL LETTER E WITH ACUTE}", "plain \N{LATIN SMALL LETTER E WITH ACUTE}"),
        ("a\nb", r"a\nb"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}x", r"\u202ex"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text, shown):
    """Line ends, escapes and marks of direction are written out; other characters stay."""
    assert visible(text) == shown


def test_which_characters():
    """They are all blanks but the space and line ends, and the formats of common scripts."""
    blanks = {character for character in map(chr, range(sys.maxunicode + 1)) if character.isspace()}
    assert blanks - set(UNSEEN) == set(" \n\r")
    rest = {character for character in UNSEEN if character not in blanks}
    assert {"\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"} <= rest
    assert {category(character) for character in rest} <= {"Cf", "Cn"}


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_character_is_found_in_json(ascii_only):
    """None of them is overlooked in a line, written as it is or escaped."""
    for character in UNSEEN:
        line = json.dumps({"prediction": f"a{character}b"}, ensure_ascii=ascii_only)
        assert may_be_in(line.encode()), repr(character)
        assert may_be_in(f"a{character}b".encode()), repr(character)


def test_seen_texts():
    """Line ends, marks and letters of all scripts are seen, and lines with them are passed over."""
    text = "a b\nc “d” – é 中文、が ﬁ ，\r\n"
    assert unseen(text) == ""
    assert with_seen(text) == text
    assert not may_be_in(json.dumps({"prediction": text}, ensure_ascii=False).encode())


def test_with_seen():
    """Blanks become spaces, and characters without width are dropped."""
    assert with_seen("a\tb\u00a0c\u200bd\u3000\ufeff") == "a b cd "
    assert all(with_seen(character) in {"", " "} for character in UNSEEN)


def test_names():
    """A character is named as in Unicode, with its number."""
    assert name_of("\u00a0") == "no-break space (U+00A0)"
    assert name_of("\t") == "tab (U+0009)"
    assert name_of("\x1c") == "control character (U+001C)"


@pytest.mark.parametrize("verb", ["evaluate", "compare", "score"])
def test_every_verb_says_it_once(cli, tmp_path, verb):
    """evaluate, compare and score tell it in one line for all metrics; correlate does as score."""
    write_jsonl(tmp_path / "zh.jsonl", [
        {"instance_id": "1", "system_id": system, "prediction": text, "references": [TEXT]}
        for system, text in zip("ab", (SCRIPTS_NEAR, FAR), strict=True)
    ])  # fmt: skip
    done = cli(verb, "suite", "-m", "rouge", "-m", "bleu", "-m", "chrf", "zh.jsonl")
    assert done.code == 0, done.err
    [line] = [line for line in done.err.splitlines() if "tokenizer" in line]
    for part in ("rouge finds", "--tokenize intl", "bleu finds", "--tokenize zh"):
        assert part in line
    assert "chrf" not in line


def test_extracted_answers_are_left_alone(cli, tmp_path):
    """Nothing is said of outputs whose answers alone are scored."""
    record = {"prediction": "所以我们知道最后的答案应该是 42", "references": ["42"]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record) + "\n")
    done = cli("evaluate", "token-f1", "a.jsonl", "--extract", "last-number")
    assert done.code == 0
    assert "tokenizer" not in done.err


def test_unknown_tokens():
    """A text is overlooked if more than nine tenths of its tokens are unknown, ASCII never."""
    for share, overlooked in ((0.9, False), (0.91, True)):
        split = Tokenization(str.split, "use another", unknown=lambda _, share=share: share)
        assert split.overlooks("погода хорошая") is overlooked
        assert not split.overlooks("fine weather")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The cat sat on the mat and looked at the dog.", "en"),
        ("Die Katze sass auf der Matte und sah den Hund an.", "de"),
        ("Der Hund", None),
        ("12 %", None),
        ("", None),
    ],
)
def test_language(text, code):
    """Whole sentences have a language; short texts have none."""
    tiny_models.needed()
    assert language_detection.available()
    assert language_detection.language(text) == code
