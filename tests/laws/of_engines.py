"""Laws of engines: the kernels give the rows of the official libraries."""

import warnings
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from itertools import product
from random import Random

import msgspec
import numpy as np
import pytest

from sacreval import native
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import SacrevalError, UsageError
from sacreval.execution import RowTask
from sacreval.execution.worker import perform
from support.law_items import CLASSES, METRICS
from support.specimens import instances
from support.texts import text
from support.variants import of_texts, variants

TEXTUAL = of_texts(variants()[0])
COVERED = [metric for metric in TEXTUAL if native.available() and metric.covers_native()]


@cache
def random_batch(seed: int, n: int) -> Batch:
    random, other = Random(seed), Random(-1 - seed)
    return Batch(
        [
            Instance(
                prediction=text(random),
                references=[text(random) for _ in range(random.randint(1, 4))],
                sources=[text(other) for _ in range(other.randint(1, 2))],
            )
            for _ in range(n)
        ]
    )


def settled(metric: Metric, batch: Batch) -> Metric:
    """Settle a metric on other records, if it depends on all references of a run."""
    if "references_sha256" not in metric.options():
        return metric
    return replace(metric, references_sha256="").settle([batch])


@METRICS.of(COVERED)
def random_unicode(metric):
    """Rows of both engines are equal on random Unicode, empty texts and many references."""
    check_random_unicode(metric, 25)


def check_random_unicode(metric: Metric, n: int) -> None:
    batch = random_batch(0, n)
    metric = settled(metric, batch)
    official = metric.with_engine("official").rows(batch)
    native_rows = metric.with_engine("native").rows(batch)
    np.testing.assert_allclose(native_rows, official, rtol=0, atol=1e-12)


ODD = (
    "", " ", "\n\n", "\ufeff", "0", "<s>", "\U0001f642", "e\u0301", "\u200b", "%s", "NaN", "(",
    "\x00",
)  # fmt: skip


@METRICS.of(TEXTUAL)
def odd_texts(metric):
    """The official engine scores any text without a foreign warning, or says why not."""
    first, *_ = instances(type(metric))
    with suppress(SacrevalError), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of libraries that are imported, which Python compiles
        settled(metric, Batch([first])).with_engine("official").rows(Batch([first]))
    for odd, field in product(ODD, ("prediction", "references", "sources")):
        usual = getattr(first, field)
        if not isinstance(usual[:1] if isinstance(usual, str) else usual[0], str):
            continue
        value = odd if field == "prediction" else [odd] * len(usual)
        batch = Batch([msgspec.structs.replace(first, **{field: value}), first])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with suppress(SacrevalError):
                rows = settled(metric, batch).with_engine("official").rows(batch)
                assert metric.undefined_where or np.isfinite(rows).all(), (field, odd)
        foreign = [
            f"{x.filename}: {x.message}"
            for x in caught
            if not x.category.__module__.startswith("sacreval")
        ]
        assert not foreign, (field, odd, foreign)


@METRICS.of(COVERED)
def specimens(metric):
    """Rows of both engines are equal on the specimens, with references left out as well."""
    records = instances(type(metric))
    official, native = metric.with_engine("official"), metric.with_engine("native")
    np.testing.assert_allclose(
        native.rows(Batch(records)), official.rows(Batch(records)), rtol=0, atol=1e-12
    )
    several = Batch([r for r in records if len(r.references) > 1])
    np.testing.assert_allclose(
        native.leave_one_out_rows(several), official.leave_one_out_rows(several), rtol=0, atol=1e-12
    )


@CLASSES.of(metrics)
def options_without_kernels(name):
    """Where the kernels do not support the options of a metric, the native engine refuses."""
    uncovered = [m for m in variants()[0] if m.name == name and not m.covers_native()]
    for metric in uncovered:
        with pytest.raises(UsageError, match="do not support"):
            metric.with_engine("native")
        if type(metric).rows is Metric.rows:  # those with rows of their own have one engine
            with pytest.raises(UsageError, match="do not support"):
                replace(metric, engine="native").rows(Batch(instances(type(metric))))


@METRICS.of(COVERED)
def jackknife_in_one_pass(metric):
    """Both kinds of rows at once are those that are made one after the other."""
    check_jackknife(metric, "native", 40)
    check_jackknife(metric, "official", 8)


def check_jackknife(metric: Metric, engine: str, n: int) -> None:
    batch = Batch([record for record in random_batch(2, n) if len(record.references) > 1])
    metric = settled(metric, batch).with_engine(engine)
    rows, leave_one_out = rows_with_leave_one_out(metric, batch)
    alone, without = Batch(batch.instances), Batch(batch.instances)
    np.testing.assert_array_equal(rows, metric.rows(alone), err_msg=engine)
    np.testing.assert_array_equal(leave_one_out, metric.leave_one_out_rows(without), err_msg=engine)
    assert rows.dtype == leave_one_out.dtype == np.float64


NO_KERNELS = {  # functions of the extension that gather, split or normalise texts
    "gather", "nist_table", "texts_starts", "reference_counts", "lexer", "lexer_lines",
    "squad_text",
}  # fmt: skip


@METRICS.of(COVERED)
def kernels_run_once(metric):
    """Jackknifing calls a metric's kernel once for the texts of a batch, raw or split."""
    calls = []
    inner = import_module("sacreval.native._native")

    class Counting:
        def __getattr__(self, name):
            kernel = getattr(inner, name)
            return kernel if name in NO_KERNELS else partial(self.called, name, kernel)

        def called(self, name, kernel, texts, *options):
            calls.append((name, texts))
            return kernel(texts, *options)

    batch = Batch([record for record in random_batch(3, 20) if len(record.references) > 1])
    ready = settled(metric, batch).with_engine("native")
    with pytest.MonkeyPatch.context() as patched:
        for name in ("batch", "ngrams", "alignment", "sequences", "rouge155"):
            module = import_module(f"sacreval.native.{name}")
            if hasattr(module, "extension"):
                patched.setattr(module, "extension", Counting)
        (done,) = perform(RowTask((ready,), leave_one_out=True), batch)
    assert len(done.leave_one_out.rows) == sum(len(record.references) for record in batch)
    assert len({name for name, _ in calls}) == 1, calls
    assert len({id(texts) for _, texts in calls}) == len(calls), calls


@METRICS.of(COVERED)
def workers(metric):
    """Rows do not depend on the number of threads."""
    batch = random_batch(1, 40)
    other = settled(metric, batch).with_engine("native")
    many = Batch(batch.instances, workers=3)
    np.testing.assert_array_equal(other.rows(many), other.rows(batch))
