"""Verdicts of a judge: a model that was asked about every output.

A judge is a metric with `needs = ("replies",)`. A record without a verdict raises RecordError;
`missing_state` is the reason, and `worst_and_best` what it could have been.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.several_answers import answers
from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import ANYTHING, TEXT_FIELDS, Kind
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.judges._joining import key_of_answer, of_answers
from sacreval.metrics.judges._judge_files import definition
from sacreval.metrics.judges._record_verdict import (
    Judged,
    State,
    bounds_of,
    judged,
    outputs_of,
    values_of,
)

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance
    from sacreval.metrics.judges._definition import Definition
    from sacreval.metrics.judges._joining import Opponents
    from sacreval.metrics.judges._reply_tables import ReplyTable

REPLIES = Kind("replies of a model", lambda value: isinstance(value, dict))


@metrics.register("judge")
@dataclass(frozen=True, kw_only=True)
class Judge(MeanMetric):
    """Verdicts of a judge: the mean of what a model says about each output.

    A judge is a YAML file with prompts, a scale and rules that read verdicts from replies; outputs
    have its name. Replies are files: `sacreval ask` writes the requests, `sacreval answer` asks
    them, and --with does both. A record whose reply has no verdict is not scored, and counted by
    the reason.

    Args:
        judge: A judge file, or the name of a judge that comes with sacreval or was set up.
        judge_digest: Hash of all that determines the judge's prompts and verdicts, which
            signatures state; another judge is refused.
        replies: File of replies; repeat it for a panel of judges, whose verdicts are folded as the
            judge says.
        reply_fields: FIELD=JMESPATH of id, text, instance_id, system_id, ask, variant, repeat,
            finish_reason or model in the verdicts of another program, which are then read as
            replies; repeat it.
        unparsed: What a reply without a verdict counts: nothing, as the record is missing; or 0,
            the worst or the best verdict, as in the programs that some judges come from.
        opponent: JSONL file with the outputs that a judge of pairs compares with.
        opponent_system: The system of the opponent, if that file has several.
        asked: What was asked, such as openai:MODEL, which --with sets and signatures state.

    Source: Zheng et al. 2023, Judging LLM-as-a-judge with MT-Bench and Chatbot Arena.
    """

    positional: ClassVar[tuple[str, ...]] = ("judge",)  # options that commands take as arguments
    reply_key: ClassVar[str] = ""
    joins_each: ClassVar[bool] = False  # whether each of several answers has replies of its own
    tasks: ClassVar[tuple[str, ...]] = (
        "machine-translation", "summarization", "simplification", "data-to-text", "generation",
        "question-answering", "mathematics", "code", "classification",
    )  # fmt: skip
    needs: ClassVar[tuple[str, ...]] = ("replies",)
    kinds: ClassVar[Mapping[str, Kind]] = {**TEXT_FIELDS, "replies": REPLIES}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = tuple(
        {"prediction": text, "sources": ["A source."], "replies": {"coherence": [{"text": reply}]}}
        for text, reply in (("A text.", '{"score": 4}'), ("No.", '{"score": 2}'), ("", "1"))
    )

    judge: str = ""
    judge_digest: str = ""
    replies: tuple[str, ...] = ()
    reply_fields: tuple[str, ...] = ()
    unparsed: Literal["missing", "zero", "worst", "perfect"] = "missing"
    opponent: str = ""
    opponent_system: str = ""
    asked: str = ""

    def __post_init__(self) -> None:
        digest = self.definition.digest()
        if self.judge_digest not in {"", digest}:
            raise UsageError(
                f"{self.judge} is not the judge of the signature: its digest is {digest}; name the "
                f"one with {self.judge_digest}"
            )
        needs = self.definition.needs
        main = "prediction" if "prediction" in needs else needs[0]
        rest = tuple(name for name in needs if name != main)
        kinds = {name: TEXT_FIELDS.get(name, ANYTHING) for name in needs}
        bounds = {name: sorted(bounds_of(self.definition, name)) for name in self.outputs}
        spans = {name: (low, high) for name, (low, high) in bounds.items()}
        low = min(low for low, _ in spans.values())
        for name, value in {
            "judge_digest": digest,
            "judges": main,
            "needs": (*rest, "replies"),
            "kinds": {**kinds, "replies": REPLIES},
            "reply_key": self._key(digest),
            "joins_each": bool(self.replies) and self.asks_each,
            "higher_is_better": outputs_of(self.definition),
            "score_scale": ScoreScale(
                mean=True,
                highest={name: high for name, (_, high) in spans.items()} if low >= 0 else None,
                bounded=low < 0,
                spans=spans,
            ),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The judge's name; with the names of its further numbers, if there are any."""
        return tuple(outputs_of(self.definition))

    @property
    def asks_each(self) -> bool:
        """Whether a model is asked about each of several answers, not about pairs or whole records.

        Verdicts of another program are about records.
        """
        alone = self.judges == "prediction" and self.definition.pair is None
        return alone and not self.reply_fields

    def _key(self, digest: str) -> str:
        """Return the key of the replies: two judges of a suite may differ in their files alone."""
        options = (self.replies, self.reply_fields, self.opponent, self.opponent_system)
        if not any(options):
            return digest
        return blake2b(repr((digest, options)).encode(), digest_size=16).hexdigest()

    @cached_property
    def definition(self) -> Definition:
        """The judge."""
        return definition(self.judge)

    @cached_property
    def tables(self) -> Sequence[ReplyTable]:
        """The replies of each file.

        Raises:
            UsageError: If a file is given twice; its verdicts would count twice.
        """
        from sacreval.metrics.judges._reply_tables import read_table

        real = [os.path.realpath(path) for path in self.replies]
        for i, path in enumerate(self.replies):
            if real[i] in real[:i]:
                raise UsageError(
                    f"--replies: {path} is given twice; a panel has a file for each member"
                )
        return [read_table(path, self.reply_fields) for path in self.replies]

    @cached_property
    def opponents(self) -> Opponents | None:
        """The outputs of the opponent; None for a judge of single outputs."""
        from sacreval.metrics.judges._joining import Opponents

        if self.definition.pair is None:
            if self.opponent:
                raise UsageError(f"--opponent: {self.judge} judges single outputs; drop it")
            return None
        if not self.opponent:
            raise UsageError(
                f"{self.judge} compares pairs; give the other outputs with --opponent FILE, or "
                "compare systems: sacreval compare judge"
            )
        return Opponents(self.opponent, self.opponent_system)

    def joined(self, batch: Batch) -> Batch:
        """Return the records with the replies about them, under the judge's digest."""
        return _with_replies(self, batch) if self.replies else _under_digest(self, batch)

    def prepare(self, *context: Any) -> Any:
        """Return the replies, which are the last field."""
        return context[-1]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the verdict of a record.

        Raises:
            RecordError: If there is none.
        """
        verdict = self.verdict(prepared, prediction)
        if values := values_of(self.definition, verdict, self.unparsed):
            return values
        raise RecordError(f"{self.definition.judge}: {verdict.state} ({verdict.reason})")

    def rows(self, batch: Batch) -> Array:
        """Return the verdicts of many records, and a count of 1 for each."""
        import numpy as np

        both = zip(batch.column(self.judges), batch.column("replies"), strict=True)
        rows = [self.row(prediction, replies) for prediction, replies in both]
        return np.array(rows, dtype=np.float64).reshape(len(batch), len(self.outputs) + 1)

    def verdict(
        self, replies: Mapping[str, Sequence[Any]] | None, prediction: Any = None
    ) -> Judged:
        """Return the verdict of the replies in a record, which are under digest or name.

        Args:
            replies: The replies.
            prediction: One of several answers, which has its own.
        """
        by_key = replies or {}
        names = [self.reply_key, self.judge_digest, self.definition.judge]
        if self.joins_each and len(by_key) > 1:
            names.insert(0, key_of_answer(self.reply_key, prediction))
        chosen = next((by_key[name] for name in names if name in by_key), ())
        return judged(self.definition, chosen)

    def missing_state(self, instance: Instance, _why: str) -> State:
        """Return why a record has no verdict; "" if it has one."""
        several = of_answers(self.reply_key, instance.replies or {})
        if several:
            states = (judged(self.definition, replies).state for replies in several.values())
            return next(filter(None, states), "")
        return self.verdict(instance.replies).state

    def worst_and_best(self, output: str) -> tuple[float, float]:
        """Return the worst and the best verdict."""
        return bounds_of(self.definition, output)

    def part_count(self, _instance: Instance) -> int:
        """Return 0: a prompt with fewer references would be another request."""
        return 0

    def data_hashes(self) -> Mapping[str, str]:
        """Return the models and hosts of the replies, for signatures."""
        from sacreval.metrics.judges._joining import answered_by

        return answered_by(self.tables)

    def watch(self) -> Watch:
        """Return counts of what folded verdicts rest on, and their agreement."""
        from sacreval.metrics.judges._verdict_notices import JudgeWatch

        return JudgeWatch(self, self.definition, self.tables, self.verdict, self.unparsed)


def _with_replies(metric: Judge, batch: Batch) -> Batch:
    """Return a batch whose records have the replies about them, or about each of their answers."""
    import msgspec

    from sacreval.metrics.judges._joining import replies_about, subject

    judge, opponents, tables = metric.definition, metric.opponents, metric.tables
    several = answers(metric, batch)
    each, sizes = (batch, [1] * len(batch)) if several is None else several
    failed, ends = set(batch.failed), accumulate(sizes)
    records = list(batch)
    for i, (record, size, end) in enumerate(zip(records, sizes, ends, strict=True)):
        if i not in failed:
            joined = {
                _key(metric, each[k].prediction, size): replies_about(
                    judge, subject(judge, each, k, opponents), tables
                )
                for k in range(end - size, end)
            }
            replies = {**(record.replies or {}), **joined}
            records[i] = msgspec.structs.replace(record, replies=replies)
    return batch.with_instances(records)


def _key(metric: Judge, answer: object, answers: int) -> str:
    return metric.reply_key if answers == 1 else key_of_answer(metric.reply_key, answer)


def _under_digest(metric: Judge, batch: Batch) -> Batch:
    """Return a batch whose records have their own replies under the judge's digest."""
    import msgspec

    name, digest = metric.definition.judge, metric.reply_key
    records = list(batch)
    for i, record in enumerate(records):
        stored = record.replies or {}
        if name in stored and digest not in stored:
            replies = {digest if key == name else key: value for key, value in stored.items()}
            records[i] = msgspec.structs.replace(record, replies=replies)
    return batch.with_instances(records)
