"""Correlations in each format."""

import json

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.analysis import TaskRun, run_one
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.tables.correlations import (
    View,
    lines,
    matrices,
    ranking,
    render,
    tables,
)
from support.correlations import options_of


@pytest.fixture(scope="module")
def found():
    rows = [
        Row(f"s{s}", f"i{i}", "peer", {"a|b": s + i % 3, "c": s * i}, {"q": s + i % 2}, "memory")
        for s in range(6)
        for i in range(4)
    ]
    options = options_of(
        human="q", level="system", coefficient="pearson", resamples=20, test="perm-systems"
    )
    return run_one(TaskRun(score_set(rows), options, ["all"]))


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_formats_for_reading(found, form):
    """Tables come first, and every note follows on its own line."""
    out = render(found, form)
    start = {"text": "", "md": "- ", "tex": "% "}[form]
    last = out.splitlines()[-len(lines(found)) :]
    assert all(line.startswith(start) for line in last)
    assert "signature" in out.lower() or "v:" in out
    assert (r"a\|b" if form == "md" else "a|b") in out or form == "tex"


def test_formats_for_programs(found):
    """JSON has the whole document; JSONL, TSV and CSV have one line for each correlation."""
    assert json.loads(render(found, "json")) == found
    assert [json.loads(line) for line in render(found, "jsonl").splitlines()] == found["results"]
    for form, mark in (("tsv", "\t"), ("csv", ",")):
        header, *body = render(found, form).splitlines()
        assert mark in header
        assert len(body) == len(found["results"]) == 2


def test_tables(found):
    """There is a table of correlations, one of ranks and one of tests; without tests only one."""
    assert len(tables(found)) == 3
    assert len(tables({"results": found["results"]})) == 1


def pair(a, b, delta, *, significant=False, level="system"):
    return {"level": level, "coefficient": "pearson", "metric_a": a, "metric_b": b,
            "delta": delta, "significant": significant}  # fmt: skip


def test_the_best_metric_comes_first():
    """A pair has one cell, above the diagonal; columns have the numbers of rows."""
    tests = [pair("y", "x", 0.25, significant=True), pair("y", "z", 0.5), pair("x", "z", 0.1)]
    (table,) = matrices(tests)
    assert table.head == ["system pearson", "2", "3"]
    assert table.rows == [["1 y", "+0.250*", "+0.500"], ["2 x", "", "+0.100"], ["3 z", "", ""]]


def test_a_negative_difference_turns_around():
    """Whichever metric a test names first, the row is the better one."""
    (table,) = matrices([pair("x", "y", -0.25, significant=True)])
    assert table.rows == [["1 y", "+0.250*"], ["2 x", ""]]


def test_one_sided_tests_of_both_directions():
    """Of two tests of a pair, the cell is of the one for its row."""
    (table,) = matrices([pair("y", "x", 0.2, significant=True), pair("x", "y", -0.2)])
    assert table.rows[0] == ["1 y", "+0.200*"]


def test_levels_have_their_own():
    """Each level and coefficient has a matrix; what is undefined is a hyphen."""
    first, second = matrices([pair("x", "y", 1.0), pair("x", "y", None, level="summary")])
    assert (first.head[0], second.head[0]) == ("system pearson", "summary pearson")
    assert second.rows[0][1] == "-"


def row(task, level, coefficient, metric, value, **more):
    """Return a correlation or an average."""
    place = {"task": task} if task else {}
    return {
        **place,
        "level": level,
        "coefficient": coefficient,
        "metric": metric,
        "value": value,
        **more,
    }


def test_metrics_are_ordered_by_their_average_with_ranks_behind_values():
    """Columns are what is pooled, then each task; a metric without a value has a dash."""
    averages = [
        row("", "system", "pairwise-accuracy", "a", 0.5, cluster=2),
        row("", "system", "pairwise-accuracy", "b", 0.75, cluster=1),
        row("", "summary", "acc-eq", "a", 0.4, cluster=1),
        row("", "all", "all", "a", 0.45, cluster=2),
        row("", "all", "all", "b", 0.7, cluster=1),
    ]
    results = [
        row("x-y", "system", "pairwise-accuracy", "a", 0.9),
        row("x-y", "summary", "acc-eq", "a", 0.4),
        row("x-y", "summary", "acc-eq", "b", None),
    ]
    ranked = [row("x-y", "summary", "acc-eq", "a", 0.4, cluster=1)]
    table = ranking({"averages": averages, "results": results, "ranking": ranked})
    assert list(table.head) == [
        "rank", "metric", "average", "all system pairwise-accuracy", "x-y summary acc-eq",
    ]  # fmt: skip
    assert table.rows == [
        ["1", "b", "0.700", "0.750 (1)", "-"],
        ["2", "a", "0.450", "0.500 (2)", "0.400 (1)"],
    ]
    untested = [{**average, "cluster": None} for average in averages]
    assert ranking({"averages": untested, "results": results}, 2).rows[0] == [
        "b", "0.70", "0.75", "-",
    ]  # fmt: skip


def test_a_measure_of_all_columns_stands_in_the_head_of_the_averages():
    """So that the columns are as narrow as the names of tasks."""
    averages = [row("", "system", "kendall", "a", 0.5, cluster=None)]
    results = [row(task, "system", "kendall", "a", 0.5) for task in ("fluency", "relevance")]
    table = ranking({"averages": averages, "results": results})
    assert list(table.head) == ["metric", "average system kendall", "fluency", "relevance"]
    assert table.rows == [["a", "0.500", "0.500", "0.500"]]


def results():
    values = {"b": (0.2, 0.9), "a": (0.1, None), "c": (0.3, 0.1)}
    return [
        {"level": level, "metric": name, "coefficient": coefficient, "value": value}
        for name, pair in values.items()
        for level in ("system", "summary")
        for coefficient, value in zip(("pearson", "kendall"), pair, strict=True)
    ]


def shown(view, **parts):
    report = view.of({"results": results(), **parts})
    keys = dict.fromkeys((row["level"], row["metric"]) for row in report["results"])
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
    report = View(top=2).of({"results": results(), "tests": tests, "notes": ["one"]})
    assert report["tests"] == tests[:1]
    assert report["notes"] == [
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
        explanations = view.of({"results": results(), "explanation": rows})["explanation"]
        return [f"{row['metric']}{row['option']}" for row in explanations]

    assert explained(View(top=2)) == ["c1", "c2", "b1", "b2"]
    assert explained(View("name")) == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert explained(View()) == ["b1", "b2", "a1", "a2", "c1", "c2"]


def test_levels_are_called_as_asked():
    """Rows have the user's word, and a line says what it is called elsewhere."""
    report = View(words={"summary": "segment"}).of({"results": results()})
    assert {row["level"] for row in report["results"]} == {"system", "segment"}
    assert report["notes"] == ["segment: the level summary in JSON and signatures."]


def test_an_unknown_order():
    """Only what was computed can be sorted by."""
    with pytest.raises(UsageError, match="did you mean 'pearson'"):
        View("person").of({"results": results()})


def test_the_document_stays():
    """The JSON document itself is not changed."""
    document = {"results": results(), "notes": []}
    View("pearson", 1, words={"summary": "segment"}).of(document)
    assert document == {"results": results(), "notes": []}
