"""`sacreval arena BATTLES…`: rank systems by pairwise verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Outputs
from sacreval.cli.options.judge_options import RunnerOptions, SpendingOptions
from sacreval.cli.options.option_groups import EndOptions, FormatOptions, ResamplingOptions
from sacreval.cli.options.option_values import parse_map
from sacreval.errors import UsageError
from sacreval.features.arena.options import RankingOptions

if TYPE_CHECKING:
    from sacreval.asking.answering import Asking
    from sacreval.core.records import Batch
    from sacreval.features.arena.battles import Placed
    from sacreval.metrics.judges.judge import Judge


def arena(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="BATTLES...",
            help="Battles as JSONL, also compressed; - is standard input. A battle has "
            "instance_id, the systems a and b, and the score of a from 0 to 1 or the winner: a, b "
            "or tie. With --judge, the outputs of systems as JSONL.",
        ),
    ],
    *,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="JUDGE",
            help="A judge of pairs, such as preference: its verdicts about all pairs of systems of "
            "an instance are the battles, in both orders.",
        ),
    ] = None,
    replies: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Replies to the judge's requests; repeat it for a panel. With --with, the file "
            "that replies are added to.",
        ),
    ] = None,
    runner: RunnerOptions,
    spending: SpendingOptions,
    map_: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="FIELD=JMESPATH",
            help="Expression that finds a field of battles, or groups.NAME, in the log of another "
            "program, whose other fields are left out; repeat it.",
        ),
    ] = None,
    ranking: RankingOptions,
    resampling: ResamplingOptions,
    output: Outputs = None,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Rank systems by pairwise verdicts of judges or people.

    Strengths are Bradley-Terry's, with intervals clustered by instance and rank ranges that hold
    together. A system that never lost or never won has no finite strength and is named.
    """
    from sacreval.cli.output import targets, write_and_show
    from sacreval.features.arena.arena import rank
    from sacreval.features.arena.tables import notes, render, tables
    from sacreval.features.gates.gate_options import raise_if_failed

    wanted = targets(output, [], force=end.force, inputs=[*files, *(replies or ())])
    _ = ranking.bounds, ranking.allowed  # which are wrong before a judge is asked, or not at all
    if judge is None:
        from sacreval.features.arena.battles import read_battles

        _refuse_without_judge(replies, runner, spending)
        battles = read_battles(files, parse_map(map_))
    else:
        asked = _Judging(judge, tuple(replies or ()), runner, spending, quiet=end.quiet)
        battles = asked.battles(files, parse_map(map_))
    report = rank(battles, ranking, resampling)
    write_and_show(
        wanted,
        formats,
        lambda form: render(report, form),
        lambda: tables(report),
        notes(report),
    )
    end.write_notices(report.notices, report.failures)
    raise_if_failed(report.gates)
    end.exit_if_failed(report.failures)


class _Judging:
    """A judge of pairs, and how a model is asked."""

    def __init__(
        self,
        judge: str,
        replies: tuple[str, ...],
        runner: RunnerOptions,
        spending: SpendingOptions,
        *,
        quiet: bool,
    ) -> None:
        self._judge, self._replies = judge, replies
        self._runner, self._spending, self._quiet = runner, spending, quiet

    def battles(self, files: Sequence[str], fields: dict[str, str]) -> list[Placed]:
        """Return the battles of all pairs of systems in files of outputs."""
        from sacreval.features.arena.judged_battles import judged_battles
        from sacreval.metrics.judges.judge import Judge
        from sacreval.scoring.inputs.source import Source

        if self._runner.with_ is None and not self._replies:
            raise UsageError("--judge: give its replies with --replies, or ask with --with")
        _refuse_other_formats(files, fields)
        metric = Judge(judge=self._judge, replies=self._replies)
        batches = list(Source(tuple(files)).batches())
        ask = None if self._runner.with_ is None else self._asked
        return list(judged_battles(metric, batches, ask))

    def _asked(self, judge: Judge, batches: Sequence[Batch]) -> Judge:
        """Ask what has no reply yet."""
        from sacreval.scoring.judge_requests import asked

        return asked(judge, batches, self._asking, partial(notice, quiet=self._quiet))

    @cached_property
    def _asking(self) -> Asking:
        """The runner and the budget that all opponents share."""
        from sacreval.asking.answering import Asking

        return Asking(self._runner.runner(), self._spending.budget(), not self._quiet)


def _refuse_other_formats(files: Sequence[str], fields: dict[str, str]) -> None:
    """Check that outputs are in JSONL files, which a judge of pairs reads again as opponents."""
    from sacreval.io.files import JSON, STDIN, extension

    other = [path for path in files if path == STDIN or extension(path) not in JSON]
    if other or fields:
        what = other[0] if other else "--map"
        raise UsageError(
            f"{what}: with --judge, outputs are JSONL files of records, which are read again as "
            "opponents; write them with `sacreval convert`"
        )


def _refuse_without_judge(
    replies: list[str] | None, runner: RunnerOptions, spending: SpendingOptions
) -> None:
    """Check that nothing says how a model is asked."""
    options = ["replies"] if replies else []
    options += [*runner.changed(), *spending.changed()]
    if options:
        flag = options[0].strip("_").replace("_", "-")
        raise UsageError(f"--{flag}: this says how a judge is asked; name it with --judge")
