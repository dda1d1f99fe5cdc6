"""Gates on the shares of unanswered and of missing records, without which no gate is passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError

_SLACK = 1e-9  # of a record, for shares that are no binary fractions


class Allowed(NamedTuple):
    """The largest shares of records that may lack an answer or an output; None where none is named.

    Args:
        unanswered: Share of unanswered records.
        missing: Share of missing records.
    """

    unanswered: float | None = None
    missing: float | None = None

    def check(self) -> None:
        """Check that both are shares.

        Raises:
            UsageError: If one is not.
        """
        for what, share in self._asdict().items():
            if share is not None and not 0 <= share <= 1:
                raise UsageError(f"--max-{what} {share:g}: give a share from 0 to 1")

    def verdicts(self, results: Sequence[Result]) -> list[Verdict]:
        """Judge the shares that are named, for each metric and system.

        Args:
            results: The results.
        """
        found: dict[tuple[str, str, str], Verdict] = {}
        for result in results:
            metric = result.signature.partition("|sacreval:")[0]
            for what, share in self._asdict().items():
                if share is not None and result.group is None:
                    key = (metric, result.system_id, what)
                    found.setdefault(key, _verdict(what, share, result))
        return list(found.values())

    def without_silence(
        self,
        verdicts: Sequence[Verdict],
        results: Sequence[Result],
        before: Mapping[tuple[str, str], Result],
    ) -> list[Verdict]:
        """Fail the gates on outputs that lack more records than are allowed.

        Missing records are allowed up to the share that is named or that the baseline has;
        unanswered ones, which have the lowest score, are held against a baseline alone.

        Args:
            verdicts: The verdicts on the outputs.
            results: The results.
            before: The results of the baseline, by the system of the run and the output.
        """
        found = {(one.system_id, one.target): one for one in results}
        silent = {key: self._silence(one, before.get(key)) for key, one in found.items()}
        return [_failed(one, silent.get((one.system_id, one.output), "")) for one in verdicts]

    def _silence(self, now: Result, old: Result | None) -> str:
        """Describe the records that a result lacks beyond what is allowed; "" if there are none."""
        told = []
        for what, share in self._asdict().items():
            if share is None and old is None and what == "unanswered":
                continue
            then = 0.0 if old is None or not old.n else _count(old, what) / old.n
            if _count(now, what) > (then if share is None else share) * now.n + _SLACK:
                there = "" if old is None else f", {_count(old, what)} of {old.n} in the baseline"
                told.append(
                    f"{_count(now, what)} of {now.n} records are {what}{there}; "
                    f"--max-{what} SHARE allows them"
                )
        return "; ".join(told)


def _count(result: Result, what: str) -> int:
    return result.lacking.get(what, 0)


def _failed(verdict: Verdict, why: str) -> Verdict:
    if not why:
        return verdict
    return structs.replace(verdict, passed=False, sentence=f"{verdict.sentence}; but {why}")


def _verdict(what: str, share: float, result: Result) -> Verdict:
    count = _count(result, what)
    return Verdict(
        gate=f"--max-{what} {share:g}",
        output=result.output,
        system_id=result.system_id,
        passed=count <= share * result.n + _SLACK,
        sentence=f"{count} of {result.n} records of {result.system_id} are {what} by "
        f"{result.output}",
    )
