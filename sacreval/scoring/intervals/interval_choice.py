"""Choice: which interval fits the scores of some records, and why; calibration bands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.contract.declarations import highest_score
from sacreval.core.contract.inner_metrics import formula_owner
from sacreval.core.results import Band
from sacreval.errors import UsageError
from sacreval.scoring.interval_plans import Plan, units_of
from sacreval.scoring.intervals.interval_options import Choice, IntervalOptions, Scores
from sacreval.scoring.intervals.methods._base import method_of
from sacreval.scoring.intervals.zero_one import has_unknown_range
from sacreval.scoring.rows.subset import ScoresSystems, Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Calibrated, Noise


@runtime_checkable
class HasCalibration(Protocol):
    """A metric of labels and confidences."""

    def under_calibration(self, rows: Array, /) -> Calibrated:
        """Return how rows, array (n, k), depend on labels drawn from confidences."""


def has_band(part: Subset, options: IntervalOptions) -> bool:
    """Return whether the scores of a part have a band instead of an interval."""
    if options.method != "auto" or not part.entry.has_rows or not len(part):
        return False
    return isinstance(formula_owner(part.entry.metric), HasCalibration)


def bands(part: Subset, options: IntervalOptions) -> Mapping[str, Band]:
    """Compute the band of every output: the scores of labels drawn from the confidences."""
    import numpy as np

    from sacreval.stats.intervals.calibration_band import calibration_band, label_sums

    metric = formula_owner(part.entry.metric)
    if not isinstance(metric, HasCalibration):
        return {}
    calibration = metric.under_calibration(part.rows)
    names = metric.outputs

    def stacked(sums: Array) -> Array:
        scores = metric.reduce(sums)
        return np.stack([scores[name] for name in names], axis=-1)

    band = calibration_band(
        calibration.confidences,
        lambda labels: stacked(label_sums(labels, calibration.wrong, calibration.right)),
        stacked(part.rows.sum(axis=0)),
        level=options.confidence,
        draws=options.resamples,
        seed=options.seed,
    )
    return {
        name: Band(
            mean=float(band.mean[i]),
            high=float(band.high[i]),
            p=float(band.p[i]),
            level=options.confidence,
            draws=options.resamples,
            seed=options.seed,
        )
        for i, name in enumerate(names)
    }


FEW_UNITS = 100  # below, percentiles of the bootstrap are too narrow
FEW_IF_SKEWED = 1000  # the same for scores whose resamples are skewed
FEW_GROUPS = 20  # below, resampled groups vary too little; the jackknife's t interval holds
ZERO_ONE = "0/1 scores"


@runtime_checkable
class HasSamplingNoise(Protocol):
    """A metric of several samples of each record."""

    def sampling_noise(self, rows: Array, /) -> Mapping[str, Noise]:
        """Return how the scores of records vary over their samples.

        Args:
            rows: Array (n, k).

        Returns:
            Output name to its noise, where it can be estimated from the samples.
        """


def plan_of(part: Subset, options: IntervalOptions) -> Plan:
    """Choose the method of every output of a part."""
    units, metric = units_of(part, options.unit), part.entry.metric
    if units.n < 2 or has_band(part, options):  # noqa: PLR2004 - a single unit has no spread
        return Plan(part, units, {}, {}, options)
    records = metric.reduce(part.rows) if part.entry.has_rows else {}
    owner = formula_owner(metric)
    noise = owner.sampling_noise(part.rows) if isinstance(owner, HasSamplingNoise) else {}
    facts = (
        Scores(
            name,
            records.get(name),
            highest_score(metric, name),
            units.n,
            options.unit,
            getattr(owner, "optimistic", False),
            is_mean=metric.score_scale.mean or highest_score(metric, name) is not None,
            sampled=name in noise,
            own=isinstance(owner, ScoresSystems),
            skewed=getattr(owner, "skewed", False),
            unknown_range=has_unknown_range(metric),
        )
        for name in metric.outputs
    )
    if options.where_it_fits:
        facts = (x for x in facts if not method_of(options.method).misfit(x))
    choices = {fact.output: choose(fact, options) for fact in facts}
    return Plan(part, units, records, choices, options, noise)


def choose(scores: Scores, options: IntervalOptions) -> Choice:
    """Choose the interval of one output.

    0/1 scores have Wilson intervals. Other means and corpus scores have bootstrap percentiles,
    expanded for fewer than 100 units; fewer than 20 groups have a jackknife interval. The best
    over thresholds has shifted percentiles, and a skewed score of fewer than 1,000 units
    accelerated ones.
    """
    if options.method != "auto":
        method = method_of(options.method)
        if problem := method.misfit(scores):
            option = method.option or f"--interval {options.method}"
            raise UsageError(f"{option} {problem}; use --interval auto")
        return Choice(options.method, method.reason)
    units = f"{scores.n_units} {'records' if scores.unit is None else f'values of {scores.unit}'}"
    if scores.optimistic:
        return Choice("shifted", "threshold chosen on the same records")
    if scores.skewed and scores.n_units < FEW_IF_SKEWED:
        return Choice("bca", f"a skewed score, {units}")
    if scores.binary:
        exact = options.guarantee and scores.unit is None
        return Choice(
            "clopper-pearson" if exact else "wilson",
            ZERO_ONE if scores.unit is None else f"{ZERO_ONE}, {units}",
        )
    if scores.unit is not None and scores.n_units < FEW_GROUPS and scores.records is not None:
        return Choice("jackknife", units)
    return Choice("expanded" if scores.n_units < FEW_UNITS else "percentile", units)
