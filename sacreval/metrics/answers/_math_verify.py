"""Verdicts of math-verify on pairs of texts, computed in processes that can be killed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple
from weakref import WeakValueDictionary

from sacreval.core.metric import MeanMetric, ScoreScale
from sacreval.core.records import WORKERS
from sacreval.errors import NotSetUpError, RecordError
from sacreval.execution.killable import KillableProcesses, Outcome
from sacreval.metrics.answers._math_verify_child import Side

if TYPE_CHECKING:
    from sacreval.core.records import Instance


@dataclass(frozen=True, kw_only=True)
class VerdictMetric(MeanMetric):
    """Base class of metrics whose outputs are the share of equal answers, and of unparsed ones.

    The verdicts are `equal`, `different`, `unparsed_prediction`, and the reasons.
    """

    reasons: ClassVar[Mapping[str, str]]  # without a verdict, the first that any reference has
    score_scale = ScoreScale(mean=True, highest=1.0)

    def missing_state(self, _instance: Instance, why: str) -> str:
        """Return the reason that the sentence of an error states; "" for other errors."""
        return next((name for name in self.reasons if f"{self.name}: {name} (" in why), "")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the share of equal answers, and that of outputs without an answer."""
        (name,) = super().outputs
        return (name, f"{name}_unparsed")

    @abstractmethod
    def _verdicts(self, prediction: str, references: Sequence[str]) -> set[str]:
        """Return the verdicts on an output and each reference, or equal alone."""

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output against all references.

        Raises:
            RecordError: If no reference is equal, and one has a reason instead of a verdict.
        """
        verdicts = self._verdicts(prediction, prepared)
        if "equal" in verdicts:
            return (1.0, 0.0)
        for reason, text in self.reasons.items():
            if reason in verdicts:
                raise RecordError(f"{self.name}: {reason} ({text})")
        return (0.0, float("unparsed_prediction" in verdicts))


Verdict = Literal[
    "equal", "different", "unparsed_prediction", "unparsed_reference", "timeout", "memory"
]
LIBRARIES = ("math-verify", "latex2sympy2_extended", "sympy", "antlr4-python3-runtime")
MEMORY = 2048  # MiB
SECONDS = 5.0  # the limit of each of the library's two steps

_MODULES = ("math_verify", "latex2sympy2_extended", "sympy", "antlr4")
_CHILD = "sacreval.metrics.answers._math_verify_child:start"
_MOST = 1 << 18  # verdicts that are remembered
_pools: WeakValueDictionary[int, KillableProcesses] = WeakValueDictionary()


class AnswerPair(NamedTuple):
    """What is compared.

    Args:
        reference: The text with the right answer; math-verify is not symmetric.
        prediction: The text with the answer of a system.
    """

    reference: str
    prediction: str


class VerifyOptions(NamedTuple):
    """Options of `math_verify.verify`.

    Args:
        float_rounding: Number of decimal places to which decimal numbers are rounded.
        numeric_precision: Number of digits to which differences are evaluated.
        strict: Whether variables must have equal names, and sets differ from tuples.
        allow_set_relation_comp: Whether a prediction `1 < x < 2` may equal an interval.
    """

    float_rounding: int = 6
    numeric_precision: int = 15
    strict: bool = True
    allow_set_relation_comp: bool = False


class MathVerify:
    """Verdicts of math-verify, each computed once.

    The processes start with the first verdict, and end with this object or with this process.

    Args:
        comparison: How answers are compared.
        reference: How the answer in a reference is found.
        prediction: How the answer in a prediction is found.
        seconds: Time of a pair by the clock.
        memory: Memory of a process, in MiB.

    Raises:
        NotSetUpError: If math-verify is not installed.
    """

    def __init__(
        self,
        *,
        comparison: VerifyOptions | None = None,
        reference: Side | None = None,
        prediction: Side | None = None,
        seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        require("math-verify")
        compare = (comparison or VerifyOptions())._asdict()
        self._options = (compare, reference or Side(form="latex"), prediction or Side(form="latex"))
        self._seconds = seconds
        self._processes = _pool(memory)
        self._known: dict[bytes, Verdict] = {}

    def verdicts(self, pairs: Iterable[AnswerPair]) -> list[Verdict]:
        """Return the verdict on each pair, in order; as many processes compute them as a batch may.

        Args:
            pairs: The pairs; equal ones are decided once.
        """
        wanted = list(pairs)
        keys = [_key(pair) for pair in wanted]
        fresh = {
            key: pair for key, pair in zip(keys, wanted, strict=True) if key not in self._known
        }
        calls = [(*self._options, *pair) for pair in fresh.values()]
        outcomes = self._processes.map(calls, seconds=self._seconds, workers=WORKERS.get())
        verdicts = self._known | dict(zip(fresh, map(_verdict, outcomes), strict=True))
        self._remember(verdicts, fresh)
        return [verdicts[key] for key in keys]

    def _remember(self, verdicts: dict[bytes, Verdict], fresh: Iterable[bytes]) -> None:
        """Keep new verdicts; all others are forgotten where there are too many."""
        if len(verdicts) > _MOST:
            self._known.clear()
        self._known.update({key: verdicts[key] for key in fresh})


def require(what: str) -> None:
    """Check that math-verify is installed, without importing it.

    Args:
        what: What needs it, for the message.

    Raises:
        NotSetUpError: If it, or a package that it needs, is not.
    """
    missing = [name for name in _MODULES if find_spec(name) is None]
    if missing:
        raise NotSetUpError(f"{what} needs {', '.join(missing)}; run: pip install 'sacreval[math]'")


def installed() -> Sequence[str]:
    """Return the packages whose versions decide verdicts; gmpy2 is used where it is installed."""
    return (*LIBRARIES, "gmpy2") if find_spec("gmpy2") else LIBRARIES


def _pool(memory: int) -> KillableProcesses:
    """Return the processes with a limit of memory, which all metrics of a run share."""
    pool = _pools.get(memory)
    if pool is None:
        pool = _pools[memory] = KillableProcesses(_CHILD, memory=memory << 20)
    return pool


def _key(pair: AnswerPair) -> bytes:
    """Hash the texts of a pair, which may be long."""
    whole = blake2b(digest_size=16)
    for text in pair:
        whole.update(text.encode("utf-8", "surrogatepass") + b"\xff")
    return whole.digest()


def _verdict(outcome: Outcome) -> Any:
    if outcome.state == "done":
        return outcome.value
    return "timeout" if outcome.state == "timeout" else "memory"
