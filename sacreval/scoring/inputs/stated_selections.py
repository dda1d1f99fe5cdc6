"""Selections of records in signatures, and whether two scores are of the same one."""

from __future__ import annotations

from sacreval.core import signature
from sacreval.core.results import Result
from sacreval.core.selection import Selection

WHERE, LIMIT, SAMPLE, SEED, TAKEN = "where", "limit", "sample", "sample-seed", "taken"
KEYS = frozenset({WHERE, LIMIT, SAMPLE, SEED, TAKEN})
"""The parts of a signature that state a selection."""


def parts(selection: Selection, taken: int, total: int) -> str:
    """Write a selection of records as parts of a signature, each after a bar."""
    named = {
        WHERE: list(selection.where) or None,
        LIMIT: selection.limit,
        SAMPLE: selection.sample,
        SEED: selection.seed,
        TAKEN: f"{taken}-of-{total}",
    }
    return signature.write("", {key: value for key, value in named.items() if value is not None})


def stated(text: str) -> Selection:
    """Return the selection of records that a signature states, of all systems."""
    fields = signature.read(text)[1]
    if TAKEN not in fields:
        return Selection()
    where = tuple(map(str, fields.get(WHERE, ())))
    return Selection(
        where=where, limit=fields.get(LIMIT), sample=fields.get(SAMPLE), seed=fields.get(SEED)
    )


def in_options(selection: Selection) -> str:
    """Write a selection of records as options of the command line; "all records" without any."""
    words = [f"--where {text}" for text in selection.where]
    words += [f"--limit {selection.limit}"] if selection.limit is not None else []
    if selection.sample is not None:
        words.append(f"--sample {selection.sample} --seed {selection.seed}")
    return " ".join(words) or "all records"


def other_selection(now: Result, old: Result) -> str:
    """Describe how the selections of records of two scores differ; empty if they do not."""
    mine, theirs = stated(now.signature), stated(old.signature)
    if mine == theirs:
        return ""
    return (
        f"it is of another selection of records: {in_options(theirs)} there, {in_options(mine)} "
        "here"
    )
