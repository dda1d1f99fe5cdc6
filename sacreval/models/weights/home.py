"""Models that were set up: their folders in sacreval's data folder, and what is known of them.

A checkpoint is such a folder, any other folder, or a snapshot of Hugging Face on this machine. The
SHA-256 of its files is an option of the metric.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import msgspec

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened
from sacreval.io.files import write_text
from sacreval.io.resources import data_folder

RECORD = "sacreval.json"  # beside the files of a model; written last
_PART = "[A-Za-z0-9_][A-Za-z0-9._-]*"
_NAME = re.compile(rf"(?P<name>{_PART}(?:/{_PART})?)(?:@(?P<commit>[0-9a-f]{{40}}))?")


class ModelName(NamedTuple):
    """The name of a model on a hub, and its commit or "" if none is given."""

    name: str
    commit: str


class SetUp(msgspec.Struct, frozen=True, kw_only=True):
    """A model that was set up.

    Args:
        name: Its name on the hub, such as FacebookAI/roberta-large.
        commit: The commit, 40 hexadecimal digits; "" for a model that is of no hub.
        licence: Its licence.
        metrics: The metrics that it was set up for.
        files: Name of each file to its number of bytes.
        resolved: Whether the commit was that of its branch `main` when it was set up.
        copied: Names with commits of the models of which it has the configuration or tokenizer.
        converted: The pickles whose numbers were stored as safetensors.
    """

    name: str
    commit: str
    licence: str
    metrics: tuple[str, ...]
    files: dict[str, int]
    resolved: bool = False
    copied: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()

    @property
    def pinned(self) -> str:
        """The name with the commit, if it has one."""
        return f"{self.name}@{self.commit}" if self.commit else self.name

    @property
    def bytes(self) -> int:
        """Number of bytes of all files."""
        return sum(self.files.values())

    @property
    def damaged(self) -> str:
        """The name of a file that is missing or has another size; "" if there is none."""
        for name, size in self.files.items():
            path = self.folder / name
            if not path.is_file() or path.stat().st_size != size:
                return name
        return ""

    @property
    def folder(self) -> Path:
        """The folder that holds the files."""
        return folder_of(self.name, self.commit)


def parsed(model: str) -> ModelName | None:
    """Split NAME or NAME@COMMIT; None if it is neither.

    Args:
        model: What the user wrote.
    """
    match = _NAME.fullmatch(model)
    return ModelName(match["name"], match["commit"] or "") if match else None


def folder_of(name: str, commit: str) -> Path:
    """Return the folder of a model, whether it was set up or not."""
    return _home() / name / commit


def read(folder: Path) -> SetUp | None:
    """Return what is known of the model in a folder; None if none was set up there.

    Raises:
        InputError: If the record is damaged.
    """
    path = folder / RECORD
    try:
        return msgspec.json.decode(path.read_bytes(), type=SetUp)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}; remove {folder} and set the model up again") from None


def write(record: SetUp, folder: Path) -> None:
    """Write the record of a model beside its files."""
    with write_text(folder / RECORD) as out:
        out.write(msgspec.json.format(msgspec.json.encode(record), indent=2).decode() + "\n")


def set_up() -> list[SetUp]:
    """List the models that were set up, by name and commit."""
    places = [*_home().glob(f"*/*/{RECORD}"), *_home().glob(f"*/*/*/{RECORD}")]
    models = [read(path.parent) for path in places]
    return sorted((model for model in models if model), key=lambda model: model.pinned)


def find(model: str, metric: str) -> SetUp | None:
    """Return the model that a name means; None if it was not set up.

    Args:
        model: NAME or NAME@COMMIT.
        metric: The metric that needs it, for messages.

    Raises:
        UsageError: If a name without a commit means several models.
    """
    if (wanted := parsed(model)) is None:
        return None
    if wanted.commit:
        return read(folder_of(*wanted)) or _only(wanted, metric)
    return _only(wanted, metric)


def not_set_up(model: str, metric: str) -> NotSetUpError:
    """Return an error with the command that sets a model up."""
    return NotSetUpError(
        f"{shortened(model)} is not on this machine; run: sacreval setup-metric {metric} "
        f"--model {model}"
    )


def _only(wanted: ModelName, metric: str) -> SetUp | None:
    """Return the one model of a name, with or without its organisation."""
    models = [
        model
        for model in set_up()
        if wanted.name in {model.name, model.name.rpartition("/")[2]}
        and wanted.commit in {"", model.commit}
    ]
    if len(models) > 1:
        raise UsageError(
            f"{metric} --model {wanted.name} is one of {len(models)} models; write "
            f"{' or '.join(model.pinned for model in models[:3])}"
        )
    return models[0] if models else None


def _home() -> Path:
    return data_folder() / "models"
