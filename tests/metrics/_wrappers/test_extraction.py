"""Numbers, labels and lists found in texts, for metrics that take no texts."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.field_types import TEXT
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics._wrappers import extracted
from sacreval.scoring.entries.wrapper_options import names
from support import missing
from support.program import write_jsonl
from support.sizes import few
from support.specimens import instances

NUMBER, JSON = ["--extract", "last-number"], ["--extract", "json:v"]
OF_REFERENCES = ["--extract-references", "last-number"]
ONE = ["--extract", "regex:(1|0|true)"]
TAGS = ["O", "B-X"]
FOUND = {
    "mean-squared-error": (["3.5", "2"], [[3], ["4"]], NUMBER, (0.25 + 4) / 2),
    "mean-absolute-error": (['{"v": 1}', 'so {"v": "2.5"}'], [[0], [2]], JSON, 0.75),
    "brier": (["p = 0.5", "p = 1"], [["1"], [1]], NUMBER, 0.125),
    "multi-label": (['{"v": ["a", "b"]}', '{"v": []}'], [[["b", "a"]], [[]]], JSON, 1.0),
    "pearson": (["about 1", "about 2"], [[10], [20]], NUMBER, 1.0),
    "mean-squared-error ": (["$3,000", "2"], [[3000], [2]], ["--normalize", "number"], 0.0),
    "mean-squared-error  ": (["7", "2"], [["it is 7"], ["2"]], OF_REFERENCES, 0.0),
    "sequence-labelling": (['{"v": ["O", "B-X"]}'] * 2, [[TAGS]] * 2, JSON, 1.0),
    "pass-at-k": ([["1", "0"], ["it is 1", "true"]], None, ONE, 0.75),
    "accuracy": (["it is (B)", "A"], [["B"], ["B"]], ["--extract", "letter"], 0.5),
}  # fmt: skip


def written(path, metric, outputs, references):
    field = metrics.get(metric).judges
    return write_jsonl(path, [
        {field: output} | ({"references": references[i]} if references else {})
        for i, output in enumerate(outputs)
    ])  # fmt: skip


@pytest.mark.parametrize("case", FOUND)
def test_a_value_is_found_before_its_kind_is_checked(cli, tmp_path, case):
    """What an extractor or a normaliser finds is read as what the metric wants, then scored."""
    outputs, references, words, expected = FOUND[case]
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
        settled = cls().settle([Batch(instances(cls))])
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
