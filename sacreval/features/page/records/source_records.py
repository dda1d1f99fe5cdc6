"""The records that results were computed from, read from the inputs and checked by hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.selected_records import Selected
from sacreval.scoring.inputs.stated_selections import stated
from sacreval.scoring.rows.collected_rows import split_by_system
from sacreval.scoring.rows.fingerprint import Fingerprints

SourceRecords = dict[str, dict[str, Instance]]  # system to instance id to record


def read_source_records(
    batches: Iterable[Batch],
    results: Sequence[Result],
    entries: dict[str, Entry],
    option: str = "--inputs",
) -> tuple[SourceRecords, list[str]]:
    """Read the records of the systems that have results, and check that they were the ones scored.

    Args:
        batches: The records.
        results: The results over all records.
        entries: The metrics, by their names in the results.
        option: The option that names the files, for messages.

    Returns:
        The records by system and instance; and sentences on what is missing.

    Raises:
        InputError: If a record is repeated, or the hash of a system's data differs from the one
            in the signature of its results.
    """
    systems = dict.fromkeys(result.system_id for result in results)
    batches = _chosen(batches, results, [entry.metric for entry in entries.values()])
    scored = {system: _scored(system, results, entries) for system in systems}
    prints = {s: Fingerprints(metric for metric, _ in pairs) for s, pairs in scored.items()}
    kept: SourceRecords = {}
    others: dict[str, None] = {}
    for batch in batches:
        for system, part in split_by_system(batch):
            if system not in systems:
                others[system] = None
                continue
            prints[system].add(part)
            _keep(kept.setdefault(system, {}), part)
    for system in kept:
        for metric, result in scored[system]:
            _check(prints[system].of(metric).signature(metric), result, option)
    return kept, _missing(systems, kept, others, option)


def _chosen(
    batches: Iterable[Batch], results: Sequence[Result], metrics: Sequence[Metric]
) -> Iterable[Batch]:
    """Return the records that the results are of, where a selection of records was scored."""
    selections = [stated(result.signature) for result in results]
    if any(selection != selections[0] for selection in selections):
        raise UsageError(
            "--inputs: the results are of different selections of records; make a page of each"
        )
    systems = tuple(dict.fromkeys(result.system_id for result in results))
    chosen = replace(selections[0], systems=systems)
    return Selected(chosen, metrics, strict=False).of(batches) if chosen.of_records else batches


def _scored(
    system: str, results: Sequence[Result], entries: dict[str, Entry]
) -> list[tuple[Metric, Result]]:
    names = {r.alias or r.metric: r for r in results if r.system_id == system}
    return [(entries[name].metric, result) for name, result in names.items() if name in entries]


def _keep(kept: dict[str, Instance], part: Batch) -> None:
    for i, (name, instance) in enumerate(zip(part.instance_ids, _with_outputs(part), strict=True)):
        if name in kept:
            raise InputError(
                f"{part.where(i)}: system '{part.system_ids[i]}' has instance '{name}' already; "
                "remove one of the two; files of an earlier run are given with --baseline-inputs"
            )
        kept[name] = instance


def _with_outputs(part: Batch) -> Iterable[Instance]:
    """Return the records, with the list of its answers as the prediction of one with several."""
    if part.answers is None:
        return part
    pairs = zip(part, part.outputs, strict=True)
    return [msgspec.structs.replace(instance, prediction=output) for instance, output in pairs]


def _check(computed: str, result: Result, option: str) -> None:
    claimed, there = (signature.read(text)[1] for text in (result.signature, computed))
    names = {"data": "references and sources", "outputs": "predictions"}
    wrong = [label for key, label in names.items() if claimed.get(key) != there.get(key)]
    if wrong:
        raise InputError(
            f"{option}: the {' and '.join(wrong)} of '{result.system_id}' are not those that "
            f"{result.alias or result.metric} was computed on (their hashes differ); "
            "give the files of that run, with the same -r, --reader and --map"
        )


def _missing(
    systems: Iterable[str], kept: SourceRecords, others: Iterable[str], option: str
) -> list[str]:
    systems = list(systems)
    if not any(name in kept for name in systems):
        named = ", ".join(f"'{name}'" for name in systems)
        raise InputError(
            f"{option}: none of its records are of {named}; give the files of that run, under "
            "their original names"
        )
    notices = [
        f"{option} has no records of '{name}'; its texts are missing here"
        for name in systems
        if name not in kept
    ]
    left = ", ".join(f"'{name}'" for name in others)
    if left:
        notices.append(f"{option} also has {left}, of which there are no results")
    return notices
