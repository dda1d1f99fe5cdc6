"""Records on a page: data for its script, texts, and what is marked for each metric."""

from dataclasses import replace

import pytest

from sacreval.core.metric import metrics
from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.records import record_texts
from sacreval.features.page.records.page_data import (
    columns_of,
    described,
    errors_of,
    kind_of,
    page_data,
)
from sacreval.features.page.records.record_texts import ErrorKind
from sacreval.features.page.records.views import Splitting, locate, views
from sacreval.metrics._wrappers import extracted
from support.pages import SAMPLE


def content(scores, *, error=None):
    """Create content of systems whose records have these scores of `x`."""
    results = [
        Result(
            metric="m",
            output="x",
            system_id=system,
            group=None,
            value=1.0,
            n=2,
            higher_is_better=False,
            interval=None,
            signature="m",
            engine="native",
            main=True,
        )
        for system in scores
    ]
    records = {
        system: {
            name: Scored(instance_id=name, system_id=system, scores={"x": value})
            for name, value in known.items()
        }
        for system, known in scores.items()
    }
    if error is not None:
        failed = Scored(instance_id="2", system_id="b", scores={}, error=error)
        records["b"]["2"] = failed
    return Content(results=results, instances=["1", "2"], records=records)


def test_columns():
    """Scores stand by system in the order of instances, with six digits and null where missing."""
    page = content({"a": {"2": 1 / 3, "1": 2.0}, "b": {"1": 0.5}})
    assert columns_of(page, "x") == [[2, 0.333333], [0.5, None]]
    data = page_data(page).data
    assert data["systems"] == ["a", "b"]
    assert data["ids"] == ["1", "2"]
    assert data["scores"] == [[[2, 0.333333], [0.5, None]]]


def test_what_is_known_of_an_output():
    """The script knows the direction of an output, and that it has no marks."""
    known = described(content({"a": {"1": 1.0}}), "x", None, [])
    assert known["up"] is False
    assert known["marks"] is None


def test_errors():
    """Errors stand by the index of the record, then of the system."""
    page = content({"a": {"1": 1.0}, "b": {"1": 1.0}}, error="no answer")
    assert errors_of(page) == {"1": {"1": "no answer"}}


def test_a_base_without_tests():
    """Without tests no system is the base of the others."""
    assert page_data(content({"a": {"1": 1.0}})).data["base"] is None


def test_outputs_with_error_spans():
    """An output of a metric that labels errors is marked by them."""
    page = content({"a": {"1": 1.0}})
    assert kind_of(page, "x") is None
    scored = Scored(instance_id="1", system_id="a", scores={"x": 1.0}, error_spans={"m": []})
    page = replace(page, records={"a": {"1": scored}})
    kind = kind_of(page, "x")
    assert kind == ErrorKind("m")
    known = described(page, "x", kind, [kind.key])
    assert (known["marks"], known["kind"]) == (0, "errors")


def test_systems_without_texts_are_named(cli, sample):
    """Inputs that lack a system say so; inputs of strangers too."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    kept = [line.replace('"terse"', '"strange"') for line in lines if '"literal"' not in line]
    (sample / "some.jsonl").write_text("\n".join(kept), encoding="utf-8")
    done = cli("report", "result.json", "--inputs", "some.jsonl", "-o", "r.html")
    assert done.code == 0
    assert "no records of 'literal'" in done.err
    assert "no records of 'terse'" in done.err
    assert "also has 'strange'" in done.err


def record_texts_content(texts):
    """Create content of systems whose records have these texts."""
    names = sorted({name for known in texts.values() for name in known})
    results = [
        Result(
            metric="m",
            output="x",
            system_id=system,
            group=None,
            value=1.0,
            n=1,
            higher_is_better=True,
            interval=None,
            signature="m",
            engine="native",
        )
        for system in texts
    ]
    return Content(
        results=results, instances=names, records={system: {} for system in texts}, texts=texts
    )


def test_equal_contexts_are_listed_once():
    """Systems that were given the same references share a context; a missing record has none."""
    instance = Instance(prediction="a", references=["r"], sources=["s"], groups={"domain": 1})
    page = record_texts_content({"x": {"1": instance}, "y": {"1": instance}, "z": {}})
    contexts, of, predictions, groups = record_texts.text(page, 0)
    assert contexts == [[["r"], ["s"], None]]
    assert of == [0, 0, None]
    assert predictions == ["a", "a", None]
    assert groups == {"domain": "1"}


def test_values_are_json():
    """Predictions that are no text are shown as JSON."""
    page = record_texts_content({"x": {"1": Instance(prediction=[1, "ä"], references=[{"a": 2}])}})
    contexts, _, predictions, _ = record_texts.text(page, 0)
    assert predictions == ['[1,"ä"]']
    assert contexts[0][0] == ['{"a":2}']


def test_texts_that_find_no_room(monkeypatch):
    """Where texts do not fit, the most important are in the page, and a notice counts them."""
    known = {str(i): Instance(prediction="word " * 20, references=["r"]) for i in range(3)}
    page = record_texts_content({"x": known})
    assert record_texts.choose(page, [2, 0, 1]) == ([2, 0, 1], [])
    monkeypatch.setattr(record_texts, "CHARACTERS", 150)
    chosen, (notice,) = record_texts.choose(page, [2, 0, 1])
    assert chosen == [2]
    assert notice.startswith("the texts of 1 of 3 records are in this page")


@pytest.mark.parametrize("i", [0, 1])
def test_records_of_an_instance(i):
    """A system without a record of an instance has None in its place."""
    instance = Instance(prediction="a")
    page = record_texts_content({"x": {"1": instance, "2": instance}, "y": {"2": instance}})
    assert record_texts.records_of(page, i) == [[instance, None], [instance, instance]][i]


def test_marks_of_error_spans(monkeypatch):
    """All outputs with known spans are marked, also without references; others are left out."""
    monkeypatch.setattr(record_texts, "MARKED", 0)
    known = {str(i): Instance(prediction="a cat") for i in range(3)}
    span = ErrorSpan(text="cat", confidence=0.5, severity="minor", start=2, end=5)
    spans = {"0": {"m": [span]}, "1": {"m": []}, "2": None}
    scored = {
        name: Scored(instance_id=name, system_id="y", scores={"x": 1.0}, error_spans=of)
        for name, of in spans.items()
    }
    page = replace(record_texts_content({"x": {}, "y": known}), records={"x": {}, "y": scored})
    kind = ErrorKind("m")
    assert kind.described["levels"] == ["minor", "major", "critical"]
    marked, notices = record_texts.marks(page, [kind], [2, 0, 1])
    assert marked == [{"0": {"1": [[0, [2, 5, 1]], {}]}, "1": {"1": [[0, []], {}]}}]
    assert notices == []


@pytest.mark.parametrize(
    ("name", "options", "output", "kind", "orders"),
    [
        ("bleu", {"max_ngram_order": 2}, "bleu", "ngrams", (1, 2)),
        ("google-bleu", {"min_len": 2}, "google_bleu", "ngrams", (2, 3, 4)),
        ("rouge", {}, "rouge2_recall", "ngrams", (2,)),
        ("rouge", {}, "rougeL_f1", "subsequence", ()),
        ("token-f1", {}, "token_f1_f1", "ngrams", (1,)),
        ("wer", {}, "wer", "edits", ()),
        ("edit-distance", {}, "edit_similarity", "edits", ()),
    ],
)
def test_kinds(name, options, output, kind, orders):
    """n-grams have their orders, ROUGE-L a subsequence, error rates their edits."""
    view = views(metrics.get(name)(**options))[output]
    assert (view.kind, view.orders) == (kind, orders)


def test_tokens_are_those_of_the_metric():
    """Texts are split with the options of the metric."""
    chrf = views(metrics.get("chrf")(lowercase=True))["chrf"]
    assert list(chrf.splitting.compared("A b")) == ["a", "b"]
    wer = views(metrics.get("wer")(transform="standardize"))["wer"]
    assert list(wer.splitting.compared("A B")) == ["a", "b"]


@pytest.mark.parametrize(
    "metric",
    [
        metrics.get("length")(),
        metrics.get("chrf")(char_order=0, word_order=2),
        extracted(metrics.get("wer")(), extract="letter"),
    ],
    ids=["of no tokens", "of no characters", "of answers"],
)  # fmt: skip
def test_no_marks(metric):
    """Metrics without tokens, chrF of words alone and metrics of answers have no marks."""
    assert views(metric) == {}


def words(located):
    return [located.shown[start:end] for start, end in located.spans]


@pytest.mark.parametrize(
    ("text", "split", "shown"),
    [
        (
            "The cat  sat.",
            lambda t: t.lower().replace(".", " .").split(),
            ["The", "cat", "sat", "."],
        ),
        (
            "it's a-b",
            lambda t: t.replace("'", " ").replace("-", " ").split(),
            ["it", "s", "a", "b"],
        ),
        ("a b", list, ["a", " ", "b"]),
    ],
)
def test_tokens_in_the_text(text, split, shown):
    """Tokens are found as written, whatever their case and the marks between them."""
    located = locate(text, Splitting(split))
    assert located.shown == text
    assert words(located) == shown


def test_stems():
    """Tokens that are changed are found as they are written before."""
    split = Splitting(lambda t: [w.rstrip("s") for w in t.split()], str.split)
    located = locate("cats run", split)
    assert (list(located.tokens), words(located)) == (["cat", "run"], ["cats", "run"])


def test_tokens_that_are_not_there():
    """Tokens of another text are shown on their own."""
    located = locate("a b", Splitting(lambda text: ["x", "yz"] if " " in text else ["w"]))
    assert (located.shown, words(located)) == ("x yz", ["x", "yz"])


def test_tokens_that_are_spelt_otherwise():
    """Tokens that a word does not hold as written span the word."""
    located = locate("ab c", Splitting(lambda text: text.replace("ab", "x y").split()))
    assert (located.shown, words(located)) == ("ab c", ["ab", "ab", "c"])
