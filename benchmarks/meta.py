"""Resampling of correlations side by side with nlpstats: medians of user CPU, and their ratios.

Few resamples of nlpstats are timed and scaled to the number asked for, as its cost is one loop; the
sizes and the number of its resamples are in the output. Both sides see the same matrices.

mt-metrics-eval is not on PyPI (a package of that name is another), so that soft pairwise accuracy
is timed beside the recipe as it is published, written out here: one pass over the pairs of systems
for the human scores, one for the metric, each with its own signs. With --mtme its own tests of a
pair of metrics are timed with few draws, and scaled to all pairs and draws: it tests pair by pair.

    pip install nlpstats && python benchmarks/meta.py > meta.json
    git clone https://github.com/google-research/mt-metrics-eval
    python benchmarks/meta.py --only ranking --mtme mt-metrics-eval
"""

import argparse
import inspect
import json
import resource
import statistics
import sys
from collections.abc import Callable

import numpy as np

from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import Matrices
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS, LevelMeasure, cells
from sacreval.features.correlate.measures.soft_accuracy import soft_pairwise_accuracy
from sacreval.features.correlate.measures.tie_calibration import (
    calibrate,
    fitted_threshold,
    pair_table,
)
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values, fastest_form
from sacreval.features.correlate.resampling.permutation import permuted_differences
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.significance.trials import TrialPlan
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    TAU_B,
    PearsonCoefficient,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Groups, Level, group
from sacreval.stats.association.row_coefficients import TiedAccuracy
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps

RESAMPLES = 1_000
THREE = {"pearson": PearsonCoefficient(), "spearman": SpearmanCoefficient(), "kendall": TAU_B}
RECIPE_ROUNDING = 1e-3
"""Tied sums are parted by the rounding of single precision, which hangs on the order of sums."""
RANKING = {
    "pearson@system": ("pearsonr", "none"),
    "pairwise-accuracy@system": ("Agreement", "none"),
    "spa@system": ("PairwiseConfidenceError", "sys"),
    "pearson@global": ("pearsonr", "none"),
    "pearson@group-by-system": ("pearsonr", "sys"),
    "pearson@summary": ("pearsonr", "item"),
    "acc-eq@summary": ("PairwisePermutationSigDiff", "item"),
}
"""Measures of a WMT ranking, with the function of mt-metrics-eval or SciPy and its groups."""
SIZES = {
    "wmt23 en-de": (12, 460),
    "summeval": (16, 100),
    "wmt": (30, 2_000),
    "wmt23 zh-en": (15, 1_177),
}
MTME_DRAWS = 4
"""Draws of mt-metrics-eval that are timed, and scaled."""
FEW = 50
"""Resamples of definitions that are timed, and scaled."""
SAME = 1e-12


def user_seconds(function: Callable[[], object], repeats: int) -> float:
    """Median user CPU of a call, all threads counted."""
    taken = []
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        function()
        taken.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
    return statistics.median(taken)


def matrices(shape: tuple[int, int], seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two continuous metrics and tied human scores."""
    rng = np.random.default_rng(seed)
    z = rng.normal(size=shape) + rng.normal(size=(shape[0], 1))
    return z + rng.normal(size=shape), z + rng.normal(size=shape), np.round(2 * z)


def ours(shape: tuple[int, int], how: Swap | Units, name: str) -> float:
    """Time one test or one interval, draws included."""
    x, y, z = matrices(shape)
    coefficient = THREE[name]

    def test() -> None:
        swaps = draw_swaps(Swap(how), *shape, RESAMPLES, 1)
        permuted_differences(x, y, z, Level.SUMMARY, coefficient, swaps=swaps)

    def interval() -> None:
        draws = draw_resamples(Units.BOTH, *shape, RESAMPLES, 1)
        bootstrap_values(x, z, Level.SUMMARY, coefficient, draws)

    run = interval if isinstance(how, Units) else test
    run()
    # The clock ticks in hundredths: many short runs are timed as one.
    times = 20 if shape[1] == SIZES["summeval"][1] else 3
    return user_seconds(lambda: [run() for _ in range(times)], 5) / times


def theirs(shape: tuple[int, int], how: Swap | Units, name: str, resamples: int) -> float:
    """Time nlpstats with few resamples, and scale."""
    from nlpstats.correlations import bootstrap, permutation_test

    x, y, z = matrices(shape)
    methods = {Swap.INPUTS: "inputs", Swap.BOTH_XOR: "both", Units.BOTH: "both"}

    def run() -> None:
        if isinstance(how, Units):
            bootstrap(x, z, "input", name, methods[how], n_resamples=resamples)
        else:
            permutation_test(x, y, z, "input", name, methods[how], n_resamples=resamples)

    once = user_seconds(run, 3)
    # A test correlates once more, for the observed difference.
    observed = 0 if isinstance(how, Units) else 1
    return once * (RESAMPLES + observed) / (resamples + observed)


def side_by_side() -> list[dict[str, object]]:
    """Time every pair of sizes, schemes and coefficients."""
    rows = []
    for size in ("summeval", "wmt"):
        shape = SIZES[size]
        for how in (Swap.BOTH_XOR, Swap.INPUTS, Units.BOTH):
            for name in THREE:
                few = 20 if size == "summeval" else 2
                row = {
                    "size": f"{shape[0]}x{shape[1]}",
                    "what": f"{'bootstrap' if isinstance(how, Units) else 'perm'}-{how.value}",
                    "coefficient": name,
                    "sacreval_s": round(ours(shape, how, name), 5),
                    "nlpstats_s": round(theirs(shape, how, name, few), 2),
                    "nlpstats_resamples_timed": few,
                }
                row["ratio"] = round(float(row["nlpstats_s"]) / max(float(row["sacreval_s"]), 1e-9))
                rows.append(row)
                sys.stderr.write(f"{row}\n")
    return rows


def published_recipe(x: np.ndarray, z: np.ndarray) -> float:
    """Soft pairwise accuracy, pair by pair in single precision."""
    sides = []
    for scores in (z, x):
        draws = np.random.default_rng(4).random((RESAMPLES, scores.shape[1]), dtype=np.float32)
        signs = 2 * np.rint(draws) - 1
        single = scores.astype(np.float32)
        totals, flipped = single.sum(axis=1), signs @ single.T
        n = len(single)
        sides.append(
            [
                np.count_nonzero(flipped[:, i] - flipped[:, k] >= totals[i] - totals[k]) / RESAMPLES
                for i in range(n)
                for k in range(i + 1, n)
            ]
        )
    return float(1 - np.abs(np.subtract(*sides)).mean())


def soft_accuracy() -> list[dict[str, object]]:
    """Time soft pairwise accuracy beside the published recipe, which must give the same number."""
    rows = []
    for shape in (SIZES["summeval"], SIZES["wmt"]):
        x, _, z = matrices(shape)
        if abs(soft_pairwise_accuracy(x, z) - published_recipe(x, z)) > RECIPE_ROUNDING:
            raise SystemExit("the published recipe gives another number")
        times = [
            user_seconds(lambda f=f, x=x, z=z: [f(x, z) for _ in range(10)], 5) / 10
            for f in (soft_pairwise_accuracy, published_recipe)
        ]
        row = {"size": f"{shape[0]}x{shape[1]}", "sacreval_s": times[0], "recipe_s": times[1]}
        rows.append(row | {"ratio": round(times[1] / times[0], 1)})
    return rows


def large_groups() -> list[dict[str, object]]:
    """Time tie thresholds and intervals of large groups, by kernels and as they are defined.

    The definitions list pairs, or copy the cells of each resample; both must give the same numbers.
    """
    shape = SIZES["wmt23 zh-en"]
    x, _, z = matrices(shape)
    z = np.minimum(np.round(z), 0)  # most outputs have no error
    draws = draw_resamples(Units.BOTH, *shape, RESAMPLES, 1)
    few = draw_resamples(Units.BOTH, *shape, FEW, 1)
    by_system, everything = Groups(x, z), Groups(x.reshape(1, -1), z.reshape(1, -1))
    epsilon = calibrate(pair_table(by_system)).epsilon
    if fitted_threshold(*by_system) != epsilon:
        raise SystemExit("the list of pairs gives another threshold")
    fit = inspect.unwrap(fitted_threshold)
    rows = [
        {
            "what": "threshold, group-by-system",
            "kernel_s": user_seconds(lambda: fit(*by_system), 3),
            "defined_s": user_seconds(lambda: calibrate(pair_table(by_system)), 1),
        },
        {
            "what": "threshold, global, 155.8 million pairs",
            "kernel_s": user_seconds(lambda: fit(*everything), 3),
        },
    ]
    for level in (Level.GROUP_BY_SYSTEM, Level.GLOBAL):
        for name, coefficient in {**THREE, "acc-eq": TiedAccuracy(epsilon)}.items():
            row: dict[str, object] = {"what": f"interval, {level.value}, {name}"}
            sides = (x, z, level, coefficient)
            ours, theirs = (
                bootstrap_values(*sides, few, forms=fastest_form),
                bootstrap_values(*sides, few),
            )
            if np.abs(ours - theirs).max() > SAME:
                raise SystemExit("copies of cells give another value")
            row["kernel_s"] = user_seconds(
                lambda sides=sides: bootstrap_values(*sides, draws, forms=fastest_form), 3
            )
            once = user_seconds(lambda sides=sides: bootstrap_values(*sides, few), 1)
            rows.append({**row, "defined_s": once * RESAMPLES / FEW})
    return rows


def all_pairs(metrics: int) -> dict[str, float]:
    """Test all pairs of many metrics at WMT size, three coefficients, and take peak memory."""
    shape = SIZES["wmt"]
    rng = np.random.default_rng(0)
    _, _, z = matrices(shape)
    scores = {f"m{i:02d}": z + (1 + i / 9) * rng.normal(size=shape) for i in range(metrics)}
    systems, inputs = (tuple(f"{i:05d}" for i in range(n)) for n in shape)
    data = ScoreSet(systems, inputs, scores=scores, judgments={"h": z})
    resolved = Matrices.of(data, list(scores), "h")

    def run(test: str) -> Callable[[], object]:
        return lambda: [
            compare_family(
                resolved, LevelMeasure(Level.SUMMARY, COEFFICIENTS[name]), TrialPlan(test)
            )
            for name in THREE
        ]

    seconds = {
        test: round(user_seconds(run(test), 1), 1)
        for test in ("perm-both-xor", "perm-inputs", "bootstrap-both")
    }
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        **seconds,
        "pairs": metrics * (metrics - 1) // 2,
        "coefficients": 3,
        "peak_gib": round(peak, 2),
    }


def ranking(metrics: int, mtme: str | None) -> list[dict[str, object]]:
    """Time the tests of all pairs of metrics of a language pair, by measure."""
    shape = SIZES["wmt23 en-de"]
    rng = np.random.default_rng(0)
    z = np.minimum(np.round(matrices(shape)[2]), 0)  # most outputs have no error
    scores = {f"m{i:02d}": z + (1 + i / 9) * rng.normal(size=shape) for i in range(metrics)}
    systems, inputs = (tuple(f"{i:05d}" for i in range(n)) for n in shape)
    data = ScoreSet(systems, inputs, scores=scores, judgments={"h": z})
    resolved = Matrices.of(data, list(scores), "h")
    pairs = metrics * (metrics - 1) // 2
    rows = []
    for cell, name in zip(cells([], list(RANKING)), RANKING, strict=True):
        seconds = user_seconds(
            lambda cell=cell: compare_family(resolved, cell, TrialPlan("wmt", RESAMPLES)), 1
        )
        row: dict[str, object] = {"what": f"{pairs} pairs, {name}", "sacreval_s": seconds}
        if mtme is not None:
            mtme_test(mtme, name, z, scores, 1)
            once = user_seconds(lambda name=name: mtme_test(mtme, name, z, scores, MTME_DRAWS), 1)
            row["mtme_s"] = round(once * pairs * RESAMPLES / MTME_DRAWS)
            row["ratio"] = round(float(row["mtme_s"]) / max(seconds, 1e-9))
        rows.append(row)
        sys.stderr.write(f"{row}\n")
    return rows


def mtme_test(folder: str, name: str, z: np.ndarray, scores: dict, draws: int) -> None:
    """Test the first two metrics as mt-metrics-eval does."""
    sys.path.insert(0, folder)
    import scipy.stats
    from mt_metrics_eval import stats

    function, groups = RANKING[name]
    system = name.endswith("@system") and function != "PairwiseConfidenceError"
    sides = (side.mean(axis=1) if system else side for side in (z, scores["m00"], scores["m01"]))
    gold, first, second = (side.ravel().tolist() for side in sides)
    both = (stats.Correlation(len(z), gold, side) for side in (first, second))
    if function == "PairwisePermutationSigDiff":
        # Thresholds are fitted once for each metric, and not timed.
        stats.PairwisePermutationSigDiff(
            *both, average_by=groups, k=draws, epsilon1=0.1, epsilon2=0.1
        )
    elif function == "PairwiseConfidenceError":
        # Its tests of soft accuracy compute each hybrid anew, after the scores are standardised.
        for side in both:
            for _ in range(draws):
                side.PairwiseConfidenceError("sys")
    else:
        chosen = getattr(scipy.stats, function, None) or getattr(stats, function)
        stats.PermutationSigDiff(*both, chosen, groups, k=draws)


def main() -> None:
    """Print all timings as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metrics", type=int, default=26, help="metrics of the all-pairs run")
    parser.add_argument("--mtme", help="folder of mt-metrics-eval")
    parser.add_argument("--only", choices=["ranking"], help="run one part")
    options = parser.parse_args()
    if options.only == "ranking":
        print(json.dumps({"ranking": ranking(43, options.mtme)}, indent=1))
        return
    x, _, z = matrices(SIZES["wmt"])
    groups = group(x, z, Level.SUMMARY, PAIR_ACCURACY)
    print(
        json.dumps(
            {
                "unit": "user CPU seconds, medians",
                "resamples": RESAMPLES,
                "all_pairs": all_pairs(options.metrics),
                "ranking": ranking(43, options.mtme),
                "tie_calibration_870000_pairs_s": round(
                    user_seconds(lambda: calibrate(pair_table(groups)), 5), 3
                ),
                "large_groups": large_groups(),
                "soft_pairwise_accuracy": soft_accuracy(),
                "side_by_side": side_by_side(),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
