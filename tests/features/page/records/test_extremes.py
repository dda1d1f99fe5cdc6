"""The worst and the best records, and what is marked in their texts."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sacreval.core.metric import metrics
from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Batch, Instance, Scored
from sacreval.core.results import Result
from sacreval.errors import NotSetUpError
from sacreval.features.page.content import Content
from sacreval.features.page.records.extremes import CHARACTERS, extremes
from sacreval.features.page.records.highlights import error_marks, highlight, span_text
from sacreval.features.page.records.views import Splitting, locate, views
from support import missing
from support.program import write_jsonl
from support.sizes import few


def content(scores, *, up=True, mains=("x",), texts=None, systems=("a",)):
    outputs = list(scores)
    results = [
        Result(metric="m", output=name, system_id=system, group=None, value=1.0, n=3,
               higher_is_better=up, interval=None, signature="m", engine="native",
               main=name in mains)
        for name in outputs for system in systems
    ]  # fmt: skip
    n = len(scores[outputs[0]])
    names = [f"r{i}" for i in range(n)]
    records = {
        system: {
            name: Scored(
                instance_id=name, system_id=system, scores={x: scores[x][i] for x in outputs}
            )
            for i, name in enumerate(names)
        }
        for system in systems
    }
    return Content(results=results, instances=names, records=records, texts=texts or {})


def shown(node):
    return [["".join(cell.itertext()) for cell in line] for line in node.iter("tr")]


def test_five_at_each_end():
    """Of twelve records the five lowest come first, then the five highest; ties in their order."""
    node, notices = extremes(content({"x": [5, 1, 1, 2, 9, 3, 8, 7, 6, 4, 10, None, 11]}))
    names = [line[0] for line in shown(node)[1:]]
    assert names == ["r1", "r2", "r3", "r5", "r9", "r7", "r6", "r4", "r10", "r12"]
    assert notices == []


def test_few_records_once():
    """Up to ten records are in the table once; where lower is better the highest are the worst."""
    node, _ = extremes(content({"x": [1, 3, 2]}, up=False))
    assert [line[:2] for line in shown(node)[1:]] == [
        ["r1", "3.0000"],
        ["r2", "2.0000"],
        ["r0", "1.0000"],
    ]


def test_main_outputs():
    """Records are shown by main outputs; by the first output of results that name none."""
    node, _ = extremes(content({"y": [1, 2], "x": [1, 2]}))
    assert [x.text for x in node.iter("caption")] == ["x of a"]
    node, _ = extremes(content({"y": [1, 2], "x": [1, 2]}, mains=()))
    assert [x.text for x in node.iter("caption")] == ["y of a"]


def test_texts():
    """Fields that records have are columns; long texts are cut, which is counted."""
    texts = {"a": {"r0": Instance(prediction="p" * 2000, references=["<b>", "c"], input="q")}}
    node, (notice,) = extremes(content({"x": [1, 2]}, texts=texts))
    head, first, second = shown(node)
    assert head == ["record", "x", "input", "prediction", "references"]
    assert first[2:] == ["q", f"{'p' * CHARACTERS}…", "1. <b>2. c"]
    assert second[2:] == ["", "", ""]
    assert notice == "1 texts of records are cut after 1,000 characters, with …"


def test_many_systems():
    """Twelve tables are shown, and how many others there are is said."""
    systems = [f"s{i}" for i in range(15)]
    node, (notice,) = extremes(content({"x": [1, 2]}, systems=systems))
    assert len(list(node.iter("table"))) == 12
    assert "of 3 further outputs and systems are left out" in notice


def test_nothing_known():
    """Without scores of records there is no section."""
    page = content({"x": [None, None]})
    assert extremes(page) == (None, [])


def test_error_spans():
    """Error spans are lines of a column, which says where an output has none."""
    spans = [
        ErrorSpan(text=text, confidence=0.5, severity="minor", start=0, end=1)
        for text in ("<b>", "c")
    ]
    page = content({"x": [1, 2, 3]})
    scored = [
        structs.replace(record, error_spans=of)
        for record, of in zip(
            page.records["a"].values(), ({"m": spans}, {"m": []}, None), strict=True
        )
    ]
    records = {"a": {record.instance_id: record for record in scored}}
    node, _ = extremes(replace(page, records=records))
    assert [line[2:] for line in shown(node)] == [
        ["errors"],
        ["minor: <b> (0.50)minor: c (0.50)"],
        ["none"],
        [""],
    ]


METRICS = ("suite", "-m", "exact-match", "-m", "token-f1")

OLD, NEW = ["a b", "c d", "e f", "g h"], ["a b", "c <x>", "y", "g h"]


@pytest.fixture
def runs(cli, tmp_path):
    """Score two runs of one system."""
    for name, outputs in (("old", OLD), ("new", NEW)):
        lines = [
            {"instance_id": str(i), "system_id": "s", "prediction": text, "references": [OLD[i]]}
            for i, text in enumerate(outputs)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", lines)
        files = ("-o", f"{name}.json", "--instances", f"{name}.scores.jsonl")
        assert cli("evaluate", *METRICS, f"{name}.jsonl", *files).code == 0


BOTH = ("report", "new.json", "--inputs", "new.jsonl", "--baseline", "old.json")


@pytest.mark.usefixtures("runs")
def test_texts_then_and_now(cli, tmp_path):
    """Each record that changed is there once, with its scores and both outputs."""
    result = cli(*BOTH, "--baseline-inputs", "old.jsonl", "-o", "r.md", "-o", "r.html")
    assert (result.code, "no texts of the baseline" in result.err) == (0, False)
    page = (tmp_path / "r.md").read_text()
    rows = page.partition("most, then and now**")[2].split("\n\n")[1].splitlines()[2:]
    assert [[cell.strip() for cell in line.split("|")[1:-1]] for line in rows] == [
        ["1", "s", "exact match: 1 to 0<br>token F1: 1 to 0.5", "c d", "c \\<x>"],
        ["2", "s", "exact match: 1 to 0<br>token F1: 1 to 0", "e f", "y"],
    ]
    assert '<p dir="auto">c &lt;x&gt;</p>' in (tmp_path / "r.html").read_text()


@pytest.mark.usefixtures("runs")
def test_without_the_files_of_the_baseline(cli):
    """The option is named where it is missing, and where both runs are given as one."""
    assert "with --baseline-inputs" in cli(*BOTH, "-o", "r.html").err
    mixed = cli(*BOTH, "--inputs", "old.jsonl", "-o", "r.md")
    assert (mixed.code, "are given with --baseline-inputs" in mixed.err) == (2, True)


@pytest.mark.usefixtures("runs")
def test_other_files_are_refused(cli):
    """Files that are not those of the baseline, and the option alone, are errors."""
    wrong = cli(*BOTH, "--baseline-inputs", "new.jsonl", "-o", "r.md")
    assert (wrong.code, "--baseline-inputs: the predictions of 's'" in wrong.err) == (2, True)
    alone = cli("report", "new.json", "--baseline-inputs", "old.jsonl", "-o", "r.md")
    assert (alone.code, "give both" in alone.err) == (2, True)


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
        highlights, view = marked(metric, output, prediction, reference)
        scores = row(metric, prediction, reference)
        sides = {prediction: highlights.prediction, reference: highlights.references[0]}
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
    highlights, view = marked(metric, "rougeL_f1", prediction, reference)
    p = row(metric, prediction, reference)[0]
    count = len(locate(prediction, view.splitting).tokens)
    if _apart(prediction, view):
        assert tokens_marked(highlights.prediction, prediction, view) == round(p * count)


@given(TEXTS, TEXTS)
@pytest.mark.parametrize("name", ["wer", "cer"])
def test_edits_are_those_counted(name, prediction, reference):
    """WER and CER mark as many edits as they count; substitutions on both sides."""
    metric = metrics.get(name)()
    highlights, view = marked(metric, name, prediction, reference)
    _, substitutions, deletions, insertions = row(metric, prediction, reference)
    theirs = highlights.references[0]
    swapped = tokens_marked(highlights.prediction, prediction, view, (1,))
    assert swapped == tokens_marked(theirs, reference, view, (1,))
    extra = tokens_marked(highlights.prediction, prediction, view, (2,))
    missing = tokens_marked(theirs, reference, view, (2,))
    assert swapped + extra + missing == substitutions + deletions + insertions
    assert extra - missing == insertions - deletions


def test_ngrams_are_as_long_as_matched():
    """BLEU marks every token with the longest n-gram it matched in any reference."""
    metric = metrics.get("bleu")()
    text = "the cat sat on a mat, the dog ran"
    highlights, _ = marked(metric, "bleu", text, "the cat sat on it", "a mat, then dog")
    marks = [
        highlights.prediction.marks[i : i + 3]
        for i in range(0, len(highlights.prediction.marks), 3)
    ]
    assert [(text[a:b], n) for a, b, n in marks] == [
        ("the cat sat on", 4), ("a mat,", 3), ("dog", 1),
    ]  # fmt: skip


def test_repeated_words_match_as_often_as_the_reference_has_them():
    """Of seven `the`, the two that the reference has are marked."""
    metric = metrics.get("bleu")()
    highlights, view = marked(metric, "bleu", "the the the the the the the", "the cat on the mat")
    assert tokens_marked(highlights.prediction, "the the the the the the the", view) == 2


def test_the_best_reference_is_marked():
    """With several references, the one that the score comes from is marked."""
    metric = metrics.get("rouge")(types=("1",))
    highlights, _ = marked(metric, "rouge1_f1", "a b c", "x y", "a b z", "a q")
    assert list(highlights.references) == [1]


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
    highlights = highlight(metric, view, [Instance(prediction=text, references=[text])])[0]
    assert highlights.prediction.shown is None
    if view.kind == "ngrams":
        assert highlights.prediction.marks


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


TEXT = "the 😀 sat"


def span(start, end, severity="major", *, text=None, reference=None):
    """Return an error span of the text."""
    return ErrorSpan(text=TEXT[start:end] if text is None else text, confidence=0.456,
                     severity=severity, start=start, end=end, reference=reference)  # fmt: skip


@pytest.mark.parametrize(
    ("spans", "marks"),
    [
        ([], []),
        ([span(4, 5), span(0, 3, "minor")], [0, 3, 1, 4, 5, 2]),
        ([span(0, 9, "minor"), span(4, 5, "critical")], [0, 4, 1, 4, 5, 3, 5, 9, 1]),
        ([span(4, 4)], []),
    ],
)
def test_marks(spans, marks):
    """Marks are in the order of the text, and where spans overlap the most severe is marked."""
    assert error_marks(TEXT, spans) == marks


@pytest.mark.parametrize("span", [span(0, 3, text="cat"), span(0, 3, "trivial")])
def test_spans_that_cannot_be_marked(span):
    """Spans of another text or of another severity are not marked at all."""
    assert error_marks(TEXT, [span]) is None
    assert error_marks(["the"], []) is None


def test_lines():
    """A line names the reference only where there are several, from 1."""
    assert span_text(span(6, 9)) == "major: sat (0.46)"
    assert span_text(span(6, 9, reference=1)) == "major: sat (0.46, beside reference 2)"
