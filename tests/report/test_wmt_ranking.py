"""The table of a metrics task of WMT."""

from sacreval.report.wmt_ranking import ranking


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
        "", "b", "0.70", "0.75", "-",
    ]  # fmt: skip
