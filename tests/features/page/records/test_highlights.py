"""Marks: what is highlighted is what the metric counted."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError
from sacreval.features.page.records.highlights import highlight
from sacreval.features.page.records.views import Splitting, locate, views
from support import missing
from support.sizes import few

WORDS = st.lists(st.sampled_from("a b c d e the U.S. it's 3,000 Ü \U0001f600 x-y (z) .".split()))
TEXTS = WORDS.map(" ".join)


def marked(metric, output, prediction, *references):
    """Highlight one record; gives its highlight, and the view."""
    view = views(metric)[output]
    record = Instance(prediction=prediction, references=list(references))
    return highlight(metric, view, [record])[0], view


def tokens_marked(marked_text, text, view, levels=(1, 2, 3, 4, 5, 6)):
    """Count the tokens of a text that lie in marks."""
    placed = locate(text, view.splitting)
    marks = np.array(marked_text.marks, dtype=int).reshape(-1, 3)
    return sum(
        any(start <= a and b <= end and level in levels for start, end, level in marks.tolist())
        for a, b in placed.spans
    )


def row(metric, prediction, *references):
    """Give the statistics of one record."""
    return metric.rows(Batch([Instance(prediction=prediction, references=list(references))]))[0]


@given(TEXTS, TEXTS)
def test_common_words_are_those_counted(prediction, reference):
    """ROUGE-1 and token F1 mark as many words on both sides as they count in common."""
    for metric, output in (
        (metrics.get("rouge")(types=("1",)), "rouge1_f1"),
        (metrics.get("token-f1")(normalize="lower"), "token_f1_f1"),
    ):
        found, view = marked(metric, output, prediction, reference)
        scores = row(metric, prediction, reference)
        sides = {prediction: found.prediction, reference: found.references[0]}
        for share, text in zip(scores[:2], (prediction, reference), strict=True):
            count = len(locate(text, view.splitting).tokens)
            if len(sides) == 2 and _apart(text, view):
                assert tokens_marked(sides[text], text, view) == round(share * count)


def _apart(text, view):
    """Say whether every token has a place of its own."""
    spans = locate(text, view.splitting).spans
    return len(set(spans)) == len(spans)


@given(TEXTS, TEXTS)
def test_subsequences_are_as_long_as_counted(prediction, reference):
    """ROUGE-L marks as many words on each side as the longest common subsequence has."""
    metric = metrics.get("rouge")(types=("L",))
    found, view = marked(metric, "rougeL_f1", prediction, reference)
    p = row(metric, prediction, reference)[0]
    count = len(locate(prediction, view.splitting).tokens)
    if _apart(prediction, view):
        assert tokens_marked(found.prediction, prediction, view) == round(p * count)


@given(TEXTS, TEXTS)
@pytest.mark.parametrize("name", ["wer", "cer"])
def test_edits_are_those_counted(name, prediction, reference):
    """WER and CER mark as many edits as they count; substitutions on both sides."""
    metric = metrics.get(name)()
    found, view = marked(metric, name, prediction, reference)
    _, substitutions, deletions, insertions = row(metric, prediction, reference)
    theirs = found.references[0]
    swapped = tokens_marked(found.prediction, prediction, view, (1,))
    assert swapped == tokens_marked(theirs, reference, view, (1,))
    extra = tokens_marked(found.prediction, prediction, view, (2,))
    missing = tokens_marked(theirs, reference, view, (2,))
    assert swapped + extra + missing == substitutions + deletions + insertions
    assert extra - missing == insertions - deletions


def test_ngrams_are_as_long_as_matched():
    """BLEU marks every token with the longest n-gram it matched in any reference."""
    metric = metrics.get("bleu")()
    text = "the cat sat on a mat, the dog ran"
    found, _ = marked(metric, "bleu", text, "the cat sat on it", "a mat, then dog")
    marks = [found.prediction.marks[i : i + 3] for i in range(0, len(found.prediction.marks), 3)]
    assert [(text[a:b], n) for a, b, n in marks] == [
        ("the cat sat on", 4), ("a mat,", 3), ("dog", 1),
    ]  # fmt: skip


def test_repeated_words_match_as_often_as_the_reference_has_them():
    """Of seven `the`, the two that the reference has are marked."""
    metric = metrics.get("bleu")()
    found, view = marked(metric, "bleu", "the the the the the the the", "the cat on the mat")
    assert tokens_marked(found.prediction, "the the the the the the the", view) == 2


def test_the_best_reference_is_marked():
    """With several references, the one that the score comes from is marked."""
    metric = metrics.get("rouge")(types=("1",))
    found, _ = marked(metric, "rouge1_f1", "a b c", "x y", "a b z", "a q")
    assert list(found.references) == [1]


SPELLINGS = {
    "13a": ("bleu", {}, 'He said: "It\'s 3,000.50 (or so)."'),
    "chinese": ("bleu", {"tokenize": "zh"}, "我喜欢 apples,真的。"),
    "characters": ("bleu", {"tokenize": "char"}, "né à \U0001f600 x"),
    "stems": ("rouge", {"types": ("1",), "stemmer": True}, "Running, walked; don't-stop!"),
    "answers": ("token-f1", {}, "The U.S. (a country), 3,000"),
    "ter": ("ter", {"normalized": True}, 'He said: "no".'),
}


@pytest.mark.parametrize("case", SPELLINGS)
def test_tokens_are_found_in_the_text_itself(case):
    """The tokens of every tokenizer are marked in the text that people read."""
    name, options, text = SPELLINGS[case]
    metric = metrics.get(name)(**options)
    view = next(iter(views(metric).values()))
    found = highlight(metric, view, [Instance(prediction=text, references=[text])])[0]
    assert found.prediction.shown is None
    if view.kind == "ngrams":
        assert found.prediction.marks


def test_tokens_are_found_within_words():
    """Tokens with marks left out between them are found one after the other."""
    words = Splitting(lambda text: re.findall(r"\w+", text.lower()))
    placed = locate("(Ab-ab) x-Ab", words)
    assert placed.shown == "(Ab-ab) x-Ab"
    assert [placed.shown[a:b] for a, b in placed.spans] == ["Ab", "ab", "x", "Ab"]
    assert list(placed.spans) == [(1, 3), (4, 6), (8, 9), (10, 12)]


def test_tokens_that_are_not_in_the_text_are_shown_themselves():
    """Where tokens cannot be found in the text, the page shows the tokens."""
    placed = locate("abc def", Splitting(lambda text: [text[::-1], "x"]))
    assert placed.shown == "fed cba x"
    assert [placed.shown[a:b] for a, b in placed.spans] == ["fed cba", "x"]


@few(26, "name", sorted(metrics))
def test_every_view_is_of_an_output(name):
    """Views are of outputs that the metric has, and the output that chooses a reference exists."""
    try:
        metric = metrics.get(name)()
    except NotSetUpError as error:
        missing.say(f"views of {error}")
        pytest.skip(str(error))
    for output, view in views(metric).items():
        assert output in metric.outputs
        assert view.chooser is None or view.chooser in metric.outputs
