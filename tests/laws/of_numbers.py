"""Laws of formulas: plain numbers and arrays give the same bits."""

from functools import reduce
from operator import add
from random import Random

import numpy as np

from sacreval import native
from sacreval.core.contract.formulas import Sums
from sacreval.core.metric import PairKernel
from sacreval.core.records import Batch, Instance
from sacreval.execution.serial import PlainSums
from support.law_items import METRICS
from support.specimens import instances
from support.texts import text
from support.variants import of_texts, variants

SPECIMEN = Batch([Instance(prediction="a b", references=["a c"])])
NATIVE = [
    metric.with_engine("native")
    for metric in of_texts(variants()[0])
    if native.available() and metric.covers_native()
]
KERNELS = [metric for metric in NATIVE if isinstance(metric, PlainSums)]
PLAIN = [metric for metric in KERNELS if metric.native_sums(SPECIMEN) is not None]
PAIRS = [metric for metric in NATIVE if isinstance(metric, PairKernel)]
LISTED = [metric for metric in PAIRS if metric.native_lists(SPECIMEN) is not None]


def batches(metric):
    """Return batches of records with one reference: random texts, and the metric's specimens."""
    random = Random(7)
    records = [Instance(prediction=text(random), references=[text(random)]) for _ in range(60)] + [
        Instance(prediction="", references=[""]),
        Instance(prediction="a", references=["a"]),
    ]
    single = [instance for instance in instances(type(metric)) if len(instance.references) == 1]
    return [Batch(records), Batch([*records[-1:]]), Batch(records[-2:-1]), Batch(single)]


def bits(scores):
    """Write numbers so that equal texts are equal bits."""
    return {name: float(np.ravel(score)[0]).hex() for name, score in scores.items()}


@METRICS.of(PLAIN)
def same_bits(metric):
    """Scores and details of plain sums have the bits of those of sums of arrays, in any shape."""
    metric = metric.with_engine("native")
    for batch in batches(metric):
        rows = metric.rows(batch)
        sums = metric.native_sums(batch)
        assert list(sums) == rows.sum(axis=0).tolist()
        scores, details = bits(metric.reduce(sums)), bits(metric.details(sums))
        for table in (rows.sum(axis=0), rows.sum(axis=0)[None]):
            assert bits(metric.reduce(table)) == scores
            assert bits(metric.details(table)) == details
        single = metric.reduce(rows)
        for i, row in enumerate(rows.tolist()):
            values = {name: column[i] for name, column in single.items()}
            assert bits(metric.reduce(Sums(row))) == bits(values)


@METRICS.of(LISTED)
def same_rows(metric):
    """Rows as plain numbers have the bits of arrays, and so have scores of their sums."""
    metric = metric.with_engine("native")
    for batch in batches(metric):
        rows, lists = metric.rows(batch), metric.native_lists(batch)
        assert [list(map(float.hex, map(float, row))) for row in lists] == [
            list(map(float.hex, row)) for row in rows.tolist()
        ]
        sums = Sums(reduce(add, numbers) for numbers in zip(*lists, strict=True))
        assert list(sums) == rows.sum(axis=0).tolist()
        assert bits(metric.reduce(sums)) == bits(metric.reduce(rows.sum(axis=0)))
