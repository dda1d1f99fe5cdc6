"""What records hold, and which metrics they can be scored by: the file of `convert --check`."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION: Literal[1] = 1


class FieldCount(msgspec.Struct, frozen=True, kw_only=True):
    """Values of one field.

    Args:
        field: The field, or `groups.NAME` or `judgments.NAME`.
        n: Number of records that have it.
        empty: Number of these whose value is a blank text, an empty list or an empty object.
        kinds: Kind of value, such as `text` or `list of numbers`, to number of records.
        least: Fewest items of its lists; None if no value is a list.
        most: Most items of its lists.
        distinct: Number of distinct values of a group; None for other fields.
    """

    field: str
    n: int
    empty: int
    kinds: dict[str, int]
    least: int | None = None
    most: int | None = None
    distinct: int | None = None


class SystemCount(msgspec.Struct, frozen=True, kw_only=True):
    """Records of one system.

    Args:
        system_id: The system.
        system_type: Its type.
        n: Number of records.
        without_output: Number of records that have an `error` in place of an output.
    """

    system_id: str
    system_type: str
    n: int
    without_output: int


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a metric can score the records.

    Args:
        metric: The metric, with its default options.
        fits: Whether every record that has an output has the fields that it needs, without human
            texts that a run leaves out.
        why_not: The field that the first wrong record lacks, with its place; "" if it fits.
        wrong: Number of records that have no such field, or another kind of value in it.
        runs_here: Whether the packages and files that it needs are on this machine.
        left_out: Number of human texts that a run leaves out, as they have no references, or no
            output of the kind that the metric reads.
    """

    metric: str
    fits: bool
    why_not: str
    wrong: int
    runs_here: bool
    left_out: int = 0


class RecordCheckFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file of `convert --check`: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        inputs: The files and folders.
        records: Number of records.
        instances: Number of distinct instances.
        systems: Records of each system and type, in the order of the files.
        missing_outputs: Records with an `error`, by its kind.
        fields: Values of each field that a record has.
        metrics: Whether each metric can score the records.
    """

    schema_version: Literal[1]
    sacreval: str
    inputs: list[str]
    records: int
    instances: int
    systems: list[SystemCount]
    missing_outputs: dict[str, int]
    fields: list[FieldCount]
    metrics: list[Fit]
