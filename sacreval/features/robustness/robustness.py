"""Robustness: how the scores of systems change from records to their variants.

How scores of records change between an original and its variants, with intervals over records. The
unit is the record: its variants are averaged first, so that they are never taken for independent
ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from sacreval.core import signature
from sacreval.core.contract.declarations import computed_by, highest_score
from sacreval.errors import InputError, comma_list
from sacreval.features.robustness.result import (
    MeanWithInterval,
    Realised,
    Robustness,
    RobustnessReport,
)
from sacreval.features.robustness.variants import ComparedFiles, pair
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.run_notices import record_notices
from sacreval.stats.arrays import Floats
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.bounds import Bounds, t_quantile

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Changes(NamedTuple):
    """Numbers of single records, arrays (n,), whose means are reported.

    Attributes:
        mean: Scores of originals.
        perturbed_mean: Means over variants.
        change: Means over variants less the original.
        absolute_change: Means over variants of the size of the change; fmeval's delta.
        worst: Scores of the worst variant; NaN where neither larger nor smaller is better.
        share_changed: Shares of variants with another score.
    """

    mean: Floats
    perturbed_mean: Floats
    change: Floats
    absolute_change: Floats
    worst: Floats
    share_changed: Floats


def changes(original: npt.ArrayLike, variants: npt.ArrayLike, *, better: bool | None) -> Changes:
    """Compare the scores of variants with those of their originals.

    Args:
        original: Shape (n,).
        variants: Shape (n, m), with m at least 1.
        better: Whether larger scores are better; None where neither is.
    """
    first = np.asarray(original, dtype=np.float64)
    varied = np.asarray(variants, dtype=np.float64)
    apart = varied - first[:, None]
    worst = np.full(len(first), np.nan)
    if better is not None:
        worst = varied.min(axis=1) if better else varied.max(axis=1)
    return Changes(
        first,
        varied.mean(axis=1),
        apart.mean(axis=1),
        np.abs(apart).mean(axis=1),
        worst,
        (apart != 0).mean(axis=1),
    )


def mean_bounds(
    values: npt.ArrayLike, confidence: float, ends: tuple[float, float] | None = None
) -> Bounds:
    """Compute the interval of a mean over independent records.

    Values that all lie at an end of their range have Wilson's interval, others Student's t within
    the range.

    Args:
        values: Shape (n,).
        confidence: In (0, 1).
        ends: The least and the greatest possible value; None if there are none.

    Returns:
        Two numbers; NaN for fewer than two values, and where equal values tell nothing.
    """
    table = np.asarray(values, dtype=np.float64)
    n = len(table)
    nothing = Bounds(np.array(np.nan), np.array(np.nan))
    if n < 2 or np.isnan(table).any():  # one record has no spread
        return nothing
    if ends is not None and np.isin(table, ends).all():
        low, high = ends
        share = wilson(np.sum(table == high), n, confidence)
        return Bounds(*(low + (high - low) * end for end in share))
    error = table.std(ddof=1) / np.sqrt(n)
    if error == 0.0:
        return nothing
    reach = t_quantile(n - 1, confidence) * error
    bounds = Bounds(table.mean() - reach, table.mean() + reach)
    return bounds if ends is None else bounds.within(*ends)


def change_bounds(changes: Changes, confidence: float, highest: float | None) -> Bounds:
    """Compute the interval of the mean change.

    Without any changed record it is as far from 0 as the share of changed records may be, times the
    largest change; NaN where scores have no largest value.

    Args:
        changes: The numbers of all records.
        confidence: In (0, 1).
        highest: The largest score of a record, whose least is 0; None if there is none.
    """
    if highest is None:
        return mean_bounds(changes.change, confidence)
    if not changes.share_changed.any():
        most = highest * mean_bounds(changes.share_changed, confidence, (0.0, 1.0)).high
        return Bounds(-most, most)
    if np.isin(changes.change, (-highest, highest)).all():  # all in one direction, or both extremes
        return mean_bounds(changes.change, confidence, (-highest, highest))
    return mean_bounds(changes.change, confidence).within(-highest, highest)


_MODULUS = 2**64


def robustness(
    evaluation: Evaluation, compared: ComparedFiles, *, field: str, level: float
) -> RobustnessReport:
    """Compare the scores of originals with those of their variants."""
    results: list[Robustness] = []
    failures: list[str] = []
    realised: list[Realised] = []
    for system, names in pair(compared, list(evaluation.systems)).items():
        original = evaluation.systems[system]
        variants = [evaluation.systems[name] for name in names]
        _check_pairs(original, variants, system)
        for i, entry in enumerate(evaluation.entries):
            if field not in entry.metric.needs:
                _check_contexts(entry, original, variants)
            results += _results(entry, i, original, variants, level)
        failures += [text for collected in (original, *variants) for text in collected.failures()]
        realised.append(_realised(compared, system, compared.variants[names[0]].system))
    on_records = [*record_notices(evaluation.systems), *evaluation.unanswered_notices()]
    notices = [*on_records, *_notices(results, realised, field)]
    return RobustnessReport(
        level=level, results=results, realised=realised, notices=notices, failures=failures
    )


def _check_pairs(original: Collected, variants: Sequence[Collected], system: str) -> None:
    """Check that every original has all variants, and every variant an original."""
    names = set(original.places)
    for variant in variants:
        if strange := [f"'{name}'" for name in variant.places if name not in names]:
            raise InputError(
                f"{len(strange)} records of {variant.system} have no original "
                f"({comma_list(strange, 3)}); give outputs for the records that were "
                "perturbed, with their instance_id"
            )
        if missing := [f"'{name}'" for name in original.order.names if name not in variant.places]:
            raise InputError(
                f"{len(missing)} records of '{system}' have no output for {variant.system} "
                f"({comma_list(missing, 3)}); give outputs for all variants of all records"
            )


def _check_contexts(entry: Entry, original: Collected, variants: Sequence[Collected]) -> None:
    wanted = original.contexts(entry)
    for variant in variants:
        contexts = variant.contexts(entry)
        for name, place in variant.places.items():
            both = contexts[place], wanted[original.places[name]]
            if both[0] != both[1] and all(both):
                raise InputError(
                    f"instance '{name}' is judged against other "
                    f"{' and '.join(entry.metric.needs)} in {variant.system} than in the original; "
                    "give both the same, or name the perturbed field with --field"
                )


def _results(
    entry: Entry, i: int, original: Collected, variants: Sequence[Collected], level: float
) -> Iterator[Robustness]:
    import numpy as np

    first, *others = (_scores(entry, collected, i) for collected in (original, *variants))
    missing = _missing(i, original, *variants)
    without = _without_answer(i, original, *variants)
    for output, better in entry.directions().items():
        scores = np.asarray(first[output])
        varied = np.stack([np.asarray(other[output]) for other in others], axis=1)
        known = ~(np.isnan(scores) | np.isnan(varied).any(axis=1))
        yield Robustness(
            metric=entry.metric.name,
            output=output,
            system_id=original.system,
            n=int(known.sum()) + missing.total(),
            variants=len(variants),
            higher_is_better=better,
            signature=_signature(entry, original, variants),
            engine=computed_by(entry.metric),
            alias=entry.alias,
            of=original.of,
            unanswered=int((known & np.isin(original.order.names, without)).sum()) or UNSET,
            missing=dict(missing) or UNSET,
            **_measures(entry, output, scores[known], varied[known], level),
        )


def _missing(i: int, *outputs: Collected) -> Counter[str]:
    """Count the records that lack an output or a verdict, by the first reason."""
    reasons: dict[str, str] = {}
    for collected in outputs:
        for place, reason in collected.columns[i].states.items():
            reasons.setdefault(collected.names[place], reason)
    return Counter(reasons.values())


def _without_answer(i: int, *outputs: Collected) -> list[str]:
    """Return the ids of the records with an output in which no answer can be read."""
    return [c.names[place] for c in outputs for place in c.without_answer(i)]


def _scores(entry: Entry, collected: Collected, i: int) -> Mapping[str, Array]:
    """Return the scores of single records by id, NaN where one could not be scored."""
    return entry.for_instances().record_scores(collected.rows(i))


def _measures(
    entry: Entry, output: str, scores: Array, varied: Array, level: float
) -> dict[str, MeanWithInterval]:

    original = entry.metric_outputs[output]
    highest = highest_score(entry.metric, original) or entry.metric.score_scale.greatest.get(
        original
    )
    ends = None if highest is None else (0.0, highest)
    differences = changes(scores, varied, better=entry.directions()[output])
    bounds = {
        name: mean_bounds(values, level, (0.0, 1.0) if name == "share_changed" else ends)
        for name, values in differences._asdict().items()
    } | {"change": change_bounds(differences, level, highest)}
    return {name: _measure(values, bounds[name]) for name, values in differences._asdict().items()}


def _measure(values: Array, bounds: Bounds) -> MeanWithInterval:
    if not len(values):
        return MeanWithInterval(None)
    value, low, high = (float(x) for x in (values.mean(), *bounds))
    return MeanWithInterval(*(None if x != x else x for x in (value, low, high)))  # noqa: PLR0124 - NaN


def _signature(entry: Entry, original: Collected, variants: Sequence[Collected]) -> str:
    """Return the signature of the originals, with a hash of the outputs for all variants."""
    hashes = (signature.read(variant.signature(entry))[1]["outputs"] for variant in variants)
    total = sum(int(text, 16) for text in hashes) % _MODULUS
    return f"{original.signature(entry)}|perturbed:{total:016x}"


def _realised(compared: ComparedFiles, system: str, varied: str) -> Realised:
    """Compute how far inputs and outputs were changed."""
    from rapidfuzz.distance import Levenshtein

    counts, length = compared.counts[varied], compared.lengths[varied]
    known = varied not in compared.without_input
    changed: Mapping[tuple[str, str], int] = compared.inputs.get(varied, {})
    edits = sum(n * Levenshtein.distance(*texts) for texts, n in changed.items())
    return Realised(
        system_id=system,
        variants=counts["all"],
        inputs_changed=counts["inputs"] / counts["all"] if known else None,
        character_rate=edits / length if known and length else None,
        outputs_changed=counts["outputs"] / counts["all"],
    )


def _notices(
    results: Sequence[Robustness], realised: Sequence[Realised], field: str
) -> Iterator[str]:
    for row in realised:
        same = round(row.variants * (1 - (row.inputs_changed or 0.0)))
        if row.inputs_changed is None:
            yield (
                f"{row.system_id}: records have no `{field}` to compare, so how much was perturbed "
                "is unknown"
            )
        elif same:
            yield (
                f"{row.system_id}: {same} of {row.variants} variants have the `{field}` of their "
                "original; they are part of all means"
            )
    for result in results:
        if result.mean.value == 0.0 and result.higher_is_better:
            yield (
                f"{result.system_id}: {result.output} of all originals is 0, so that no "
                "perturbation can make it worse; this is no sign of robustness"
            )
