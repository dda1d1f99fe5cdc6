"""Words, sentences and syllables of texts, and entities of tagged tokens."""

import re
import sys
import warnings
from random import Random

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.labels.sequence_labelling import official_entities
from sacreval.text import tagged_entities
from sacreval.text.answers.short_answers import _joined, holds
from sacreval.text.syllables import by_rule, sentences, syllables, words
from sacreval.text.tagged_entities import _RULES, entities, kind_of, kinds
from sacreval.text.word_lists import read_list, stop_words
from sacreval.text.words import check_order, check_orders, ngrams, units
from support.sizes import long
from support.texts import text


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("token", ["Don't", "stop-it,", "été"]),
        ("word", ["Don't", "stop", "-", "it", ",", "été"]),
        ("character", list("Don't stop-it, été")),
    ],
)
def test_units(unit, found):
    """Tokens are separated by blanks; among words each mark is a unit, but an apostrophe inside."""
    assert list(units("Don't stop-it, été", unit)) == found


def test_ngrams():
    """`abab` has two `ab` and one `ba`; a text that is too short has none."""
    assert ngrams("abab", 2) == {("a", "b"): 2, ("b", "a"): 1}
    assert not ngrams("a", 2)


@pytest.mark.parametrize("order", [0, 1001, -1])
def test_orders_out_of_range(order):
    """Orders are 1 to 1000, and the message names the option and the value."""
    with pytest.raises(UsageError, match=f"max_len is {order}"):
        check_order("max_len", order)
    with pytest.raises(UsageError):
        check_orders((1, order))


def test_orders():
    """None and an order that is repeated are refused; a lower bound may be 0."""
    check_orders((1, 1000))
    check_order("char_order", 0, least=0)
    for orders in ((), (2, 2)):
        with pytest.raises(UsageError, match="orders"):
            check_orders(orders)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", []),
     ("  \n ", []),
     ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
     ('He said "no." Then he left…', ['He said "no."', "Then he left…"]),
     ("It costs 3.5 euros...  Really.", ["It costs 3.5 euros...", "Really."]),
     ("A title\n\nA text\nof two lines.", ["A title", "A text\nof two lines."])],
)  # fmt: skip
def test_by_rule(text, expected):
    """Sentences end at marks before a blank, and at empty lines; none is empty."""
    assert by_rule(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("... !", 0),
        ("No end", 1),
        ("One. Two! Three? Four… Five", 5),
        ('He said "Stop." Then (he left.) Silence.', 3),
        ("It costs 3.5 euro at a.b.c today.", 1),
        ("A heading\n\nA text", 2),
        ("One\nline", 1),
        ("Wait..." + "." * 100_000 + "x", 1),
    ],
)
def test_sentences(text, count):
    """Sentences end at marks before blanks, and at empty lines; each has a word."""
    assert sentences(text) == count


def test_words():
    """Words are the tokens with a letter or a digit."""
    assert words("Well - 3 dogs, née “Rex” !") == ["Well", "3", "dogs,", "née", "“Rex”"]


@pytest.mark.parametrize(
    ("count", "texts"),
    [
        (1, "the cat make makes played ruled whole don't mrs 1990 ! wolves clés"),
        (2, "happy table people boxes wanted changes judges well-known queue-up it's-me Ápple"),
        (3, "beautiful yesterday considered everyone's"),
        (4, "jurisprudence information"),
    ],
)
def test_syllables(count, texts):
    """Vowel sequences count, but for a silent e; words without vowels have one syllable."""
    assert {text: syllables(text) for text in texts.split()} == dict.fromkeys(texts.split(), count)


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


@pytest.mark.parametrize(
    ("text", "part", "anywhere", "as_words"),
    [
        ("I know", "no", True, False),
        ("no, never", "no", True, True),
        ("costs $5.", "$5", True, True),
        ("a.b", "ab", False, False),
        ("axb", "a.b", False, False),
        ("words", "", False, False),
        (" ", "", True, True),
    ],
)
def test_holds(text, part, anywhere, as_words):
    """Parts are found as written, as words between other characters; nothing only in nothing."""
    assert holds(text, part, words=False) is anywhere
    assert holds(text, part, words=True) is as_words


def test_words_are_those_of_regular_expressions():
    """Whole words in random texts are found where a regular expression finds them."""
    random = Random(6)
    count = 0
    for _ in range(4000):
        whole = text(random, 8)
        start = random.randint(0, len(whole))
        part = whole[start : start + random.randint(1, 5)] if random.random() < 0.8 else "a"
        pattern = rf"(?<!\w){re.escape(part)}(?!\w)"
        want = re.search(pattern, whole) is not None if part.strip() else not whole.strip()
        assert holds(whole, part, words=True) == want, (whole, part)
        count += want
    assert 400 < count < 3600


def test_characters_of_words():
    r"""They are those of \w, for every character of Unicode."""
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert set(re.findall(r"\w", every)) == set(filter(_joined, every))


SCHEMES = ("lenient", *_RULES)

PREFIXES = "OBIESULX."  # X and . only trip readers


def sequence(random, scheme):
    """Return random tags: mostly those of the scheme, with odd types."""
    prefixes = "OBIES" if scheme == "lenient" else _RULES[scheme].prefixes
    tags = []
    for _ in range(random.randint(0, 9)):
        prefix = random.choice(prefixes if random.random() < 0.97 else PREFIXES)
        kind = random.choice(["-A", "-B", "-A-B", "--A", "-", "-A-", "-é", ""])
        kind = kind if random.random() < 0.97 else "A"
        tags.append(prefix if prefix == "O" and random.random() < 0.97 else prefix + kind)
    return tags


def place(spans, scheme):
    """Return seqeval's entities with the index after the last token, as the others have it."""
    return {(kind, a, b + 1) for kind, a, b in spans} if scheme == "lenient" else spans


def read_by_seqeval(tags, scheme):
    """Return seqeval's entities; None where it warns, fails, or reads a tag without a hyphen."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            right = place(official_entities(tags, scheme), scheme)
    except (UserWarning, ValueError, KeyError):
        return None
    beside = (tag for tag in tags if len(tag) > 1)
    return right if all(tag[0] != "O" and tag[1] == "-" for tag in beside) else None


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [400, long(3000)])
def test_random_tags(scheme, size):
    """Entities of random sequences are seqeval's; tags that it warns of or misreads are refused."""
    random = Random(5)
    refused = read = 0
    for _ in range(size):
        tags = sequence(random, scheme)
        right = read_by_seqeval(tags, scheme)
        if right is None:
            refused += 1
            for call in (entities, kinds):
                with pytest.raises(ValueError, match="tags are O, and"):
                    call(tags, scheme)
            continue
        read += 1
        assert entities(tags, scheme) == right, tags
        assert {kind for kind, _, _ in right} <= kinds(tags, scheme)
    assert min(refused, read) > size / 10


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("tag", ["", "NOUN", "o", "O-PER", "OUN", "PER-B", "b-PER", "B_PER", "-B"])
def test_no_tags(scheme, tag):
    """What is neither O nor a prefix alone or before -TYPE is refused by every scheme."""
    for call in (entities, kinds):
        with pytest.raises(ValueError, match=f"^'{tag}'; tags are O, and "):
            call(["O", tag], scheme)


def test_types():
    """The type is what follows the prefix; conlleval keeps all after the first hyphen."""
    assert [kind_of(tag, "lenient") for tag in ("B-A-B", "B", "B-")] == ["A-B", "_", "_"]
    assert [kind_of(tag, "IOB2") for tag in ("B-A-B", "B", "B--A-")] == ["A-B", "_", "A"]


def test_many_types_are_forgotten(monkeypatch):
    """What is remembered about pairs of tags is bounded, and forgetting changes nothing."""
    monkeypatch.setattr(tagged_entities, "_MOST", 3)
    tags = [f"B-{i}" for i in range(20)]
    assert entities(tags, "IOB2") == {(str(i), i, i + 1) for i in range(20)}
    assert len(tagged_entities._steps("IOB2")) <= 3
