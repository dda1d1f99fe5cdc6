"""What tables of correlations show."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.tables.correlations import View


def results():
    values = {"b": (0.2, 0.9), "a": (0.1, None), "c": (0.3, 0.1)}
    return [
        {"level": level, "metric": name, "coefficient": coefficient, "value": value}
        for name, pair in values.items()
        for level in ("system", "summary")
        for coefficient, value in zip(("pearson", "kendall"), pair, strict=True)
    ]


def shown(view, **parts):
    found = view.of({"results": results(), **parts})
    keys = dict.fromkeys((row["level"], row["metric"]) for row in found["results"])
    return ["".join(name for level, name in keys if level == x) for x in ("system", "summary")]


@pytest.mark.parametrize(
    ("view", "order"),
    [
        (View(), "bac"),
        (View("name"), "abc"),
        (View("pearson"), "cba"),
        (View("kendall"), "bca"),
        (View(top=2), "cb"),
        (View("name", 1), "a"),
    ],
)
def test_order_and_number(view, order):
    """Metrics of each level are in the order chosen; those without a value come last."""
    assert shown(view) == [order, order]


def test_what_is_left_out_is_said():
    """A line has the number of metrics that --top leaves out, and tests keep the others."""
    tests = [{"level": "system", "metric_a": x, "metric_b": y} for x, y in ("cb", "ca")]
    found = View(top=2).of({"results": results(), "tests": tests, "notes": ["one"]})
    assert found["tests"] == tests[:1]
    assert found["notes"] == [
        "one", "2 metrics, over 2 levels, are left out (--top 2); JSON and CSV have all.",
    ]  # fmt: skip
    system = [row for row in results() if row["level"] == "system"]
    assert View(top=2).of({"results": system})["notes"] == [
        "1 metric is left out (--top 2); JSON and CSV have all."
    ]


def test_explanations_are_those_of_the_metrics_shown():
    """--top and --sort are for explanations too, and each metric keeps its own order."""
    rows = [{"metric": name, "option": x} for name in "bac" for x in (1, 2)]

    def explained(view):
        found = view.of({"results": results(), "explanation": rows})["explanation"]
        return [f"{row['metric']}{row['option']}" for row in found]

    assert explained(View(top=2)) == ["c1", "c2", "b1", "b2"]
    assert explained(View("name")) == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert explained(View()) == ["b1", "b2", "a1", "a2", "c1", "c2"]


def test_levels_are_called_as_asked():
    """Rows have the user's word, and a line says what it is called elsewhere."""
    found = View(words={"summary": "segment"}).of({"results": results()})
    assert {row["level"] for row in found["results"]} == {"system", "segment"}
    assert found["notes"] == ["segment: the level summary in JSON and signatures."]


def test_an_unknown_order():
    """Only what was computed can be sorted by."""
    with pytest.raises(UsageError, match="did you mean 'pearson'"):
        View("person").of({"results": results()})


def test_the_document_stays():
    """The JSON document itself is not changed."""
    document = {"results": results(), "notes": []}
    View("pearson", 1, words={"summary": "segment"}).of(document)
    assert document == {"results": results(), "notes": []}
