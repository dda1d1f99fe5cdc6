"""docs/differences.md: every row is run; fmeval's known defects T1 to T13 are not here."""

import json
from pathlib import Path

import pytest

from sacreval.core.libraries import library_scores
from sacreval.core.metric import metrics
from sacreval.core.options.specs import split_spec
from sacreval.core.records import Batch
from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.readers._base import convert
from sacreval.scoring.entries.run_metrics import entries
from sacreval.scoring.rows.field_checks import settle
from sacreval.text.answers.labels import find_label
from sacreval.text.normalizers import normalizer
from support import missing
from support.differences import PAGE, page, rows
from support.mirror import CHECKOUT
from support.sizes import few
from support.tasks import scores_of

ROWS = [pytest.param(row, id=f"{row['toolkit']}:{row['case']}") for row in rows()]
GOLDEN = Path(__file__).parent
SOURCED = sorted((GOLDEN / "tasks").glob("*.json"))
FACTS = {"tool", "version", "command", "date"}


def row_scores(row):
    """Run a row's case."""
    try:
        return scores_of(row["metric"], row["records"], row.get("options"), row.get("wrap"))
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))


def of(key):
    """List the rows that have a key."""
    return [row for row in ROWS if key in row.values[0]]


def numbers():
    """List the rows of numbers; math-verify, which starts processes, is among the long tests."""
    for row in of("metric"):
        if "refused" not in row.values[0]:
            slow = [pytest.mark.long] if "math-verify" in row.id else []
            yield pytest.param(*row.values, marks=[*row.marks, *slow], id=row.id)


@few(25, "row", numbers())
def test_numbers(row):
    """sacreval gives the number that stands in the row."""
    scores = row_scores(row)
    for name, value in row["here"].items():
        assert scores[name] == (value if value is None else pytest.approx(value, rel=1e-9)), name


@pytest.mark.parametrize("row", of("refused"))
def test_refused(row):
    """What the row says is refused is an input error that names what is wrong."""
    with pytest.raises((InputError, UsageError), match=row["refused"]):
        row_scores(row)


@pytest.mark.parametrize("row", of("normalizer"))
def test_normalizers(row):
    """A normaliser gives the text of the row, or finds no answer."""
    change = normalizer(row["normalizer"])
    if row["here"] is None:
        with pytest.raises(RecordError):
            change(row["text"])
    else:
        assert change(row["text"]) == row["here"]


@pytest.mark.parametrize("row", of("labels"))
def test_labels(row):
    """The label of the row is found."""
    assert find_label(row["text"], row["labels"], "first") == row["here"]


def test_no_such_metric():
    """Rows of what sacreval does not have are true as long as there is no metric of the name."""
    names = {row.values[0]["without"] for row in of("without")}
    assert names
    assert names.isdisjoint(metrics)


def test_metrics_without_weights():
    """Rows whose model the tests do not have name a metric that sacreval has."""
    assert all(row.values[0]["weights"] in metrics for row in of("weights"))


def test_every_row_is_run():
    """Each row is one of the kinds that the tests above and `test_judge_parsers.py` run."""
    kinds = ("metric", "normalizer", "labels", "without", "weights", "judge")
    assert all(sum(kind in row.values[0] for kind in kinds) == 1 for row in ROWS)
    assert all(row.values[0]["why"].strip() for row in ROWS)
    assert all(row.values[0]["here"] for row in of("here") if "metric" in row.values[0])


def test_the_page_is_made_of_the_rows():
    """The page has every case, under its reason; `python -m support.differences` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert all(f"`{row.values[0]['case']}`" in text for row in ROWS)


UNDEFINED = [row for row in of("metric") if row.values[0].get("there") == "nan"]


@missing.needs("sklearn", "numbers of scikit-learn")
@pytest.mark.parametrize("row", UNDEFINED)
def test_libraries_leave_it_undefined(row):
    """Where the page says that a library gives NaN it gives no number."""
    batch = Batch([convert(record, "here") for record in row["records"]])
    settled = settle(metrics.get(row["metric"])(), [batch])
    assert row["here"].keys().isdisjoint(library_scores(settled.entries[0].metric, batch))


@pytest.mark.parametrize("path", SOURCED, ids=lambda path: path.stem)
def test_golden_cases_say_where_they_are_from(path):
    """Every expected number has a tool, its version, a command and a date; or is by hand."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    for facts in golden["sources"].values():
        assert facts.keys() == FACTS
        assert all(facts.values())
    assert {case["source"] for case in golden["cases"]} == golden["sources"].keys()
    for case in golden["cases"]:  # what is not the toolkit's number says what that is
        assert ("printed" in case) == (case["source"] in {"by hand", "sacrebleu 2.6.0"})


def test_textbook_numbers_are_listed():
    """Cases that are met with another number than the toolkit's are rows of the page."""
    kept = {
        case["id"].partition(":")[0]: case
        for path in SOURCED
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
        if "printed" in case
    }
    listed = {row["case"]: row for row in rows() if "instead" in row}
    assert kept.keys() == listed.keys()
    assert len(kept) >= 23
    assert all(listed[name]["here"] == case["expected"] for name, case in kept.items())


SACREBLEU = [
    row
    for row in of("instead")
    if row.values[0]["instead"] == "sacrebleu 2.6.0" and "wrap" not in row.values[0]
]


@pytest.mark.parametrize("row", SACREBLEU)
def test_what_sacrebleu_gives(row):
    """Numbers said to be sacrebleu's are, with references by record."""
    import sacrebleu

    kinds = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF, "ter": sacrebleu.TER}
    metric = kinds[row["metric"]](**row.get("options", {}))
    records = row["records"]
    outputs = [r["prediction"] for r in records]
    most = max(len(r["references"]) for r in records)
    streams = [[(r["references"] + [None] * most)[i] for r in records] for i in range(most)]
    score = metric.corpus_score(outputs, streams).score
    assert row["here"] == pytest.approx({row["metric"]: score}, rel=1e-9)


def test_other_golden_files_say_where_they_are_from():
    """So do the collections of small texts and of meta-evaluation."""
    cases = json.loads((GOLDEN / "cases.json").read_text(encoding="utf-8"))
    assert cases["date"]
    assert cases["command"]
    assert {case["tool"] for case in cases["cases"]} == cases["sources"].keys()
    assert all(facts.keys() == FACTS for facts in cases["sources"].values())
    meta = json.loads((GOLDEN / "correlations.json").read_text(encoding="utf-8"))
    for group in meta["groups"].values():
        assert all(group[fact] for fact in FACTS)


def record(prediction, *references):
    return {"prediction": prediction, "references": list(references)}


def is_label_of(text, label, *others):
    """Say whether a text is taken for a label."""
    options = {"labels": [label, *others], "find": "first"}
    scores = scores_of("classification", [record(text, label)], options)
    return scores["accuracy"] == 1.0 and scores["unknown"] == 0.0


def knows(text, *answers, **options):
    """Give whether a text names an answer, as written and normalised."""
    return scores_of("factual-knowledge", [record(text, *answers)], options)


def test_t1_punctuation_beside_a_label():
    """T1: `The answer is 2.` names the label 2."""
    assert is_label_of("The answer is 2.", "2", "1")
    assert is_label_of('"yes", of course!', "yes", "no")


@pytest.mark.parametrize(("text", "label"), [("yes", "Yes"), ("YES.", "Yes"), ("Yes", "yes")])
def test_t2_case_of_a_label(text, label):
    """T2: case is ignored on both sides: the target `Yes` can be right."""
    assert is_label_of(text, label, "No")


@pytest.mark.parametrize("text", ["It is very good.", "it was\nvery good\nindeed"])
def test_t3_labels_of_several_words(text):
    """T3: a label may have several words, and line ends separate words."""
    assert is_label_of(text, "very good", "good", "awful")


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "per-class"])
def test_t4_every_average_can_be_had(average):
    """T4: every average is a number, and so are the scores of one label and of each record."""
    records = [record("yes", "yes"), record("no", "yes"), record("no", "no")]
    scores = scores_of("classification", records, {"average": [average], "positive": "yes"})
    assert {"binary_precision", "binary_recall", "binary_f1"} <= scores.keys()
    assert all(isinstance(value, float) for value in scores.values())
    sets = [{"prediction": ["a"], "references": [["a", "b"]]}]
    assert scores_of("multi-label", sets)["samples_f1"] == pytest.approx(2 / 3)


def test_t5_balanced_accuracy_is_the_mean_recall():
    """T5: with two labels balanced accuracy is the mean recall, and no other name for accuracy."""
    records = [record("a", "a")] * 3 + [record("a", "b")]
    scores = scores_of("classification", records)
    assert (scores["accuracy"], scores["balanced_accuracy"]) == (0.75, 0.5)


@pytest.mark.parametrize("count", [2, 500])
def test_t6_any_number_of_labels(count):
    """T6: few labels or many, all count and none is warned about."""
    records = [record(f"label {i}", f"label {i}") for i in range(count)]
    scores = scores_of("classification", records, {"average": ["per-class"]})
    assert sum(name.startswith("f1_") for name in scores) == count


def test_t7_labels_do_not_depend_on_a_sample():
    """T7: labels are read off all records, or named; a part is scored with the labels of all."""
    records = [record("a", "a"), record("b", "c"), record("c", "c")]
    whole = scores_of("classification", records, {"labels": ["a", "b", "c"]})
    assert scores_of("classification", records) == whole
    with pytest.raises(InputError, match="is not one of the labels a"):
        scores_of("classification", records, {"labels": ["a"]})


def test_t8_references_are_a_list():
    """T8: a reference is never cut at blanks or at a mark."""
    assert scores_of("exact-match", [record("York", "New York City")]) == {"exact_match": 0.0}
    assert scores_of("exact-match", [record("a", "a<OR>b")]) == {"exact_match": 0.0}
    assert scores_of("exact-match", [record("b", "a", "b")]) == {"exact_match": 1.0}


@pytest.mark.parametrize("answer", ["", "The", "?", " "])
def test_t9_empty_answers_are_not_named(answer):
    """T9: what is empty, or normalises to nothing, is not found in an output."""
    scores = knows("I do not know", answer)
    assert scores["factual_knowledge_quasi_exact"] == 0.0
    if not answer.strip():
        assert scores["factual_knowledge"] == 0.0


def test_t10_whole_words():
    """T10: an answer is found as whole words unless one asks for less."""
    assert set(knows("I do not know", "no").values()) == {0.0}
    assert set(knows("No, never", "no").values()) == {1.0}
    assert set(knows("I do not know", "no", words=False).values()) == {1.0}


def qa_accuracy(*records):
    """Score with the suite qa-accuracy."""
    from sacreval.cli.config import config_file

    path = CHECKOUT / "configs" / "evaluate" / "qa-accuracy.yaml"
    loaded = config_file.load(str(path), {"metrics": "METRIC", "ci": None})
    specs = config_file.words(loaded, "metrics", many=True)
    assert len(entries(specs)) == len(specs)
    scores = {}
    for spec in specs:
        name, options = split_spec(spec)
        alias = options.pop("as", None)
        for output, value in scores_of(name, records, options).items():
            scores[f"{alias}_{output}" if alias else output] = value
    return scores


def test_t11_two_empty_answers_agree():
    """T11: in qa-accuracy two empty answers are the same by every number."""
    assert set(qa_accuracy(record("", "")).values()) == {1.0}
    assert set(qa_accuracy(record("", "x")).values()) == {0.0}


def test_t12_repeated_words_count():
    """T12: saying a word over and over lowers precision."""
    scores = qa_accuracy(record("Goethe Goethe Goethe Goethe", "Goethe"))
    assert scores["token_f1_precision"] == 0.25
    assert scores["token_f1_f1"] == pytest.approx(0.4)


def test_t13_languages_without_blanks():
    """T13: Chinese answers have partial credit by characters, and identical ones full credit."""
    partly, same = record("东京的北京大学", "北京大学"), record("北京大学", "北京大学")
    options = {"normalize": "multilingual-zh"}
    assert scores_of("token-f1", [same], options)["token_f1_f1"] == 1.0
    assert 0.5 < scores_of("token-f1", [partly], options)["token_f1_f1"] < 1.0
    for name in ("chrf", "bleu"):
        options = {"tokenize": "zh"} if name == "bleu" else {}
        assert scores_of(name, [same, same], options)[name] == pytest.approx(100.0)
