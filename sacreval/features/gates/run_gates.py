"""The gates of a run: parsed before any computation, and judged after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct, structs

from sacreval.core.results import MEAN
from sacreval.errors import InputError, MistakesError, UsageError
from sacreval.features.gates.gate_options import AGAINST, BOUNDS, REPEATED, flag
from sacreval.features.gates.lacking_gates import Allowed
from sacreval.features.gates.regression_rule import Regression

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Direction
    from sacreval.core.results import Result, Verdict
    from sacreval.core.selection import Selection
    from sacreval.features.gates.gate_options import GateOptions
    from sacreval.features.gates.gates import Gate
    from sacreval.features.gates.record_gates import RecordGate
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.inputs.breakdowns import Breakdown
    from sacreval.scoring.intervals.corrected_means import Humans
    from sacreval.scoring.result_files import Baseline


class SetGates(NamedTuple):
    """The gates of a data set.

    Args:
        bounds: Bounds on single outputs.
        of_records: Bounds on numbers computed from the scores of records.
        baseline: The accepted run, or None.
        rule: The rule that decides what counts as worse than it; None if there are no gates.
        allowed: The shares of unanswered and of missing records that are allowed.
    """

    bounds: Sequence[Gate] = ()
    of_records: Sequence[RecordGate] = ()
    baseline: Baseline | None = None
    rule: Regression | None = None
    allowed: Allowed = Allowed()

    def against(self, baseline: Baseline | None, *, named: bool) -> SetGates:
        """Return the gates with the accepted run; without one, nothing is compared.

        Args:
            baseline: The accepted run, or None if it lacks the data set.
            named: Whether outputs of some data set are named; others are not compared then.
        """
        if self.rule is None:
            return self
        if baseline is None:
            return self._replace(rule=structs.replace(self.rule, **{name: {} for name in AGAINST}))
        return self._replace(baseline=None if named and not self.rule.named else baseline)

    def judge(
        self, evaluation: Evaluation, results: Sequence[Result], selection: Selection | None
    ) -> tuple[list[Verdict], list[str]]:
        """Judge the results of the data set and return verdicts and notices.

        Args:
            evaluation: The rows of the data set.
            results: Its results.
            selection: The systems that take part; None if all do.
        """
        if self.rule is None:
            return [], []
        from sacreval.features.gates import gates, record_gates
        from sacreval.features.gates.gates import in_groups
        from sacreval.features.gates.paired_rows import TwoRuns
        from sacreval.features.gates.point_estimates import point_notices

        runs = None if self.baseline is None else TwoRuns(evaluation, results, self.baseline)
        targets = [
            *(gate.output for gate in self.bounds),
            *(gate.output for gate in self.of_records),
            *self.rule.named,
        ]
        verdicts = [
            *in_groups(dict.fromkeys(targets), results),
            *gates.judge(self.bounds, results),
            *record_gates.judge(self.of_records, evaluation, results),
        ]
        verdicts = self.allowed.without_silence(verdicts, results, runs.before if runs else {})
        notices: list[str] = []
        if runs is not None:
            from sacreval.features.gates import regression
            from sacreval.features.gates.matched_runs import absent_systems

            compared, notices = regression.judge(runs, self.rule, self.allowed)
            verdicts += [*compared, *absent_systems(runs, self.rule, selection)]
        verdicts = [*self.allowed.verdicts(results), *verdicts]
        texts = point_notices(evaluation, results, self.bounds, runs, self.rule)
        return verdicts, [*notices, *texts]


class Gates(Struct, frozen=True):
    """The gates of a run.

    Args:
        sets: Data set to its gates; the only one of a run without data sets is under None.
        means: Gates on means over data sets.
        notices: Sentences on data sets that only the run or only its baseline has.
    """

    sets: Mapping[str | None, SetGates]
    means: SetGates = SetGates()
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
        earlier: list[Result] = []
        for name, gates in self.sets.items():
            if gates.baseline is None:
                continue
            from sacreval.scoring.result_files import by_system

            old = by_system(_of_set(results, name), gates.baseline)
            earlier += [structs.replace(r, system_id=system) for (system, _), r in old.items()]
        return earlier

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
        from sacreval.scoring.sets.data_sets import naming_data_set, of_set

        verdicts: list[Verdict] = []
        notices = list(self.notices)
        for name, gates in self.sets.items():
            with naming_data_set(name):
                judged, texts = gates.judge(evaluations[name], _of_set(results, name), selection)
            sentences = of_set(name, [verdict.sentence for verdict in judged])
            verdicts += [
                structs.replace(verdict, dataset=name, sentence=sentence)
                for verdict, sentence in zip(judged, sentences, strict=True)
            ]
            notices += of_set(name, texts)
        return [*verdicts, *self._of_means(results)], notices

    def _of_means(self, results: Sequence[Result]) -> list[Verdict]:
        """Judge the means, and fail the systems without one, which lack the score of a set."""
        if not self.means.bounds:
            return []
        from sacreval.core.results import MEAN, Verdict
        from sacreval.features.gates import gates
        from sacreval.scoring.sets.data_set_results import means_over_sets

        means = _of_set(results, MEAN)
        there = {(result.system_id, result.output) for result in means}
        without = dict.fromkeys(
            (gate, result.system_id)
            for gate in self.means.bounds
            for result in results
            if result.output == gate.output and (result.system_id, result.output) not in there
        )
        before = {(x.system_id, x.output): x for x in means_over_sets(self.before(results))[0]}
        judged = gates.judge(self.means.bounds, means)
        verdicts = [
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
        return [
            structs.replace(v, dataset=MEAN, sentence=f"mean over data sets: {v.sentence}")
            for v in verdicts
        ]


def _of_set(results: Sequence[Result], name: str | None) -> list[Result]:
    return [result for result in results if result.dataset == name]


T = TypeVar("T")


def gates_of(
    entries: Mapping[str | None, Sequence[Entry]],
    options: GateOptions,
    rule: Regression,
    humans: Mapping[str | None, Humans | None],
    by: Sequence[str] = (),
) -> Gates:
    """Parse the gates of a run, and read its baseline.

    Args:
        entries: Data set to its metrics, with their options set; None for a run without.
        options: The gates.
        rule: Level, seed and units of tests against the baseline.
        humans: Data set to the human labels that correct its means, or None.
        by: The values of --by.

    Raises:
        UsageError: If one cannot be parsed, names an unknown output or data set, or lacks the
            baseline; the sentences of all are in it.
        InputError: If the baseline cannot be read.
    """
    parsed = one_by_one(lambda part: parsed_gates(entries, part, rule, humans, by), options)
    if options.baseline is None:
        return parsed
    accepted, notices = _accepted(options.baseline, list(entries), force=options.force_baseline)
    named = any(getattr(options, field) for field in AGAINST)
    sets = {
        name: gates.against(accepted.get(name), named=named) for name, gates in parsed.sets.items()
    }
    return structs.replace(parsed, sets=sets, notices=notices)


def one_by_one(parse: Callable[[GateOptions], T], options: GateOptions) -> T:
    """Parse gates; if one is wrong, look for mistakes in all others."""
    try:
        return parse(options)
    except UsageError as error:
        mistakes = list(dict.fromkeys(map(str, [*of_each(parse, options), error])))
        if len(mistakes) > 1:
            raise MistakesError(mistakes) from None
        raise


def of_each(parse: Callable[[GateOptions], object], options: GateOptions) -> Iterator[UsageError]:
    """Yield what is wrong with each gate by itself; see `one_by_one`."""
    for name in REPEATED:
        for text in getattr(options, name) or ():
            try:
                parse(options.replaced(**{**dict.fromkeys(REPEATED), name: [text]}))
            except UsageError as error:
                yield error


def parsed_gates(
    entries: Mapping[str | None, Sequence[Entry]],
    options: GateOptions,
    rule: Regression,
    humans: Mapping[str | None, Humans | None],
    by: Sequence[str] = (),
) -> Gates:
    """Parse gates as `gates_of` does, without reading the baseline; the first mistake ends it."""
    rule = structs.replace(rule, sharing=len(entries), force=options.force_baseline)
    shares = _by_set(entries, options)
    sets = {
        name: _parsed(chosen, shares[name], rule, humans.get(name), by)
        for name, chosen in entries.items()
    }
    if MEAN not in shares:
        return Gates(sets)
    every = [entry for chosen in entries.values() for entry in chosen]
    return Gates(sets, _parsed(every, shares[MEAN], rule))


def _by_set(
    entries: Mapping[str | None, Sequence[Entry]], options: GateOptions
) -> Mapping[str | None, GateOptions]:
    """Return the gates of each data set, and under MEAN those on means; without sets, all."""
    if None in entries:
        return {None: options}
    from sacreval.features.gates.gates import gates_of_set
    from sacreval.features.gates.record_gates import is_of_records
    from sacreval.scoring.entries.output_names import mains

    outputs = _outputs(entries)
    named = mains([entry for chosen in entries.values() for entry in chosen])

    def share(name: str, field: str) -> list[str]:
        return gates_of_set(getattr(options, field) or (), flag(field), name, outputs, named)

    for field in AGAINST:
        for text in share(MEAN, field):
            raise UsageError(
                f"{flag(field)} {text}: means over data sets have no baseline; bound the output "
                "of each data set, or the mean with --check"
            )
    shares: dict[str | None, GateOptions] = {}
    for name in outputs:
        texts = {field: share(name, field) for field in REPEATED}
        bounded = name != MEAN and any(texts[field] for field in BOUNDS)
        shares[name] = options.replaced(**texts, corrected=options.corrected and bounded)
    shares[MEAN] = shares[MEAN].replaced(baseline=None)
    for text in filter(is_of_records, shares[MEAN].check or ()):
        raise UsageError(f"--check {text}: means over data sets have no records; name a data set")
    return shares


def _outputs(
    entries: Mapping[str | None, Sequence[Entry]],
) -> dict[str, Mapping[str, Direction]]:
    """Return the outputs of each data set; under `MEAN` those that two sets or more have."""
    from sacreval.scoring.entries.output_names import directions

    outputs = {str(name): directions(chosen) for name, chosen in entries.items()}
    counts = Counter(output for of in outputs.values() for output in of)
    everywhere = {name: x for of in outputs.values() for name, x in of.items()}
    return {**outputs, MEAN: {name: x for name, x in everywhere.items() if counts[name] > 1}}


def _parsed(
    entries: Sequence[Entry],
    options: GateOptions,
    rule: Regression,
    humans: Humans | None = None,
    by: Sequence[str] = (),
) -> SetGates:
    """Parse the gates of one data set."""
    if options.corrected and not (options.fail_under or options.check):
        raise UsageError("--corrected is about bounds; give --fail-under METRIC=VALUE, or --check")
    allowed = Allowed(options.max_unanswered, options.max_missing)
    allowed.check()
    wanted = any(getattr(options, field) for field in (*REPEATED, "baseline"))
    if not wanted and allowed == Allowed():
        return SetGates()
    from sacreval.scoring.inputs.breakdowns import breakdowns

    groups = breakdowns(by)
    bounds, of_records = _bounds(entries, options, groups, humans)
    return SetGates(bounds, of_records, None, rule.of(options, entries, groups), allowed)


def _bounds(
    entries: Sequence[Entry],
    options: GateOptions,
    groups: Sequence[Breakdown],
    humans: Humans | None,
) -> tuple[Sequence[Gate], Sequence[RecordGate]]:
    """Parse the bounds on outputs, and those on the scores of records."""
    from sacreval.features.gates import gates
    from sacreval.features.gates.record_gates import is_of_records, record_gates

    check = options.check or ()
    of_records = record_gates(entries, filter(is_of_records, check), groups)
    check = [text for text in check if not is_of_records(text)]
    bounds = gates.gates(entries, fail_under=options.fail_under or (), check=check, by=groups)
    if not options.corrected:
        return bounds, of_records
    for gate in of_records:
        raise UsageError(
            f'--corrected is about means, and --check "{gate.text}" about records; drop one'
        )
    return gates.on_corrected(bounds, humans.dimensions if humans else {}), of_records


def _accepted(
    path: Path, names: Sequence[str | None], *, force: bool
) -> tuple[Mapping[str | None, Baseline], list[str]]:
    """Read the accepted run of each data set, with notices of sets that only one of both has."""
    from sacreval.scoring.result_files import read_baselines

    accepted = read_baselines(path)
    missing = [str(name) for name in names if name not in accepted]
    gone = ", ".join(str(name) for name in accepted if name not in names)
    if None in names and missing:
        raise InputError(
            f"{path}: this baseline is of the data sets {gone}, and this run has none; "
            "give the same --dataset"
        )
    if missing and not (force and len(missing) < len(names)):
        raise UsageError(
            f"{path}: this baseline has no results of {', '.join(missing)}; accept a "
            "new one with `sacreval baseline set`, or give --force-baseline to compare the data "
            "sets that both have"
        )
    notices = [f"{path}: no results of {', '.join(missing)}"] if missing else []
    if gone:
        notices.append(f"{path}: it also has {gone}, not in this run")
    return accepted, notices
