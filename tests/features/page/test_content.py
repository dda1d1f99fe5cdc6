"""The data of a page."""

from sacreval.core.metric import metrics
from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.features.page.content import CELLS, Content, NamedMetric


def result(output, system="a", *, group=None, metric="m"):
    return Result(
        metric=metric, output=output, system_id=system, group=group, value=0.5, n=3,
        higher_is_better=True, interval=None, signature="m", engine="official",
    )  # fmt: skip


CONTENT = Content(
    results=[
        result("r_precision"), result("r_f1", "b"), result("r_f1"), result("r_f1", group="g=x"),
        result("a->b", metric=CELLS),
    ],
    records={"b": {}, "z": {}},
)  # fmt: skip


def test_what_is_shown():
    """Groups and cells of confusion matrices are no columns of the results over all records."""
    assert [r.output for r in CONTENT.overall] == ["r_precision", "r_f1", "r_f1"]
    assert CONTENT.outputs == ["r_precision", "r_f1"]


def test_order():
    """Systems are in the order of results; precision and recall come last."""
    assert CONTENT.systems == ["a", "b"]
    assert CONTENT.recorded == ["b"]
    assert CONTENT.chief_first == ["r_f1", "r_precision"]


def test_names_of_a_suite():
    """A metric with an alias has the alias before its outputs."""
    bleu = metrics.get("bleu")()
    assert (NamedMetric(bleu, "mine").name, NamedMetric(bleu, "mine").full("bleu")) == (
        "mine", "mine_bleu",
    )  # fmt: skip
    assert (NamedMetric(bleu, None).name, NamedMetric(bleu, None).full("bleu")) == ("bleu", "bleu")


def test_metrics_that_label_errors():
    """An output belongs to a metric whose scores of records have error spans, also if empty."""
    scored = Scored(instance_id="1", system_id="a", scores={}, error_spans={"m": []})
    found = Content(results=[result("x"), result("y", metric="n")], records={"a": {"1": scored}})
    assert [found.labelling_metric(name) for name in ("x", "y", "z")] == ["m", None, None]
