"""Gates on the shares of unanswered and of missing records, without which no gate is passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError

_SLACK = 1e-9  # of a record, for shares that are no binary fractions


class Lack(NamedTuple):
    """How many records, or battles, lack an answer or an output.

    Args:
        what: `unanswered` or `missing`.
        number: Their number.
        of: The number of all.
        units: What they are, in the plural.
    """

    what: str
    number: int
    of: int
    units: str = "records"

    def exceeds(self, share: float) -> bool:
        """Return whether they are more than a share."""
        return self.number > share * self.of + _SLACK

    def excess(self, share: float, there: str = "") -> str:
        """Describe them if they are more than a share, with those of a baseline; else ""."""
        if not self.exceeds(share):
            return ""
        return f"{self.number} of {self.of} {self.units} are {self.what}{there}"

    def verdict(self, share: float, system_id: str, output: str, ending: str = "") -> Verdict:
        """Judge their share by a gate of its own.

        Args:
            share: The largest share that is allowed.
            system_id: The system.
            output: The output.
            ending: What the sentence ends with.
        """
        return Verdict(
            gate=f"--max-{self.what} {share:g}",
            output=output,
            system_id=system_id,
            passed=not self.exceeds(share),
            sentence=f"{self.number} of {self.of} {self.units} of {system_id} are {self.what}"
            f"{ending}",
        )


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
        verdicts: dict[tuple[str, str, str], Verdict] = {}
        for result in results:
            metric = result.signature.partition("|sacreval:")[0]
            for what, share in self._asdict().items():
                if share is not None and result.group is None:
                    key = (metric, result.system_id, what)
                    by = (result.system_id, result.output, f" by {result.output}")
                    verdicts.setdefault(key, _lack(result, what).verdict(share, *by))
        return list(verdicts.values())

    def without_silence(
        self,
        verdicts: Sequence[Verdict],
        results: Sequence[Result],
        before: Mapping[tuple[str, str], Result],
    ) -> list[Verdict]:
        """Fail the gates on outputs that lack more records than are allowed.

        Missing records are allowed up to the share that is named or that the baseline has;
        unanswered ones, which have the lowest score, are held against a baseline alone. The option
        that allows them is named where the gate fails by nothing else.

        Args:
            verdicts: The verdicts on the outputs.
            results: The results.
            before: The results of the baseline, by the system of the run and the output.
        """
        by_target = {(result.system_id, result.target): result for result in results}
        silent = {key: self._silence(result, before.get(key)) for key, result in by_target.items()}
        return [failed(v, silent.get((v.system_id, v.output), {})) for v in verdicts]

    def _silence(self, now: Result, old: Result | None) -> dict[str, str]:
        """Describe the records that a result lacks beyond what is allowed, by what they are."""
        sentences = {}
        for what, share in self._asdict().items():
            if share is None and old is None and what == "unanswered":
                continue
            before = Lack(what, 0, 0) if old is None else _lack(old, what)
            then = before.number / before.of if before.of else 0.0
            there = "" if old is None else f", {before.number} of {before.of} in the baseline"
            sentences[what] = _lack(now, what).excess(then if share is None else share, there)
        return sentences


NOTHING_NAMED = Allowed()
"""No share is named."""


def _lack(result: Result, what: str) -> Lack:
    return Lack(what, result.lacking.get(what, 0), result.n_records)


def failed(verdict: Verdict, why: Mapping[str, str]) -> Verdict:
    """Return a verdict that is failed for reasons; unchanged where there are none.

    Args:
        verdict: A verdict, which may have failed.
        why: What lacks, `unanswered` or `missing`, to the sentence on it, or "".
    """
    reasons = {what: text for what, text in why.items() if text}
    if not reasons:
        return verdict
    ending = "; and " + "; ".join(reasons.values())
    if verdict.passed:
        ending = "; but " + "; ".join(
            f"{text}; --max-{what} SHARE allows them" for what, text in reasons.items()
        )
    return structs.replace(verdict, passed=False, sentence=f"{verdict.sentence}{ending}")
