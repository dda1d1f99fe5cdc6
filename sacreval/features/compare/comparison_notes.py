"""Lines below a table of comparisons, and notices: changes, margins, tests, intervals, families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from sacreval.report.results import n_of
from sacreval.scoring.intervals.interval_notices import MOST_SKEWED, some

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
NAMED = 6  # outputs that a line names one by one


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
    sizes = {(one.n, one.of) for one in comparisons}
    if len(sizes) != 1 or any(one.missing for one in comparisons):
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
    open_ones = [one for one in comparisons if one.missing and one.group is None]
    for one in open_ones:
        for system, count in ((one.base, one.base_missing), (one.other, one.other_missing)):
            if count:
                lacking[system] = max(count, lacking.get(system, 0))
    held = {one.output: one.p_at_worst is not None for one in open_ones}
    return [missing_text(lacking, held, "that both systems have")] if lacking else []


def lines_on_missing_by_set(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the same lines for each data set, which each begins with.

    Args:
        comparisons: Comparisons on one data set or several.
    """
    return [
        f"{name}: {line}" if name else line
        for name in dict.fromkeys(one.dataset for one in comparisons)
        for line in lines_on_missing([one for one in comparisons if one.dataset == name])
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
    told = "; ".join([shown or "none", *unlike_findings(comparisons)])
    return f"[ ]: {level} intervals of differences{over}: {told}"


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
    levels = " or ".join(f"{one:.4g} %" for one in sorted(each))
    return f"{percent} simultaneous ({levels} each{alone})"


def _has_zero_inside(one: Comparison) -> bool:
    """Whether a difference is found, and the interval that holds with others has 0 inside."""
    return one.is_shown and one.interval is not None and one.interval.low < 0 < one.interval.high


def _lacks_zero(one: Comparison) -> bool:
    """Whether no difference is found, and the interval leaves 0 out."""
    if one.finding != NOT_SHOWN or one.interval is None:
        return False
    return one.interval.low > 0 or one.interval.high < 0


def _is_open(one: Comparison) -> bool:
    """Whether an interval ends at 0 although a difference is found."""
    ends = (one.interval.low, one.interval.high) if one.interval else ()
    return one.is_shown and 0 in ends


def families(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Describe how many tests there are, what is corrected, and what chance would find."""
    tested = [one for one in comparisons if not one.exploratory]
    count = len({(one.group, one.output) for one in tested}) if settings.family == "systems" else 1
    text = "1 test" if len(tested) == 1 else f"{len(tested)} tests"
    of = "" if settings.primary is None else f" of {settings.primary}"
    text += f"{of}, Holm over {corrected_over(comparisons, settings).removesuffix(' tests')}"
    kind, of_what = (f" in each of {count} families", "families") if count > 1 else ("", "runs")
    text += (
        f"{kind}: expect chance findings in at most {100 * settings.alpha:.3g} % of such {of_what}"
    )
    if any(one.test == "paired-bs" for one in tested):
        text += "; paired-bs has about twice as many"
    rest = len(comparisons) - len(tested)
    return text + (f"; {rest} exploratory, not corrected" if rest else "")


def corrected_over(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Return what Holm's correction is over, such as "systems" or "pairs of systems"."""
    if settings.family == "all" and settings.primary is None:
        return "all tests"
    what = "pairs of systems" if settings.all_pairs else "systems"
    sets = any(one.dataset is not None for one in comparisons)
    return f"{what} and data sets" if sets else what


def _by_method(found: Iterable[tuple[str, str, str]]) -> str:
    """Name each method once with its reason; with the outputs, where methods differ."""
    methods: dict[str, dict[str, None]] = {}
    for output, method, reason in found:
        text = f"{method} ({reason})" if reason else method
        methods.setdefault(text, {})[output] = None
    if len(methods) == 1:
        return next(iter(methods))
    return "; ".join(f"{text} for {_some(list(outputs))}" for text, outputs in methods.items())


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _changes(comparisons: Sequence[Comparison]) -> Iterator[str]:
    names = display_names(comparisons)
    for found in comparisons:
        if found.group is None and (found.gains or found.drops):
            gains, drops = (", ".join(map(_change, x)) for x in (found.gains, found.drops))
            yield (
                f"{found.other}, {names[found.output]}{_on(found)}: "
                f"largest gains {gains or 'none'}; largest losses {drops or 'none'}"
            )


def _on(found: Comparison) -> str:
    return f" on {found.dataset}" if found.dataset else ""


def _change(change: Change) -> str:
    return f"{change.instance_id} ({change.base:.4g} to {change.other:.4g})"


def _corrected(comparisons: Iterable[Comparison]) -> Iterator[str]:
    """Describe how differences over all records were corrected, one line each."""
    comparisons = list(comparisons)
    names = display_names(comparisons)
    for one in comparisons:
        found = one.corrected
        if found is not None and one.group is None:
            yield (
                f"{names[one.output]} of {one.other} against {one.base}{_on(one)}, corrected by "
                f"judgments.{found.dimension}: "
                f"{found.labels} records with labels of both systems and {found.others} others, "
                f"weight of scores {found.weight:.2g}, {100 * found.level:.4g} % interval "
                f"{found.method}"
            )


def _margins(comparisons: Sequence[Comparison]) -> Iterator[str]:
    names = display_names(comparisons)
    for one in comparisons:
        where = (f", {one.group}" if one.group else "") + _on(one)
        for margin in one.margins:
            yield f"{one.other}, {names[one.output]}{where}: {_answer(one, margin)}"


def _answer(one: Comparison, found: MarginAnswer) -> str:
    beside = "to" if found.question == "equivalent" else "than"
    if found.answer == "cannot tell":
        units = "records" if one.unit is None else f"values of {one.unit}"
        needs = f"; it needs about {found.needed:,} {units}" if found.needed else ""
        return (
            f"cannot tell whether it is {found.question} {beside} {one.base} by a margin of "
            f"{found.margin:g} ({_gain(found)}{needs})"
        )
    beside = "to" if "equivalent" in found.answer else "than"
    return f"{found.answer} {beside} {one.base} by a margin of {found.margin:g} ({_gain(found)})"


def _gain(found: MarginAnswer) -> str:
    return f"{100 * found.level:.4g} % interval of the gain [{found.low:+.4g}, {found.high:+.4g}]"


EXACT = "tango"  # the interval of 0/1 scores, which skewness does not shorten


def comparison_notices(comparisons: Sequence[Comparison], settings: Settings) -> list[str]:
    """Describe which tests cannot reach their level, or may not hold it, each kind in one sentence.

    Args:
        comparisons: All comparisons of a run.
        settings: The level.
    """
    reached = [one for one in comparisons if reachable(one.n_units, settings.alpha)]
    skewed = [one.output for one in reached if _is_skewed(one)]
    few: dict[int, list[str]] = {}
    for one in comparisons:
        if not reachable(one.n_units, settings.alpha):
            few.setdefault(one.n_units, []).append(one.group or "")
    notices = [_unreachable(n, groups, settings) for n, groups in few.items()]
    if skewed:
        units = "records" if settings.unit is None else f"values of {settings.unit}"
        notices.append(
            f"{some(skewed)}: few {units} decide the difference; test and interval may err more "
            "often than stated"
        )
    leaning = [one.output for one in reached if not _is_skewed(one) and _leans(one, settings)]
    if leaning:
        notices.append(
            f"{some(leaning)}: the differences are skewed, and a t test corrected for it finds "
            "none; the test may err more often than stated"
        )
    return notices


def _is_skewed(one: Comparison) -> bool:
    return not _is_exact(one) and one.skewness is not None and one.skewness > MOST_SKEWED


def _leans(one: Comparison, settings: Settings) -> bool:
    """Whether there is a finding that the test corrected for skewness does not confirm."""
    if not one.is_shown or one.skew_adjusted_p is None or _is_exact(one):
        return False
    if one.skewness == 0:  # as where all records differ by the same
        return False
    test = one.tests[one.test]
    share = test.p / test.p_holm if test.p_holm else 1.0  # of the level, that Holm leaves
    return one.skew_adjusted_p > settings.alpha * share


def _is_exact(one: Comparison) -> bool:
    return one.interval is not None and one.interval.method == EXACT


def _unreachable(n: int, groups: Sequence[str], settings: Settings) -> str:
    plural = "" if n == 1 else "s"
    units = f"record{plural}" if settings.unit is None else f"value{plural} of {settings.unit}"
    named = ", ".join(dict.fromkeys(filter(None, groups)))
    where = f"{named}: " if named else ""
    return f"{where}a test of {n} {units} cannot reach the level of {settings.alpha:.4g}"
