"""Replies joined to the records that they are about.

The requests of each record are made again, and their replies found by id, so that rows depend on
the record alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.asking.requests import Request
from sacreval.core.record_replies import RecordReply
from sacreval.errors import InputError
from sacreval.metrics.judges._definition import OPPONENT, Definition
from sacreval.metrics.judges._reply_tables import ReplyTable, record_reply
from sacreval.metrics.judges._requests import SAME, Subject, fields_of, walk

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.metrics.judges._opponents import Opponents


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
