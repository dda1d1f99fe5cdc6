"""Error rates, distances and CharacTER: by hand, and as packages define them."""

import re
import sys
from importlib.util import find_spec
from random import Random

import numpy as np
import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.edits._base import rate
from sacreval.metrics.edits.eed import TITLES, Eed, spaced
from support import missing
from support.classic_cases import others, scores_of_each, segments
from support.tasks import check_scores, pairs, scores_of

ENGINES = pytest.mark.parametrize("engine", [None, "official"])

CLOSE = {"rel": 1e-12, "abs": 1e-12}

COUNTS = ("wer", "wer_hits", "wer_substitutions", "wer_deletions", "wer_insertions")

BY_WORDS = [
    # Of 4 and of 5 words 3 match, one is replaced and one inserted.
    ("wer", "a x c d e", ["a b c d"], {}, dict(zip(COUNTS, (2 / 4, 3, 1, 0, 1), strict=True))),
    ("mer", "a x c d e", ["a b c d"], {}, 2 / 5),
    ("wil", "a x c d e", ["a b c d"], {}, 1 - 3 / 4 * 3 / 5),
    ("wip", "a x c d e", ["a b c d"], {}, 3 / 4 * 3 / 5),
    # Two texts without words are equal.
    ("mer", "", [""], {}, 0.0),
    ("wil", "", [""], {}, 0.0),
    ("wip", "", [""], {}, 1.0),
    # The closer of two references gives the counts.
    ("wer", "a b x", ["q r s t", "a b c"], {}, {"wer": 1 / 3}),
    ("mer", "a b x", ["q r s t", "a b c"], {}, 1 / 3),
    ("wip", "a b x", ["q r s t", "a b c"], {}, 4 / 9),
    # One of four is replaced; a blank is one of three characters; three insertions double.
    ("cer", "abxd", ["abcd"], {}, {"cer": 1 / 4}),
    ("cer", "ab", ["a b"], {}, {"cer": 1 / 3}),
    ("cer", "abcdef", ["abc"], {}, {"cer": 1.0}),
    ("cer", "", ["abc"], {}, {"cer": 1.0}),
    # A block moves at the cost of one of four words; 1 edit of 4 and 2 words is 1 of 3.
    ("ter", "c d a b", ["a b c d"], {}, 25.0),
    ("ter", "a b c", ["a b c d", "a b"], {}, 100 / 3),
    ("ter", "A B", ["a b"], {}, 0.0),
    ("ter", "a", [""], {}, 100.0),
    ("ter", "", [""], {}, 0.0),
    # A line end and a no-break space do not separate words; `standardize` lowers case, writes out
    # contractions and drops text in brackets, but leaves a full stop in its word.
    ("wer", "a\nb c\u00a0d", ["a b c d"], {}, {"wer": 1.0}),
    ("wer", "I'm [laugh] <unk>here", ["i am\there"], {}, {"wer": 1.5}),
    ("wer", "I'm [laugh] <unk>here", ["i am\there"], {"transform": "standardize"}, {"wer": 0.0}),
    ("wer", "It works.", ["it works"], {"transform": "standardize"}, {"wer": 0.5}),
]

OTHERS = [
    # One edit in eight characters leaves 7/8; two in four are at the threshold, three below it.
    ("anls", "Brusels", ["Paris", "brussels"], {}, 7 / 8),
    ("anls", "abxy", ["abcd"], {}, 0.5),
    ("anls", "abxy", ["abcd"], {"threshold": 0.6}, 0.0),
    ("anls", "axyz", ["abcd"], {}, 0.0),
    ("anls", "new  york", ["New York"], {}, 1.0),
    # kitten to sitting takes 3 edits, of at most 7; each number uses the best reference.
    ("edit-distance", "kitten", ["sitting"], {}, (3, 4 / 7)),
    ("edit-distance", "the cat sat", ["the dog sat"], {"unit": "token"}, (1, 2 / 3)),
    ("edit-distance", "the cat.", ["the cat"], {"unit": "word"}, (1, 2 / 3)),
    ("edit-distance", "a b", ["ab"], {}, (1, 2 / 3)),
    ("edit-distance", "a b", ["ab"], {"blanks": False}, (0, 1.0)),
    ("edit-distance", "ab", ["b", "abcd"], {}, (1, 1 / 2)),
    ("edit-distance", "", [""], {}, (0, 1.0)),
    # `the cat ` is shared with the better reference; what follows a difference never counts.
    *(
        ("longest-common-prefix", "the cat sat on it", ["the dog", "the cat ran on it"],
         {"unit": unit}, length)
        for unit, length in (("token", 2), ("character", 8), ("word", 2))
    ),
]  # fmt: skip


def test_a_rate_without_a_reference():
    """Edits over hits, substitutions and deletions; without these, the insertions."""
    assert rate(2, 1, 1, 3) == 5 / 4
    assert rate(0, 0, 0, 2) == 2


@ENGINES
@pytest.mark.parametrize("case", BY_WORDS)
def test_by_words(case, engine):
    """Rates are those that the comment above them computes."""
    check_scores(case, engine=engine)


@pytest.mark.parametrize("case", OTHERS)
def test_others(case):
    """Similarities and lengths are those that the comment above them computes."""
    check_scores(case)


@ENGINES
def test_sums_before_division(engine):
    """One edit in 2 words and none in 8 are 1 / 10, not the mean of 1/2 and 0."""
    records = pairs(["a x", "a b c d e f g h"], ["a b", "a b c d e f g h"])
    scores = scores_of("wer", records, engine=engine)
    assert scores == pytest.approx(dict(zip(COUNTS, (0.1, 9, 1, 0, 0), strict=True)))


def test_rates_of_words():
    """MER, WIL and WIP of a system are jiwer's."""
    import jiwer

    rng = np.random.default_rng(5)
    words = np.array("a b c d e".split())
    texts = [[" ".join(rng.choice(words, rng.integers(1, 9))) for _ in range(30)] for _ in range(2)]
    want = jiwer.process_words(*texts)
    records = pairs(texts[1], texts[0])
    for name in ("mer", "wil", "wip"):
        assert scores_of(name, records)[name] == pytest.approx(getattr(want, name), **CLOSE)


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [  # TorchMetrics 1.9.0, extended_edit_distance of one sentence each, 2026-11-22
        ("It costs 3.5 euro", "It costs 35 euro", 0.068783),
        ("in e.g. Rome", "in Rome", 0.3667),
        ("Mr Smith left", "Mr. Smith left", 0.1716),
        ("The U.S. won 3-2", "The US won 3-2", 0.1314),
        ("Prices rose 2.3%, to 1,200.", "Prices rose by 2.3% to 1200.", 0.1802),
    ],
)
def test_eed(prediction, reference, value):
    """Decimals, abbreviations and titles are prepared as the source prepares them."""
    score = scores_of("eed", pairs([prediction], [reference]))["eed"]
    assert score == pytest.approx(value, abs=5e-5)


def test_eed_by_hand():
    """Two empty texts are two blanks each: no edit, and one of three columns is never visited.

    Each column that is not visited, or is visited again, costs 0.3: (0 + 0.3) / (2 + 0.3).
    """
    assert scores_of("eed", pairs([""], [""])) == {"eed": pytest.approx(0.3 / 2.3)}


def by_patterns(text):
    """Prepare a text as the source does, by one pattern after the other."""
    text = re.sub(r"\s+", " ", re.sub(r"([.!?,])", r" \1", text.rstrip()))
    text = re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", text)
    text = re.sub(r"(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .", r"\1.", text)
    for apart in ("e . g .", "i . e .", "U . S ."):
        text = text.replace(apart, apart.replace(" ", ""))
    return f" {text} "


def test_prepared_as_by_patterns():
    """Random marks, digits of any script, titles and kinds of white space are as in the source."""
    draw = Random(5)
    pieces = [*TITLES, *" \t\n\u3000\x1c\x85\u200b.,!?egiUS12aB\u0663\u0968\u00b2"]
    for _ in range(5000):
        text = "".join(draw.choices(pieces, k=draw.randrange(14)))
        assert spaced(text) == by_patterns(text)


def test_costs_without_a_kernel():
    """Costs that are not finite have no kernel."""
    with pytest.raises(UsageError, match="do not support"):
        Eed(deletion=float("inf")).with_engine("native")


def test_a_threshold_is_a_share():
    """A threshold above 1 is refused."""
    with pytest.raises(UsageError, match="threshold"):
        metrics.get("anls")(threshold=1.5)


STAND_IN = """
def calculate_cer(output, reference):
    return 1 - len(set(output) & set(reference)) / len(output)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A module in place of the package: the share of words that the reference does not have."""
    (tmp_path / "cer.py").write_text(STAND_IN)
    (tmp_path / "cer-1.2.0.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: cer\nVersion: 1.2.0\n"
    (tmp_path / "cer-1.2.0.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cer", raising=False)
    yield
    sys.modules.pop("cer", None)


def test_worked_numbers():
    """The scores of 40 segments of WMT23 are those of cer 1.2.0 and of CharacTER.py."""
    if find_spec("cer") is None:
        missing.say("CharacTER's worked numbers: cer is not installed")
        pytest.skip("no cer")
    scores = scores_of_each("character", segments(40))
    assert scores == pytest.approx(others("character_cer")["scores"], abs=1e-12)
    assert sum(scores) / 40 == pytest.approx(0.328907, abs=5e-7)


@pytest.mark.usefixtures("package")
def test_references():
    """The closest reference counts, of words split at blanks, and the system has the mean."""
    records = [{"prediction": "a  b", "references": ["x y", "b c"]}, *pairs(["a"], ["b"])]
    assert scores_of("character", records) == {"character": (0.5 + 1.0) / 2}


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(("prediction", "value"), [(" ", 0.0), ("a", 1.0)])
def test_empty(prediction, value):
    """Two empty texts are equal, and an empty text is as far from any other as can be."""
    assert scores_of("character", pairs([prediction], [""])) == {"character": value}
    assert scores_of("character", pairs([""], [prediction])) == {"character": value}


def test_without_the_package(monkeypatch):
    """Without the package one sentence names the extra."""
    monkeypatch.setattr("sacreval.metrics.edits.character.find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"run: pip install 'sacreval\[character\]'$"):
        metrics.get("character")()


@pytest.mark.parametrize("name", ["wer", "cer"])
def test_a_subclass_has_the_outputs_and_directions_of_its_base(name):
    """Hits are better where there are more, also in a metric that is derived from the rate."""
    derived = type("Derived", (metrics.get(name),), {"name": "py:module:Derived"})()
    assert {x: direction(derived, x) for x in derived.outputs} == {
        name: False, f"{name}_hits": True, f"{name}_substitutions": False,
        f"{name}_deletions": False, f"{name}_insertions": False,
    }  # fmt: skip
    (row,) = derived.rows(Batch([Instance(prediction="a b", references=["a c"])]))
    assert derived.reduce(row)[f"{name}_hits"] == (2 if name == "cer" else 1)
