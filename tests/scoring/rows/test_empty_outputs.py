"""Empty outputs are counted and told. Also tests `text_samples`."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.empty_outputs import (
    EmptyOutputs,
    empty_notices,
    output_fields,
)
from sacreval.scoring.rows.text_samples import SAMPLE, UnseenTokens
from support.program import write_jsonl

BLEU = [Entry(metrics.get("bleu")())]


def counted(values, name="prediction"):
    empty = EmptyOutputs()
    empty.add(Batch([Instance(**{name: value}) for value in values]), [name], start=10)
    return empty.total, empty.empty, empty.places.get(name, set())


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", "", " \n\u3000"], (3, 2, {11, 12})),
        (["a", None, 5, ""], (2, 1, {13})),
        ([0, False, [], {}], (0, 0, set())),
        ([["a", ""], ["", " "]], (4, 3, {11})),
    ],
)
def test_counts(values, expected):
    """Blanks are no text; numbers and missing outputs are none that could be empty."""
    assert counted(values) == expected


def test_several_outputs():
    """The field is that of the metric."""
    entries = [*BLEU, Entry(metrics.get("pass-at-k")(k=(1,)))]
    assert output_fields(entries) == ["prediction", "samples"]
    assert counted([["a", ""], [""]], "samples") == (3, 2, {11})


def test_notices():
    """Systems are named if there are several, and no notice is given without an empty output."""
    none, some = EmptyOutputs(3), EmptyOutputs(97, 2)
    assert empty_notices({"a": none}, BLEU) == []
    assert empty_notices({"a": some}, BLEU) == ["2 of 97 outputs are empty"]
    assert empty_notices({"a": some, "b": none}, BLEU) == ["2 of 100 outputs are empty ('a' 2)"]
    many = {f"s{i}": some for i in range(8)}
    assert empty_notices(many, BLEU)[0].endswith("'s5' 2 and 2 more)")


def test_every_verb_tells_them(cli, tmp_path):
    """The notice stands once, and results have the number of each system and group."""
    path = write_jsonl(tmp_path / "x.jsonl", [
        {"instance_id": i, "system_id": s, "prediction": " " if i < n else "the cat",
         "references": ["the cat"], "groups": {"g": i % 2}}
        for s, n in (("a", 3), ("b", 0)) for i in range(8)
    ])  # fmt: skip
    for verb in ("evaluate", "compare", "score"):
        done = cli(verb, "suite", "-m", "bleu", "-m", "chrf", path)
        assert done.err.count("3 of 16 outputs are empty ('a' 3)") == 1, verb
    result = cli("evaluate", "bleu", path, "--by", "g", "--summary", "mean", "--format", "json")
    assert {
        (r["system_id"], r["group"]): r["unanswered"]
        for r in result.json()["results"]
        if r["system_id"] == "a"
    } == {("a", None): 3, ("a", "g=0"): 2, ("a", "g=1"): 1, ("a", "g=(mean)"): 3}
    assert {r["unanswered"] for r in result.json()["results"] if r["system_id"] == "b"} == {0}


def test_several_answers():
    """Each answer of a record is an output; the record lacks one if any of them is empty."""
    records = [Instance(samples=["", "a"]), Instance(samples=["", " "]), Instance(prediction="b")]
    empty = EmptyOutputs()
    empty.add(Batch(records), ["prediction"])
    assert (empty.empty, empty.total, empty.places) == (3, 5, {"prediction": {0, 1}})


CHINESE, ENGLISH = "今天天气很好我们一起去公园散步", "We go to the park."

ENTRIES = [Entry(metrics.get(name)()) for name in ("rouge", "chrf", "length")]


def looked(texts):
    """Return what was looked at of a batch of texts, which passes unchanged."""
    watched = UnseenTokens(ENTRIES)
    batch = Batch([Instance(prediction=text, references=[text]) for text in texts])
    (passed,) = watched.watch([batch])
    assert passed is batch
    return watched


@pytest.mark.parametrize(
    ("texts", "noticed"),
    [
        ([CHINESE], True),
        ([ENGLISH], False),
        ([CHINESE] + [ENGLISH] * 9, False),
        ([CHINESE] * 2 + [ENGLISH] * 8, True),
    ],
)
def test_more_than_a_tenth(texts, noticed):
    """One notice names the metrics that overlook more than a tenth of the texts, and a remedy."""
    notices = looked(texts).notices()
    assert len(notices) == noticed
    if noticed:
        assert "rouge finds" in notices[0]
        assert "--tokenize" in notices[0]
        assert "chrf" not in notices[0]


def test_only_some_records_are_looked_at():
    """Of a large batch a few records at even distances are looked at."""
    assert SAMPLE <= looked([ENGLISH] * 10_000).checked <= SAMPLE + 1


HINT = "--extract finds the answer in an output"


@pytest.fixture
def notices_of(cli, tmp_path):
    """Return a function that scores pairs of output and reference, and returns the notices."""

    def run(pairs, *options, metric="exact-match", systems=None):
        lines = [
            json.dumps(
                {"prediction": a, "references": [b], "system_id": name, "instance_id": str(i)}
            )
            for name, texts in (systems or {"s": pairs}).items()
            for i, (a, b) in enumerate(texts)
        ]
        (tmp_path / "r.jsonl").write_text("\n".join(lines))
        return cli("evaluate", metric, "r.jsonl", *options).err

    return run


LETTERS = [("ANSWER: B", "B"), ("I think it is C.", "C"), ("no", "A")]


def test_references_inside_outputs(notices_of):
    """Where the score is 0 and outputs contain references, the option is named that finds them."""
    assert "'s' equals a reference, but 2 of 3 checked contain one" in notices_of(LETTERS)
    assert "as in --extract letter; " in notices_of(LETTERS)
    assert "as in --extract 'regex:" in notices_of([("The answer is 42.", "42")])


@pytest.mark.parametrize(
    ("pairs", "options", "metric"),
    [
        ([*LETTERS, ("B", "B")], (), "exact-match"),  # a score above 0
        ([("Absent", "B"), ("x", "y"), ("", "")], (), "exact-match"),
        ([("a1b", "1"), ("12", "2")], (), "exact-match"),  # parts of words
        (LETTERS, ("--extract", "first-word"), "exact-match"),
        (LETTERS, (), "token-f1"),
    ],
)
def test_no_notice(notices_of, pairs, options, metric):
    """Nothing is said of scores above 0, of other words, of extracted answers, of other metrics."""
    assert HINT not in notices_of(pairs, *options, metric=metric)


def test_each_system(notices_of):
    """Systems are counted apart."""
    notices = notices_of((), systems={"a": LETTERS, "b": [("B", "B"), ("C", "C"), ("A", "A")]})
    assert ("no output of 'a'" in notices, "no output of 'b'" in notices) == (True, False)


def test_the_option_works(cli, notices_of):
    """The option that the notice names gives a score."""
    assert HINT in notices_of(LETTERS[:2])
    result = cli("evaluate", "exact-match", "r.jsonl", "--extract", "letter", "--format", "json")
    assert json.loads(result.out)["results"][0]["value"] == 1.0
