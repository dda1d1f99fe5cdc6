"""Values read as the type that a metric needs, and notices about values and characters."""

import csv
import json
from pathlib import Path
from random import Random

import pytest

from sacreval.core.contract import watches
from sacreval.core.contract.declarations import direction
from sacreval.core.contract.read_values import ReadWatch, json_text, read_batch, readings, typed
from sacreval.core.contract.unseen_notices import UnseenCharacters
from sacreval.core.contract.watches import distinct
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.program import write_jsonl
from support.sizes import few

NUMBERS = [("3.5", "4"), ("2", "2.0"), (" 1e0", "1"), ("0.25", "0")]

OF_TABLES = {
    "pearson": NUMBERS,
    "spearman": NUMBERS,
    "kendall": NUMBERS,
    "mean-squared-error": NUMBERS,
    "mean-absolute-error": NUMBERS,
    "roc-auc": [("3.5", "1"), ("2", "true"), ("-1", "False"), ("0", "0")],
    "average-precision": [("3.5", "1"), ("2", "True"), ("-1", "no"), ("0", "0.0")],
    "max-f1": [("3.5", "1"), ("2", "yes"), ("-1", "0"), ("0", "0")],
    "brier": [("0.5", "1"), ("1", "true"), ("0", "0"), ("1e-1", "0")],
    "calibration-error": [("0.5", "1"), ("1", "true"), ("0", "0"), ("1e-1", "0")],
    "multi-label": [('["a", "b"]', '["a"]'), ("['a', 'c']", "['c']"), ("[]", "[]")],
    "entities": [("[('Rome', 'LOC')]", '[["Rome", "LOC"]]'), ("[]", "[]")],
}

MEANT = {"true": True, "True": True, "yes": True, "False": False, "no": False}


def as_json(text):
    """Return the value that a cell means, as a file of JSON has it."""
    if text.strip().startswith("["):
        return json.loads(text.replace("(", "[").replace(")", "]").replace("'", '"'))
    return MEANT[text] if text in MEANT else float(text)


def table(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("prediction", "reference"), *rows])
    return path.name


@few(4, "name", OF_TABLES)
def test_tables_score_as_json(cli, tmp_path, name):
    """A metric scores and verifies the texts of a table as the values of JSON that they are."""
    rows = OF_TABLES[name]
    table(tmp_path / "a.csv", rows)
    write_jsonl(
        tmp_path / "a.jsonl",
        [{"prediction": as_json(a), "references": [as_json(b)]} for a, b in rows],
    )
    results = [
        {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
        for file in ("a.csv", "a.jsonl")
        if (done := cli("evaluate", name, file, "--format", "json", "-o", f"{file}.json")).code == 0
    ]
    assert len(results) == 2
    assert results[0] == results[1]
    assert cli("verify", "a.csv.json", "a.csv").code == 0


@few(1, "name", ["pearson", "mean-squared-error", "brier"])
@pytest.mark.parametrize("bad", ["abc", "", "1,5", "nan", "inf", "1_0"])
def test_texts_that_are_no_numbers_are_missing(cli, tmp_path, name, bad):
    """They are counted and left out with exit code 3, in verify and with --allow-errors too."""
    table(tmp_path / "a.csv", [("0.5", "1"), (bad, "1"), ("0.25", "0"), ("1", "1")])
    done = cli("evaluate", name, "a.csv", "-o", "r.json")
    assert done.code == 3
    assert "a.csv:3" in done.err
    assert "1 records could not be scored" in done.err
    for result in json.loads((tmp_path / "r.json").read_text())["results"]:
        assert (result["n"], result["missing"]["unscored"]) == (4, 1)
    assert cli("verify", "r.json", "a.csv").code == 0
    assert cli("evaluate", name, "a.csv", "--allow-errors").code == 0


def test_every_metric_reads_the_same_records(cli, tmp_path):
    """Metrics of a run may need different types of one field, and each has its own failures."""
    table(tmp_path / "a.csv", [("1", "1"), ("abc", "1")])
    done = cli("evaluate", "suite", "-m", "accuracy", "-m", "py:own_values:error", "a.csv")
    assert done.code == 2  # there is no such module yet
    (tmp_path / "own_values.py").write_text(CODE_OF_METRIC)
    done = cli(
        "evaluate", "suite", "-m", "accuracy", "-m", "py:own_values:Error", "a.csv",
        "--format", "json",
    )  # fmt: skip
    scores = {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
    assert (done.code, scores) == (3, {"accuracy": (0.5, 2), "error": (0.0, 2)})


CODE_OF_METRIC = '''
from dataclasses import dataclass

from sacreval.core.options.field_types import NUMBER, NUMBERS
from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Error(MeanMetric):
    """The absolute difference of numbers."""

    kinds = {"prediction": NUMBER, "references": NUMBERS}
    outputs = ("error",)

    def scores(self, prediction, prepared):
        return (abs(prediction - prepared[0]),)
'''


@pytest.mark.parametrize("workers", ["1", "2"])
def test_jackknife_and_workers(cli, tmp_path, workers):
    """Scores of records, also jackknifed, are those of the numbers on any number of workers."""
    rows = [{"prediction": str(i), "references": ["1", i]} for i in range(300)]
    rows[7]["prediction"] = "none"
    write_jsonl(tmp_path / "a.jsonl", rows)
    done = cli("score", "mean-squared-error", "a.jsonl", "--workers", workers)
    assert done.code == 3
    scored = {r["instance_id"]: r["scores"] for r in map(json.loads, done.out.splitlines())}
    assert scored["4"]["mean_squared_error"] == 0.0  # of the closest reference, 3
    assert scored["4"]["mean_squared_error_jk"] == 2.0  # the mean of 0 and (3 - 1)^2
    assert scored["8"]["mean_squared_error"] is None


@pytest.mark.parametrize(
    ("value", "text"), [(42, "42"), (3.0, "3.0"), (True, "true"), (False, "false")]
)
def test_numbers_are_texts(cli, tmp_path, value, text):
    """A number or a boolean is its JSON text where a metric needs texts, with a notice."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": value, "references": [text]}])
    write_jsonl(tmp_path / "b.jsonl", [{"prediction": text, "references": [value]}])
    for name, field in (("a", "prediction"), ("b", "references")):
        for metric in ("exact-match", "token-f1", "squad"):
            done = cli("evaluate", metric, f"{name}.jsonl", "--format", "json")
            assert done.code == 0, done.err
            assert f"1 of `{field}` is a number, true or false" in done.err
            assert done.json()["results"][0]["value"] in {1.0, 100.0}


TOKENS = {"prediction": ["the", "cat", "sat", "."], "references": [["the", "cat", "ran", "."]]}


@pytest.mark.parametrize("name", ["bleu", "rouge", "google-bleu", "cider", "nist", "ribes"])
def test_tokens_are_texts(cli, tmp_path, name):
    """Lists of tokens score as the texts that have them where texts are not tokenised."""
    joined = {"prediction": "the cat sat .", "references": ["the cat ran ."]}
    write_jsonl(tmp_path / "a.jsonl", [TOKENS, TOKENS])
    write_jsonl(tmp_path / "b.jsonl", [joined, joined])
    values = [
        [r["value"] for r in done.json()["results"]]
        for file in ("a.jsonl", "b.jsonl")
        if (done := cli("evaluate", name, file, "--tokenize", "none", "--format", "json")).code == 0
    ]
    assert len(values) == 2
    assert values[0] == values[1]


@pytest.mark.parametrize(
    ("metric", "record", "said"),
    [
        ("bleu", TOKENS, "tokens need --tokenize none"),
        ("chrf", TOKENS, "it does not take tokens, so join them: --map"),
        ("exact-match", TOKENS, "join(' ', prediction)"),
        ("bleu{none}", {**TOKENS, "references": ["a b"]}, "a reference is text"),
        ("bleu{none}", {**TOKENS, "prediction": "a b", "references": [["a b"]]}, "white space"),
        ("bleu{none}", {**TOKENS, "prediction": ["New York"]}, "white space"),
        ("bleu{none}", {**TOKENS, "prediction": [1]}, "needs text"),
        ("exact-match", {"prediction": {"a": 1}, "references": ["a"]}, "needs text"),
        ("pearson", {"prediction": {"a": 1}, "references": [1]}, "needs a number"),
        ("pearson", {"prediction": "1", "references": [None]}, "each a number"),
        ("accuracy", {"prediction": ["a"], "references": ["a"]}, "needs a label"),
        ("brier", {"prediction": 1.5, "references": [1]}, "needs a probability"),
    ],
)
def test_values_that_can_never_be_read(cli, tmp_path, metric, record, said):
    """A list, an object or a number of the wrong type is an error of the file, with the remedy."""
    write_jsonl(tmp_path / "a.jsonl", [record])
    name, _, option = metric.partition("{")
    done = cli("evaluate", name, "a.jsonl", *(["--tokenize", "none"] if option else []))
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert "a.jsonl:1" in done.err
    assert said in done.err


def test_right_types_are_not_copied():
    """A batch with the right types is returned as it is, with the same records."""
    batch = Batch([Instance(prediction="a", references=["a"])])
    assert read_batch(metrics.get("bleu")(), batch).batch is batch


def test_readings():
    """The likeliest reading of a text is first: a number, a truth value, a list, one item."""
    assert list(readings("1")) == [1, None, 1, ["1"]]
    assert list(readings(["a"], tokens=True)) == ["a", ["a"]]
    assert list(readings({"a": 1})) == []
    assert [typed(value) for value in ("1", "x", 2, "true")] == [1, "x", 2, True]
    assert [json_text(value) for value in (1e16, float("nan"), 10**400, None)] == [
        "1e+16", None, None, None,
    ]  # fmt: skip


def noticed(name, *pairs):
    records = [Instance(prediction=p, references=[r]) for p, r in pairs]
    watch = ReadWatch(metrics.get(name)())
    watch.add(Batch(records, typed=False))
    return watch.notices()


def test_numbers_as_texts():
    """Numbers read as texts are counted by field, with the first as an example."""
    assert noticed("exact-match", (42, "42"), (True, 1), ("a", "a")) == [
        "exact-match: 2 of `prediction` are a number, true or false, and read as its JSON text, 42",
        "exact-match: 1 of `references` is a number, true or false, and read as its JSON text, 1",
    ]


def test_lists_of_one():
    """A text that is read as a list of one is told, with the option that splits texts."""
    (notice,) = noticed("multi-label", ("a, b", ["a"]), ('["a"]', ["a"]))
    assert "1 of `prediction` is no list, and read as a list of one, ['a, b']" in notice
    assert "--extract list:SEPARATOR" in notice


def test_numbers_out_of_texts_are_not_told():
    """A text that is a number is one, without a notice; others are counted elsewhere."""
    assert noticed("pearson", ("1", "2"), ("x", "2")) == []


def test_the_notices_of_the_metric():
    """The metric sees its records as it reads them, and its own notices stay."""
    assert "'A' and 'a'" in noticed("accuracy", ("a", "A"))[0]
    watch = ReadWatch(metrics.get("bleu")())
    watch.add(Batch([Instance(prediction="a", references=["a"])]))
    assert watch.notices() == []


def records(pairs, wrap=lambda value: value):
    return [{"prediction": wrap(p), "references": [wrap(r)]} for p, r in pairs]


@pytest.mark.parametrize(
    ("metric", "pairs", "said"),
    [
        ("accuracy", [("Positive", "positive"), ("a", "a")], "'Positive' and 'positive'"),
        ("classification", [("1.50", 1.5)], "'1.5' and '1.50'"),
        ("classification", [("TRUE", True)], "'TRUE' and 'true'"),
        ("multi-label", [(["a b"], ["a  b"])], "'a  b' and 'a b'"),
    ],
)
def test_notice_of_spellings(cli, metric, pairs, said):
    """A run names labels that differ only in case, blanks or the spelling of a number."""
    write_jsonl(Path("in.jsonl"), records(pairs))
    done = cli("evaluate", metric, "in.jsonl")
    assert done.code == 0
    assert said in done.err
    assert done.err.count("\n") == 1
    assert cli("evaluate", metric, "in.jsonl", "-q").err == ""


def test_no_notice_without_need(cli):
    """Labels that differ otherwise, folded ones, and free texts are passed over."""
    write_jsonl(Path("in.jsonl"), records([("a", "b"), (1.0, 1)]))
    assert cli("evaluate", "accuracy", "in.jsonl").err == ""
    write_jsonl(Path("in.jsonl"), records([("Positive", "positive")]))
    assert cli("evaluate", "accuracy", "in.jsonl", "--normalize", "lower").err == ""
    many = [(f"Text {i}", f"text {i}") for i in range(1200)]
    write_jsonl(Path("in.jsonl"), records(many))
    assert cli("evaluate", "accuracy", "in.jsonl").err == ""


def test_notice_of_compare_and_score(cli):
    """compare and score name them too."""
    pairs = records([("Positive", "positive"), ("a", "a"), ("b", "a")])
    write_jsonl(Path("x.jsonl"), pairs)
    write_jsonl(Path("y.jsonl"), pairs)
    done = cli("compare", "accuracy", "x.jsonl", "y.jsonl", "--trials", "100")
    assert done.err.count("'Positive' and 'positive'") == 1
    done = cli("score", "accuracy", "x.jsonl", "--no-jackknife")
    assert done.err.count("'Positive' and 'positive'") == 1


def spellings(*labels):
    """Return the notices of a column of labels, added in two batches."""
    watch = watches.Spellings("accuracy", lambda record: [record.prediction], ("Declared",))
    half = len(labels) // 2
    for part in (labels[:half], labels[half:]):
        watch.add(Batch([Instance(prediction=label) for label in part]))
    return watch.notices()


def test_labels_of_all_batches_and_of_options_are_compared():
    """A label in one batch and one in another, or in the options, are named in one notice."""
    (notice,) = spellings("a b", "x", "A  B", "declared")
    assert "'A  B' and 'a b'" in notice
    assert "'Declared' and 'declared'" in notice
    assert spellings("a", "b") == []


def test_only_some_are_shown():
    """Three pairs are shown and the others counted."""
    (notice,) = spellings(*(x for name in "abcde" for x in (name, name.upper())))
    assert notice.count(" and '") == 3
    assert "2 more" in notice


def test_many_labels_are_texts(monkeypatch):
    """Beyond so many different labels there is no notice."""
    monkeypatch.setattr(watches, "MANY", 3)
    assert spellings("a", "A", "b", "B", "c", "C") == []


METRICS = ["wer", "cer", "mer", "wil", "wip", "exact-match"]

SAID = "texts are compared with the characters in them that cannot be seen, as in "


def write(path, *pairs):
    write_jsonl(Path(path), [{"prediction": p, "references": [r]} for p, r in pairs])


@pytest.mark.parametrize("metric", METRICS)
def test_a_no_break_space_is_named(cli, metric):
    """The notice names the file, the record, the field and the character; the score stays."""
    write("in.jsonl", ("old red barn", "old red barn"), ("old red barn", "old\u00a0red barn"))
    done = cli("evaluate", metric, "in.jsonl")
    assert done.code == 0
    assert f"{SAID}in.jsonl:2 with no-break space (U+00A0) in `references`" in done.err
    write("kept.jsonl", ("old red barn", "old red barn"), ("old red barn", "old_red barn"))
    numbers = [
        cli("evaluate", metric, path, "--format", "json", "-q").json()["results"][0]["value"]
        for path in ("in.jsonl", "kept.jsonl")
    ]
    assert numbers[0] == numbers[1]


def test_lines_of_text(cli):
    """So it is for lines of plain text, whose references are in another file."""
    Path("a.hyp").write_text("old red barn\nzero\u200bwidth\n", encoding="utf-8")
    Path("a.ref").write_text("old red barn\nzerowidth\n", encoding="utf-8")
    done = cli("evaluate", "cer", "a.hyp", "--references", "a.ref")
    assert f"{SAID}a.hyp:2 with zero width space (U+200B) in `prediction`" in done.err


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare"])
def test_one_notice_for_a_run(cli, verb):
    """Several metrics, systems and records have one notice together."""
    for system in "ab":
        write(f"{system}.jsonl", ("a b", "a\tb"), ("a b", "a\u00a0b"))
    done = cli(verb, "suite", "-m", "wer", "-m", "exact-match", "a.jsonl", "b.jsonl")
    assert done.err.count(SAID) == 1
    assert "a.jsonl:1 with tab (U+0009)" in done.err


def test_answers(cli):
    """Of extracted answers are they that have such characters, not the text around them."""
    write("in.jsonl", ("so\tit is: 4\u00a05", "4 5"))
    done = cli("evaluate", "exact-match", "in.jsonl", "--extract", "regex:is: (.*)")
    assert f"{SAID}in.jsonl:1 with no-break space (U+00A0) in `prediction`" in done.err
    write("in.jsonl", ("so\tit is: 45", "45"))
    done = cli("evaluate", "exact-match", "in.jsonl", "--extract", "regex:is: (.*)")
    assert done.err == ""


@pytest.mark.parametrize("metric", METRICS)
def test_random_texts(metric):
    """There is a notice exactly where a record scores better once such characters are plain."""
    random = Random(4)
    said = 0
    scorer = metrics.get(metric)()
    for _ in range(200):
        first = "".join(random.choices("ab \t\u00a0\u200b", k=6))
        other = "".join(random.choices("ab \t\u00a0\u200b", k=6))
        spaced = first.replace("\t", " ").replace("\u00a0", "\t").replace("b", "b\u200b")
        sides = [first, random.choice([first, other, spaced])]
        plain = [
            side.replace("\t", " ").replace("\u00a0", " ").replace("\u200b", "") for side in sides
        ]
        now, then = (
            scorer.reduce(scorer.rows(Batch([Instance(prediction=a, references=[b])])))[
                scorer.outputs[0]
            ][0]
            for a, b in (sides, plain)
        )
        watch = UnseenCharacters(scorer)
        watch.add(Batch([Instance(prediction=sides[0], references=[sides[1]])]))
        sign = 1 if direction(scorer, scorer.outputs[0]) else -1
        assert bool(watch.notices()) == (sign * (then - now) > 0), sides
        said += bool(watch.notices())
    assert 10 < said < 190


def test_notices_that_differ_in_their_example():
    """Only the first of them is kept, in the order of the notices."""
    assert distinct(["a, as in 1", "b", "a, as in 2", "b", "c"]) == ["a, as in 1", "b", "c"]
