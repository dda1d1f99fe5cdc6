"""Lengths, repetition, readability, extractiveness and pyramids of texts, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.readers._base import convert
from sacreval.scoring.pair_scores import score
from sacreval.scoring.rows.field_checks import check
from support.classic_cases import others
from support.tasks import scores_of

# Three references; a is in all, b in two, c and d in one each: 7 contributions, 7/3 units each.
PYRAMID = {
    "summaries": 3,
    "scus": [
        {"scu_id": "a", "contributors": [0, 1, 2]},
        {"scu_id": "b", "contributors": [0, 2]},
        {"scu_id": "c", "contributors": [1]},
        {"scu_id": "d", "contributors": [1]},
    ],
}


def test_length_by_hand():
    """`the cat` has 2 words and 7 characters, blanks included; an empty output has none."""
    records = [{"prediction": "the cat"}, {"prediction": ""}]
    assert scores_of("length", records) == {"length_words": 1.0, "length_characters": 3.5}


@pytest.mark.parametrize(
    ("prediction", "references", "unit", "ratio", "deviation"),
    [
        ("a b c", ["a b", "a b c d e f"], "token", 3 / 2, 1 / 2),
        ("a b c", ["a b", "a b c d"], "token", 3 / 2, 1 / 2),
        ("a b", ["a b c d"], "token", 1 / 2, 1 / 2),
        ("ab", ["abcd"], "character", 1 / 2, 1 / 2),
        ("a.", ["a"], "word", 2.0, 1.0),
    ],
)
def test_length_to_reference_by_hand(prediction, references, unit, ratio, deviation):
    """Three words for two are half too many; of two as close the shorter counts."""
    record = {"prediction": prediction, "references": references}
    scores = scores_of("length-to-reference", [record], {"unit": unit})
    assert scores == {"length_ratio": ratio, "length_deviation": deviation}


def test_lengths_are_summed():
    """4 and 2 words for 2 and 6 are 6/8, and 6 words of 8 are too many or too few."""
    records = [
        {"prediction": "a b c d", "references": ["a b"]},
        {"prediction": "a b", "references": ["a b c d e f"]},
    ]
    scores = scores_of("length-to-reference", records)
    assert scores == {"length_ratio": pytest.approx(6 / 8), "length_deviation": 6 / 8}


def test_repetition_by_hand():
    """`a b a b` repeats 2 of 4 words and 1 of 3 bigrams; `a a` adds 1 of 2 and 0 of 1."""
    scores = scores_of("repetition", [{"prediction": "a b a b"}], {"orders": [1, 2]})
    assert scores == {"repetition_1": 0.5, "repetition_2": pytest.approx(1 / 3)}
    both = [{"prediction": "a b a b"}, {"prediction": "a a"}]
    scores = scores_of("repetition", both, {"orders": [1, 2]})
    assert scores == {"repetition_1": 0.5, "repetition_2": 0.25}


def test_without_ngrams():
    """An output that is too short has no n-grams, and scores 0."""
    assert scores_of("repetition", [{"prediction": "a"}], {"orders": [2]}) == {"repetition_2": 0.0}


def test_extractiveness_by_hand():
    """Fragments of 2 and 3 of 6 words: 5/6, (4 + 9) / 6, and 6 source words for 6."""
    record = {
        "sources": ["The cat sat", "on the mat"],
        "prediction": "the cat on the mat today",
    }
    assert scores_of("extractiveness", [record]) == {
        "coverage": pytest.approx(5 / 6),
        "density": pytest.approx(13 / 6),
        "compression": 1.0,
    }
    cased = scores_of("extractiveness", [record], {"lowercase": False})
    assert cased["density"] == pytest.approx((1 + 1 + 9) / 6)  # `the`, `cat` and `on the mat`


def test_an_empty_summary():
    """It scores 0 on each."""
    scores = scores_of("extractiveness", [{"sources": ["a"], "prediction": ""}])
    assert set(scores.values()) == {0.0}


def test_readability_by_hand():
    """Two sentences, nine words, ten syllables, 29 characters, 27 letters."""
    scores = scores_of("readability", [{"prediction": "The cat sat on the mat. It was happy."}])
    assert scores == {
        "fkgl": pytest.approx(0.39 * 9 / 2 + 11.8 * 10 / 9 - 15.59),
        "flesch": pytest.approx(206.835 - 1.015 * 9 / 2 - 84.6 * 10 / 9),
        "ari": pytest.approx(4.71 * 29 / 9 + 0.5 * 9 / 2 - 21.43),
        "coleman_liau": pytest.approx(0.0588 * 2700 / 9 - 0.296 * 200 / 9 - 15.8),
    }


def test_sums():
    """Counts of outputs are summed before the formulas are applied; without words all are 0."""
    split = [{"prediction": "The cat sat on the mat."}, {"prediction": "It was happy."}]
    whole = [{"prediction": "The cat sat on the mat. It was happy."}]
    assert scores_of("readability", split) == pytest.approx(scores_of("readability", whole))
    assert set(scores_of("readability", [{"prediction": " - "}]).values()) == {0.0}


def test_textstat():
    """ARI is textstat's; Coleman-Liau has the paper's 0.0588 for textstat's 0.058."""
    entry = others("readability_textstat")
    scores = entry["scores"]
    for i, text in enumerate(entry["texts"]):
        readability = scores_of("readability", [{"prediction": text}])
        assert readability["ari"] == pytest.approx(scores["automated_readability_index"][i])
        letters = sum(map(str.isalnum, text)) / max(1, len(text.split()))
        same = readability["coleman_liau"] - 0.0008 * 100 * letters
        assert same == pytest.approx(scores["coleman_liau_index"][i])


def pyramid_scores(scus, pyramid=PYRAMID, **fields):
    record = convert({"scus": scus, "pyramid": pyramid, **fields}, "here")
    [scored] = score([Batch([record])], metrics.get("pyramid")()).records
    return scored.scores


def test_weights_and_the_best_attainable():
    """Found units weigh 3 + 1; the best three of 3, 2, 1, 1 weigh 6."""
    assert pyramid_scores(["a", "c"])["modified_pyramid_score"] == pytest.approx(4 / 6)
    assert pyramid_scores(["a", "b", "c"])["modified_pyramid_score"] == 1.0
    assert pyramid_scores(["a", "a", "zz"])["modified_pyramid_score"] == pytest.approx(3 / 6)


def test_its_jackknife():
    """Each reference is dropped in turn; units without contributors go, and the best is new."""
    # without 0: a 2, b 1, c 1, d 1 over 2 references: ceil(5/2) = 3 units, best 4; a + c = 3
    # without 1: a 2, b 2 over 2: 2 units, best 4; c is gone: a = 2
    # without 2: as without 0
    want = (3 / 4 + 2 / 4 + 3 / 4) / 3
    assert pyramid_scores(["a", "c"])["modified_pyramid_score_jk"] == pytest.approx(want)


def test_a_reference_has_jackknifed_scores_only():
    """A human summary is scored on the pyramid of the others, under _jk."""
    scores = pyramid_scores(["a"], system_type="reference")
    assert list(scores) == ["modified_pyramid_score_jk"]


def test_one_reference_is_counted():
    """A pyramid of one reference has no jackknifed score, and the run counts it."""
    record = convert({"scus": [], "pyramid": {"summaries": 1, "scus": []}}, "here")
    result = score([Batch([record])], metrics.get("pyramid")())
    assert list(result.records[0].scores) == ["modified_pyramid_score"]
    assert result.single_reference == 1


def test_an_empty_pyramid_scores_nothing():
    """Without any unit the score is 0."""
    assert pyramid_scores(["a"], {"summaries": 2, "scus": []})["modified_pyramid_score"] == 0.0


def test_a_contributor_must_be_a_reference():
    """A contributor that is not numbered among the references is refused with its place."""
    pyramid = {"summaries": 1, "scus": [{"scu_id": "a", "contributors": [1]}]}
    record = convert({"scus": ["a"], "pyramid": pyramid}, "here")
    with pytest.raises(InputError, match="records:1: unit a has contributor 1"):
        check(Batch([record]), metrics.get("pyramid")(), [])


@pytest.mark.parametrize("contributor", [True, 1.0, "1", [1], -1, 3, None])
def test_contributors_that_are_no_reference(contributor):
    """What is no number of a reference is refused, also beside an equal number that is one."""
    scus = [{"scu_id": "a", "contributors": [0, 1]}, {"scu_id": "b", "contributors": [contributor]}]
    record = Instance(scus=[], pyramid={"summaries": 3, "scus": scus})
    assert f"unit b has contributor {contributor}, " in metrics.get("pyramid")().fault(record)
