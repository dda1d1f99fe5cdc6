"""Rows of the records of each system."""

from dataclasses import dataclass

import pytest

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.scoring.score import score


@dataclass(frozen=True, kw_only=True)
class Products(Metric):
    """The sum over references of prediction times reference, as SacreROUGE's own fixture has it."""

    name = "products"

    @property
    def outputs(self):
        return ("test",)

    def row(self, prediction, prepared):
        return (sum(float(prediction) * float(reference) for reference in prepared),)

    def reduce(self, sums):
        return {"test": sums[..., 0]}


def scores_of(instances, metric=None, **options):
    found = score([Batch(instances)], metric or Products(), **options)
    return {(r.instance_id, r.system_id): r.scores for r in found.records}


def peer(system, prediction, references, instance="1"):
    return Instance(
        instance_id=instance, system_id=system, prediction=prediction, references=references
    )


def test_a_record_that_stands_twice_is_refused():
    """The same instance and system twice is an error."""
    with pytest.raises(InputError, match="'p' has instance '1' already"):
        scores_of([peer("p", "1", ["2"]), peer("p", "1", ["2"])])
