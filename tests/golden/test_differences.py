"""docs/differences.md: every row is run, and gives what the page says."""

import json
from pathlib import Path

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.readers._base import convert
from sacreval.scoring.rows.field_checks import settle
from sacreval.text.answers.labels import find_label
from sacreval.text.normalize import normalizer
from support import missing
from support.differences import PAGE, page, rows
from support.sizes import few
from support.tasks import scores_of

ROWS = [pytest.param(row, id=f"{row['toolkit']}:{row['case']}") for row in rows()]
GOLDEN = Path(__file__).parent
SOURCED = sorted((GOLDEN / "tasks").glob("*.json"))
FACTS = {"tool", "version", "command", "date"}


def given(row):
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
    found = given(row)
    for name, value in row["here"].items():
        assert found[name] == (value if value is None else pytest.approx(value, rel=1e-9)), name


@pytest.mark.parametrize("row", of("refused"))
def test_refused(row):
    """What the row says is refused is an input error that names what is wrong."""
    with pytest.raises((InputError, UsageError), match=row["refused"]):
        given(row)


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
    assert row["here"].keys().isdisjoint(settled.entries[0].metric.library_scores(batch))


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
