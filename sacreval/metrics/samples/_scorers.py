"""The metric that compares samples with references, and which samples it finds correct."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core import signature
from sacreval.core.contract import code_files
from sacreval.core.metric import MeanMetric, Metric, SetMetric, metrics
from sacreval.core.options.field_types import many
from sacreval.core.rebuild import from_signature
from sacreval.errors import RecordError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Direction
    from sacreval.core.records import Batch, Instance

UNPARSED = "unparsed_samples"
_EXAMPLE = "write them as in --scorer 'exact-match|normalize:squad'"


class ScoredSamples(MeanMetric):
    """A metric of samples that another metric, its `scorer`, may compare with the references."""

    scorer: str
    threshold: float

    @cached_property
    def _judge(self) -> Metric | None:
        """The scorer, held so that a model is loaded and references are counted once."""
        return scorer_of(self.scorer) if self.scorer else None

    def _follow(self, judge: Metric, needs: tuple[str, ...]) -> None:
        """Set what the records need and where rows are computed to what the scorer declares."""
        kinds = {**judge.kinds, "samples": many(judge.kind_of("prediction"))}
        shared = ("libraries", "runs_model", "own_processes")
        declared = {name: getattr(judge, name) for name in shared if hasattr(judge, name)}
        for name, value in {"needs": needs, "kinds": kinds, **declared}.items():
            object.__setattr__(self, name, value)
        if judge.runs_model:  # whose signature has the SHA-256 of the model
            object.__setattr__(self, "scorer", judge.signature())

    @property
    def further_outputs(self) -> tuple[str, ...]:
        """Return `unparsed_samples` if the scorer counts samples without an answer."""
        return (UNPARSED,) if self._judge and self._judge.unparsed_output else ()

    def is_higher_better(self, output: str) -> Direction:
        """Return whether a larger value of an output is better."""
        return False if output == UNPARSED else super().is_higher_better(output)

    def missing_state(self, instance: Instance, why: str) -> str:
        """Return the reason of the scorer."""
        return self._judge.missing_state(instance, why) if self._judge else ""

    def rests_on(self) -> Sequence[Path]:
        """Return the files the scorer depends on."""
        if self._judge is None:
            return ()
        return [*self._judge.rests_on(), *code_files.of_class(type(self._judge))]

    def data_hashes(self) -> Mapping[str, str]:
        """Return those of the scorer."""
        return self._judge.data_hashes() if self._judge else {}


def scorer_of(text: str) -> Metric:
    """Create a scorer from its signature.

    Raises:
        UsageError: If it cannot score samples, or does not have an option of the signature.
    """
    head, options = signature.read(text)
    _check_form(text, head)
    scorer = from_signature(text)
    for name in options:
        if name not in scorer.options():
            raise UsageError(
                f"--scorer {text}: {scorer.name} has no option '{name}'; "
                f"{nearest(name, scorer.options())}; {_EXAMPLE}, and answers are extracted "
                "with --extract"
            )
    if isinstance(scorer, SetMetric) or scorer.judges != "prediction":
        raise UsageError(
            f"{scorer.name} does not score single outputs and cannot be a scorer; take another, as "
            "in --scorer exact-match, or map scores that a log stores to samples, as in --map "
            "'samples=meta.epochs[*].scores.NAME'"
        )
    main = scorer.main_output() if scorer.is_settled() else None
    if main is not None and scorer.is_higher_better(main) is None:
        raise UsageError(
            f"--scorer {text}: neither larger nor smaller values of {main} are "
            "better; give a metric with a direction"
        )
    return scorer


def _check_form(text: str, head: str) -> None:
    """Check that options follow the name of a scorer as in a signature.

    Raises:
        UsageError: If the name is followed by other signs, such as braces.
    """
    name = re.match(r"[A-Za-z0-9_@+-]*", head)[0]  # type: ignore[index]
    known = name.replace("_", "-") in metrics
    if known and head != name and not head.startswith(tuple(f"{x}:" for x in metrics.schemes)):
        raise UsageError(f"--scorer {text}: options of {name} follow bars; {_EXAMPLE}")


def as_outputs(batch: Batch) -> Batch:
    """Return a record for each sample, of which it is the output.

    Args:
        batch: Records with samples.
    """
    import msgspec

    single = [
        msgspec.structs.replace(instance, prediction=sample, samples=None)
        for instance in batch
        for sample in instance.samples or ()
    ]
    return type(batch)(single, workers=batch.workers)


class SamplesWatch:
    """Shows a scorer's watch the samples of records.

    Args:
        watch: The watch of the scorer.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def add(self, batch: Batch) -> None:
        """Process the samples of a batch."""
        self._watch.add(as_outputs(batch))

    def notices(self) -> list[str]:
        """Return the sentences of the scorer."""
        return self._watch.notices()


class Flags(NamedTuple):
    """Which samples of a record are correct.

    Args:
        right: One flag for each sample.
        unparsed: Share of samples in which the scorer finds no answer; 0 if it does not count them.
    """

    right: list[bool]
    unparsed: float


def flags(batch: Batch, scorer: Metric, threshold: float) -> list[Flags]:
    """Return whether each sample is correct.

    Args:
        batch: Records with samples.
        scorer: The metric that scores samples.
        threshold: Value of its main output from which a sample is correct.

    Raises:
        RecordError: If the scorer returns NaN for a sample, which is neither right nor wrong.
    """
    import numpy as np

    judge = scorer.for_instances()
    scores = judge.reduce(judge.rows(as_outputs(batch)))
    main = judge.main_output() or judge.outputs[0]
    found = scores[main]
    if np.isnan(found).any():
        raise RecordError(
            f"{judge.name} returned NaN for a sample, which is then neither right nor wrong; "
            "remove the record, or use another scorer"
        )
    right = found >= threshold if judge.is_higher_better(main) else found <= threshold
    lacking = scores.get(judge.unparsed_output, np.zeros(len(found)))
    ends = np.cumsum([len(instance.samples or ()) for instance in batch])[:-1]
    return [
        Flags(own.tolist(), float(none.mean()))
        for own, none in zip(np.split(right, ends), np.split(lacking, ends), strict=True)
    ]
