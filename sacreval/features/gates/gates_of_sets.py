"""Gates of a run over data sets: those of each set, and those on means over sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, structs

from sacreval.errors import UsageError
from sacreval.features.gates.lacking_gates import Allowed
from sacreval.features.gates.run_gates import Gates, gates_of

if TYPE_CHECKING:
    from sacreval.core.metric import Direction
    from sacreval.core.results import Result, Verdict
    from sacreval.core.selections import Selection
    from sacreval.features.gates.gate_units import UnitOptions
    from sacreval.features.gates.stated_gates import StatedGates
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.intervals.human_labels import Humans

BOUNDS = ("fail_under", "check")
AGAINST = ("max_drop", "significant_drop", "not_worse", "no_new_failures")


class TestLevel(NamedTuple):
    """What tests against the baseline share.

    Args:
        level: One minus the level of all tests together.
        seed: Seed of the trials.
        units: How the units of tests are chosen; None for by the data.
    """

    level: float
    seed: int
    units: UnitOptions | None


class GatesOfSets(Struct, frozen=True):
    """The gates of a run, parsed before any computation.

    Args:
        sets: Data set to its gates.
        means: Gates on means over data sets.
        notices: Sentences on data sets that only the run or only its baseline has.
    """

    sets: Mapping[str | None, Gates]
    means: Gates
    notices: Sequence[str] = ()

    @property
    def need_rows(self) -> bool:
        """Whether a gate may need the rows of single records."""
        return any(gates.rule for gates in self.sets.values())

    @property
    def tested(self) -> bool:
        """Whether a test compares with the baseline."""
        rules = [gates.rule for gates in self.sets.values() if gates.baseline is not None]
        return any(rule.tests for rule in rules if rule is not None)

    def before(self, results: Sequence[Result]) -> list[Result]:
        """Return the results of the baseline, with the names that its systems have in a run.

        Args:
            results: The results of the run.
        """
        found: list[Result] = []
        for name, gates in self.sets.items():
            if gates.baseline is None:
                continue
            from sacreval.scoring.baseline import match_systems

            own = [one for one in results if one.dataset == name]
            names = {x: y for y, x in match_systems(own, gates.baseline.overall).items()}
            found += [
                structs.replace(one, system_id=names[one.system_id])
                for one in gates.baseline.results
                if one.system_id in names
            ]
        return found

    def judge(
        self,
        evaluations: Mapping[str | None, Evaluation],
        results: Sequence[Result],
        selection: Selection | None,
    ) -> tuple[list[Verdict], list[str]]:
        """Judge a run and return verdicts and notices.

        Args:
            evaluations: Data set to its rows.
            results: The results of all of them, and means over them.
            selection: The systems that take part; None if all do.
        """
        if None in self.sets:
            return self.sets[None].judge(evaluations[None], results, selection)
        from sacreval.core.results import MEAN
        from sacreval.scoring.sets.data_set_results import by_set
        from sacreval.scoring.sets.data_sets import about, of_set

        found = by_set(results)
        verdicts: list[Verdict] = []
        notices = list(self.notices)
        for name, own in self.sets.items():
            with about(name):
                judged, texts = own.judge(evaluations[name], found.get(name, []), selection)
            verdicts += [_of_set(one, name) for one in judged]
            notices += of_set(name, texts)
        verdicts += [
            structs.replace(one, dataset=MEAN, sentence=f"mean over data sets: {one.sentence}")
            for one in self._of_means(results, found.get(MEAN, []))
        ]
        return verdicts, notices

    def _of_means(self, results: Sequence[Result], means: Sequence[Result]) -> list[Verdict]:
        """Judge the means, and fail the systems without one, which lack the score of a set."""
        if not self.means.bounds:
            return []
        from sacreval.core.results import Verdict
        from sacreval.features.gates import gates
        from sacreval.scoring.sets.data_set_results import means_over_sets

        there = {(one.system_id, one.output) for one in means}
        without = dict.fromkeys(
            (gate, one.system_id)
            for gate in self.means.bounds
            for one in results
            if one.output == gate.output and (one.system_id, one.output) not in there
        )
        before = {(x.system_id, x.output): x for x in means_over_sets(self.before(results))[0]}
        judged = gates.judge(self.means.bounds, means)
        return [
            *self.means.allowed.without_silence(judged, means, before),
            *(
                Verdict(
                    gate=gate.text,
                    output=gate.output,
                    system_id=system,
                    passed=False,
                    sentence=f"{gate.output} of {system} has no value: a data set has no score",
                )
                for gate, system in without
            ),
        ]


def _of_set(verdict: Verdict, name: str | None) -> Verdict:
    return structs.replace(verdict, dataset=name, sentence=f"{name}: {verdict.sentence}")


def gates_of_sets(
    entries: Mapping[str | None, Sequence[Entry]],
    stated: StatedGates,
    tests: TestLevel,
    humans: Mapping[str | None, Humans | None],
    by: Sequence[str] = (),
) -> GatesOfSets:
    """Parse the gates of a run.

    Args:
        entries: Data set to its metrics, with their options set; None for a run without.
        stated: The gates as they are stated.
        tests: What tests against the baseline share.
        humans: Data set to the human labels that correct its means, or None.
        by: The values of --by.

    Raises:
        UsageError: If one cannot be parsed, or names an unknown output or data set.
        InputError: If the baseline cannot be read.
    """
    if None in entries:
        gates = gates_of(entries[None], stated, **tests._asdict(), humans=humans[None], by=by)
        return GatesOfSets({None: gates}, Gates())
    from sacreval.features.gates.accepted_sets import accepted_by_set
    from sacreval.scoring.entries.output_names import mains

    outputs = _outputs(entries)
    every = [entry for chosen in entries.values() for entry in chosen]
    named = mains(every)
    _refuse_means(stated, outputs, named)
    accepted, notices = accepted_by_set(stated, list(outputs))
    made = {}
    for name, chosen in entries.items():
        own = _of_set_only(stated, str(name), outputs, named, [*BOUNDS, *AGAINST])
        if (accepted is not None and name not in accepted) or _of_others(stated, own):
            own = _without_baseline(own)
        baseline = accepted.get(name) if accepted else None
        made[name] = gates_of(
            chosen,
            own,
            **tests._asdict(),
            humans=humans[name],
            by=by,
            accepted=baseline,
            sharing=len(entries),
        )
    return GatesOfSets(made, _of_means(stated, outputs, named, entries), notices)


def each_set(
    entries: Mapping[str | None, Sequence[Entry]], stated: StatedGates
) -> Iterator[tuple[Sequence[Entry], StatedGates]]:
    """Yield the metrics of each data set and the gates that apply to it; no baseline is read.

    Args:
        entries: Data set to its metrics; None for a run without.
        stated: The gates as they are stated.

    Raises:
        UsageError: If one names an unknown data set or output, or is wrong for means over sets.
    """
    if None in entries:
        yield entries[None], stated
        return
    from sacreval.scoring.entries.output_names import mains

    outputs = _outputs(entries)
    named = mains([entry for chosen in entries.values() for entry in chosen])
    _refuse_means(stated, outputs, named)
    for name, chosen in entries.items():
        yield chosen, _of_set_only(stated, str(name), outputs, named, [*BOUNDS, *AGAINST])
    _of_means(stated, outputs, named, entries)


def _outputs(
    entries: Mapping[str | None, Sequence[Entry]],
) -> dict[str, Mapping[str, Direction]]:
    """Return the outputs of each data set; under `MEAN` those that two sets or more have."""
    from sacreval.core.results import MEAN
    from sacreval.scoring.entries.output_names import directions

    found = {str(name): directions(chosen) for name, chosen in entries.items()}
    counts: dict[str, int] = {}
    for of in found.values():
        for output in of:
            counts[output] = counts.get(output, 0) + 1
    everywhere = {name: x for of in found.values() for name, x in of.items()}
    return {**found, MEAN: {name: x for name, x in everywhere.items() if counts[name] > 1}}


def _refuse_means(
    stated: StatedGates,
    outputs: Mapping[str, Mapping[str, Direction]],
    mains: Mapping[str, str],
) -> None:
    from sacreval.core.results import MEAN
    from sacreval.features.gates.gates_by_set import gates_of_set

    for field in AGAINST:
        flag = f"--{field.replace('_', '-')}"
        for text in gates_of_set(getattr(stated, field) or (), flag, MEAN, outputs, mains):
            raise UsageError(
                f"{flag} {text}: means over data sets have no baseline; bound the output of each "
                "data set, or the mean with --check"
            )


def _of_set_only(
    stated: StatedGates,
    name: str,
    outputs: Mapping[str, Mapping[str, Direction]],
    mains: Mapping[str, str],
    names: Sequence[str],
) -> StatedGates:
    """Return the options of gates that apply to a data set."""
    from sacreval.features.gates.gates_by_set import gates_of_set

    found = {
        field: gates_of_set(
            getattr(stated, field) or (), f"--{field.replace('_', '-')}", name, outputs, mains
        )
        for field in names
    }
    bounds = any(found[field] for field in BOUNDS)
    return structs.replace(stated, **found, corrected=stated.corrected and bounds)


def _of_others(stated: StatedGates, own: StatedGates) -> bool:
    """Return whether outputs are named that are compared, and a data set has none of them."""
    return any(getattr(stated, field) for field in AGAINST) and not any(
        getattr(own, field) for field in AGAINST
    )


def _without_baseline(stated: StatedGates) -> StatedGates:
    return structs.replace(stated, **dict.fromkeys(AGAINST), baseline=None)


def _of_means(
    stated: StatedGates,
    outputs: Mapping[str, Mapping[str, Direction]],
    mains: Mapping[str, str],
    entries: Mapping[str | None, Sequence[Entry]],
) -> Gates:
    from sacreval.core.results import MEAN
    from sacreval.features.gates import gates
    from sacreval.features.gates.gates_by_set import gates_of_set
    from sacreval.features.gates.record_gates import is_of_records

    texts = {
        field: gates_of_set(
            getattr(stated, field) or (), f"--{field.replace('_', '-')}", MEAN, outputs, mains
        )
        for field in BOUNDS
    }
    for text in filter(is_of_records, texts["check"]):
        raise UsageError(f"--check {text}: means over data sets have no records; name a data set")
    everything = [entry for chosen in entries.values() for entry in chosen]
    bounds = gates.gates(everything, fail_under=texts["fail_under"], check=texts["check"])
    return Gates(bounds, allowed=Allowed(stated.max_unanswered, stated.max_missing))
