"""Regression: the rule by which a run counts as worse than its baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, structs

from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.features.gates.gate_options import GateOptions, flag
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.features.gates.record_gates import Condition
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.breakdowns import Breakdown


class UnitOptions(NamedTuple):
    """How the units of tests are chosen: records, or the values of a group whose records are alike.

    Args:
        named: The group that the user named; None for none.
        by_data: Whether a group is chosen by the data where none is named.
        besides: Groups that are used otherwise.
    """

    named: str | None = None
    by_data: bool = True
    besides: tuple[str | None, ...] = ()


class Regression(Struct, frozen=True, kw_only=True):
    """The rule by which a run counts as worse than the baseline.

    Args:
        max_drop: Output, as gates name it, to the largest loss allowed, or the largest change where
            neither larger nor smaller is better.
        not_worse: Output, as gates name it, to the margin by which a test must show that it is not
            worse. Where all four are empty, a paired test decides.
        significant_drop: Output, as gates name it, to the loss that passes even if the paired test
            finds it; larger ones fail if it does.
        no_new_failures: Output, as gates name it, to the condition that records which met it in the
            baseline must still meet; None for right or wrong.
        confidence: One minus the level of tests; the paired test is corrected for their number.
        seed: Seed of the trials.
        units: How the units of tests are chosen.
        sharing: Number of data sets whose paired tests share the level: each has an equal part.
        force: Whether runs with different signatures are compared where that is possible.
    """

    max_drop: Mapping[str, float] = {}
    not_worse: Mapping[str, float] = {}
    significant_drop: Mapping[str, float] = {}
    no_new_failures: Mapping[str, Condition | None] = {}
    confidence: float = 0.95
    seed: int = 12_345
    units: UnitOptions = UnitOptions()
    sharing: int = 1
    force: bool = False

    def of(
        self, options: GateOptions, entries: Sequence[Entry], by: Sequence[Breakdown]
    ) -> Regression:
        """Return the rule with the outputs that options name.

        Args:
            options: The gates.
            entries: The metrics of the run.
            by: What the results of the run are broken down by.

        Raises:
            UsageError: If one cannot be parsed, or lacks the baseline.
        """
        from sacreval.features.gates.gates import drops, margins
        from sacreval.features.gates.record_gates import conditions

        parsers: Mapping[str, Callable[..., Mapping[str, Any]]] = {
            "max_drop": drops,
            "not_worse": margins,
            "significant_drop": margins,
            "no_new_failures": conditions,
        }
        parsed = {
            name: parse(getattr(options, name) or (), flag(name), entries, by)
            for name, parse in parsers.items()
        }
        for name, outputs in parsed.items():
            if outputs and options.baseline is None:
                raise UsageError(f"{flag(name)} needs a baseline; give --baseline RESULT.json")
        return structs.replace(self, **parsed)

    @property
    def alpha(self) -> float:
        """The level of tests."""
        return rounded(1 - self.confidence)

    @property
    def named(self) -> dict[str, None]:
        """The outputs that are named, in order."""
        return dict.fromkeys(
            [*self.max_drop, *self.not_worse, *self.significant_drop, *self.no_new_failures]
        )

    def judged(self, results: Iterable[Result]) -> list[Result]:
        """Return the results over all records, and those of the groups that are named."""
        return [result for result in results if result.group is None or result.target in self.named]

    @property
    def alpha_of_set(self) -> float:
        """The level of the paired tests of one data set."""
        return self.alpha / self.sharing

    def judges(self, output: str) -> bool:
        """Return whether an output is judged: all are, unless some are named."""
        return not self.named or output in self.named

    def tests_drop(self, output: str) -> bool:
        """Return whether the paired test judges an output."""
        return output in self.significant_drop or not self.named

    @property
    def tests(self) -> bool:
        """Whether a test judges any output."""
        return bool(self.not_worse or self.significant_drop or not self.named)
