"""`sacreval generate DATASET --prompt P.yaml --with RUNNER`: outputs of a model for records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer
from msgspec import Struct, field

from sacreval.asking.requests import Reply, Request
from sacreval.cli.model_requests import DryRun, RepliesFile, ask_all, check_replies, show_plan
from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    SOME_FAILED,
    Dataset,
    Force,
    JoinFile,
    JoinOn,
    Map,
    Progress,
    Quiet,
    ReaderName,
    RecordsFile,
    SampleSeed,
)
from sacreval.cli.options.judge_options import RunnerOptions, SpendingOptions
from sacreval.cli.options.option_groups import RecordOptions
from sacreval.cli.options.option_values import source_of
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.core.records import Instance
from sacreval.features.generate.generation_requests import RecordRequests

if TYPE_CHECKING:
    from sacreval.features.generate.prompt_files import Prompt


State = Literal["not asked", "failed", "refused", "truncated"]
Problem = tuple[State, str]
"""Why a request has no usable reply: the state, and more about it."""


class JoinedOutputs(Struct, eq=False):
    """Joins replies to records.

    Args:
        replies: The replies by the id of their request.
        system: The system of the outputs.
        several: Whether records have samples, rather than a prediction.
        keep_truncated: Whether replies that are cut are outputs.
        states: How many records have no output, by reason.
        count: Number of records.
    """

    replies: Mapping[str, Reply]
    system: str
    several: bool = False
    keep_truncated: bool = False
    states: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def of(self, asked: Iterable[RecordRequests]) -> Iterator[Instance]:
        """Yield an output record for each record.

        Args:
            asked: The records, with their requests.
        """
        for record in asked:
            self.count += 1
            problems = [self._problem(x, scored=bool(record.texts)) for x in record.requests]
            problem = next((x for x in problems if x is not None), None)
            if problem is not None:
                self.states[problem[0]] += 1
                output: dict[str, Any] = {"error": f"{problem[0]}: {problem[1]}"}
            else:
                output = self._output(record)
            yield msgspec.structs.replace(
                record.instance, **{"system_id": self.system, "error": None, **output}
            )

    def _output(self, record: RecordRequests) -> dict[str, Any]:
        replies = [self.replies[x.id] for x in record.requests]
        if record.texts:
            choices = record.instance.choices or []
            pairs = zip(choices, record.texts, replies, strict=True)
            return {"choices": [_scored(*pair) for pair in pairs]}
        texts = [reply.text for reply in replies]
        return {"samples": texts} if self.several else {"prediction": texts[0]}

    def _problem(self, asked: Request, *, scored: bool) -> Problem | None:
        """Return why a request has no usable reply, or None."""
        reply = self.replies.get(asked.id)
        if reply is None:
            return "not asked", "the model was not asked"
        return _failure(reply) or (
            _unscored(reply) if scored else _unwritten(reply, keep_truncated=self.keep_truncated)
        )


def _failure(reply: Reply) -> Problem | None:
    """Return why a reply is an error or a refusal."""
    refused = reply.refusal is not None or reply.finish_reason == "content_filter"
    if reply.error is not None:
        kind: State = "refused" if reply.error.kind == "filtered" or refused else "failed"
        return kind, ", ".join(filter(None, (reply.error.kind, reply.error.message)))
    if refused:
        return "refused", reply.refusal or "a content filter ended the reply"
    return None


def _unscored(reply: Reply) -> Problem | None:
    return None if reply.logprob is not None else ("failed", "the reply has no log-probability")


def _unwritten(reply: Reply, *, keep_truncated: bool) -> Problem | None:
    if reply.text is None:
        return "failed", "the reply has no text"
    if reply.finish_reason == "length" and not keep_truncated:
        return "truncated", "the reply is cut at the limit of tokens"
    return None


def _scored(choice: Any, text: str, reply: Reply) -> dict[str, Any]:
    fields = choice if isinstance(choice, dict) else {"text": text}
    tokens = {} if reply.n_tokens is None else {"tokens": reply.n_tokens}
    return fields | {"logprob": reply.logprob} | tokens


@ungrouped
def generate(
    *,
    inputs: Dataset,
    prompt: Annotated[
        Path,
        typer.Option(
            metavar="FILE.yaml|NAME",
            help="What is asked: `messages` or a `prompt` with {{JMESPath}} over the fields of a "
            "record, and params, examples, samples or choices; or the name of a prompt that comes "
            "with sacreval, such as short-answer.",
        ),
    ],
    asked: RunnerOptions,
    output: RecordsFile = None,
    replies: RepliesFile = None,
    system: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The system_id of the outputs; by default the model's name."
        ),
    ] = None,
    spending: SpendingOptions,
    dry_run: DryRun = False,
    chosen: RecordOptions,
    seed: SampleSeed = 12345,
    reader: ReaderName = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    force: Force = False,
    allow_errors: Annotated[
        bool,
        typer.Option("--allow-errors", help="Exit with 0 even if some records have no output."),
    ] = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Ask a model about each record of a data set, and write its outputs.

    A reply that failed, was refused or is cut gives a record with `error`, never an empty output.
    """
    from sacreval.asking.answering import Asking
    from sacreval.core.selection import Selection
    from sacreval.features.generate.generation_requests import Pool
    from sacreval.features.generate.generation_requests import asked as requests_of
    from sacreval.features.generate.prompt_files import prompt_path, read_prompt
    from sacreval.io.files import check_writable
    from sacreval.scoring.inputs.selected_records import RecordFilter

    source = source_of(inputs, None, reader, map_, join=join, on=on)
    prompt = Path(prompt_path(str(prompt)))
    what, budget, runner = read_prompt(str(prompt)), spending.budget(), asked.runner()
    asking = Asking(runner, budget, progress and not quiet)
    if output is not None:
        check_writable(output, force=force, inputs=[*source.files(), str(prompt)])
    check_replies(replies, [output, prompt, *map(Path, source.files())])
    pool = Pool.read(what.examples, str(prompt)) if what.examples else None
    of_records = RecordFilter(chosen.of(Selection(), seed))
    records = list(requests_of(of_records.of(source.batches()), what, pool))
    for text in of_records.notices():
        notice(text, quiet=quiet)
    requests = [request for record in records for request in record.requests]
    if dry_run:
        show_plan(requests, replies, asking)
        return
    answers = ask_all(requests, replies, asking, quiet=quiet)
    outputs = _outputs(answers, system or runner.target, what)
    _write(outputs, records, output, quiet=quiet)
    if outputs.states and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _outputs(replies: Mapping[str, Reply], system: str, what: Prompt) -> JoinedOutputs:

    return JoinedOutputs(
        replies,
        system,
        several=what.samples > 1,
        keep_truncated=what.truncated == "keep",
    )


def _write(
    outputs: JoinedOutputs, records: Sequence[RecordRequests], output: Path | None, *, quiet: bool
) -> None:
    from sacreval.cli.output import write_records

    write_records(outputs.of(records), output)
    if output is not None:
        notice(f"{output}: {outputs.count} records of {outputs.system}", quiet=quiet)
    if outputs.states:
        counts = ", ".join(f"{n} {name}" for name, n in sorted(outputs.states.items()))
        notice(
            f"{outputs.states.total()} of {outputs.count} records have an error, and no output "
            f"({counts})"
        )
