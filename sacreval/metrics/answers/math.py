"""math: whether mathematical answers are equal, by exact arithmetic with bounded work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.metric import Origin, metrics
from sacreval.metrics.answers._math_verify import VerdictMetric
from sacreval.metrics.answers._mathematics.answer_verdicts import Verdict, verdict
from sacreval.metrics.answers._mathematics.parsing.work_limits import Conventions

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.metrics.answers._math_verify import MathVerify


@metrics.register("math")
@dataclass(frozen=True, kw_only=True)
class Math(VerdictMetric):
    r"""math: 1 if an output equals any reference as a mathematical answer, else 0; the mean.

    Higher is better. Whole outputs are compared, without Markdown marks, dollar signs and boxes
    around them: find the answers in longer ones with --extract. Numbers, formulas, sets, intervals,
    matrices and equations are compared by exact arithmetic: \frac{1}{2} equals 0.5, and (x+1)^2
    equals x^2+2x+1. The work is bounded. A pair that these rules and limits do not decide is not
    scored, and counted apart from a record whose reference is no mathematical answer. An output
    that is none counts as 0; their share is the second output.

    Args:
        decimals: exact compares decimal numbers as they are; with as-given, a decimal number equals
            any number that rounds to it: 0.33 equals 1/3.
        missing_units: ignore compares the bare numbers if one side alone has a unit; with differ,
            such answers differ. Units of both sides are converted, and a length is no area.
        percent_sign: value reads 50% as 0.5; bare reads it as 50.
        order: set reads a list without brackets as a set; tuple compares it in order.
        undecided: Pairs that are not decided are missing, or decided by math-verify, which may be
            wrong.

    Source: sacreval's own rules, which docs/mathematics.md describes.
    """

    tasks: ClassVar[tuple[str, ...]] = ("mathematics",)
    origin = Origin(why_own=NO_LIBRARY)  # math-verify decides single pairs alone
    higher_is_better: ClassVar[Mapping[str, bool]] = {"math": True, "math_unparsed": False}
    unparsed_output: ClassVar[str] = "math_unparsed"
    reasons: ClassVar[Mapping[str, str]] = {
        "timeout": "math-verify takes too long on a pair that math does not decide",
        "memory": "math-verify takes too much memory on a pair that math does not decide",
        "undecided": "the answer may equal a reference, which these rules and limits do not decide",
        "unparsed_reference": "a reference is no mathematical answer; give "
        "--extract-references, such as gsm8k or boxed, or correct it",
    }
    own_processes: ClassVar[bool] = False
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": r"\frac{4}{2}", "references": ["2"]},
        {"prediction": "(x-1)(x+1)", "references": ["x^2-1", "x^2+1"]},
        {"prediction": "[0,1)", "references": [r"0 \le x \le 1"]},
        {"prediction": "2 +", "references": ["0.5"]},
    )

    decimals: Literal["exact", "as-given"] = "exact"
    missing_units: Literal["ignore", "differ"] = "ignore"
    percent_sign: Literal["value", "bare"] = "value"
    order: Literal["set", "tuple"] = "set"
    undecided: Literal["missing", "math-verify"] = "missing"

    def __post_init__(self) -> None:
        if self.undecided == "math-verify":
            from sacreval.metrics.answers._math_verify import installed, require

            require("--undecided math-verify")
            object.__setattr__(self, "origin", self.origin._replace(libraries=tuple(installed())))
            object.__setattr__(self, "own_processes", True)

    def rows(self, batch: Batch) -> Array:
        """Compare what math-verify is asked about several at a time, then score the records."""
        if self.undecided == "math-verify":
            self._asked(
                (reference, prediction)
                for references, prediction in zip(batch.references, batch.predictions, strict=True)
                for reference in references
                if verdict(prediction, reference, self._conventions) == "undecided"
            )
        return super().rows(batch)

    def _verdicts(self, prediction: str, references: Sequence[str]) -> set[str]:
        """Return the verdicts on an output and each reference, until one is equal."""
        verdicts: dict[str, Verdict] = {}
        for reference in references:
            verdicts[reference] = verdict(prediction, reference, self._conventions)
            if verdicts[reference] == "equal":
                return {"equal"}
        names: set[str] = set(verdicts.values())
        if "undecided" in names and self.undecided == "math-verify":
            open_ = [text for text, name in verdicts.items() if name == "undecided"]
            names = names - {"undecided"} | self._asked((text, prediction) for text in open_)
        return names

    def _asked(self, pairs: Iterable[tuple[str, str]]) -> set[str]:
        """Return the verdicts of math-verify; one that finds no answer does not decide."""
        from sacreval.metrics.answers._math_verify import AnswerPair

        verdicts = self._verifier.verdicts([AnswerPair(*pair) for pair in pairs])
        return {"undecided" if name.startswith("unparsed") else name for name in verdicts}

    @cached_property
    def _conventions(self) -> Conventions:
        return Conventions(
            decimals=self.decimals,
            missing_units=self.missing_units,
            percent=self.percent_sign,
            order=self.order,
        )

    @cached_property
    def _verifier(self) -> MathVerify:
        """What decides pairs, with the library's own options, and remembers verdicts."""
        from sacreval.metrics.answers._math_verify import MathVerify

        return MathVerify()
