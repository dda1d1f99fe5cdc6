"""Worked numbers of lighteval, Unitxt, fmeval and Jury, re-run by whoever wrote them down.

`golden/<toolkit>.json` names for every case the metric here, the records and the number, with the
version that gave it in `source`; `docs/differences.md` lists the cases that sacreval does not meet
on purpose.
"""

import json
from pathlib import Path

import pytest

from sacreval.errors import NotSetUpError, RecordError
from sacreval.text.labels import find_label
from sacreval.text.normalize import normalizer
from support import missing
from support.tasks import scores_of

FOLDER = Path(__file__).parent / "golden"
CASES = [
    pytest.param(case, id=f"{path.stem}:{case['id']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]
DIFFERENCES = Path(__file__).parents[2] / "docs" / "differences.md"


@pytest.mark.parametrize("case", [p for p in CASES if "metric" in p.values[0]])
def test_metric(case):
    """The metric gives the number, however the toolkit computed it."""
    try:
        found = scores_of(case["metric"], case["records"], case.get("options"), case.get("wrap"))
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))
    for output, value in case["expected"].items():
        assert found[output] == pytest.approx(value, abs=case["tolerance"], rel=1e-9), output


@pytest.mark.parametrize("case", [p for p in CASES if "normalizer" in p.values[0]])
def test_normalizer(case):
    """The normaliser writes the text the same way."""
    assert normalizer(case["normalizer"])(case["text"]) == case["expected"]


@pytest.mark.parametrize("case", [p for p in CASES if "labels" in p.values[0]])
def test_label(case):
    """The label is found, or nothing is."""
    assert find_label(case["text"], case["labels"], "first") == case["expected"]


def test_the_others_are_listed_with_a_reason():
    """Every case of the toolkits is met here or stands in the table of differences."""
    table = DIFFERENCES.read_text(encoding="utf-8")
    for path in FOLDER.glob("*.json"):
        golden = json.loads(path.read_text(encoding="utf-8"))
        for name in golden["differences"]:
            assert f"`{name}`" in table, f"{path.stem}: {name} is not in {DIFFERENCES.name}"


@pytest.mark.parametrize("text", ["no box", "\\boxed{{1}", ""])
def test_failures_to_extract_equal_nothing(text):
    """Two texts without an answer are no match: the record is missing."""
    with pytest.raises(RecordError):
        normalizer("math")(text)
    with pytest.raises(RecordError):
        normalizer("gsm8k")(text)
    record = {"prediction": text, "references": ["1"]}
    found = scores_of("exact-match", [record], {}, {"extract": "boxed"})
    assert found == {"exact_match": None}
