"""Every Eval Ever, files: an aggregate and samples for each system, named by their content.

Nothing in the names comes from a clock or from chance: the same run has the same names and bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.errors import UsageError
from sacreval.features.exchange.every_eval_ever import (
    Ids,
    ModelFolder,
    ScoredSample,
    Scorers,
    aggregate,
    lines,
)

if TYPE_CHECKING:
    from sacreval.core.results import Result
    from sacreval.features.exchange.description import Description

TIMES = ("evaluation_timestamp", "retrieved_timestamp")


class ExchangeRun(NamedTuple):
    """The results of a run, and its records.

    Args:
        results: All results.
        scorers: The metrics, by their names in the results.
        with_records: Names of the metrics that score records.
        samples: Returns the records of a system with their scores, each time it is called.
        failures: A sentence for each record that could not be scored.
    """

    results: Sequence[Result]
    scorers: Scorers
    with_records: frozenset[str]
    samples: Callable[[str], Iterable[ScoredSample]]
    failures: Sequence[str] = ()


def write(
    run: ExchangeRun, description: Description, folder: Path, *, force: bool = False
) -> list[Path]:
    """Write the files of all systems to `FOLDER/data/COLLECTION/DEVELOPER/MODEL/`."""
    systems = list(dict.fromkeys(result.system_id for result in run.results))
    documents = [
        _document(run, description, system) for system in systems
    ]  # all are checked before writing
    return [path for document in documents for path in _write(document, folder, force=force)]


class Document(NamedTuple):
    """The content of the files of one system.

    Args:
        place: Where they are.
        name: Their name without ending, a UUID.
        aggregate: The aggregate document.
        rows: Returns the lines of the samples; None where there are none.
    """

    place: ModelFolder
    name: str
    aggregate: dict[str, Any]
    rows: Callable[[], Iterator[bytes]] | None


def _document(run: ExchangeRun, description: Description, system: str) -> Document:
    results = [result for result in run.results if result.system_id == system]
    overall = [
        result
        for result in results
        if result.group is None and (result.alias or result.metric) in run.with_records
    ]
    content = aggregate(results, run.scorers, description)
    model = description.model(system)
    place = ModelFolder.of(description, model)

    def rows(evaluation: str) -> Iterator[bytes]:
        ids = Ids(evaluation, model.id)
        for line in lines(run.samples(system), overall, run.scorers, description, ids):
            yield msgspec.json.encode(line) + b"\n"

    digest = sha256(_bytes({k: v for k, v in content.items() if k not in TIMES}))
    checksum, total = _summary(rows("")) if overall else ("", 0)
    digest.update(checksum.encode())
    evaluation = "/".join((*place, digest.hexdigest()[:16]))
    content = {"schema_version": content["schema_version"], "evaluation_id": evaluation, **content}
    name = _uuid(digest.digest())
    if not total:
        return Document(place, name, content, None)
    checksum, total = _summary(rows(evaluation))
    content["detailed_evaluation_results"] = {
        "format": "jsonl",
        "file_path": place.path(f"{name}_samples.jsonl"),
        "hash_algorithm": "sha256",
        "checksum": checksum,
        "total_rows": total,
    }
    return Document(place, name, content, lambda: rows(evaluation))


def _write(document: Document, folder: Path, *, force: bool) -> list[Path]:
    """Write the files of one system, samples first, and return their paths."""
    aggregate_path = folder / document.place.path(f"{document.name}.json")
    content = _bytes(document.aggregate)
    written = []
    if document.rows is not None:
        path = folder / document.place.path(f"{document.name}_samples.jsonl")
        written.append(_keep(path, document.rows, force=force))
    written.append(_keep(aggregate_path, lambda: iter((content,)), force=force))
    return written[::-1]


def _keep(path: Path, parts: Callable[[], Iterator[bytes]], *, force: bool) -> Path:
    """Write a file; one that exists with the same content is left as it is."""
    from sacreval.io.files import write_bytes

    if path.exists() and not force:
        if sha256(path.read_bytes()).hexdigest() == _summary(parts())[0]:
            return path
        raise UsageError(
            f"{path}: this file of the same run has other content, such as another date; give "
            "--force to replace it"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    with write_bytes(path) as stream:
        stream.writelines(parts())
    return path


def _summary(rows: Iterable[bytes]) -> tuple[str, int]:
    """Return the checksum of lines, and their number."""
    digest, total = sha256(), 0
    for row in rows:
        digest.update(row)
        total += 1
    return digest.hexdigest(), total


def _bytes(document: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def _uuid(digest: bytes) -> str:
    """Return the first bits of a hash in the form of a version-4 UUID."""
    from uuid import UUID

    return str(UUID(bytes=digest[:16], version=4))
