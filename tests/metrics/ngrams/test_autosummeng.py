"""Graphs of character n-grams, and AutoSummENG, MeMoG and NPowER beside the released program."""

import json
import re

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.ngrams.autosummeng import (
    AutoSummENG,
    lines,
    merged,
    ngram_graph,
    utf16_units,
    value_similarity,
)
from support import mirror
from support.tasks import scores_of

# NPowER V1 of github.com/ggianna/SummaryEvaluation with its JInsect.jar and OpenJGraph.jar on Java
# 17, 2026-11-22: `-minN -maxN -dwin`, peer, models, and what `-allScores` printed.
PROGRAM = [
    ((3, 3, 3), "the cat sat on the mat", ["a cat sat on a mat"], (0.452830, 0.452830, 0.434319)),
    ((2, 4, 2), "aaaa abab", ["xyz ab aaaa", "ab ab aaaa"], (0.027515, 0.030254, 0.082309)),
    (
        (1, 3, 5),
        "a\U0001f600b\U0001f600",
        ["\U0001f600a\u00e9\n\nb"],
        (0.035057, 0.035057, 0.087743),
    ),
]
MULTILING = (
    "danieldeutsch/sacrerouge/0ca5202424aca64f0f27993638d6ac0078d9ded8/sacrerouge/tests/fixtures/"
    "data/multiling2011/summaries.jsonl"
)
PUBLISHED = (
    "CogComp/stat-analysis-experiments/7b05bd874defac6c047deb2313c398318f2113e3/experiments/"
    "statistical-analysis/data/fabbri2020/autosummeng.jsonl"
)


def test_edges_are_counted_both_ways():
    """`abab` has a-b three times next to each other, so a to b and b to a weigh 3 each."""
    assert ngram_graph("abab", n=1, window=1) == {("a", "b"): 3, ("b", "a"): 3}


def test_the_window_reaches_over_ngrams():
    """In a window of 2 the two bigrams `ab` and `bc` of `abca` meet `ca` as well."""
    graph = ngram_graph("abca", n=2, window=2)
    pairs = [("ab", "bc"), ("bc", "ca"), ("ab", "ca")]
    assert graph == {edge: 1 for a, b in pairs for edge in ((a, b), (b, a))}


def test_equal_ngrams_count_twice():
    """A pair of equal n-grams is the same edge in both directions: `aaa` has two pairs, so 4."""
    assert ngram_graph("aaa", n=1, window=1) == {("a", "a"): 4}


@pytest.mark.parametrize("text", ["", "ab", "abc"])
def test_a_text_of_one_ngram_has_no_edges(text):
    """A text with fewer than two n-grams has a graph without edges."""
    assert not ngram_graph(text, n=3, window=3)


def test_weights_move_by_one_over_k():
    """The third graph moves a weight by a third of the difference."""
    graphs = [ngram_graph("ab" * k, n=1, window=1) for k in (1, 2, 5)]  # weights 1, 3 and 9
    weight = 1 + (3 - 1) / 2
    assert merged(graphs)["a", "b"] == pytest.approx(weight + (9 - weight) / 3)


def test_new_edges():
    """An edge that merging adds has its own weight; one that it lacks keeps its weight."""
    graphs = [ngram_graph("xyz", n=1, window=1), ngram_graph("abab", n=1, window=1)]
    together = merged(graphs)
    assert (together["a", "b"], together["x", "y"]) == (3, 1)


def test_merging_changes_no_graph():
    """The first graph is as it was."""
    first = ngram_graph("ab", n=1, window=1)
    merged([first, ngram_graph("abab", n=1, window=1)])
    assert first["a", "b"] == 1


def test_similarity_by_hand():
    """`ab` and `abab` share both edges, whose weights are 1 and 3: (1/3 + 1/3) / 2."""
    a, b = (ngram_graph(text, n=1, window=1) for text in ("ab", "abab"))
    assert value_similarity(a, b) == value_similarity(b, a) == pytest.approx(1 / 3)


def test_similarity_divides_by_the_larger_graph():
    """`ab` and `abc` share two of four edges."""
    a, b = (ngram_graph(text, n=1, window=1) for text in ("ab", "abc"))
    assert value_similarity(a, b) == pytest.approx(2 / 4)


def test_similarity_of_empty_graphs_is_0():
    """Two texts without edges have similarity 0, as in the program."""
    assert value_similarity({}, {}) == 0.0


def record(prediction, *references):
    return {"prediction": prediction, "references": list(references)}


@pytest.mark.parametrize(("sizes", "prediction", "references", "printed"), PROGRAM)
def test_as_the_program(sizes, prediction, references, printed):
    """The scores equal those that the released program prints."""
    options = dict(zip(("min_n", "max_n", "window"), sizes, strict=True))
    scores = scores_of("autosummeng", [record(prediction, *references)], options)
    assert tuple(scores.values()) == pytest.approx(printed, abs=5e-7)


def test_npower():
    """NPowER is the combination that its authors fitted, divided by 10."""
    scores = scores_of("autosummeng", [record("one two", "one three")])
    want = 5.2905 * scores["autosummeng"] + 3.0053 * scores["memog"] + 0.5866
    assert scores["npower"] == pytest.approx(want / 10)


def test_as_the_papers():
    """Without the program's deviations the mean has the first reference, and MeMoG all of them."""
    texts = ("abcdefgh", "abcdxyz", "efghxyz")
    pairs = [scores_of("autosummeng", [record(texts[0], text)]) for text in texts[1:]]
    scores = scores_of("autosummeng", [record(*texts)], {"released": False})
    assert scores["autosummeng"] == pytest.approx(sum(p["autosummeng"] for p in pairs) / 2)
    assert scores["memog"] > max(p["memog"] for p in pairs)
    program = scores_of("autosummeng", [record(*texts)])
    assert program["memog"] == pytest.approx(pairs[1]["memog"])
    assert program["autosummeng"] != pytest.approx(scores["autosummeng"])


def test_every_line_ends():
    """Texts are read as lines, each ended by one newline; an empty text has none."""
    assert [lines(text) for text in ("", "a", "a\r\nb\r", "a\n")] == ["", "a\n", "a\nb\n", "a\n"]


def test_units_of_java():
    """A character beyond U+FFFF is two units; others, lone surrogates too, are one."""
    assert utf16_units("a\U0001f600\ud800") == "a\ud83d\ude00\ud800"


def test_multiling():
    """The first row of SacreROUGE's fixture has the scores that its tests expect."""
    sample = json.loads(mirror.lines(MULTILING)[0])
    references = ["\n".join(text["text"]) for text in sample["references"]]
    scores = scores_of("autosummeng", [record("\n".join(sample["summary"]["text"]), *references)])
    want = {"autosummeng": 0.137825, "memog": 0.15328, "npower": 0.177641}
    assert scores == pytest.approx(want, abs=1e-6)


def detokenized(text):
    """Attach punctuation to words, as in the texts before they were tokenised."""
    text = re.sub(r" ([.,!?;:')\]])", r"\1", text).replace(" n't", "n't")
    return re.sub(r"([(\[`]) ", r"\1", text)


FORMS = {"M22": str, "M20": detokenized}  # systems whose texts were not lower-cased


@pytest.mark.long
def test_summeval():
    """More than half of 1,600 published scores come out to six digits, with one reference.

    They were computed on other forms of the texts than SummEval's file has: references before
    tokenisation, and most systems in lower case. Others differ in further characters.
    """
    published = {
        (row["instance_id"], row["summarizer_id"]): row["metrics"]
        for row in map(json.loads, mirror.lines(PUBLISHED))
    }
    equal = 0
    for name, corpus in mirror.summeval().items():
        form = FORMS.get(name, str.lower)
        for key, prediction, references in zip(
            mirror.summeval_documents(), corpus.predictions, corpus.references, strict=True
        ):
            texts = record(form(prediction), detokenized(references[0]))
            want = published[key, name]["AutoSummENG"]
            equal += abs(scores_of("autosummeng", [texts])["autosummeng"] - want) < 1e-6
    assert equal > 900


@pytest.mark.parametrize(
    "options", [{"min_n": 0}, {"min_n": 4}, {"max_n": 10**9}, {"window": 0}, {"window": 10**20}]
)
def test_wrong_options(options):
    """Lengths and windows beyond their range are refused with it."""
    with pytest.raises(UsageError, match=r"1 to \d+"):
        AutoSummENG(**options)
