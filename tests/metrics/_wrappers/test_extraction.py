"""Answers, numbers, labels and lists found in texts, by one extractor or several in turn."""

import json

import pytest

from sacreval.core.contract.metric_records import settle
from sacreval.core.metric import metrics
from sacreval.core.options.field_types import BINARY, LABEL_SET, NUMBER, NUMBERS, TEXT, either
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics._wrappers import Folded, extracted, from_signature
from sacreval.metrics._wrappers.extraction import answers, extracts
from sacreval.metrics._wrappers.extractors import cleaned, fitted, or_text
from sacreval.scoring.entries.wrapper_options import names
from support import missing
from support.program import write_jsonl
from support.sizes import few
from support.specimens import instances
from support.tasks import scores_of

EXTRACTION_NUMBER, JSON = ["--extract", "last-number"], ["--extract", "json:v"]

OF_REFERENCES = ["--extract-references", "last-number"]

BINARY_ANSWER = ["--extract", "regex:(1|0|true)"]

TAGS = ["O", "B-X"]

EXTRACTED = {
    "mean-squared-error": (["3.5", "2"], [[3], ["4"]], EXTRACTION_NUMBER, (0.25 + 4) / 2),
    "mean-absolute-error": (['{"v": 1}', 'so {"v": "2.5"}'], [[0], [2]], JSON, 0.75),
    "brier": (["p = 0.5", "p = 1"], [["1"], [1]], EXTRACTION_NUMBER, 0.125),
    "multi-label": (['{"v": ["a", "b"]}', '{"v": []}'], [[["b", "a"]], [[]]], JSON, 1.0),
    "pearson": (["about 1", "about 2"], [[10], [20]], EXTRACTION_NUMBER, 1.0),
    "mean-squared-error ": (["$3,000", "2"], [[3000], [2]], ["--normalize", "number"], 0.0),
    "mean-squared-error  ": (["7", "2"], [["it is 7"], ["2"]], OF_REFERENCES, 0.0),
    "sequence-labelling": (['{"v": ["O", "B-X"]}'] * 2, [[TAGS]] * 2, JSON, 1.0),
    "pass-at-k": ([["1", "0"], ["it is 1", "true"]], None, BINARY_ANSWER, 0.75),
    "accuracy": (["it is (B)", "A"], [["B"], ["B"]], ["--extract", "letter"], 0.5),
}  # fmt: skip

EXTRACTED_ANSWERS_NUMBERS = extracted(metrics.get("exact-match")(), extract="last-number")

BATCH = Batch([Instance(prediction="so 1 or 2"), Instance(prediction="none")])

HIDDEN = ("so it is 2\nA: 2", "so 1 + 1 = 2\nA: 2")


def written(path, metric, outputs, references):
    field = metrics.get(metric).judges
    return write_jsonl(path, [
        {field: output} | ({"references": references[i]} if references else {})
        for i, output in enumerate(outputs)
    ])  # fmt: skip


@pytest.mark.parametrize("case", EXTRACTED)
def test_a_value_is_found_before_its_kind_is_checked(cli, tmp_path, case):
    """What an extractor or a normaliser finds is read as what the metric wants, then scored."""
    outputs, references, words, expected = EXTRACTED[case]
    path = written(tmp_path / "a.jsonl", case.strip(), outputs, references)
    done = cli("evaluate", case.strip(), path, *words, "--format", "json")
    assert done.code == 0, done.err
    results = done.json()["results"]
    assert results[0]["value"] == pytest.approx(expected)
    assert {result["n"] for result in results} == {2}
    if case == "sequence-labelling":
        missing.module("seqeval", "verdicts of verify on tags")
    (tmp_path / "r.json").write_text(done.out)
    assert cli("verify", "r.json", path).code == 0


@pytest.mark.parametrize("metric", ["mean-squared-error", "brier", "pearson", "roc-auc"])
def test_what_says_no_number_is_missing(cli, tmp_path, metric):
    """Outputs in which no number is found are counted, left out, and end the run with 3."""
    outputs = ["so 1", "none", "p is 0", "1", "0", "p: 7 of"]
    path = written(tmp_path / "a.jsonl", metric, outputs, [[1], [1], [0], [0], [1], [0]])
    words = [metric, path, "--extract", "last-number", "--format", "json"]
    done = cli("evaluate", *words)
    lost = 2 if metric == "brier" else 1  # 7 is no probability
    missing = done.json()["results"][0]["missing"]
    assert (done.code, missing["unparsed"] + missing["unscored"]) == (3, lost)
    assert "a.jsonl:2" in done.err
    assert cli("evaluate", *words, "--allow-errors").code == 0


@pytest.mark.parametrize("name", list(metrics))
def test_extractors_that_never_find_what_is_wanted_are_refused(name):
    """Each extractor finds something that the metric takes, or is refused with the way to do it."""
    cls = metrics.get(name)
    if "extract" not in names(cls):
        pytest.skip("it reads no outputs that hold texts")
    try:
        metric = cls()
    except UsageError:
        pytest.skip("it has options that must be given")
    except NotSetUpError as error:
        missing.say(f"extraction for {name}: {error}")
        pytest.skip(str(error))
    for how, text in (("last-number", "so 1"), ("letter", "B"), ("gsm8k", "#### 1")):
        try:
            around = extracted(metric, extract=how)
        except UsageError:
            with pytest.raises(UsageError, match="json:JMESPATH"):
                extracted(metric, extract=how)
            continue
        value = around.answer([text] if cls.judges == "samples" else text)
        assert metric.kinds[cls.judges].accepts(value)


@few(23, "name", list(metrics))
def test_values_of_the_right_kind_stay(name):
    """Records that hold what a metric wants are scored with extraction around as without."""
    cls = metrics.get(name)
    if "extract" not in names(cls) or cls.kinds[cls.judges] is TEXT:
        pytest.skip("it reads texts, or fields that hold none")
    try:
        settled = settle(cls(), [Batch(instances(cls))])
    except NotSetUpError as error:
        missing.say(f"extraction around {name}: {error}")
        pytest.skip("it cannot be created here")
    around = extracted(settled, extract="json:no.such", extract_references="json:no.such")
    for record in instances(cls):
        if any(
            isinstance(x, str)
            for x in _leaves([record.prediction, record.samples, record.references])
        ):
            continue
        assert around.changed(record) == record


def _leaves(value):
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


def test_empty_texts_are_no_numbers():
    """--unextracted empty is refused where a metric cannot score an empty text."""
    with pytest.raises(UsageError, match="cannot score empty texts"):
        extracted(metrics.get("mean-squared-error")(), extract="boxed", unextracted="empty")


@pytest.mark.parametrize("text", ["nan", "inf", "1e999", "[1", "", "NaN", "0x1"])
def test_what_is_no_finite_number_says_none(cli, tmp_path, text):
    """Not a number, infinity and damaged JSON are missing."""
    path = written(tmp_path / "a.jsonl", "mean-squared-error", [text, "1"], [[1], [1]])
    assert cli("evaluate", "mean-squared-error", path, "--normalize", "strip").code == 3


def test_other_faults_are_seen_in_answers(cli, tmp_path):
    """What a metric checks beside kinds is checked of the answers, not of the texts around them."""
    path = write_jsonl(tmp_path / "a.jsonl", [
        {"prediction": json.dumps({"t": ["O"]}), "references": [["O", "O"]]},
    ])  # fmt: skip
    done = cli("evaluate", "sequence-labelling", path, "--extract", "json:t")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "a.jsonl:1" in done.err


@pytest.mark.parametrize("instance", [Instance(prediction=None, references=["a"])])
def test_no_output_is_no_answer(instance):
    """An output that is null stays null where the metric takes that."""
    assert extracted(metrics.get("squad")(), extract="letter").changed(instance) == instance


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        (EXTRACTED_ANSWERS_NUMBERS, ["2", None]),
        (Folded(metric=EXTRACTED_ANSWERS_NUMBERS, reduce_references="max"), ["2", None]),
        (metrics.get("exact-match")(), [None, None]),
    ],
    ids=["extraction", "inside another wrapper", "none"],
)
def test_answers(metric, found):
    """Each output's answer is found, however deep the extraction is; None where there is none."""
    assert list(answers(metric, BATCH)) == found
    assert extracts(metric) == any(found)


def test_answers_of_samples():
    """Each of several samples has its own answer."""
    metric = extracted(metrics.get("pass-at-k")(), extract="regex:(0|1)")
    batch = Batch([Instance(samples=["it is 1", "none"])])
    assert answers(metric, batch) == [[1, None]]


@pytest.mark.parametrize(
    ("answer", "kind", "value"),
    [
        ("3", NUMBER, 3),
        ("3", TEXT, "3"),
        (3.5, TEXT, "3.5"),
        ("Yes", BINARY, True),
        ('["A"]', LABEL_SET, ["a"]),
        (["A", "b"], LABEL_SET, ["a", "b"]),
        (["1", "2.5"], NUMBERS, [1, 2.5]),
        (True, BINARY, True),
    ],
)
def test_readings(answer, kind, value):
    """A text stays one where texts are accepted, and is read as the type otherwise."""
    assert fitted(answer, kind.accepts, str.lower) == value


@pytest.mark.parametrize(("answer", "kind"), [("x", NUMBER), ("null", NUMBER), (["x"], NUMBERS)])
def test_no_reading(answer, kind):
    """What cannot be read is an error of the record, also null."""
    with pytest.raises(RecordError, match="not a value that the metric accepts"):
        fitted(answer, kind.accepts, str)


def test_no_json():
    """A value that JSON lacks is named by its type."""
    with pytest.raises(RecordError, match="of type object"):
        fitted(object(), NUMBER.accepts, str)


def test_json_before_text():
    """Where both a text and a list are accepted, the answer of json: is a list."""
    both = either(TEXT, LABEL_SET).accepts
    assert fitted('["a"]', both, str, json=True) == ["a"]
    assert fitted('["a"]', both, str) == '["a"]'


def test_texts_around():
    """Fields of texts keep their type, and others may hold texts too; other values stay."""
    assert or_text(TEXT) is TEXT
    assert or_text(NUMBER).accepts("is 3")
    assert cleaned(str.lower, ["A", ["B", 1]]) == ["a", ["b", 1]]


def said(*pairs, extract="gsm8k", references="none"):
    """Return the notices about outputs and their references."""
    inner = metrics.get("exact-match")()
    metric = extracted(inner, extract=extract, extract_references=references)
    watch = metric.watch()
    watch.add(Batch([Instance(prediction=p, references=[r]) for p, r in pairs]))
    return watch.notices()


def test_answers_within_references():
    """If no answer is a reference but some are what is found in one, the option is named."""
    (text,) = said(("A: 3", "A: 4"), HIDDEN)
    assert text.endswith("give --extract-references gsm8k")
    (text,) = said(HIDDEN, extract=r"regex:A: (\d+)")
    assert text.endswith(r"give --extract-references 'regex:A: (\d+)'")


@pytest.mark.parametrize("pairs", [[HIDDEN, ("A: 5", "5")], [("A: 3", "A: 4")], [("none", "A: 4")]])
def test_nothing_to_say(pairs):
    """There is no notice if an answer is its reference, or none is found in a reference."""
    assert said(*pairs) == []


def test_nothing_to_watch():
    """There is no notice if nothing is extracted, or from both sides."""
    assert said(HIDDEN, references="gsm8k") == said(HIDDEN, extract="none") == []


def test_of_a_run(cli, tmp_path):
    """The notice is printed once for all systems of a run."""
    lines = [{"system_id": name, "prediction": HIDDEN[0], "reference": HIDDEN[1]} for name in "ab"]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    result = cli("evaluate", "exact-match", "r.jsonl", "--extract", "gsm8k")
    assert result.err.count("give --extract-references gsm8k") == 1


RECORDS = [
    {"prediction": r"\boxed{4}, not 5", "references": ["4"]},
    {"prediction": "so 7", "references": ["7"]},
    {"prediction": r"\boxed{x} or 3", "references": ["3"]},
]


def test_until_one_finds_an_answer():
    """The first extractor whose answer the metric accepts is used."""
    in_turn = {"extract": ["boxed", "last-number"]}
    assert scores_of("exact-match", RECORDS, wrap=in_turn) == {"exact_match": 2 / 3}
    scores = scores_of("mean-squared-error", RECORDS, wrap={"extract": "boxed+last-number"})
    assert scores["mean_squared_error"] == 0.0  # x is no number, so the last number is


@pytest.mark.parametrize(
    "words",
    [
        ["--extract", "boxed", "--extract", "last-number"],
        ["--extract", "boxed+last-number"],
    ],
)
def test_on_the_command_line(cli, tmp_path, words):
    """An option that is repeated, and names joined by +, have one signature, which verifies."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = cli("evaluate", "exact-match", "a.jsonl", *words, "--format", "json", "-o", "r.json")
    assert done.code == 0, done.err
    assert 'extract:["boxed","last-number"]' in done.json()["results"][0]["signature"]
    assert cli("verify", "r.json", "a.jsonl").code == 0


def test_in_a_suite(cli, tmp_path):
    """In YAML, one extractor is a text, and several are a list or joined."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text(
        "metrics:\n"
        "  - exact-match: {extract: last-number, as: last}\n"
        "  - exact-match: {extract: [boxed, last-number], as: several}\n"
        "  - exact-match: {extract: boxed+last-number, as: joined}\n"
    )
    done = cli("evaluate", "suite", "s.yaml", "a.jsonl", "--format", "json")
    values = {r["output"]: r["value"] for r in done.json()["results"]}
    assert values == {
        "last_exact_match": 2 / 3, "several_exact_match": 2 / 3, "joined_exact_match": 2 / 3,
    }  # fmt: skip


def test_references_are_split():
    """A text with separators is several references of a metric of texts, which leaves each out."""
    records = [{"prediction": "Paris", "references": ["London<OR> Paris", "Rome"]}]
    split = {"extract_references": "list:<OR>"}
    assert scores_of("exact-match", records, wrap=split) == {"exact_match": 1.0}
    assert scores_of("exact-match", records) == {"exact_match": 0.0}
    assert scores_of("token-f1", records, wrap=split)["token_f1_f1"] == 1.0


def test_split_references_are_jackknifed(cli, tmp_path):
    """Each part of a split reference is left out in turn."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a", "references": ["a<OR>b"]}])
    done = cli("score", "exact-match", "a.jsonl", "--extract-references", "list:<OR>")
    assert json.loads(done.out)["scores"] == {"exact_match": 1.0, "exact_match_jk": 0.5}


def test_lists_stay_lists():
    """A list that is one reference of the metric is not several."""
    records = [{"prediction": "b; a", "references": ["a;b"]}]
    both = {"extract": "list:;", "extract_references": "list:;"}
    assert scores_of("multi-label", records, wrap=both)["subset_accuracy"] == 1.0


def test_lists_of_numbers(cli, tmp_path):
    """Items are read as numbers where the metric needs them; others are missing."""
    write_jsonl(
        tmp_path / "a.jsonl",
        [{"samples": "1, 0, true"}, {"samples": "1"}],
    )
    done = cli("evaluate", "pass-at-k", "a.jsonl", "--map", "samples=split(', ', samples)")
    assert done.code == 0, done.err


def test_the_labels_of_the_metric():
    """closest-label uses the labels of the metric, also those with commas in them."""
    records = [
        {"prediction": "Yes, Sir!", "references": ["yes, sir"]},
        {"prediction": "noo", "references": ["no"]},
    ]
    options = {"labels": ["yes, sir", "no"]}
    scores = scores_of("classification", records, options, {"extract": "closest-label"})
    assert scores["accuracy"] == 1.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--extract", "list:,"], "which list:, never returns"),
        (["--extract", "closest-label"], "needs labels"),
        (["--extract", "boxed", "--extract", "last-nubmer"], "did you mean 'last-number'"),
        (["--extract-references", "list:"], "needs a separator"),
    ],
)
def test_what_can_never_work(cli, tmp_path, words, said):
    """Wrong extractors are refused before any record is read."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = cli("evaluate", "exact-match", "a.jsonl", *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_none_of_several(cli, tmp_path):
    """Where none finds an answer, all are named."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "none", "references": ["1"]}])
    words = ("exact-match", "a.jsonl", "--extract", "boxed+last-number")
    done = cli("evaluate", *words, "--unextracted", "missing")
    assert done.code == 3
    assert "none of boxed, last-number finds an answer" in done.err


def test_rebuilt_from_a_signature():
    """Several extractors are rebuilt from a signature."""
    text = (
        'exact-match|normalize:none|match:full|extract:["boxed","regex:a\\u007cb"]|'
        "extract_references:none|clean:none|unextracted:missing"
    )
    assert from_signature(text).signature() == text
