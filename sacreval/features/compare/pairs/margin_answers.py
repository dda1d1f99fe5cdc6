"""Whether two systems are equivalent, or one is not worse, by a margin that the user names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from sacreval.errors import UsageError
from sacreval.features.compare.pairs.detectable import needed
from sacreval.features.compare.result import MarginAnswer
from sacreval.scoring.entries.output_names import by_output, known
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Direction
    from sacreval.features.compare.result import Settings
    from sacreval.features.compare.system_pair import Pair
    from sacreval.scoring.entries.run_metrics import Entry


def parse_margins(texts: Sequence[str], option: str) -> dict[str, float]:
    """Parse `METRIC=MARGIN` options.

    Args:
        texts: The values of one option.
        option: Its name.

    Raises:
        UsageError: If one has no margin above 0, or an output is named twice.
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        margin = _number(number)
        if not name or margin is None or not 0 < margin < math.inf:
            raise UsageError(f"{option} {text}: write METRIC=MARGIN with a margin above 0")
        if name in found:
            raise UsageError(f"{option} {name}: this output is named twice; keep one")
        found[name] = margin
    return found


def with_outputs(settings: Settings, entries: Sequence[Entry]) -> Settings:
    """Return settings in which outputs are named; a metric's name stands for its main output.

    Raises:
        UsageError: If there is no such output, one is named twice, or a family of several tests is
            asked for beside a primary output.
    """
    primary = settings.primary
    if primary is not None and settings.family == "all":
        raise UsageError("--primary tests one output alone, and --family all several; drop one")
    return replace(
        settings,
        primary=None if primary is None else known(primary, "--primary", entries),
        equivalent=by_output(settings.equivalent, "--equivalent", entries),
        not_worse=by_output(settings.not_worse, "--not-worse", entries),
    )


def check_margins(settings: Settings, directions: Mapping[str, Direction]) -> None:
    """Check that outputs have a direction where a margin needs one.

    Raises:
        UsageError: If one has none.
    """
    for output in settings.not_worse:
        if directions[output] is None:
            raise UsageError(
                f"--not-worse {output}: neither larger nor smaller is better; use --equivalent"
            )


def margin_answers(pair: Pair, settings: Settings, *, better: Direction) -> list[MarginAnswer]:
    """Answer the questions about one output of two systems.

    Args:
        pair: Two systems by one output.
        settings: The margins, and the level of each one-sided test.
        better: The output's direction.

    Returns:
        Answers by Tango's interval for 0/1 scores, else by the jackknife's with Student's t, both
        with the test's level outside on each side. Where no bounded score differs, by the share of
        units that may differ unseen.
    """
    return [
        _answer(pair, margins[pair.output], settings, question=option, better=better)
        for option, margins in _options(settings)
        if pair.output in margins
    ]


def _options(settings: Settings) -> Iterable[tuple[str, dict[str, float]]]:
    yield "--equivalent", settings.equivalent
    yield "--not-worse", settings.not_worse


def _answer(
    pair: Pair, margin: float, settings: Settings, *, question: str, better: Direction
) -> MarginAnswer:
    low, high = _ends(pair, settings.alpha, mirrored=better is False)
    asked: Literal["equivalent", "not worse"] = (
        "equivalent" if question == "--equivalent" else "not worse"
    )
    known = _equivalent if asked == "equivalent" else _not_worse
    answer = known(low, high, margin)
    missing = needed(pair, margin, settings.alpha) if answer == "cannot tell" else None
    return MarginAnswer(
        question=asked,
        margin=margin,
        answer=answer,
        low=low,
        high=high,
        level=rounded(1 - 2 * settings.alpha),
        needed=missing,
    )


def _ends(pair: Pair, alpha: float, *, mirrored: bool) -> tuple[float, float]:
    """Return the ends of the interval of the gain that leaves out alpha on each side."""
    from sacreval.features.compare.pairs.difference_intervals import jackknife, tango

    binary = pair.binary and pair.sides.units.of is None
    if not binary and pair.n_units < 2:  # noqa: PLR2004 - one unit has no spread
        return -math.inf, math.inf
    if not binary and pair.highest is not None and not pair.unit_differences.any():
        from sacreval.stats.significance.non_inferiority import most_changed

        reach = pair.highest * most_changed(pair.n_units, alpha=alpha)
        return -reach, reach
    bounds = (tango if binary else jackknife)(pair, 1 - 2 * alpha)
    low, high = float(bounds.low), float(bounds.high)
    return (-high, -low) if mirrored else (low, high)


def _not_worse(
    low: float, high: float, margin: float
) -> Literal["not worse", "worse", "cannot tell"]:
    from sacreval.stats.significance.non_inferiority import answer

    return answer((low, high), margin)


def _equivalent(
    low: float, high: float, margin: float
) -> Literal["equivalent", "not equivalent", "cannot tell"]:
    if -margin < low and high < margin:
        return "equivalent"
    return "not equivalent" if low >= margin or high <= -margin else "cannot tell"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
