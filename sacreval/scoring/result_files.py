"""Result files of one or more runs, and whether a later run can be compared with a baseline.

Baseline: an accepted run, and whether a later run can be compared with it. A baseline is a result
file. The file of record scores written with it holds the statistics with which a later run is
tested against it, without its predictions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.metric import Metric, metrics
from sacreval.core.rebuild import names_third_party_code
from sacreval.core.records import Scored, by_id
from sacreval.core.results import MEAN, Result, ResultFile, Verdict
from sacreval.errors import InputError, SacrevalError, UsageError, nearest
from sacreval.io.files import sha256
from sacreval.io.whole_files import read_whole
from sacreval.metrics._wrappers import from_signature
from sacreval.scoring.entries.run_metrics import Entry, entry_of_results
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.inputs.stated_selections import KEYS, other_selection

Records = dict[str, dict[str, Scored]]
"""The scores of records by system and instance."""
DATA_DIFFERS = " has references and sources "
_SHOWN = 3  # instances that a notice names
_LOOSE = frozenset({"outputs", "replies-data", "runs", "sacreval"})  # parts that may differ
_OF_INTERVALS = frozenset({"ci", "conf", "resamples", "seed"})  # which change no score


@dataclass(frozen=True)
class Baseline:
    """An accepted run.

    Args:
        path: Its result file, for messages.
        results: Its results.
        records: The scores of its records; None where they were not written.
        runs: Number of runs whose mean it is.
    """

    path: str
    results: list[Result]
    records: Records | None
    runs: int = 1

    @property
    def overall(self) -> list[Result]:
        """Its results over all records."""
        return [result for result in self.results if result.group is None]


def read_results(path: Path) -> ResultFile:
    """Read a result file.

    Raises:
        InputError: If the file is not a result file.
    """
    text = read_whole(str(path))
    try:
        return msgspec.json.decode(text, type=ResultFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: {_another(text) or _no_result(error)}") from None


def _no_result(error: Exception) -> str:
    return (
        f"not a result of `sacreval evaluate` ({error}); write one with `sacreval evaluate METRIC "
        "INPUT -o result.json`"
    )


def _another(text: bytes) -> str | None:
    """Return what is said of a comparison, correlations or an arena; None for other files."""
    try:
        keys = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if "ranking" in keys and "notes" in keys:
        return (
            "a result of `sacreval correlate`, which has no scores of systems; -o table.md and "
            "--plot write its tables and figures, and `sacreval cite` what a paper says of it"
        )
    if "standings" in keys and "orders" in keys:
        return (
            "a result of `sacreval arena`, which has no scores of records; `arena -o table.md` "
            "writes its tables, and `report` shows results of `evaluate`, `compare` and `correlate`"
        )
    if "comparisons" not in keys:
        return None
    return (
        "a result of `sacreval compare`, which has no scores of records; write one of `sacreval "
        "evaluate METRIC INPUT -o result.json`, of which `report` makes the tests itself"
    )


def read_baselines(path: Path) -> dict[str | None, Baseline]:
    """Read a baseline by data set; a run without data sets is under None.

    Raises:
        InputError: If a file is missing, damaged, or not written with the other.
    """
    if not path.exists():
        raise InputError(
            f"{path}: there is no such file; make it with `sacreval baseline set RESULT.json "
            f"{path}`, from the result of an accepted run"
        )
    file = read_results(path)
    scored = read_scored(path, file)
    names = dict.fromkeys(result.dataset for result in file.results if result.dataset != MEAN)
    return {
        name: Baseline(
            str(path),
            [result for result in file.results if result.dataset == name],
            None if scored is None else _merge({}, (x for x in scored if x.dataset == name)),
            file.runs or 1,
        )
        for name in names or (None,)
    }


def read_scored(path: Path, file: ResultFile) -> list[Scored] | None:
    """Read the scores of the records of a result file.

    Args:
        path: The result file.
        file: Its content.

    Returns:
        The scores; None where none were written.

    Raises:
        InputError: If the file of scores is missing, damaged, or not written with the results.
    """
    if file.instances is None:
        return None
    beside = path.parent / file.instances.path
    if beside.exists() and not beside.is_file():
        raise InputError(f"{beside}: the scores of {path} are in no file; restore it")
    text = read_whole(str(beside))
    if sha256(str(beside)) != file.instances.sha256:
        raise InputError(
            f"{beside}: these are not the scores that {path} was written with; "
            "write both again, or restore the file"
        )
    try:
        return msgspec.json.Decoder(Scored).decode_lines(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{beside}: not the scores of records ({error}); write them with --instances"
        ) from None


def differences(now: Result, old: Result) -> Iterator[str]:
    """Describe how two signatures differ, apart from predictions and versions."""
    if text := other_selection(now, old):
        yield text
    mine, theirs = _comparable(now), _comparable(old)
    for key in dict.fromkeys([*theirs, *mine]):
        if mine.get(key) != theirs.get(key):
            has = DATA_DIFFERS if key == "data" else f" has {key} "
            there, here = (str(side.get(key, "absent")) for side in (theirs, mine))
            yield f"{now.alias or now.metric}{has}{there} there, {here} here"


def alignment(
    evaluation: Evaluation, baseline: Baseline, matched: Mapping[str, str]
) -> Iterator[str]:
    """Count the instances that both runs have, that this one lacks, and that are new."""
    for mine, theirs in matched.items():
        if baseline.records is None:
            return
        here, there = evaluation.systems[mine].places.keys(), baseline.records[theirs].keys()
        gone, new = sorted(there - here), sorted(here - there)
        counts = f"{len(here & there)} aligned"
        counts += f", {len(gone)} gone{_some(gone)}, {len(new)} new{_some(new)}"
        yield f"instances of '{mine}': {counts}"


def _some(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _SHOWN else ""
    return f" ({', '.join(names[:_SHOWN])}{more})" if names else ""


def match_systems(results: Sequence[Result], before: Sequence[Result]) -> dict[str, str]:
    """Match each system with the baseline's of the same name, or the only one with the only one."""
    mine = list(dict.fromkeys(result.system_id for result in results))
    theirs = list(dict.fromkeys(result.system_id for result in before))
    if len(mine) == len(theirs) == 1:
        return {mine[0]: theirs[0]}
    return {name: name for name in mine if name in theirs}


def by_system(results: Sequence[Result], baseline: Baseline) -> dict[tuple[str, str], Result]:
    """Return the results of a baseline, by the system of the run that matches, and the output.

    Args:
        results: The results of the run.
        baseline: The accepted run.
    """
    names = {theirs: x for x, theirs in match_systems(results, baseline.overall).items()}
    return {
        (names[result.system_id], result.target): result
        for result in baseline.results
        if result.system_id in names
    }


def same_options(now: Result, old: Result) -> bool:
    """Return whether two results have equal options, so that their statistics are comparable."""
    loose = ("data", "refs")
    mine, theirs = (
        {key: value for key, value in _comparable(result).items() if key not in loose}
        for result in (now, old)
    )
    return mine == theirs


def _comparable(result: Result) -> dict[str, object]:
    name, parts = signature.read(result.signature)
    loose = _LOOSE | _OF_INTERVALS | KEYS
    if name in metrics:
        cls = metrics.get(name)
        loose |= set(cls.origin.libraries)
        parts = {**_defaults(name, cls), **parts}
    return {"metric": name} | {key: x for key, x in parts.items() if key not in loose}


def _defaults(name: str, cls: type[Metric]) -> dict[str, object]:
    """Return the defaults of options, which signatures of earlier releases may lack."""
    known = {f.name: f.default for f in fields(cls) if f.default is not MISSING}
    known.pop("engine", None)
    return signature.read(signature.write(name, known))[1]


ResultKey = tuple[str | None, str, str | None, str]
"""The data set, system, group and output of a result."""


@dataclass(frozen=True)
class Runs:
    """The content of one or more result files.

    Args:
        results: Their results.
        gates: The verdicts of their gates.
        records: The scores of records, by system and instance; without the systems whose scores
            of records were not written.
        notices: Sentences on what is missing.
        paths: The file of each result, by what distinguishes it.
    """

    results: list[Result]
    gates: list[Verdict]
    records: Records
    notices: list[str]
    paths: Mapping[ResultKey, Path]

    def path_of(self, result: Result) -> Path:
        """Return the file of a result."""
        return self.paths[_key(result)]

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
    owners: dict[ResultKey, Path] = {}
    for path in paths:
        file = _of_set(read_results(path), dataset, path)
        if not file.results:
            raise InputError(f"{path}: this result file contains no result; write it again")
        for result in file.results:
            if _key(result) in owners:
                raise InputError(_repeated(path, owners[_key(result)], result))
            owners[_key(result)] = path
        results += file.results
        gates += file.gates
        if any(result.dataset is not None for result in file.results):
            notices.append(
                f"{path.name} is over data sets; give --dataset NAME for distributions, tests and "
                "records of one of them"
            )
            continue
        scored = read_scored(path, file)
        if scored is None:
            notices.append(
                f"{path.name} was written without the scores of its records; with "
                "`sacreval evaluate --instances` the page also has distributions, tests and records"
            )
        _merge(records, [record for record in scored or () if record.dataset == dataset])
    return Runs(results, gates, records, notices, owners)


def _key(result: Result) -> ResultKey:
    return result.dataset, result.system_id, result.group, result.output


def _of_set(file: ResultFile, dataset: str | None, path: Path) -> ResultFile:
    """Return the results of a data set without its name; all results if none is named."""
    if dataset is None:
        return file
    names = dict.fromkeys(r.dataset for r in file.results if r.dataset not in (None, MEAN))
    if dataset not in names:
        raise UsageError(
            f"--dataset {dataset}: {path} has no such data set; "
            f"{nearest(dataset, [str(name) for name in names], 'it has none')}"
        )
    return replace(
        file,
        results=[replace(r, dataset=None) for r in file.results if r.dataset == dataset],
        gates=[replace(gate, dataset=None) for gate in file.gates if gate.dataset == dataset],
    )


def entries(results: Iterable[Result]) -> tuple[dict[str, Entry], list[str]]:
    """Create the metrics of results.

    Args:
        results: The results.

    Returns:
        The entries by their names in the statistics; and sentences on the metrics that are not
        available here.
    """
    by_name: dict[str, Entry] = {}
    unavailable = {}
    listed = list(results)
    for result in listed:
        name = result.alias or result.metric
        if name in by_name or name in unavailable:
            continue
        known = signature.read(result.signature)[0] in metrics
        if names_third_party_code(result.signature) or not known:
            # A result file may come from anywhere; the code that it names is not run.
            unavailable[name] = (
                f"{name} is not a metric of this installation: no tests of it, and no marks"
            )
            continue
        try:
            matching = (result for result in listed if (result.alias or result.metric) == name)
            by_name[name] = entry_of_results(from_signature(result.signature), matching)
        except (SacrevalError, TypeError, ValueError) as error:
            unavailable[name] = f"{name} cannot be created here, for tests and marks: {error}"
    return by_name, list(unavailable.values())


def instances(records: Records) -> list[str]:
    """List the instances of all systems, in order."""
    names = list(dict.fromkeys(name for of_system in records.values() for name in of_system))
    return sorted(names, key=by_id(names))


def _repeated(path: Path, first: Path, result: Result) -> str:
    where = f" in {result.group}" if result.group else ""
    remedy = "name each result once"
    if path != first:
        remedy = "give the earlier run with --baseline, or run one of them under another system_id"
    return f"{path}: {result.output} of '{result.system_id}'{where} is in {first} already; {remedy}"


def _merge(records: Records, scored: Iterable[Scored]) -> Records:
    """Add scores by system; scores of the same record by other metrics are combined."""
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
    return records
