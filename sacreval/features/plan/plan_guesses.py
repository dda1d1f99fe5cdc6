"""Spread of scores from guesses, and checks of what is asked of a plan."""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import MOST_NOISE
from sacreval.features.plan.result import PlanGoal, PlanSettings, Spread
from sacreval.stats import MOST_DRAWS

LEAST_ITEMS = 2
MOST_ITEMS = 1_000_000_000
MOST_CONFIDENCE = 0.9999
LEAST_TRIALS = 100


LARGEST = 1e100  # of guesses, whose squares are finite; the least is its inverse


def within(name: str, value: float | None, low: float, high: float) -> None:
    """Check that a number is given within bounds."""
    if value is not None and not low <= value <= min(high, LARGEST):
        bounds = f"from {low:g} to {high:g}" if math.isfinite(high) else f"of {low:g} or more"
        raise UsageError(f"{name} is {value:g}; give a number {bounds}")


def positive(name: str, value: float | None) -> None:
    """Check that a number is above 0 if it is given."""
    if value is not None and not 1 / LARGEST <= value <= LARGEST:
        usual = "" if value <= 0 or math.isnan(value) else f", from {1 / LARGEST:g} to {LARGEST:g}"
        raise UsageError(f"{name} is {value:g}; give a number above 0{usual}")


def check_settings(settings: PlanSettings) -> None:
    """Check that what is asked is possible."""
    within("--confidence", settings.confidence, 0.5, MOST_CONFIDENCE)
    _check_difference(settings)
    positive("--half-width", settings.half_width)
    for name, values, least, most in (
        ("--items", settings.items, LEAST_ITEMS, MOST_ITEMS),
        ("--samples", settings.samples, 1, MOST_ITEMS),
        ("--raters", settings.raters, 1, MOST_NOISE),
        ("--comparisons", settings.comparisons, 1, MOST_NOISE),
        ("--trials", (settings.trials,), LEAST_TRIALS, MOST_DRAWS),
        ("--simulations", (settings.simulations,), LEAST_ITEMS, MOST_DRAWS),
    ):
        for value in values:
            within(name, value, least, most)
    _check_costs(settings)


def _check_difference(settings: PlanSettings) -> None:
    difference = settings.difference
    if difference is not None and not 1 / LARGEST <= abs(difference) <= LARGEST:
        raise UsageError(
            f"--difference is {difference:g}; give the smallest difference that matters, above 0"
        )
    if difference is not None and settings.half_width is not None:
        raise UsageError(
            "--difference plans a comparison and --half-width an interval of one system; give one"
        )
    alpha = 1 - settings.confidence
    if not alpha < settings.power < 1:
        raise UsageError(
            f"--power is {settings.power:g}; give a chance above {alpha:.4g}, the level of the "
            "test, and below 1"
        )


def _check_costs(settings: PlanSettings) -> None:
    item, sample = settings.cost_item, settings.cost_sample
    within("--cost-item", item, 0, math.inf)
    positive("--cost-sample", sample)
    positive("--budget", settings.budget)
    if (item is None) != (sample is None):
        raise UsageError("--cost-item and --cost-sample belong together; give both")
    if settings.budget is not None and item is None:
        raise UsageError("--budget needs prices; give --cost-item and --cost-sample")
    if settings.budget is not None and settings.items:
        raise UsageError("--budget decides how many items there are; drop --items or --budget")


SLACK = 1e-12  # rounding of differences of accuracies
KINDS = "--accuracy A B, --discordant SHARE, --sd SD or --proportion P"


class Guesses(msgspec.Struct, frozen=True, kw_only=True):
    """What the user knows or guesses of the scores; None where nothing is said.

    Args:
        accuracy: Accuracies of two systems, in [0, 1].
        discordant: Share of items that one system has right and the other wrong.
        sd: Standard deviation over items, without the noise of samples: of the differences, or of
            one system's scores if `correlation` is given or an interval is planned.
        correlation: Correlation of two systems' scores over items.
        proportion: Accuracy of one system, whose interval is planned.
        within: Standard deviation of the samples of one item, of one system.
        icc: Intraclass correlation of the items of a group, without the noise of samples.
        group_size: Items of a group.
        rater_sd: Standard deviation of the ratings of one sample by different raters.
    """

    accuracy: tuple[float, float] | None = None
    discordant: float | None = None
    sd: float | None = None
    correlation: float | None = None
    proportion: float | None = None
    within: float | None = None
    icc: float | None = None
    group_size: float | None = None
    rater_sd: float | None = None

    @property
    def of_scores(self) -> list[str]:
        """The options that stand for a result file."""
        named = {
            "--accuracy": self.accuracy,
            "--discordant": self.discordant,
            "--sd": self.sd,
            "--proportion": self.proportion,
        }
        return [name for name, value in named.items() if value is not None]


def check_guesses(guesses: Guesses) -> None:
    """Check the guesses that a result file may be completed with."""
    for name, value, low, high in (
        ("--discordant", guesses.discordant, 0.0, 1.0),
        ("--proportion", guesses.proportion, 0.0, 1.0),
        ("--correlation", guesses.correlation, -1.0, 1.0),
        ("--within", guesses.within, 0.0, math.inf),
        ("--rater-sd", guesses.rater_sd, 0.0, math.inf),
        ("--icc", guesses.icc, 0.0, 1.0),
        ("--group-size", guesses.group_size, 1.0, math.inf),
    ):
        within(name, value, low, high)
    for accuracy in guesses.accuracy or ():
        within("--accuracy", accuracy, 0.0, 1.0)
    positive("--sd", guesses.sd)
    positive("--discordant", guesses.discordant)
    if (guesses.icc is None) != (guesses.group_size is None):
        raise UsageError("--icc and --group-size belong together; give both")


def spread_of(guesses: Guesses, settings: PlanSettings) -> Spread:
    """Return the spread that guesses describe."""
    _check_kind(guesses, settings.goal)
    if settings.goal == "interval":
        return completed(_of_one(guesses), guesses, "interval")
    if guesses.sd is not None:
        factor = 1.0 if guesses.correlation is None else 2 * (1 - guesses.correlation)
        if factor == 0:
            raise UsageError("--correlation 1 leaves no differences; give one below 1")
        spread = Spread(between=factor * guesses.sd**2, difference=settings.difference)
        return completed(spread, guesses, "difference")
    return completed(_of_counts(guesses, settings), guesses, "difference")


def completed(spread: Spread, guesses: Guesses, goal: PlanGoal) -> Spread:
    """Return a spread with the guesses of samples, raters and groups."""
    systems = 1 if goal == "interval" else 2
    if guesses.within is not None:
        noise, known = systems * guesses.within**2, spread
        if guesses.sd is None:
            noisy = known.between + known.within / known.samples
            known = replace(known, between=noisy - noise / known.samples)
        if known.between < -SLACK:
            raise UsageError(
                f"--within {guesses.within:g}: samples of one item vary more than the scores do; "
                "guess a smaller one"
            )
        spread = replace(known, between=max(known.between, 0.0), within=noise)
    if guesses.rater_sd is not None:
        spread = replace(spread, rater=systems * guesses.rater_sd**2)
    if guesses.icc is not None and guesses.group_size is not None:
        size, icc = guesses.group_size, guesses.icc
        effect = 1 + (size - 1) * icc
        spread = replace(spread, icc=icc, group_size=size, design_effect=effect)
    return spread


def _check_kind(guesses: Guesses, goal: PlanGoal) -> None:
    options = guesses.of_scores
    if not options:
        raise UsageError(f"give a result file, or guess how scores vary with {KINDS}")
    both = options == ["--accuracy", "--discordant"]
    if len(options) > 1 and not both:
        raise UsageError(f"{' and '.join(options)} describe scores in two ways; keep one")
    if goal == "interval" and options[0] not in ("--sd", "--proportion"):
        raise UsageError(
            f"--half-width is for one system; give --proportion or --sd, not {options[0]}"
        )
    if goal == "difference" and guesses.proportion is not None:
        raise UsageError("--proportion plans an interval; give --half-width with it")
    if guesses.correlation is not None and (guesses.sd is None or goal == "interval"):
        raise UsageError("--correlation is of the scores of two systems; give it with --sd alone")


def _of_one(guesses: Guesses) -> Spread:
    if guesses.proportion is not None:
        share = guesses.proportion
        return Spread(between=share * (1 - share), share=share)
    return Spread(between=(guesses.sd or 0.0) ** 2)


def _of_counts(guesses: Guesses, settings: PlanSettings) -> Spread:
    difference = settings.difference
    if guesses.accuracy is not None:
        if difference is not None:
            raise UsageError("--accuracy A B is a difference already; drop --difference")
        a, b = guesses.accuracy
        difference = round(b - a, 12)
        if difference == 0:
            raise UsageError(f"--accuracy {a:g} {b:g}: there is no difference to find; change one")
    discordant = guesses.discordant
    if discordant is None:
        a, b = guesses.accuracy or (0.5, 0.5)
        discordant = a * (1 - b) + b * (1 - a)
    _check_discordant(discordant, difference or 0.0, guesses.accuracy)
    between = discordant - (difference or 0.0) ** 2
    return Spread(between=between, discordant=discordant, difference=difference)


def _check_discordant(
    discordant: float, difference: float, accuracy: tuple[float, float] | None
) -> None:
    if discordant < abs(difference) - SLACK:
        raise UsageError(
            f"accuracies that differ by {abs(difference):g} are discordant on at least as many "
            f"items, and --discordant is {discordant:g}; give {abs(difference):g} or more"
        )
    if accuracy is not None:
        most = min(sum(accuracy), 2 - sum(accuracy))
        if discordant > most + SLACK:
            raise UsageError(
                f"systems with accuracies {accuracy[0]:g} and {accuracy[1]:g} are discordant on "
                f"at most {most:g} of items, and --discordant is {discordant:g}; give less"
            )
