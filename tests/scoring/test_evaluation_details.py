"""What scores are made of, in results and in the scores of records."""

from dataclasses import dataclass, replace
from math import inf, nan

import pytest

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Detail
from sacreval.errors import MetricError
from sacreval.scoring.entries.run_metrics import Entry, entries
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.subset import has_details

RECORDS = [
    Instance(prediction=p, references=[r], instance_id=str(i), groups={"g": g})
    for i, (p, r, g) in enumerate(
        [("the cat sat", "the cat sat down", "x"), ("a dog", "the dog", "y"), ("no", "yes", "y")]
    )
]


def results(specs, **options):
    return evaluate([Batch(RECORDS)], entries(specs), **options).report().results


def test_the_main_output_has_the_details():
    """TER edits 3 of 7 words, by group 1 of 4 and 2 of 3; other metrics have none."""
    of_all, x, y = results(["ter"], by="g")
    assert of_all.details == {"edits": Detail(value=3.0), "ref_len": Detail(value=7.0)}
    assert [one.details["edits"].value for one in (x, y)] == [1.0, 2.0]
    assert [one.details["ref_len"].value for one in (x, y)] == [4.0, 3.0]
    assert not any(one.details for one in results(["rouge", "exact-match"]))
    assert [one.output for one in results(["rouge", "squad"]) if one.main] == [
        "rougeL_f1",
        "squad_f1",
    ]


def test_an_alias_has_main_and_details():
    """The main output is named as in the run."""
    (result,) = results(['ter{"as": "edits"}'])
    assert (result.output, result.main) == ("edits_ter", True)
    assert set(result.details) == {"edits", "ref_len"}


def test_wrapped_rows():
    """Normalised texts have the metric's rows and details; reduced scores are no sums of them."""
    (plain,) = results(['ter{"normalize": "lower"}'])
    assert plain.details["ref_len"].value == 7.0
    (reduced,) = results(['ter{"reduce_references": "mean"}'])
    assert reduced.details == {}
    assert reduced.main


def test_summaries_of_groups_have_no_details():
    """A mean over groups is not made of one precision."""
    from sacreval.scoring.groups import summary

    *_, mean = results(["bleu"], by="g", summaries=[summary("mean")])
    assert mean.group == "g=(mean)"
    assert mean.details == {}


def test_records():
    """A record's details are those of its own row, and none where it could not be scored."""
    made = [*RECORDS, Instance(prediction=None, references=["a"], instance_id="9", error="failed")]
    found = evaluate([Batch(made)], entries(["ter", "exact-match"]))
    records = list(found.instances(details=True))
    assert records[1].details == {"ter": {"edits": 1.0, "ref_len": 2.0}}
    assert records[3].details is None
    assert all(one.details is None for one in found.instances())


@dataclass(frozen=True, kw_only=True)
class Odd(MeanMetric):
    """A metric with a wrong detail.

    Args:
        value: The detail.
    """

    name = "odd"
    value: float = nan

    @property
    def outputs(self):
        return ("odd",)

    def scores(self, _prediction, _prepared):
        return (1.0,)

    def details(self, sums):
        if self.value == 0:
            raise KeyError("x")
        return {"part": sums[..., 0] * self.value}


@pytest.mark.parametrize(
    ("value", "why"),
    [(nan, "part is nan; return a finite"), (inf, "part is inf"), (0.0, "failed with KeyError")],
)
def test_a_plug_in_with_a_wrong_detail_is_refused(value, why):
    """JSON has no NaN, and nothing is left out: a sentence names the metric and the detail."""
    with pytest.raises(MetricError, match=f"details of odd.*{why}"):
        evaluate([Batch(RECORDS)], [Entry(Odd(value=value))]).report()


def test_nothing_is_computed_without_details(monkeypatch):
    """A metric without details is never asked for any."""
    cls = metrics.get("exact-match")
    monkeypatch.setattr(cls, "reduce", cls.reduce)
    metric = replace(cls())
    assert not has_details(metric)
    assert metric.details(None) == {}
