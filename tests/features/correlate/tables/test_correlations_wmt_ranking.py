"""The table of a metrics task of WMT."""

from sacreval.features.correlate.tables.correlations import ranking


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
    untested = [{**one, "cluster": None} for one in averages]
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
