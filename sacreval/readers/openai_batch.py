"""Batch files: replies of OpenAI, Together, vLLM and Anthropic to requests sent as one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sacreval.asking.batch_replies import is_batch_line
from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError, shortened
from sacreval.io.files import STDIN
from sacreval.io.lines import LineLimit
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LineLogReader, LogCounts, LogRow, Numbered, log_rows
from sacreval.readers._openai_batch.records import prompts, record


@readers.register("openai-batch")
@dataclass(frozen=True, kw_only=True)
class OpenAIBatchReader(LineLogReader):
    """Output and error files of a batch, in the layouts of OpenAI and Anthropic.

    The instance is `custom_id`, the system the model that answered; a request that failed has the
    model of the others. Several choices are `samples`. Requests that failed, were refused or were
    filtered have an `error`. A reply that calls tools is read as its message.

    Args:
        requests: The file of requests, from which prompts are read; they are kept in memory.
        errors: The batch's second file, with the requests that failed; it is read after the first.
            With `requests`, a request in neither file is a record without an output.
    """

    requests: str | None = None
    errors: str | None = None

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the first line is a reply of a batch."""
        return is_batch_line(dict.fromkeys(start.keys))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the replies in the order of the file, and then the errors."""
        if path == STDIN:
            raise UsageError("batch files are read twice, so not from -; name the file")
        paths = [path, *([self.errors] if self.errors else [])]
        model, counts = _only_model(paths, self.limit), LogCounts(path)
        asked = prompts(self.requests) if self.requests else None
        left = dict.fromkeys(asked or ())
        number = 0
        for row in (row for file in paths for row in log_rows(file, self.limit)):
            number += 1
            fields = record(_reply(row), row.where, counts)
            if asked is not None:
                fields["input"] = _prompt(asked, fields["instance_id"], row.where)
                left.pop(fields["instance_id"], None)
            if fields["system_id"] is None:
                fields["system_id"] = model
            yield number, convert(fields, row.where)
        if self.errors:
            yield from _unanswered(left, asked or {}, model, number)
        elif left:
            counts.others.append(
                f"{len(left)} of the requests have no line in this file; name the file of errors "
                "by `errors`, so that they are counted"
            )
        counts.warn()


def _reply(row: LogRow) -> Mapping[str, Any]:
    if not is_batch_line(row.row):
        raise InputError(
            f"{row.where}: this is no reply of a batch, which has `custom_id`, and `response`, "
            "`result` or `error`; name the file of replies"
        )
    return row.row


def _prompt(asked: Mapping[str, str | None], name: str, where: str) -> str | None:
    if name not in asked:
        raise InputError(
            f"{where}: there is no request with the id '{shortened(name)}'; name the requests of "
            "this batch"
        )
    return asked[name]


def _unanswered(
    left: Mapping[str, None], asked: Mapping[str, str | None], model: str | None, number: int
) -> Iterator[Numbered]:
    why = missing_output("not asked", "no line has this request")
    for place, name in enumerate(left, start=number + 1):
        yield place, Instance(instance_id=name, system_id=model, input=asked[name], error=why)


def _only_model(paths: Sequence[str], limit: LineLimit) -> str | None:
    """Return the model that answered, or None if there are several or none."""
    models: set[str] = set()
    for row in (row for path in paths for row in log_rows(path, limit)):
        for name in ("response", "result"):
            models.update(_models(row.row.get(name)))
    return next(iter(models)) if len(models) == 1 else None


def _models(part: Any) -> Iterator[str]:
    places = (part, part.get("body"), part.get("message")) if isinstance(part, dict) else ()
    for place in places:
        name = place.get("model") if isinstance(place, dict) else None
        if isinstance(name, str) and name:
            yield name
