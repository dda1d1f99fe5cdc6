"""Parts of ROUGE-1.5.5: texts, stems, elements, counts, bootstrap and the script."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from nltk.stem.porter import PorterStemmer

from sacreval.core.contract.declarations import computed_by
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError, NotSetUpError
from sacreval.metrics.ngrams._rouge155 import rouge_stems
from sacreval.metrics.ngrams._rouge155.counts import elements, fault
from sacreval.metrics.ngrams._rouge155.drand48_bootstrap import averages, resampled_sums
from sacreval.metrics.ngrams._rouge155.porter import stem
from sacreval.metrics.ngrams._rouge155.rouge_options import (
    Limit,
    Measures,
    WordRules,
    sentences,
    sentences_of_lcs,
    tokens,
    whole_text,
)
from sacreval.metrics.ngrams._rouge155.rouge_scores import (
    RougeTexts,
    f_measure,
    over_models,
    scores_of_counts,
    script_output,
    script_scores,
)
from sacreval.text.unseen_characters import to_text
from sacreval.text.word_lists import stop_words
from support import mirror, originals, rouge155, rouge_runs

pytestmark = pytest.mark.usefixtures("alone")


LINES = [b"one two three", b" four five", b"six"]
STEMS = (
    "a b y by syzyg yy toyy sayy 3 x1 employ hopp fall controll roll tr ay relat falafel".split()
)
ENDINGS = (
    "s ed ing y ies eed sses bl at iz ational tional enci anci izer bli alli entli eli ousli "
    "ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize "
    "iciti ical ful ness al ance ence er ic able ible ant ement ment ent sion tion ion ou ism ate "
    "iti ous ive ize e ll le"
).split()
OFFICIAL = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
ELEMENTS_LINES = [b"He|ate|subj", b"ate|NIL|nil", b"apples|red|nil", b"running dogs|nil|mod"]
PAIRS = np.array([[2.0, 6, 4], [1, 3, 4], [3, 10, 4]])  # recall 1/3, 1/3, 0.3
SLICE = np.array([0, 3])


def test_sentences():
    """Lines are sentences; empty ones are dropped, and a line of one blank is kept."""
    assert sentences("\n\na b\r\n \nc") == [b"a b\r", b" ", b"c"]


def test_rouge_tokens_bytes():
    """A byte that is not UTF-8 is one byte again; lone surrogates have three."""
    assert sentences(to_text(b"a\xff\x80b")) == [b"a\xff\x80b"]
    assert sentences("\ud800") == [b"\xed\xa0\x80"]


@pytest.mark.parametrize(
    ("limit", "want"),
    [
        (Limit(), b"one two three  four five six"),
        (Limit(words=2), b"one two"),
        (Limit(words=3), b"one two three"),
        (Limit(words=4), b"one two three "),  # the blank before four makes an empty word
        (Limit(words=5), b"one two three  four"),
        (Limit(words=9), b"one two three  four five six"),
        (Limit(bytes=5), b"one t"),
        (Limit(bytes=15), b"one two three  f"),  # the blank between lines does not count
    ],
)
def test_whole_text(limit, want):
    """Sentences are added while they stay below the limit; the first that reaches it is cut."""
    assert whole_text(LINES, limit) == want


def test_limit_of_sentences():
    """For ROUGE-L and W a limit in bytes holds for each sentence on its own."""
    assert sentences_of_lcs(LINES, Limit(bytes=11)) == [b"one two thr"]
    assert sentences_of_lcs(LINES[1:], Limit(bytes=11)) == [b" four five", b"six"]
    assert sentences_of_lcs(LINES, Limit(words=5)) == [b"one two three", b" four"]


def test_tokens():
    """Tokens are runs of A-Z, a-z and 0-9; letters beyond ASCII are blanks."""
    assert tokens("Well-known café, $5 x_y &amp; 3rd".encode()) == [
        "well", "known", "caf", "5", "x", "y", "amp", "3rd",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "want"),
    [
        ("documents", "docum"),
        ("element", "elem"),
        ("agreement", "agreem"),
        ("governmental", "govern"),
        ("commissioner", "commiss"),
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("possibly", "possibl"),
        ("apologies", "apolog"),
        ("yellowing", "yellow"),
        ("controll", "control"),
        ("3rds", "3rd"),
    ],
)
def test_porter(word, want):
    """Porter's rules, with bli and logi, and three lists of suffixes in turn in step 4."""
    assert rouge_stems.porter(word) == want


def test_short_words():
    """Words of up to three letters are neither looked up nor stemmed."""
    assert rouge_stems.stem("ran", {"ran": "run"}) == "ran"
    assert rouge_stems.stem("geese", {"geese": "goose"}) == "goose"
    assert rouge_stems.stem("cats", {}) == "cat"


def test_of_the_script(tmp_path):
    """All 7,024 stems that the script gave; its database has 5,930 forms, and 596 stop words."""
    folder = rouge155.data_folder(tmp_path)
    irregular = rouge_stems.exceptions(folder)
    assert len(irregular) == 5930
    assert len(stop_words(folder, "rouge-1.5.5")) == 596
    expected = rouge155.collection()["stems"]["map"]
    assert len(expected) == 7024
    assert {word: rouge_stems.stem(word, irregular) for word in expected} == expected


def test_conflicts(tmp_path):
    """Where lists disagree, adverbs win over adjectives, and verbs over all."""
    folder = tmp_path / "WordNet-2.0-Exceptions"
    folder.mkdir()
    lists = {"adj": "better good", "noun": "x y", "adv": "better well best", "verb": "x z"}
    for name, line in lists.items():
        (folder / f"{name}.exc").write_text(f"{line}\nalone\n")
    assert rouge_stems.exceptions(tmp_path) == {"better": "well", "x": "z"}


def test_a_missing_list_names_the_command_that_fetches_it(tmp_path):
    """Where a list is missing, the error names it and the command that fetches it again."""
    with pytest.raises(NotSetUpError, match=r"No such file.*setup-metric rouge-1\.5\.5 --force"):
        rouge_stems.exceptions(tmp_path)


def test_endings():
    """Every ending, and two of them in a row, after stems of all measures."""
    words = [f"{a}{b}{c}" for a, b, c in product(STEMS, ENDINGS, ["", *ENDINGS[:8]])]
    wrong = [word for word in words if stem(word) != OFFICIAL.stem(word, to_lowercase=False)]
    assert not wrong, (len(wrong), wrong[:10])


def test_real_words():
    """The words of English references of WMT23."""
    text = "\n".join(mirror.lines(f"{mirror.WMT23}/sources/en-de.txt")).lower()
    words = {word for word in text.split() if word.isalpha()}
    wrong = [word for word in words if stem(word) != OFFICIAL.stem(word, to_lowercase=False)]
    assert not wrong, (len(wrong), wrong[:10])
    assert len(words) > 1000


@pytest.mark.parametrize("word", ["", "a", "as", "be"])
def test_short(word):
    """Words of at most two letters are their own stems."""
    assert stem(word) == word


@pytest.mark.parametrize(
    ("kind", "want"),
    [
        ("H", [("ate",), ("running dogs",)]),
        ("HM", [("he", "ate"), ("apples", "red")]),
        ("HM1", [("he", "ate"), ("ate", "nil"), ("apples", "red"), ("running dogs", "nil")]),
        ("HMR", [("he", "ate", "subj"), ("running dogs", "nil", "mod")]),
        ("HMR1", [("he", "ate", "subj"), ("apples", "red", "nil")]),
        ("HMR2", [("he", "ate", "subj"), ("ate", "nil", "nil"), ("apples", "red", "nil"),
                  ("running dogs", "nil", "mod")]),
    ],
)  # fmt: skip
def test_kinds(kind, want):
    """Each kind selects elements by their fields, and compares one, two or three of these."""
    assert elements(ELEMENTS_LINES, kind, None) == want


def test_stems():
    """The parts of fields longer than three letters are stemmed, and others stay."""
    assert elements([b"running dogs|ate|cats"], "HMR2", {}) == [("run dog", "ate", "cat")]


def test_faults():
    """A line must have three fields; empty ones at the end do not count."""
    assert fault("a|b|c\n\nd|e|f\n") is None
    assert "'d|e|' is not a basic element" in fault("a|b|c\nd|e|\n")


def test_names():
    """Measures are in the script's order, and have its names in its output."""
    measures = Measures(2, rouge_l=True, weight=1.2, gap=4, skip="both")
    assert measures.tags() == ("1", "2", "L", "W", "S4", "SU4")
    assert measures.printed_names()[-3:] == ("ROUGE-W-1.2", "ROUGE-S4", "ROUGE-SU4")
    assert Measures(gap=-1, skip="both").printed_names() == ("ROUGE-S*", "ROUGE-SU*")
    assert Measures(3, elements="HM").printed_names() == ("ROUGE-BE-HM",)


def test_word_lists():
    """The kernel reads a word, or a form with its base, on each line."""
    reading = WordRules(irregular={"geese": "goose"}, stop=frozenset({"the", "a"}))
    assert reading.irregular_lines() == b"geese\tgoose"
    assert reading.stop_lines() == b"a\nthe"


def test_over_models():
    """Counts are added up, or those of the first model with the best recall are kept."""
    total = over_models(PAIRS, SLICE, ["1"], scoring="average", weight=1.0)
    assert total.tolist() == [[6, 19, 12]]
    best = over_models(PAIRS, SLICE, ["1"], scoring="best", weight=1.0)
    assert best.tolist() == [[2, 6, 4]]


def test_recall_is_rounded_before_it_is_compared():
    """Recall that differs in the sixth decimal is equal for n-grams, not for ROUGE-L."""
    pairs = np.array([[1.0, 300001, 5], [1, 300000, 4]])
    first = over_models(pairs, np.array([0, 2]), ["1"], scoring="best", weight=1.0)
    assert first[0, 2] == 5
    second = over_models(pairs, np.array([0, 2]), ["L"], scoring="best", weight=1.0)
    assert second[0, 2] == 4


def test_choice_of_weighted_recall():
    """ROUGE-W compares recalls whose base is weighted once; the first of equal ones is kept.

    ROUGE-1.5.5.pl, `-x -w 2 -s -f B -t 1 -d`, on a peer "az az az" with the models "7 az", "7 az"
    and "7 az az": R:81 P:9 F:4; `-n 1 -f B -w 1.2` on "the the the the cat cat" with "the cat" and
    "the the cat": R:0.87055 (2026-11-22).
    """
    two = np.array([[1.0, 4, 9], [1, 4, 9], [4, 9, 9]])
    best = over_models(two, np.array([0, 3]), ["W"], scoring="best", weight=2.0)
    assert best.tolist() == [[4, 81, 9]]
    full = np.array([[2.0**1.2, 2.0**1.2, 8], [3.0**1.2, 3.0**1.2, 8]])
    best = over_models(full, np.array([0, 2]), ["W"], scoring="best", weight=1.2)
    ((_, r, _),) = scores_of_counts(best, ["W"], weight=1.2, alpha=0.5, rounded=True)
    assert r == 0.87055


def test_f_of_rounded():
    """F is computed from rounded precision and recall; alpha 1 gives precision, 0 recall."""
    counts = np.array([[1.0, 3, 7]])
    ((p, r, f),) = scores_of_counts(counts, ["1"], weight=1.0, alpha=0.5, rounded=True)
    assert (p, r, f) == (0.14286, 0.33333, 0.2)
    assert f_measure(p, r, 1.0) == pytest.approx(p)
    assert f_measure(p, r, 0.0) == pytest.approx(r)
    assert f_measure(np.zeros(1), np.zeros(1), 0.5).tolist() == [0.0]


def test_draws():
    """srand48(0) then drand48() gives 0.17082803610628972, 0.7499019804849638, 0.09637165562356742.

    These are glibc's numbers, and Perl's: `perl -e 'srand(0); print rand() for 1..3'`.
    """
    rows = np.eye(1000)
    first = [int(x * 1000) for x in (0.17082803610628972, 0.7499019804849638, 0.09637165562356742)]
    (sums,) = resampled_sums(rows, 1)
    assert sums.sum() == 1000
    assert all(sums[i] >= 1 for i in first)


def test_two_records():
    """Of two records resamples draw as Perl does.

    perl -e 'for $i (0..4) { srand($i); print int(rand(2)), int(rand(2)), " " }' prints
    01 00 10 11 11.
    """
    sums = resampled_sums(np.array([[1.0, 0.0], [0.0, 1.0]]), 5)
    assert sums[:, 1].tolist() == [1, 0, 1, 2, 2]


def test_blocks():
    """A resample does not depend on how many are drawn with it."""
    rows = np.random.default_rng(1).random((7, 2))
    np.testing.assert_array_equal(resampled_sums(rows, 50000)[:20], resampled_sums(rows, 20))


def test_averages():
    """The mean of ten means, and order statistics at 1 and 8 moved by the same fraction.

    With 80 percent the tails have one of ten; U = int(10 - 1 - 1) = 8 and L = 1, fraction 0.
    """
    ends = averages(np.arange(10.0)[::-1, None], 80)
    assert (ends.average[0], ends.low[0], ends.high[0]) == (4.5, 1.0, 8.0)
    ends = averages(np.arange(10.0)[:, None], 75)  # 1.25 in a tail: U = 7 and L = 1, moved by 0.75
    assert (ends.low[0], ends.high[0]) == pytest.approx((1.75, 7.75))


def test_past_the_end():
    """Of one resample both bounds are extrapolated towards 0 after it, as the script does."""
    ends = averages(np.array([[0.4]]), 95)
    assert ends.low == ends.high == pytest.approx(0.4 * 1.025)


def test_equal_means_have_no_rounding_error():
    """The average of equal numbers is that number."""
    assert averages(np.full((1000, 1), 0.1), 95).average.tolist() == [0.1]


def test_scores():
    """Each text has the numbers of its line, in order; the stemmer has its exceptions."""
    texts = [("The geese ran better", ["The goose run well"]), ("a b", ["a c", "a b"])] * 6
    scores = script_scores(originals.rouge_script(), texts, ["-n", "2", "-m"], kind="SPL")
    # The base of "better" is "well"; without exceptions "the" alone matches, 1 word of 4.
    assert scores["1"][:2] == [(0.5, 0.5, 0.5), (0.75, 0.75, 0.75)]
    assert scores["1"][10:] == scores["1"][:2]
    assert set(scores) == {"1", "2", "L"}


def test_counts():
    """With -t 1 the numbers are counts of models, peer and matches."""
    script = originals.rouge_script()
    scores = script_scores(script, [("a b", ["a c", "a b d"])], ["-x", "-n", "1", "-t", "1"],
                          kind="SPL")  # fmt: skip
    assert scores == {"1": [(5.0, 4.0, 3.0)]}


def test_script_bytes():
    """Bytes that are not UTF-8 reach the script: a limit of 6 bytes ends after them."""
    script = originals.rouge_script()
    for text, recall in (
        (b"\xe9\xe9\xe9\xe9 a", 1.0),
        ("éé a b".encode(), 1.0),
        ("é é a".encode(), 0.0),
    ):
        scores = script_scores(
            script, [(to_text(text), ["a"])], ["-x", "-n", "1", "-b", "6"], kind="SPL"
        )
        assert scores["1"][0][0] == recall


def test_basic_elements():
    """Basic elements are read in their own format."""
    script = originals.rouge_script()
    scores = script_scores(script, [("a|b|c", ["a|b|d"])], ["-3", "HM"], kind="SIMPLE")
    assert list(scores.values()) == [[(1.0, 1.0, 1.0)]]


def test_output():
    """All that the script prints is returned, for several peers."""
    texts = {"e1": RougeTexts({"A": "a b", "B": "c"}, ["a b"])}
    printed = script_output(originals.rouge_script(), texts, ["-x", "-n", "1", "-a"])
    assert "A ROUGE-1 Average_R: 1.00000 (95%-conf.int. 1.00000 - 1.00000)\n" in printed
    assert "B ROUGE-1 Average_R: 0.00000" in printed


def test_failures():
    """A script that fails is one sentence with its reason."""
    script = originals.rouge_script()
    with pytest.raises(MetricError, match=r"ROUGE-1.5.5.pl failed \(Illegal division by zero"):
        script_scores(script, [("a", [""])], ["-w", "1.2"], kind="SPL")


@pytest.mark.parametrize(
    "run", list(rouge_runs.runs(7, 240, 30)), ids=lambda run: " ".join(run.script)
)
def test_engines(run):
    """The script's rows are the kernel's, for random texts of any bytes and random options."""
    originals.registered("rouge-1.5.5", originals.rouge_script())
    native, batch = rouge_runs.metric_of(run), rouge_runs.batch_of(run)
    official = native.with_engine("official")
    assert computed_by(official) == "official"
    np.testing.assert_allclose(official.rows(batch), native.rows(batch), rtol=1e-12)


def test_left_out_references():
    """Rows without each reference are those of the kernel too, and no records have no rows."""
    originals.registered("rouge-1.5.5", originals.rouge_script())
    native = metrics.get("rouge-1.5.5")(engine="native")
    batch = Batch([Instance(prediction="a b c", references=["a b", "b c", "a c d"])] * 3)
    official = native.with_engine("official")
    assert official.leave_one_out_rows(batch).tolist() == native.leave_one_out_rows(batch).tolist()
    assert official.rows(Batch([])).shape == (0, 10)
    exact = replace(official, rounded=False, weight=1.2)
    expected = exact.with_engine("native").rows(batch)
    np.testing.assert_allclose(exact.rows(batch), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "run", list(rouge_runs.runs(8, 300, 100)), ids=lambda run: " ".join(run.script)
)
def test_printed_lines(run):
    """All that the script prints for random runs is printed, line by line."""
    script = originals.rouge_script()
    expected = rouge_runs.theirs(script, run)
    assert rouge_runs.differences(expected, rouge_runs.ours(run)) == []


@pytest.mark.long
def test_long_texts():
    """Texts of thousands of words have the script's lines."""
    script = originals.rouge_script()
    for run in rouge_runs.runs(9, 40, 20, long=0.3):
        expected = rouge_runs.theirs(script, run)
        assert rouge_runs.differences(expected, rouge_runs.ours(run)) == []
