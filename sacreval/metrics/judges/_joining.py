"""Replies, and the outputs of the opponent in pairs, joined to records.

The requests of each record are made again, and their replies found by id, so that rows depend on
the record alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from sacreval.asking.requests import Request
from sacreval.core.json_lines import decode_line, lines_of
from sacreval.core.private_records import is_private
from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.io.files import stem
from sacreval.metrics.judges._definition import OPPONENT, Definition
from sacreval.metrics.judges._record_requests import SAME, Subject, fields_of, walk
from sacreval.metrics.judges._reply_tables import ReplyTable, record_reply

if TYPE_CHECKING:
    from sacreval.core.records import Batch


def subject(
    judge: Definition, batch: Batch, index: int, opponents: Opponents | None
) -> Subject | None:
    """Return a record of a batch as it is asked about.

    Args:
        judge: The judge.
        batch: The records.
        index: The index of the record.
        opponents: The outputs of the opponent, for pairs.

    Returns:
        The record; None for an output of the opponent itself, which is a tie without being asked.

    Raises:
        InputError: If the opponent has no output for the instance.
    """
    record, instance = batch[index], batch.instance_ids[index]
    fields = fields_of(judge, record)
    if judge.pair is not None and opponents is not None:
        other = opponents.of(instance)
        if other.prediction is None:
            raise InputError(
                f"{opponents.path}: the output for instance '{instance}' is missing; add it"
            )
        fields[OPPONENT] = other.prediction
        same = other.system_id == batch.system_ids[index]
        if same and other.prediction == record.prediction:
            return None
    return Subject(instance, batch.system_ids[index], fields)


def replies_about(
    judge: Definition, record: Subject | None, tables: Sequence[ReplyTable]
) -> list[RecordReply]:
    """Return all replies about a record; those that are missing are `not_asked`.

    Args:
        judge: The judge.
        record: The record; None for an output of the opponent itself.
        tables: The replies of each member of a panel.
    """
    if record is None:
        return [RecordReply(variant=SAME, text="")]
    return [
        reply
        for source, table in enumerate(tables)
        for reply in _of_member(judge, record, source, table)
    ]


def _of_member(
    judge: Definition, record: Subject, source: int, table: ReplyTable
) -> list[RecordReply]:
    def reply_to(asked: Request) -> RecordReply:
        return record_reply(table.find(asked), asked, source)

    return [asked.reply for asked in walk(judge, record, reply_to) if asked.reply is not None]


def answered_by(tables: Sequence[ReplyTable]) -> dict[str, str]:
    """Return who gave the replies that were used, for signatures: models and hosts."""
    models = sorted({model for table in tables for model in table.models})
    hosts = sorted({host for table in tables for host in table.hosts})
    named = {"served": "+".join(models), "host": "+".join(hosts)}
    return {key: _PLAIN.sub("_", text) for key, text in named.items() if text}


_PLAIN = re.compile(r"[^A-Za-z0-9_.:/@+\[\]-]")  # what would end a part of a signature


_INSTANCE = msgspec.json.Decoder(Instance)


class Opponent(NamedTuple):
    """One output of the opponent.

    Args:
        system_id: Its system.
        prediction: The output.
        private: Whether no model may be asked about it.
    """

    system_id: str
    prediction: Any
    private: bool = False


class Opponents:
    """The outputs of the opponent.

    Args:
        path: A JSONL file with them.
        system: Their system; "" if the file has one system.

    Raises:
        InputError: If the file cannot be read, or has two outputs for an instance.
        UsageError: If it has several systems and none is named, or not the one that is named.
    """

    def __init__(self, path: str, system: str = "") -> None:
        self.path = path
        self._outputs: dict[str, Opponent] = {}
        systems: set[str] = set()
        for number, line in enumerate(lines_of(path), start=1):
            record: Instance = decode_line(line, _INSTANCE, "record")
            name = record.system_id or stem(path)
            systems.add(name)
            if not system or name == system:
                self._add(record, name, number, line.where)
        self._check(systems, system)

    def of(self, instance_id: str) -> Opponent:
        """Return the output for an instance.

        Raises:
            InputError: If there is none.
        """
        if instance_id not in self._outputs:
            raise InputError(
                f"{self.path}: there is no output for instance '{shortened(instance_id)}'; the "
                "opponent of a pair needs one for each"
            )
        return self._outputs[instance_id]

    def _add(self, record: Instance, system: str, number: int, where: str) -> None:
        instance = str(number if record.instance_id is None else record.instance_id)
        if instance in self._outputs and self._outputs[instance].system_id == system:
            raise InputError(
                f"{where}: system '{shortened(system)}' has instance '{shortened(instance)}' "
                "already; remove one of the two"
            )
        self._outputs[instance] = Opponent(system, record.prediction, is_private(record))

    def _check(self, systems: set[str], system: str) -> None:
        if system and system not in systems:
            raise UsageError(
                f"--opponent-system: {self.path} has no system '{shortened(system)}'; "
                f"{nearest(system, systems)}"
            )
        if not system and len(systems) > 1:
            names = shortened(", ".join(sorted(systems)))
            raise UsageError(
                f"{self.path} has several systems ({names}); name one with --opponent-system"
            )


T = TypeVar("T")


def key_of_answer(key: str, answer: object) -> str:
    """Return the key of the replies about one answer."""
    return f"{key}:{blake2b(repr(answer).encode(), digest_size=16).hexdigest()}"


def of_answers(key: str, replies: Mapping[str, T]) -> dict[str, T]:
    """Return the replies about each of several answers by their keys; none of a single one.

    Args:
        key: The key of the judge.
        replies: The replies of a record.
    """
    return {name: reply for name, reply in replies.items() if name.startswith(f"{key}:")}
