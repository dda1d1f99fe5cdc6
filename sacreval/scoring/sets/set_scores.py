"""Scores of systems on several data sets, read from result files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from sacreval.core.results import MEAN, Result
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.groups import summary
from sacreval.scoring.inputs.breakdowns import breakdown_of
from sacreval.scoring.inputs.input_files import NamedInput
from sacreval.scoring.inputs.stated_selections import other_selection
from sacreval.scoring.result_files import DATA_DIFFERS, differences, read_results, same_options

OF_DATA = (" has refs ", DATA_DIFFERS, " has own_where ")
"""In sentences on two results: what differs between data sets anyway."""
Scores = Mapping[str, Mapping[str, float]]
"""Data set to system to score; with runs, the mean of its runs."""
ResultsByOutput = dict[str, dict[str, dict[str, Result]]]
"""Output to data set to system to result."""


class NamedFile(NamedTuple):
    """A result file.

    Attributes:
        name: Name of its data set; None if the file is not named.
        path: Its path.
    """

    name: str | None
    path: Path

    @classmethod
    def parse(cls, word: str) -> NamedFile:
        """Parse FILE or NAME=FILE; a file that exists under the whole text is not named."""
        name, path = NamedInput.parse(word)
        return cls(name, Path(path))


@dataclass(frozen=True)
class SetScores:
    """The scores of one output.

    Args:
        output: Name of the output.
        higher_is_better: Its direction.
        scores: The scores; all sets have the same systems.
        missing: System to the number of missing records in all sets, without zeros.
        if_worst: The scores if all of these had the worst score; None where one has no such bound.
        if_best: The scores if all of them had the best score.
        unanswered: System to the number of unanswered records in all sets, without zeros.
    """

    output: str
    higher_is_better: bool
    scores: Scores
    missing: Mapping[str, int] = field(default_factory=dict)
    if_worst: Scores | None = None
    if_best: Scores | None = None
    unanswered: Mapping[str, int] = field(default_factory=dict)

    @property
    def systems(self) -> list[str]:
        """The systems, in the order of the files."""
        return list(next(iter(self.scores.values())))


def rows_of(scores: Scores) -> list[list[float]]:
    """Return scores as rows, sets by systems."""
    return [list(systems.values()) for systems in scores.values()]


@dataclass(frozen=True)
class SetTable:
    """Scores of all outputs over data sets.

    Args:
        outputs: The scores, output by output.
        notices: Sentences on what is left out, or differs between sets.
    """

    outputs: list[SetScores]
    notices: list[str]


def read_set_scores(
    files: Sequence[NamedFile],
    *,
    group: str | None = None,
    outputs: Sequence[str] = (),
    runs: str | None = None,
) -> SetTable:
    """Read the scores of systems on several data sets.

    Args:
        files: Result files; files with the same name have systems of the same set.
        group: Take the values of this group as sets; by default each name or file is one.
        outputs: The outputs; by default all.
        runs: The text before the run in the names of systems, whose scores are averaged; by default
            every system has one run.

    Returns:
        Scores of the systems that every set has.

    Raises:
        InputError: If a file is damaged, or two contain the same result.
        UsageError: If there is no such group or output, or there are too few sets or systems.
    """
    return set_table(_results_by_output(files, group), outputs=outputs, runs=runs)


def results_of_sets(
    files: Sequence[NamedFile], *, group: str | None = None, outputs: Sequence[str] = ()
) -> list[Result]:
    """Return the results of the systems of all data sets, each with the name of its set.

    Args:
        files: As for `read_set_scores`.
        group: As for `read_set_scores`.
        outputs: The outputs; by default all.

    Raises:
        InputError: If a file is damaged, or two contain the same result.
        UsageError: If there is no such group.
    """
    return [
        replace(result, dataset=name, group=None)
        for output, sets in _results_by_output(files, group).items()
        if output in (outputs or (output,))
        for name, systems in sets.items()
        for result in systems.values()
    ]


def set_table(
    results: ResultsByOutput, *, outputs: Sequence[str] = (), runs: str | None = None
) -> SetTable:
    """Return the scores of the systems that every data set has.

    Args:
        results: Output to data set to system to result.
        outputs: The outputs; by default all.
        runs: As for `read_set_scores`.

    Raises:
        UsageError: If there is no such output, or there are too few sets or systems.
    """
    if runs == "":
        raise UsageError("--runs is empty; give the text before the run, such as @ in model@1")
    if unknown := [name for name in outputs if name not in results]:
        raise UsageError(f"--metric {unknown[0]}: {nearest(unknown[0], results)}")
    chosen = {name: results[name] for name in (outputs or results)}
    notices = [*_undirected(chosen), *_other_options(chosen)]
    chosen = {name: sets for name, sets in chosen.items() if _direction(sets) is not None}
    if not chosen:
        raise UsageError(notices[0] if notices else "no result is over all records; give --sets")
    gaps: dict[str, list[str]] = {}
    tables = [_complete(name, sets, runs, gaps) for name, sets in chosen.items()]
    notices += [f"{', '.join(names)}: {text}" for text, names in gaps.items()]
    kept = [t for t in tables if len(t.scores) > 1 and len(t.systems) > 1]
    if not kept:
        raise UsageError(_too_little(tables, notices))
    sets = max(len(table.scores) for table in tables)
    short = [t.output for t in tables if t not in kept]
    if short:
        notices.append(f"{', '.join(short)}: fewer than 2 sets or 2 systems of {sets} sets")
    return SetTable(kept, notices)


def _results_by_output(files: Sequence[NamedFile], group: str | None) -> ResultsByOutput:
    """Read the results of all files, by output, set and system."""
    by_output: ResultsByOutput = {}
    owners: dict[str, Path] = {}
    groups: set[str] = set()
    for name, path in files:
        results = read_results(path).results
        if not results:
            raise InputError(f"{path}: this result file contains no result; write it again")
        groups |= {by.name for r in results if "=" in (r.group or "") and (by := breakdown_of(r))}
        if _by_file(results, name, group) and owners.setdefault(path.stem, path) != path:
            raise InputError(
                f"{path}: {owners[path.stem]} has this name too, and the name is that of the data "
                "set; name the sets with NAME=FILE"
            )
        for set_name, result in _of_sets(results, group, name, path):
            systems = by_output.setdefault(result.output, {}).setdefault(set_name, {})
            if result.system_id in systems:
                raise InputError(
                    f"{path}: '{result.system_id}' has {result.output} in the set '{set_name}' "
                    "already; name each result once, and files of other sets with NAME=FILE"
                )
            _check_selection(result, systems, path, set_name)
            systems[result.system_id] = result
    if not by_output and group is not None:
        remedy = f"evaluate with --by {group}"
        raise UsageError(
            f"--sets {group}: no result has this group; {nearest(group, groups, remedy)}"
        )
    return by_output


def _check_selection(
    result: Result, systems: Mapping[str, Result], path: Path, set_name: str
) -> None:
    """Check that the systems of a set are scored on the same selection of records."""
    for other in systems.values():
        if text := other_selection(result, other):
            raise InputError(
                f"{path}: '{result.system_id}' cannot be compared with '{other.system_id}' in the "
                f"set '{set_name}': {text}; score both on the same records"
            )


def _by_file(results: Sequence[Result], name: str | None, group: str | None) -> bool:
    """Return whether the name of the file is that of the data set."""
    return name is None and group is None and any(result.dataset is None for result in results)


def _of_sets(
    results: Iterable[Result], group: str | None, name: str | None, path: Path
) -> Iterator[tuple[str, Result]]:
    """Yield the results of single sets, with the name of the set."""
    for result in results:
        if result.dataset == MEAN:
            continue
        if group is None and result.group is None:
            yield _set_name(result, name, path), result
        elif group is not None and result.group and _is_by(result, group):
            value = result.group.removeprefix(f"{group}=")
            if not _is_summary(value):
                label = f"{result.dataset}/{value}" if result.dataset else value
                yield f"{name}/{label}" if name else label, result


def _set_name(result: Result, name: str | None, path: Path) -> str:
    """Return the data set of a result: its own, below the name that the file is given."""
    if result.dataset is None:
        return name or path.stem
    return f"{name}/{result.dataset}" if name else result.dataset


def _is_by(result: Result, group: str) -> bool:
    by = breakdown_of(result)
    return by is not None and group in (by.name, by.text)


def _is_summary(value: str) -> bool:
    """Return whether `evaluate --summary` computed these results, over groups."""
    if not (value.startswith("(") and value.endswith(")")):
        return False
    try:
        summary(value[1:-1])
    except UsageError:
        return False
    return True


def _direction(sets: Mapping[str, Mapping[str, Result]]) -> bool | None:
    return next(iter(next(iter(sets.values())).values())).higher_is_better


def _undirected(results: ResultsByOutput) -> Iterator[str]:
    names = [name for name, sets in results.items() if _direction(sets) is None]
    if names:
        yield f"{', '.join(names)}: left out, as neither larger nor smaller values are better"


def _other_options(results: ResultsByOutput) -> Iterator[str]:
    """Describe outputs that are not computed with the same options in all sets."""
    for name, sets in results.items():
        everywhere = [(where, result) for where, of in sets.items() for result in of.values()]
        there, first = everywhere[0]
        other = next((x for x in everywhere if not _alike(x[1], first)), None)
        if other is not None:
            texts = [x for x in differences(other[1], first) if not any(y in x for y in OF_DATA)]
            if texts:
                yield f"{name} differs between the sets '{there}' and '{other[0]}': {texts[0]}"


def _alike(result: Result, other: Result) -> bool:
    return same_options(result, other) and not other_selection(result, other)


def _complete(
    output: str,
    sets: Mapping[str, Mapping[str, Result]],
    runs: str | None,
    gaps: dict[str, list[str]],
) -> SetScores:
    """Keep the systems that all sets have; record in `gaps` which are left out."""
    by_system = {where: _runs_by_system(of.values(), runs) for where, of in sets.items()}
    systems = dict.fromkeys(name for of in by_system.values() for name in of)
    kept = []
    for system in systems:
        without = [where for where, of in by_system.items() if system not in of]
        if without:
            text = f"'{system}' is left out, as it has no score in {', '.join(without)}"
            gaps.setdefault(text, []).append(output)
        else:
            kept.append(system)
    members = {where: {name: of[name] for name in kept} for where, of in by_system.items()}
    everything = {name: [result for of in members.values() for result in of[name]] for name in kept}
    missing = {name: sum(result.missing_total for result in of) for name, of in everything.items()}
    unanswered = {name: sum(result.unanswered for result in of) for name, of in everything.items()}
    bounded = all(x.value_at("if_worst") is not None for of in everything.values() for x in of)
    return SetScores(
        output,
        bool(_direction(sets)),
        _scores(members, lambda result: result.value),
        {name: count for name, count in missing.items() if count},
        _scores(members, lambda result: result.value_at("if_worst")) if bounded else None,
        _scores(members, lambda result: result.value_at("if_best")) if bounded else None,
        {name: count for name, count in unanswered.items() if count},
    )


def _scores(
    members: Mapping[str, Mapping[str, Sequence[Result]]],
    value: Callable[[Result], float | None],
) -> Scores:
    """Return the mean score of the results of each system, which all have one."""
    return {
        where: {
            name: sum(x for result in of if (x := value(result)) is not None) / len(of)
            for name, of in by.items()
        }
        for where, by in members.items()
    }


def _runs_by_system(results: Iterable[Result], runs: str | None) -> dict[str, list[Result]]:
    by_system: dict[str, list[Result]] = {}
    for result in results:
        if result.value is not None:
            by_system.setdefault(model_of(result.system_id, runs), []).append(result)
    return by_system


def model_of(system: str, runs: str | None) -> str:
    """Return the model of a system: its name before the last separator of runs."""
    return system if runs is None else system.rpartition(runs)[0] or system


def _too_little(tables: Sequence[SetScores], notices: Sequence[str]) -> str:
    sets = max((len(table.scores) for table in tables), default=0)
    if tables and sets < 2:  # nothing is over one set
        return (
            f"there is {sets} data set, and a comparison over sets needs 2; give a result "
            "file of each, or --sets GROUP for a result of `evaluate --by GROUP`"
        )
    why = notices[-1] if notices else "every set has one"
    return (
        f"there are not two systems that every set has ({why}); give results of the same systems, "
        "and name files of one set alike, as in news=a.json news=b.json"
    )
