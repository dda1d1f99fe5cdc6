"""Lines below a table of comparisons, and notices: changes, margins, tests, intervals, families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sacreval.errors import comma_list
from sacreval.features.compare.pairs.paired_tests import reachable
from sacreval.features.compare.result import (
    Change,
    Comparison,
    ComparisonReport,
    MarginAnswer,
    Settings,
)
from sacreval.features.compare.sets.tables import notes as notes_over_sets
from sacreval.report.display_names import display_names
from sacreval.report.lacking import missing_text
from sacreval.report.result_notes import printed
from sacreval.report.result_tables import n_of
from sacreval.scoring.intervals.interval_notices import MOST_SKEWED

HYPOTHESES = {
    "paired-ar": "systems are exchangeable, by paired approximate randomisation",
    "mid-p": "the same, exchanges with an equal difference counted by half",
    "paired-bs": "sacrebleu's paired bootstrap, which errs about twice as often as stated",
    "centred-bs": "scores are equal, by a centred bootstrap",
    "wilcoxon": "differences are symmetric about 0, which is not about the scores",
    "sign": "gains are as frequent as losses, which is not about the scores",
}
"""What each test takes as given."""
COLUMNS = (
    "p: before correction",
    *(f"p {name}: {text}" for name, text in HYPOTHESES.items()),
    "d: Cohen's d, the mean difference of records by its standard deviation",
    "win/tie/loss: records on which the system is better than the base, equal, or worse",
    "detectable: the smallest true difference that 80 % of such runs would find",
    "ranks: from the best to the worst that the intervals of all systems allow",
)
"""What the columns beyond the finding hold."""
NOT_SHOWN = "no difference shown"


def notes(report: ComparisonReport) -> list[str]:
    """List the largest changes, how systems were compared, and the signatures."""
    signatures = (printed(c.sacrebleu, c.base_signature) for c in report.comparisons)
    return [
        *_changes(report.comparisons),
        *_margins(report.comparisons),
        *_sizes(report.comparisons),
        *how_compared(report.comparisons, report.settings),
        *_corrected(report.comparisons),
        *_over_sets(report),
        *dict.fromkeys(signatures),
    ]


def _sizes(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the number of records, where all rows have the same and none is missing."""
    sizes = {(c.n, c.of) for c in comparisons}
    if len(sizes) != 1 or any(c.missing for c in comparisons):
        return []
    n, of = sizes.pop()
    return [f"{n_of(n, of)} records"]


def _over_sets(report: ComparisonReport) -> list[str]:
    """Describe the tests with data sets as units; nothing for one set of records."""
    if report.over_sets is None:
        return []
    return notes_over_sets(report.over_sets)


def lines_on_missing(comparisons: Sequence[Comparison]) -> list[str]:
    """Describe which systems lack records of others, and what is said of them.

    Args:
        comparisons: Comparisons on one set of records.
    """
    lacking: dict[str, int] = {}
    open_ones = [c for c in comparisons if c.missing and c.group is None]
    for pair in open_ones:
        for system, count in ((pair.base, pair.base_missing), (pair.other, pair.other_missing)):
            if count:
                lacking[system] = max(count, lacking.get(system, 0))
    held = {c.output: c.p_at_worst is not None for c in open_ones}
    return [missing_text(lacking, held, "that both systems have")] if lacking else []


def lines_on_missing_by_set(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the same lines for each data set, which each begins with.

    Args:
        comparisons: Comparisons on one data set or several.
    """
    return [
        f"{name}: {line}" if name else line
        for name in dict.fromkeys(c.dataset for c in comparisons)
        for line in lines_on_missing([c for c in comparisons if c.dataset == name])
    ]


def how_compared(
    comparisons: Sequence[Comparison], settings: Settings, *, intervals: bool = True
) -> list[str]:
    """Describe tests, intervals, and what the correction covers.

    Args:
        comparisons: All comparisons.
        settings: Settings of the comparison.
        intervals: Whether intervals of differences are shown.
    """
    over = "" if settings.unit is None else f" over {settings.unit}"
    names = display_names(comparisons)
    tests = _by_method((names[c.output], c.test, c.test_reason) for c in comparisons)
    what = "p Holm, which decides on the finding" if settings.all_tests else "p Holm"
    lines = [
        f"{what}: tests at {settings.alpha:.4g}{over}, {tests}; {families(comparisons, settings)}",
        *([_intervals(comparisons, settings)] if intervals else []),
        f"trials:{settings.trials}|resamples:{settings.resamples}|seed:{settings.seed}",
    ]
    return [*lines, *(COLUMNS if settings.all_tests else ())]


def _intervals(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Describe the intervals of differences in one line."""
    over = "" if settings.unit is None else f" over {settings.unit}"
    names = display_names(comparisons)
    shown = _by_method(
        (names[c.output], c.interval.method, c.interval.reason) for c in comparisons if c.interval
    )
    level = level_of_intervals(comparisons, settings)
    text = "; ".join([shown or "none", *unlike_findings(comparisons)])
    return f"[ ]: {level} intervals of differences{over}: {text}"


def unlike_findings(comparisons: Sequence[Comparison]) -> list[str]:
    """Describe the intervals that do not show what the tests find."""
    kinds = {
        "those that end at 0 beside a finding leave 0 out": _is_open,
        "those with 0 inside beside a finding are wider than its test needs": _has_zero_inside,
        f"those without 0 beside '{NOT_SHOWN}' are by another method than the test": _lacks_zero,
    }
    return [text for text, holds in kinds.items() if any(map(holds, comparisons))]


def level_of_intervals(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Return the level of intervals in percent, and that of each where several hold at once."""
    percent = f"{100 * settings.confidence:.4g} %"
    each = {100 * c.interval.level for c in comparisons if c.interval and not c.exploratory}
    if each <= {100 * settings.confidence}:
        return percent
    alone = ", exploratory ones alone" if any(c.exploratory for c in comparisons) else ""
    levels = " or ".join(f"{level:.4g} %" for level in sorted(each))
    return f"{percent} simultaneous ({levels} each{alone})"


def _has_zero_inside(comparison: Comparison) -> bool:
    """Whether a difference is found, and the interval that holds with others has 0 inside."""
    return (
        comparison.is_shown
        and comparison.interval is not None
        and comparison.interval.low < 0 < comparison.interval.high
    )


def _lacks_zero(comparison: Comparison) -> bool:
    """Whether no difference is found, and the interval leaves 0 out."""
    if comparison.finding != NOT_SHOWN or comparison.interval is None:
        return False
    return comparison.interval.low > 0 or comparison.interval.high < 0


def _is_open(comparison: Comparison) -> bool:
    """Whether an interval ends at 0 although a difference is found."""
    ends = (comparison.interval.low, comparison.interval.high) if comparison.interval else ()
    return comparison.is_shown and 0 in ends


def families(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Describe how many tests there are, what is corrected, and what chance would find."""
    tested = [c for c in comparisons if not c.exploratory]
    count = len({(c.group, c.output) for c in tested}) if settings.family == "systems" else 1
    text = "1 test" if len(tested) == 1 else f"{len(tested)} tests"
    of = "" if settings.primary is None else f" of {settings.primary}"
    text += f"{of}, Holm over {corrected_over(comparisons, settings).removesuffix(' tests')}"
    kind, of_what = (f" in each of {count} families", "families") if count > 1 else ("", "runs")
    text += (
        f"{kind}: expect chance findings in at most {100 * settings.alpha:.3g} % of such {of_what}"
    )
    if any(c.test == "paired-bs" for c in tested):
        text += "; paired-bs has about twice as many"
    rest = len(comparisons) - len(tested)
    return text + (f"; {rest} exploratory, not corrected" if rest else "")


def corrected_over(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Return what Holm's correction is over, such as "systems" or "pairs of systems"."""
    if settings.family == "all" and settings.primary is None:
        return "all tests"
    what = "pairs of systems" if settings.all_pairs else "systems"
    sets = any(c.dataset is not None for c in comparisons)
    return f"{what} and data sets" if sets else what


def _by_method(choices: Iterable[tuple[str, str, str]]) -> str:
    """Name each method once with its reason; with the outputs, where methods differ."""
    methods: dict[str, dict[str, None]] = {}
    for output, method, reason in choices:
        text = f"{method} ({reason})" if reason else method
        methods.setdefault(text, {})[output] = None
    if len(methods) == 1:
        return next(iter(methods))
    return "; ".join(f"{text} for {comma_list(outputs)}" for text, outputs in methods.items())


def _changes(comparisons: Sequence[Comparison]) -> Iterator[str]:
    names = display_names(comparisons)
    for pair in comparisons:
        if pair.group is None and (pair.gains or pair.drops):
            gains, drops = (", ".join(map(_change, x)) for x in (pair.gains, pair.drops))
            yield (
                f"{pair.other}, {names[pair.output]}{on_data_set(pair)}: "
                f"largest gains {gains or 'none'}; largest losses {drops or 'none'}"
            )


def on_data_set(comparison: Comparison) -> str:
    """Return the data set of a comparison, as the end of a clause; nothing without one."""
    return f" on {comparison.dataset}" if comparison.dataset else ""


def _change(change: Change) -> str:
    return f"{change.instance_id} ({change.base:.4g} to {change.other:.4g})"


def _corrected(comparisons: Iterable[Comparison]) -> Iterator[str]:
    """Describe how differences over all records were corrected, one line each."""
    comparisons = list(comparisons)
    names = display_names(comparisons)
    for c in comparisons:
        result = c.corrected
        if result is not None and c.group is None:
            yield (
                f"{names[c.output]} of {c.other} against {c.base}{on_data_set(c)}, corrected by "
                f"judgments.{result.dimension}: "
                f"{result.labels} records with labels of both systems and {result.others} others, "
                f"weight of scores {result.weight:.2g}, {100 * result.level:.4g} % interval "
                f"{result.method}"
            )


def _margins(comparisons: Sequence[Comparison]) -> Iterator[str]:
    names = display_names(comparisons)
    for pair in comparisons:
        where = (f", {pair.group}" if pair.group else "") + on_data_set(pair)
        for margin in pair.margins:
            yield f"{pair.other}, {names[pair.output]}{where}: {_answer(pair, margin)}"


def _answer(pair: Comparison, answer: MarginAnswer) -> str:
    beside = "to" if answer.question == "equivalent" else "than"
    if answer.answer == "cannot tell":
        units = "records" if pair.unit is None else f"values of {pair.unit}"
        needs = f"; it needs about {answer.needed:,} {units}" if answer.needed else ""
        return (
            f"cannot tell whether it is {answer.question} {beside} {pair.base} by a margin of "
            f"{answer.margin:g} ({_gain(answer)}{needs})"
        )
    beside = "to" if "equivalent" in answer.answer else "than"
    return (
        f"{answer.answer} {beside} {pair.base} by a margin of {answer.margin:g} ({_gain(answer)})"
    )


def _gain(gain: MarginAnswer) -> str:
    return f"{100 * gain.level:.4g} % interval of the gain [{gain.low:+.4g}, {gain.high:+.4g}]"


EXACT = "tango"  # the interval of 0/1 scores, which skewness does not shorten


def comparison_notices(comparisons: Sequence[Comparison], settings: Settings) -> list[str]:
    """Describe which tests cannot reach their level, or may not hold it, each kind in one sentence.

    Args:
        comparisons: All comparisons of a run.
        settings: The level.
    """
    reached = [c for c in comparisons if reachable(c.n_units, settings.alpha)]
    skewed = [c.output for c in reached if _is_skewed(c)]
    few: dict[int, list[str]] = {}
    for pair in comparisons:
        if not reachable(pair.n_units, settings.alpha):
            few.setdefault(pair.n_units, []).append(pair.group or "")
    notices = [_unreachable(n, groups, settings) for n, groups in few.items()]
    if skewed:
        units = "records" if settings.unit is None else f"values of {settings.unit}"
        notices.append(
            f"{comma_list(dict.fromkeys(skewed))}: few {units} decide the difference; test and "
            "interval may err more often than stated"
        )
    leaning = [c.output for c in reached if not _is_skewed(c) and _leans(c, settings)]
    if leaning:
        notices.append(
            f"{comma_list(dict.fromkeys(leaning))}: the differences are skewed, and a t test "
            "corrected for it finds none; the test may err more often than stated"
        )
    return notices


def _is_skewed(comparison: Comparison) -> bool:
    return (
        not _is_exact(comparison)
        and comparison.skewness is not None
        and comparison.skewness > MOST_SKEWED
    )


def _leans(comparison: Comparison, settings: Settings) -> bool:
    """Whether there is a finding that the test corrected for skewness does not confirm."""
    if not comparison.is_shown or comparison.skew_adjusted_p is None or _is_exact(comparison):
        return False
    if comparison.skewness == 0:  # as where all records differ by the same
        return False
    test = comparison.tests[comparison.test]
    share = test.p / test.p_holm if test.p_holm else 1.0  # of the level, that Holm leaves
    return comparison.skew_adjusted_p > settings.alpha * share


def _is_exact(comparison: Comparison) -> bool:
    return comparison.interval is not None and comparison.interval.method == EXACT


def _unreachable(n: int, groups: Sequence[str], settings: Settings) -> str:
    plural = "" if n == 1 else "s"
    units = f"record{plural}" if settings.unit is None else f"value{plural} of {settings.unit}"
    named = ", ".join(dict.fromkeys(filter(None, groups)))
    where = f"{named}: " if named else ""
    return f"{where}a test of {n} {units} cannot reach the level of {settings.alpha:.4g}"
