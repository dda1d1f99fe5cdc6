"""Result files of one or more runs, with the scores of their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.metric import metrics
from sacreval.core.rebuild import names_third_party_code
from sacreval.core.records import Scored, by_id
from sacreval.core.results import MEAN, Result, ResultFile, Verdict
from sacreval.errors import InputError, SacrevalError, UsageError, nearest
from sacreval.metrics._wrappers import from_signature
from sacreval.scoring.baseline import Records, read_results, read_scored
from sacreval.scoring.entries.run_metrics import Entry, entry_of_results


@dataclass(frozen=True)
class Runs:
    """The content of one or more result files.

    Args:
        results: Their results.
        gates: The verdicts of their gates.
        records: The scores of records, by system and instance; without the systems whose scores
            of records were not written.
        notices: Sentences on what is missing.
    """

    results: list[Result]
    gates: list[Verdict]
    records: Records
    notices: list[str]

    @property
    def overall(self) -> list[Result]:
        """The results over all records."""
        return [result for result in self.results if result.group is None]

    @property
    def systems(self) -> list[str]:
        """The systems, in the order of the files."""
        return list(dict.fromkeys(result.system_id for result in self.results))


def read_runs(paths: Sequence[Path], dataset: str | None = None) -> Runs:
    """Read result files, and the scores of their records where they were written.

    Args:
        paths: The result files.
        dataset: Take only the results of this data set, as if there were no other; by default all,
            without scores of records where there are several data sets.

    Raises:
        InputError: If one is damaged or empty, or two contain the same result.
    """
    results: list[Result] = []
    gates: list[Verdict] = []
    records: Records = {}
    notices = []
    owners: dict[tuple[str | None, str, str | None, str], Path] = {}
    for path in paths:
        found = _of_set(read_results(path), dataset, path)
        if not found.results:
            raise InputError(f"{path}: this result file contains no result; write it again")
        for result in found.results:
            key = (result.dataset, result.system_id, result.group, result.output)
            if key in owners:
                raise InputError(_repeated(path, owners[key], result))
            owners[key] = path
        results += found.results
        gates += found.gates
        if any(result.dataset is not None for result in found.results):
            notices.append(
                f"{path.name} is over data sets; give --dataset NAME for distributions, tests and "
                "records of one of them"
            )
            continue
        scored = read_scored(path, found)
        if scored is None:
            notices.append(
                f"{path.name} was written without the scores of its records; with "
                "`sacreval evaluate --instances` the page also has distributions, tests and records"
            )
        _merge(records, [one for one in scored or () if one.dataset == dataset])
    return Runs(results, gates, records, notices)


def _of_set(found: ResultFile, dataset: str | None, path: Path) -> ResultFile:
    """Return the results of a data set without its name; all results if none is named.

    Raises:
        UsageError: If the file has no such data set.
    """
    if dataset is None:
        return found
    names = dict.fromkeys(one.dataset for one in found.results if one.dataset not in (None, MEAN))
    if dataset not in names:
        raise UsageError(
            f"--dataset {dataset}: {path} has no such data set; "
            f"{nearest(dataset, [str(name) for name in names], 'it has none')}"
        )
    return replace(
        found,
        results=[replace(one, dataset=None) for one in found.results if one.dataset == dataset],
        gates=[replace(one, dataset=None) for one in found.gates if one.dataset == dataset],
    )


def entries(results: Iterable[Result]) -> tuple[dict[str, Entry], list[str]]:
    """Create the metrics of results.

    Args:
        results: The results.

    Returns:
        The entries by their names in the statistics; and sentences on the metrics that are not
        available here.
    """
    made: dict[str, Entry] = {}
    unavailable = {}
    listed = list(results)
    for result in listed:
        name = result.alias or result.metric
        if name in made or name in unavailable:
            continue
        known = signature.read(result.signature)[0] in metrics
        if names_third_party_code(result.signature) or not known:
            # A result file may come from anywhere; the code that it names is not run.
            unavailable[name] = (
                f"{name} is not a metric of this installation: no tests of it, and no marks"
            )
            continue
        try:
            own = (one for one in listed if (one.alias or one.metric) == name)
            made[name] = entry_of_results(from_signature(result.signature), own)
        except (SacrevalError, TypeError, ValueError) as error:
            unavailable[name] = f"{name} cannot be created here, for tests and marks: {error}"
    return made, list(unavailable.values())


def instances(records: Records) -> list[str]:
    """List the instances of all systems, in order."""
    names = list(dict.fromkeys(name for one in records.values() for name in one))
    return sorted(names, key=by_id(names))


def _repeated(path: Path, first: Path, result: Result) -> str:
    where = f" in {result.group}" if result.group else ""
    remedy = "name each result once"
    if path != first:
        remedy = "give the earlier run with --baseline, or run one of them under another system_id"
    return f"{path}: {result.output} of '{result.system_id}'{where} is in {first} already; {remedy}"


def _merge(records: Records, scored: Iterable[Scored]) -> None:
    """Add scores; scores of the same record by other metrics are combined."""
    for record in scored:
        of_system = records.setdefault(record.system_id, {})
        before = of_system.get(record.instance_id)
        if before is not None:
            errors = [text for text in (before.error, record.error) if text]
            record = msgspec.structs.replace(  # noqa: PLW2901 - the same record, with more scores
                record,
                scores={**before.scores, **record.scores},
                statistics={**(before.statistics or {}), **(record.statistics or {})},
                error="; ".join(errors) or None,
                unanswered=[*(before.unanswered or ()), *(record.unanswered or ())] or None,
                error_spans={**(before.error_spans or {}), **(record.error_spans or {})} or None,
            )
        of_system[record.instance_id] = record
