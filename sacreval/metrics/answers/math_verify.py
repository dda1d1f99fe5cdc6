"""math-verify: whether mathematical answers are equal, as the library of that name decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import Origin, metrics
from sacreval.errors import UsageError
from sacreval.metrics.answers._math_verify import (
    MEMORY,
    SECONDS,
    AnswerPair,
    MathVerify,
    VerdictMetric,
    VerifyOptions,
    installed,
    require,
)
from sacreval.metrics.answers._math_verify_child import Side

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

Form = Literal["text", "latex", "boxed"]
Target = Literal["latex", "expr", "string"]
_LEAST = 512  # MiB, of which the libraries take half
_DAY = 86_400.0  # seconds


@metrics.register("math-verify")
@dataclass(frozen=True, kw_only=True)
class MathVerifyMetric(VerdictMetric):
    r"""math-verify: 1 if the answer in an output equals that of any reference, else 0; the mean.

    Higher is better. The library of that name finds answers in whole outputs (boxes, formulas
    between dollar signs, numbers) and compares what they mean: 1/2 equals 0.5. An output in which
    it finds no answer counts as 0; their share is the second output. A record whose comparison
    takes too long, or with a reference in which it finds no answer, is not scored and counted by
    the reason. Pairs are compared in processes of their own, which are killed at the limits. Needs
    `pip install 'sacreval[math]'`.

    Args:
        reference_form: What a reference without $, \(, \[ or \boxed is put between: latex for
            dollar signs, boxed for \boxed{}; text leaves it as it is, and math-verify then finds no
            LaTeX in it.
        prediction_form: The same for outputs; latex is for answers extracted before.
        extraction: What is looked for in outputs: latex, formulas; expr, numbers and plain
            expressions; string, a letter from A to D.
        reference_extraction: The same for references.
        boxed_priority: Rank of a box among all that may be the answer of an output: 0 before
            sentences such as "the final answer is", 50 beside them, -1 for no boxes.
        without_anchor: Whether any formula or number of an output may be the answer, not only those
            in boxes and after words such as "answer".
        malformed_operators: Whether formulas of outputs such as \frac12 are mended.
        fallback: first_match also compares the texts of answers, which alone are left if they have
            no meaning; no_fallback drops them.
        candidates: Which answers are tried until one has a meaning: any_match, all; first_match,
            the first.
        strict: Whether variables must have equal names, and sets differ from tuples.
        float_rounding: Number of decimal places to which decimal numbers are rounded.
        numeric_precision: Number of digits to which differences are evaluated.
        allow_set_relation_comp: Whether an output of 1<x<2 equals the reference (1,2).
        timeout: Seconds of a comparison, parsing included, after which it is stopped.
        memory: Address space of a process in MiB, at least 512.

    Source: math-verify (Kydlíček 2025), with the same options and defaults, but for the form of
    references and the limits.
    """

    tasks: ClassVar[tuple[str, ...]] = ("mathematics",)
    origin = Origin(libraries=("math-verify",))  # and what it needs, where installed
    higher_is_better: ClassVar[Mapping[str, bool]] = {
        "math_verify": True,
        "math_verify_unparsed": False,
    }
    unparsed_output: ClassVar[str] = "math_verify_unparsed"
    reasons: ClassVar[Mapping[str, str]] = {
        "timeout": "a comparison took longer than --timeout",
        "memory": "a comparison took more than --memory, or ended its process",
        "unparsed_reference": "math-verify finds no answer in a reference",
    }
    own_processes: ClassVar[bool] = True
    sides_are_outputs: ClassVar[bool] = False  # of the copy that compares outputs with each other
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": r"The answer is $\frac{4}{2}$.", "references": ["A: $2$"]},
        {"prediction": r"It is B, or \boxed{6/2}.", "references": ["A: $5$", "B: $3$"]},
        {"prediction": "It is C.", "references": ["C: $7$"]},
        {"prediction": "Nobody knows.", "references": ["D: $0.5$"]},
    )

    reference_form: Form = "latex"
    prediction_form: Form = "text"
    extraction: tuple[Target, ...] = ("latex", "expr")
    reference_extraction: tuple[Target, ...] = ("latex", "expr")
    boxed_priority: int = 50
    without_anchor: bool = True
    malformed_operators: bool = True
    fallback: Literal["first_match", "no_fallback"] = "first_match"
    candidates: Literal["any_match", "first_match"] = "any_match"
    strict: bool = True
    float_rounding: int = 6
    numeric_precision: int = 15
    allow_set_relation_comp: bool = False
    timeout: float = SECONDS
    memory: int = MEMORY

    def __post_init__(self) -> None:
        require("math-verify")
        object.__setattr__(self, "origin", Origin(libraries=tuple(installed())))
        for name in ("extraction", "reference_extraction"):
            chosen = getattr(self, name)
            if not chosen or len(set(chosen)) < len(chosen):
                raise UsageError(f"{name} must be one or more of latex, expr and string, each once")
        if not 0 < self.timeout <= _DAY:
            raise UsageError("timeout must be a number of seconds above 0, at most a day")
        if self.memory < _LEAST:
            raise UsageError(f"memory must be {_LEAST} MiB or more, of which sympy needs half")
        if self.float_rounding < 0 or self.numeric_precision < 1:
            raise UsageError("float_rounding must be 0 or more, and numeric_precision 1 or more")

    def _verdicts(self, prediction: str, references: Sequence[str]) -> set[str]:
        return set(
            self.verifier.verdicts(AnswerPair(reference, prediction) for reference in references)
        )

    def rows(self, batch: Batch) -> Array:
        """Compare all pairs of a batch, several at a time, then score the records."""
        self.verifier.verdicts(
            AnswerPair(reference, prediction)
            for references, prediction in zip(batch.references, batch.predictions, strict=True)
            for reference in references
        )
        return super().rows(batch)

    @cached_property
    def between_outputs(self) -> MathVerifyMetric:
        """The metric that finds answers on both sides as in outputs."""
        copy = replace(self)
        copy.__dict__["sides_are_outputs"] = True
        return copy

    @cached_property
    def verifier(self) -> MathVerify:
        """What decides pairs, and remembers verdicts."""
        compare = VerifyOptions(
            self.float_rounding, self.numeric_precision, self.strict, self.allow_set_relation_comp
        )
        return MathVerify(
            comparison=compare,
            reference=self._of_references(),
            prediction=self._of_outputs(),
            seconds=self.timeout,
            memory=self.memory,
        )

    def _of_references(self) -> Side:
        if self.sides_are_outputs:
            return self._of_outputs()
        return Side(
            self.reference_form,
            self.reference_extraction,
            fallback=self.fallback,
            candidates=self.candidates,
        )

    def _of_outputs(self) -> Side:
        return Side(
            self.prediction_form,
            self.extraction,
            self.boxed_priority,
            self.without_anchor,
            self.malformed_operators,
            self.fallback,
            self.candidates,
        )
