"""Error rates, distances and similarities by edits: by hand, and beside jiwer and TorchMetrics."""

import re
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.edits._base import rate
from sacreval.metrics.edits.eed import TITLES, Eed, spaced
from support.tasks import pairs, scores_of

ENGINES = pytest.mark.parametrize("engine", [None, "official"])
CLOSE = {"rel": 1e-12, "abs": 1e-12}


def test_a_rate_without_a_reference():
    """Edits over hits, substitutions and deletions; without these, the insertions."""
    assert rate(2, 1, 1, 3) == 5 / 4
    assert rate(0, 0, 0, 2) == 2


@ENGINES
def test_sums_before_division(engine):
    """One edit in 2 words and none in 8 are 1 / 10, not the mean of 1/2 and 0."""
    records = pairs(["a x", "a b c d e f g h"], ["a b", "a b c d e f g h"])
    found = scores_of("wer", records, engine=engine)
    assert found == {
        "wer": pytest.approx(0.1),
        "wer_hits": 9,
        "wer_substitutions": 1,
        "wer_deletions": 0,
        "wer_insertions": 0,
    }


@ENGINES
@pytest.mark.parametrize(("metric", "best"), [("wer", 1 / 3), ("mer", 1 / 3), ("wip", 4 / 9)])
def test_the_best_reference_counts(metric, best, engine):
    """Of two references the one that is closer gives the counts."""
    record = {"prediction": "a b x", "references": ["q r s t", "a b c"]}
    assert scores_of(metric, [record], engine=engine)[metric] == pytest.approx(best)


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


@pytest.mark.parametrize("engine", [None, "official"])
def test_wer_by_hand(engine):
    """A substitution and an insertion for four reference words: 2 / 4."""
    found = scores_of("wer", pairs(["a x c d e"], ["a b c d"]), engine=engine)
    assert found == {
        "wer": 0.5,
        "wer_hits": 3,
        "wer_substitutions": 1,
        "wer_deletions": 0,
        "wer_insertions": 1,
    }


def test_only_blanks_separate_words():
    """A line end and a no-break space do not separate words."""
    assert scores_of("wer", pairs(["a\nb c\u00a0d"], ["a b c d"]))["wer"] == 1.0


def test_standardize():
    """Lowercase, with contractions in full and without text in brackets, both sides are equal."""
    records = pairs(["I'm [laugh] <unk>here"], ["i am\there"])
    assert scores_of("wer", records)["wer"] > 0
    assert scores_of("wer", records, {"transform": "standardize"})["wer"] == 0.0


def test_standardize_keeps_punctuation():
    """A full stop stays part of its word: one word of two differs."""
    records = pairs(["It works."], ["it works"])
    assert scores_of("wer", records, {"transform": "standardize"})["wer"] == 0.5


@pytest.mark.parametrize("engine", [None, "official"])
def test_mer_by_hand(engine):
    """Of five aligned words two are wrong: 3 hits, a substitution and an insertion."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("mer", records, engine=engine)
    assert found == {"mer": pytest.approx(2 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_mer_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("mer", pairs([""], [""]), engine=engine)
    assert found == {"mer": 0.0}


@pytest.mark.parametrize("engine", [None, "official"])
def test_wil_by_hand(engine):
    """Of 4 and of 5 words 3 match, one is replaced and one inserted: 9/20 is preserved."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("wil", records, engine=engine)
    assert found == {"wil": pytest.approx(1 - 3 / 4 * 3 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_wil_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("wil", pairs([""], [""]), engine=engine)
    assert found == {"wil": 0.0}


@pytest.mark.parametrize("engine", [None, "official"])
def test_wip_by_hand(engine):
    """Of 4 and of 5 words 3 match: 3 hits, a substitution and an insertion."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("wip", records, engine=engine)
    assert found == {"wip": pytest.approx(3 / 4 * 3 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_wip_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("wip", pairs([""], [""]), engine=engine)
    assert found == {"wip": 1.0}


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [("abxd", "abcd", 1 / 4), ("ab", "a b", 1 / 3), ("abcdef", "abc", 1.0), ("", "abc", 1.0)],
)
def test_cer_by_hand(prediction, reference, value, engine):
    """One of four is replaced; a blank is one of three characters; three insertions double."""
    found = scores_of("cer", pairs([prediction], [reference]), engine=engine)
    assert found["cer"] == pytest.approx(value)


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "references", "value"),
    [
        ("c d a b", ["a b c d"], 25.0),
        ("a b c", ["a b c d", "a b"], 100 / 3),
        ("A B", ["a b"], 0.0),
        ("a", [""], 100.0),
        ("", [""], 0.0),
    ],
)
def test_ter_by_hand(prediction, references, value, engine):
    """A block moves at the cost of one of four words; 1 edit of 4 and 2 words is 1 of 3."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("ter", [record], engine=engine)
    assert found == {"ter": pytest.approx(value)}


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
    found = scores_of("eed", pairs([prediction], [reference]))["eed"]
    assert found == pytest.approx(value, abs=5e-5)


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


@pytest.mark.parametrize(
    ("prediction", "references", "options", "expected"),
    [
        ("Brusels", ["Paris", "brussels"], {}, 7 / 8),
        ("abxy", ["abcd"], {}, 0.5),
        ("abxy", ["abcd"], {"threshold": 0.6}, 0.0),
        ("axyz", ["abcd"], {}, 0.0),
        ("new  york", ["New York"], {}, 1.0),
    ],
)
def test_anls_by_hand(prediction, references, options, expected):
    """One edit in eight characters leaves 7/8; two in four are at the threshold, three below it."""
    record = {"prediction": prediction, "references": references}
    assert scores_of("anls", [record], options) == {"anls": pytest.approx(expected)}


def test_a_threshold_is_a_share():
    """A threshold above 1 is refused."""
    with pytest.raises(UsageError, match="threshold"):
        metrics.get("anls")(threshold=1.5)


@pytest.mark.parametrize(
    ("prediction", "references", "options", "distance", "similarity"),
    [
        ("kitten", ["sitting"], {}, 3, 4 / 7),
        ("the cat sat", ["the dog sat"], {"unit": "token"}, 1, 2 / 3),
        ("the cat.", ["the cat"], {"unit": "word"}, 1, 2 / 3),
        ("a b", ["ab"], {}, 1, 2 / 3),
        ("a b", ["ab"], {"blanks": False}, 0, 1.0),
        ("ab", ["b", "abcd"], {}, 1, 1 / 2),
        ("", [""], {}, 0, 1.0),
    ],
)
def test_edit_distance_by_hand(prediction, references, options, distance, similarity):
    """kitten to sitting takes 3 edits, of at most 7; each number uses the best reference."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("edit-distance", [record], options)
    assert found == {"edit_distance": distance, "edit_similarity": pytest.approx(similarity)}


@pytest.mark.parametrize(("unit", "length"), [("token", 2), ("character", 8), ("word", 2)])
def test_longest_common_prefix_by_hand(unit, length):
    """`the cat ` is shared with the better reference; what follows a difference never counts."""
    record = {"prediction": "the cat sat on it", "references": ["the dog", "the cat ran on it"]}
    found = scores_of("longest-common-prefix", [record], {"unit": unit})
    assert found == {"longest_common_prefix": length}
