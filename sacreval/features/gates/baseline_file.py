"""Files of a baseline: the results, and beside them the scores of their records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sacreval.core.records import Scored
from sacreval.core.results import InstancesLink, Result, ResultFile
from sacreval.io.files import sha256, write_text
from sacreval.report import record_scores


def scores_of(baseline: Path) -> Path:
    """Return the file with the scores of the records of a baseline: BASELINE.instances.jsonl."""
    return baseline.with_name(f"{baseline.stem}.instances.jsonl")


def write(content: ResultFile, records: Iterable[Scored], baseline: Path) -> None:
    """Write both files of a baseline, replacing those that are there.

    Args:
        content: The results.
        records: The scores of their records, with statistics.
        baseline: The file of the results.
    """
    beside = scores_of(baseline)
    record_scores.write(records, beside, nulls=record_scores.NULLS)
    write_results(content, baseline, beside)


def doubts(results: Iterable[Result]) -> Iterator[str]:
    """Describe results that hide losses of later runs: with missing records, or at the worst.

    Args:
        results: The results of a run.
    """
    for one in results:
        if not one.main or one.group is not None:
            continue
        if one.missing is not None:
            yield (
                f"{one.missing_total} of {one.n} records of '{one.system_id}' are missing by "
                f"{one.output}, so that later runs may lack as many"
            )
        elif one.value == 0 and one.higher_is_better:
            yield (
                f"{one.output} of '{one.system_id}' is 0 over {one.n} records, so that no later "
                "run is worse and no gate can fail"
            )


def write_results(content: ResultFile, baseline: Path, beside: Path | None) -> None:
    """Write the results of a baseline.

    Args:
        content: The results.
        baseline: The file.
        beside: The file with the scores of their records, or None.
    """
    if beside is not None:
        link = InstancesLink(path=beside.name, sha256=sha256(str(beside)) or "")
        content = msgspec.structs.replace(content, instances=link)
    with write_text(baseline) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n")
