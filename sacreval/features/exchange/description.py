"""Description of results: who ran them, when, on which data, of which models.

Equal runs write equal bytes: what results do not contain (who ran them, when) comes from the file
of `--about`.
"""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, time
from typing import Any, Literal

import msgspec

from sacreval.errors import InputError, UsageError, nearest
from sacreval.io.formats.yaml_files import read

Relationship = Literal["first_party", "third_party", "collaborative", "other"]
EPOCH = "SOURCE_DATE_EPOCH"  # of reproducible builds: seconds since 1970


class EvaluationSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who ran the evaluation.

    Args:
        organization: Name of the organization.
        relationship: Its relationship with the models: first_party, third_party, collaborative or
            other.
        name: Name of the source, such as that of a leaderboard.
        url: Address of the organization or of the evaluation.
        user: Name of the person on a model hub.
    """

    organization: str
    relationship: Relationship
    name: str | None = None
    url: str | None = None
    user: str | None = None


class Model(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The model behind a system.

    Args:
        id: `developer/name`, as on a model hub.
        name: Name to show; by default the id.
        developer: The organization that made it; by default the id's first part.
        deployment: Who runs it.
        weights: Whether its weights can be had.
    """

    id: str
    name: str | None = None
    developer: str | None = None
    deployment: Literal["self_deployed", "externally_managed", "unknown"] = "unknown"
    weights: Literal["open_weights", "closed_weights", "unknown"] = "unknown"


class Dataset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data that outputs were scored on.

    Args:
        name: Name to show.
        id: Id on a dataset hub, such as `openai/gsm8k`.
        task: Id of the task within a benchmark, for leaderboards of a hub.
        config: Name of the configuration.
        split: Name of the split, such as test.
        revision: Revision of the data.
        url: Addresses of the data, if it is on no hub.
        output: The output that a leaderboard shows, where a run has several.
    """

    name: str
    id: str | None = None
    task: str | None = None
    config: str | None = None
    split: str | None = None
    revision: str | None = None
    url: list[str] | None = None
    output: str | None = None


class Description(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a file of `--about` describes.

    Args:
        dataset: The data.
        source: Who ran the evaluation.
        task: Type of the task on a model hub, such as summarization.
        date: When it was run, in the form of ISO 8601; a time has an offset from UTC.
        models: System to model; a system with the name `developer/name` needs none.
        correct: Output to the score from which a record counts as correct.
    """

    dataset: Dataset
    source: EvaluationSource | None = None
    task: str | None = None
    date: str | None = None
    models: dict[str, Model] = {}
    correct: dict[str, float] = {}

    def model(self, system: str) -> Model:
        """Return the model of a system.

        Raises:
            UsageError: If the file has no such model, and the system is not called like one.
        """
        if system in self.models:
            return self.models[system]
        developer, slash, name = system.partition("/")
        if developer and slash and name:
            return Model(id=system)
        raise UsageError(
            f"--about: there is no model of '{system}'; {nearest(system, self.models)}, or add it "
            f"under models, as in {{{system}: {{id: developer/name}}}}"
        )

    def moment(self) -> datetime:
        """Return when the evaluation was run: `date`, or else SOURCE_DATE_EPOCH.

        The clock is not read, so that the same run has the same bytes.

        Raises:
            UsageError: If neither is given, or not as a time with an offset.
        """
        if self.date is None:
            return _epoch()
        try:
            moment = datetime.fromisoformat(self.date)
        except ValueError:
            raise UsageError(
                f"--about: {self.date} is no date; write it as 2026-11-20 or "
                "2026-11-20T10:00:00+00:00"
            ) from None
        if moment.tzinfo is None and moment.time() != time():
            raise UsageError(
                f"--about: the time {self.date} has no offset from UTC; add one, as in +00:00"
            )
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def needed(self, name: str, form: str) -> Any:
        """Return a field that a format needs.

        Raises:
            UsageError: If it is absent.
        """
        value: Any = self
        for part in name.split("."):
            value = getattr(value, part)
        if value is None:
            raise UsageError(f"--format {form} needs {name}; add it to the file of --about")
        return value


def read_description(path: str) -> Description:
    """Read a file of `--about`."""
    content = read(path).data
    if isinstance(content, dict) and isinstance(content.get("date"), date):
        content = {**content, "date": content["date"].isoformat()}  # as YAML reads it
    try:
        description = msgspec.convert(content, Description)
    except msgspec.ValidationError as error:
        raise InputError(
            f"{path}: {error}; docs/exchange.md shows a file of --about with all fields"
        ) from None
    for model in description.models.values():
        _check_id(model.id, path)
    return description


def _check_id(name: str, path: str) -> None:
    developer, _, rest = name.partition("/")
    if not developer or not rest or ".." in name.split("/"):
        raise InputError(f"{path}: the model id '{name}' is not of the form developer/name")


def _epoch() -> datetime:
    text = os.environ.get(EPOCH, "")
    if not text:
        raise UsageError(
            "--about: there is no date, and the clock is not read, so that the same run has the "
            f"same bytes; add date to the file, or set {EPOCH}"
        )
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{EPOCH}={text}: this is no number of seconds; correct it") from None
