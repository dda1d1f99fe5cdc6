"""Instruction checks (Zhou et al. 2023): whether a text follows instructions about its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import ANYTHING, TEXT, Kind
from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures import _instructions
from sacreval.metrics.structures._instructions import (
    FORM_PREDICATES,
    WORD_PREDICATES,
    Check,
    Predicate,
    check_of,
)
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

PREDICATES: Mapping[str, Predicate] = {**WORD_PREDICATES, **FORM_PREDICATES}
NAMES, VALUES = "instruction_id_list", "kwargs"


@metrics.register("instruction-checks")
@dataclass(frozen=True, kw_only=True)
class InstructionChecks(Metric):
    """Instruction checks: does a text follow instructions that need no model to check? 0 to 1.

    Higher is better. The instructions of a record are `instruction_id_list` and `kwargs` of its
    `meta`, as in the data set of IFEval, or those of --checks for all records. At the level of
    prompts a record counts if it follows all of them; at the level of instructions each counts.
    Loose scores also try the text without its first line, its last line, and asterisks. An
    instruction with a misspelt or missing argument is an error of the data. Sentences and words in
    capitals need `sacreval setup-metric punkt`; languages are found by py3langid, which needs
    `pip install 'sacreval[language]'`.

    Args:
        checks: An instruction for all records: NAME, NAME{"argument": value}, or @FILE.yaml with a
            list of these.

    Source: IFEval (Zhou et al. 2023) as lm-evaluation-harness 0.4.13 scores it, which finds
    languages by langdetect.
    """

    tasks: ClassVar[tuple[str, ...]] = ("structure", "generation")
    needs: ClassVar[tuple[str, ...]] = ("meta",)
    whole_rows: ClassVar[bool] = True
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": TEXT, "meta": ANYTHING}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "prediction": "One short answer",
            "meta": {NAMES: ["punctuation:no_comma"], VALUES: [{}]},
        },
        {
            "prediction": "*Well*, two",
            "meta": {
                NAMES: ["punctuation:no_comma", "length_constraints:number_words"],
                VALUES: [{}, {"num_words": 3, "relation": "less than"}],
            },
        },
    )

    checks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "checks", _instructions.resolved(self.checks))
        for name in self._fixed_checks:
            _find(name)
        if self.checks:
            object.__setattr__(self, "needs", ())

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the shares of prompts and of instructions, strict and loose."""
        return (
            "prompt_level_strict_acc",
            "inst_level_strict_acc",
            "prompt_level_loose_acc",
            "inst_level_loose_acc",
        )

    def rests_on(self) -> Sequence[Path]:
        """Return the files that split sentences, if they are set up."""
        from sacreval.io.resources import punkt_folder

        try:
            return (punkt_folder(),)
        except NotSetUpError:
            return ()

    def fault(self, instance: Instance) -> str | None:
        """Report instructions that are missing, unknown, or have wrong arguments."""
        if self.checks:
            return None
        meta = instance.meta or {}
        names, values = meta.get(NAMES), meta.get(VALUES)
        if not isinstance(names, list) or not names:
            return f"no list `{NAMES}` in `meta`; add it with `{VALUES}`, or give --checks"
        if not isinstance(values, list) or len(values) != len(names):
            return f"`{VALUES}` in `meta` is no list of {len(names)} objects, one an instruction"
        try:
            _checks(names, values)
        except UsageError as error:
            return str(error)
        return None

    def watch(self) -> LanguageWatch:
        """Return a notice about languages, which the official code finds in another way."""
        return LanguageWatch(self)

    def prepare(self, *context: Any) -> Sequence[Check]:
        """Return the checks of a record."""
        return self._fixed_checks or _checks(context[0][NAMES], context[0][VALUES])

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return whether all checks hold and how many, strict and loose, then the counts.

        Raises:
            RecordError: If an instruction of the record needs what is not set up.
        """
        if not self.checks:
            try:
                for check in prepared:
                    _find(check)
            except NotSetUpError as error:
                raise RecordError(str(error)) from None
        strict = sum(check.holds(prediction) for check in prepared)
        variants = loosened(prediction)
        loose = sum(any(map(check.holds, variants)) for check in prepared)
        n = len(prepared)
        return tuple(map(float, (strict == n, strict, loose == n, loose, n, 1)))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the number of records, and by that of instructions."""
        n, records = sums[..., 4], sums[..., 5]
        by = (records, n, records, n)
        shares = [ratio(sums[..., i], total, otherwise=0.0) for i, total in enumerate(by)]
        return dict(zip(self.outputs, shares, strict=True))

    @cached_property
    def _fixed_checks(self) -> tuple[Check, ...]:
        return tuple(_instructions.of_spec(spec, PREDICATES) for spec in self.checks)


class LanguageWatch:
    """Notices whether records have instructions about languages.

    Args:
        metric: The metric that scores them.
    """

    def __init__(self, metric: InstructionChecks) -> None:
        self._metric = metric
        self._seen = False

    def add(self, batch: Batch) -> None:
        """Look for such an instruction."""
        self._seen = self._seen or any(
            check.predicate.needs == "language"
            for instance in batch
            for check in self._metric.prepare(instance.meta)
        )

    def notices(self) -> list[str]:
        """Return the notice, if there is one."""
        if not self._seen:
            return []
        how = "instruction-checks finds languages by py3langid, the code of IFEval by langdetect"
        where = "short texts, and on Chinese, which langdetect never calls zh"
        return [f"{how}; verdicts may differ on {where}"]


def loosened(text: str) -> list[str]:
    """Return a text without its first line, its last line or both, and all without asterisks."""
    lines = text.split("\n")
    parts = (lines[1:], lines[:-1], lines[1:-1])
    whole = [text, *("\n".join(part).strip() for part in parts)]
    return list(dict.fromkeys([*whole, *(version.replace("*", "") for version in whole)]))


def _checks(names: Sequence[Any], values: Sequence[Any]) -> list[Check]:
    pairs = zip(names, values, strict=True)
    return [check_of(name, arguments, PREDICATES) for name, arguments in pairs]


def _find(check: Check) -> None:
    """Check that what an instruction needs is set up."""
    if check.predicate.needs == "punkt":
        from sacreval.io.resources import punkt_folder

        punkt_folder()
    if check.predicate.needs == "language":
        from sacreval.text.language_detection import available

        if not available():
            raise NotSetUpError(
                f"{check.name} needs py3langid; run: pip install 'sacreval[language]'"
            )
