"""The gates of a run over data sets, judged after it: those of each set, and those on means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, structs

from sacreval.features.gates.gate_options import AGAINST
from sacreval.features.gates.lacking_gates import Allowed

if TYPE_CHECKING:
    from sacreval.core.results import Result, Verdict
    from sacreval.core.selection import Selection
    from sacreval.features.gates.gates import Gate
    from sacreval.features.gates.record_gates import RecordGate
    from sacreval.features.gates.regression_rule import Regression
    from sacreval.scoring.evaluation import Evaluation
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
        from sacreval.features.gates.gate_targets import in_groups
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
        from sacreval.scoring.sets.data_sets import about, of_set

        verdicts: list[Verdict] = []
        notices = list(self.notices)
        for name, gates in self.sets.items():
            with about(name):
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
