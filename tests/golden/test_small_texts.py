"""Worked numbers of small texts, by the official libraries and by the authors of other tools."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import metrics
from sacreval.core.options.specs import from_options
from sacreval.errors import NotSetUpError, RecordError
from sacreval.metrics.answers._math_verify import AnswerPair, MathVerify
from sacreval.scoring.collected_batches import evaluate
from sacreval.text.answers.labels import find_label
from sacreval.text.normalizers import NORMALIZERS, normalizer
from support import differences, missing, official
from support.case_table import DIFFERENT
from support.cases import COLLECTIONS, COMMITTED, TOOLS, convert, relevant
from support.mirror import CHECKOUT, Corpus
from support.parity import assert_parity, batches
from support.sizes import few
from support.specimens import PAIRS, judge
from support.tasks import scores_of
from support.texts import text
from support.variants import identify, variants

OFFICIAL = [metric for metric in variants()[0] if official.has(metric)]
each_option = pytest.mark.parametrize("metric", OFFICIAL, ids=identify)
CASES = json.loads(COMMITTED.read_text(encoding="utf-8"))["cases"]
FOLDER = Path(__file__).parent / "tasks"
TASK_CASES = [
    pytest.param(case, id=f"{path.stem}:{case['id']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]
TEXT_METRICS = [
    name
    for name in metrics
    if metrics.get(name).judges == "prediction" and not metrics.get(name).example
]
# Verdicts of verify and parse of math-verify 0.9.0 on both texts between dollar signs, with sympy
# 1.14.0 and their defaults, called in Python on 2026-11-23.
GUIDE = CHECKOUT / "docs" / "mathematics.md"
ROWS = re.findall(
    r"^\| `(.+)` \| `(.+)` \| (equal|different) \|", GUIDE.read_text("utf-8"), re.MULTILINE
)


@each_option
def test_specimens(metric):
    """Short, empty and repeated texts with one to four references have official scores."""
    assert_parity(metric, Corpus([p for p, _ in PAIRS], [list(r) for _, r in PAIRS]))


@each_option
def test_random_unicode(metric):
    """Random Unicode with what tokenizers trip over, empty texts included, has official scores."""
    random = Random(3)
    references = [[text(random, 8) for _ in range(random.randint(1, 3))] for _ in range(60)]
    predictions = [refs[-1][:20] if i % 3 else text(random, 8) for i, refs in enumerate(references)]
    assert_parity(metric, Corpus(predictions, references))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    """A number that another tool prints, or should print, is ours."""
    metric = from_options(metrics, case["metric"], case["options"])
    inputs = case["inputs"]
    if case["fold"] == "corpus":
        assert all(len(row["predictions"]) == 1 for row in inputs)
        data = Corpus(
            [row["predictions"][0] for row in inputs], [row["references"] for row in inputs]
        )
        results = evaluate(batches(data), metric).report().results
        scores = {result.output: result.value for result in results}
    else:
        scores = {name: best(metric, name, inputs) for name in case["expected"]}
    got = {name: scores[name] for name in case["expected"]}
    assert got == pytest.approx(case["expected"], abs=case["tolerance"], rel=0)


def best(metric, output, inputs):
    """Average over inputs the best score among the outputs for each."""
    choose = max if direction(metric, output) else min
    scores = [
        choose(judge(metric, text, row["references"])[output] for text in row["predictions"])
        for row in inputs
    ]
    return sum(scores) / len(scores)


@pytest.mark.parametrize("tool", TOOLS)
def test_collections(tool):
    """Every case of a collection whose metric is here is run, or is said to differ and why."""
    if not (COLLECTIONS / f"{tool}.json").exists():
        missing.say("coverage of other tools' cases: SACREVAL_CASES names no folder of them")
        pytest.skip(f"no {tool}.json")
    fresh = list(convert(tool))
    sources = {case["from"] for case in fresh}
    assert fresh == [case for case in CASES if case["from"] in sources]
    assert relevant(tool) - DIFFERENT.keys() == sources


def test_reasons():
    """Each deliberate difference has a reason."""
    assert all(len(reason) > 10 for reason in DIFFERENT.values())


@pytest.mark.parametrize("case", [p for p in TASK_CASES if "metric" in p.values[0]])
def test_metric(case):
    """The metric gives the number, however the toolkit computed it."""
    try:
        scores = scores_of(case["metric"], case["records"], case.get("options"), case.get("wrap"))
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))
    for output, value in case["expected"].items():
        assert scores[output] == pytest.approx(value, abs=case["tolerance"], rel=1e-9), output


@pytest.mark.parametrize("case", [p for p in TASK_CASES if "normalizer" in p.values[0]])
def test_normalizer(case):
    """The normaliser writes the text the same way."""
    assert normalizer(case["normalizer"])(case["text"]) == case["expected"]


@pytest.mark.parametrize("case", [p for p in TASK_CASES if "labels" in p.values[0]])
def test_label(case):
    """The label is found, or nothing is."""
    assert find_label(case["text"], case["labels"], "first") == case["expected"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_every_case_is_met_or_listed_with_a_reason(path):
    """Met cases and those in the table of differences are all cases of a toolkit.

    `a:b` is the part `b` of case `a`: the other parts may differ on purpose.
    """
    golden = json.loads(path.read_text(encoding="utf-8"))
    met = {case["id"].partition(":")[0] for case in golden["cases"]}
    mine = [row for row in differences.rows() if row["toolkit"] == path.stem]
    other = {row["case"] for row in mine if "instead" not in row}
    assert not {case["id"] for case in golden["cases"]} & other
    for case in golden["cases"]:  # each is run by one of the tests above
        assert len({"metric", "normalizer", "labels"} & case.keys()) == 1
        assert "metric" not in case or case["expected"]
    every = met | other - {row["case"] for row in mine if row.get("beyond")}
    assert len(every) == golden["count"]
    known = COLLECTIONS / path.name
    if not known.is_file():
        missing.say(f"counting the cases of {path.stem} anew: SACREVAL_CASES holds none")
        return
    assert names_of(json.loads(known.read_text(encoding="utf-8"))["cases"]) == every


def names_of(cases):
    """Name the cases of a collection; those without a name by metric and place."""
    return {case.get("id") or f"{case['metric']}.{i}" for case, i in numbered(cases)}


def numbered(cases):
    """Number the cases of each metric from 1."""
    seen = Counter()
    for case in cases:
        seen[case.get("metric")] += 1
        yield case, seen[case.get("metric")]


@pytest.mark.parametrize("text", ["no box", "\\boxed{{1}", ""])
def test_failures_to_extract_equal_nothing(text):
    """Two texts without an answer are no match: an output without one is wrong."""
    with pytest.raises(RecordError):
        normalizer("math")(text)
    with pytest.raises(RecordError):
        normalizer("gsm8k")(text)
    record = {"prediction": text, "references": ["1"]}
    scores = scores_of("exact-match", [record], {}, {"extract": "boxed"})
    assert scores == {"exact_match": 0.0}


@few(12, "name", TEXT_METRICS)
def test_normalisers_go_with_every_metric_of_texts(name):
    """Normalising first is scoring normalised texts, for metrics of records and of whole sets."""
    texts = [("The  Cat sat!", "a cat SAT."), ("A dog -- barks", "The dog barks"), ("X", "x y")]
    try:
        for normalize in sorted({*NORMALIZERS} - {"gsm8k", "math"}):
            clean = normalizer(normalize)
            before = [{"prediction": clean(p), "references": [clean(r)]} for p, r in texts]
            rows = [{"prediction": p, "references": [r]} for p, r in texts]
            sources = {"sources": [clean("One source. A cat")]}, {"sources": ["One source. A cat"]}
            want = scores_of(name, [row | sources[0] for row in before])
            scores = scores_of(name, [row | sources[1] for row in rows], {}, {"clean": normalize})
            assert scores == pytest.approx(want), normalize
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))


def test_a_sample_without_an_answer_is_wrong():
    """Scored as an empty text, a sample without an answer is wrong, and the others count."""
    record = {"samples": ["#### 5", "no idea", "#### 4"], "references": ["#### 5"]}
    wrap = {"extract": "gsm8k", "extract_references": "gsm8k"}
    for unextracted, value in (("empty", pytest.approx(1 / 3)), ("missing", None)):
        options = {"scorer": "exact-match"}
        scores = scores_of("pass-at-k", [record], options, wrap | {"unextracted": unextracted})
        assert scores == {"pass_at_1": value}


def test_sets_leave_out_what_has_no_answer():
    """An output without an answer is missing from a set, too."""
    records = [{"prediction": f"so #### {n}", "references": ["#### 1"]} for n in (1, 1, 2)]
    lost = {"prediction": "no idea", "references": ["#### 1"]}
    wrap = {"extract": "gsm8k", "extract_references": "gsm8k"}
    scores = scores_of("distinct-n", [*records, lost], {"orders": [1]}, wrap)
    assert scores == {"distinct_1": pytest.approx(2 / 3)}


@pytest.mark.parametrize(("reference", "output", "verdict"), ROWS)
def test_rows_of_the_guide(reference, output, verdict):
    """The library gives the verdict of the guide."""
    assert MathVerify().verdicts([AnswerPair(reference, output)]) == [verdict]


def test_the_table_is_found():
    """The guide has a table of pairs."""
    assert len(ROWS) > 10
