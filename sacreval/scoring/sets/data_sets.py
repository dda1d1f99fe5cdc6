"""Data sets of a run: each with its files, its metrics, and instance ids of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sacreval.core import aliases
from sacreval.core.metric import metrics
from sacreval.core.records import Scored
from sacreval.errors import InputError, MistakesError, UsageError
from sacreval.io.files import absent, raise_absent
from sacreval.scoring.entries.run_metrics import Entry

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.inputs.source import Source

"""The data set of means over data sets, in results."""


class DataSet(Struct, frozen=True):
    """A data set of a run.

    Args:
        name: Its name; None for the only one of a run that names none.
        source: Its files.
        entries: Its metrics.
    """

    name: str | None
    source: Source
    entries: Sequence[Entry]


def every_entry(sets: Sequence[DataSet]) -> Sequence[Entry]:
    """Return the metrics of all data sets, those of the only one as they are."""
    if len(sets) == 1:
        return sets[0].entries
    return [entry for data_set in sets for entry in data_set.entries]


def files_of(sets: Sequence[DataSet]) -> list[str]:
    """List the files that are read, so that no output replaces one of them."""
    return [path for data_set in sets for path in data_set.source.files()]


def check_inputs(sets: Sequence[DataSet], *beside: Path | None) -> None:
    """Check, before any work, that all inputs exist; all that are missing are named.

    Args:
        sets: The data sets.
        *beside: Further files that the run reads later, such as a baseline, or None; those that are
            missing are named with missing inputs.

    Raises:
        InputError: If one is missing; MissingFilesError for several.
    """
    of_sets = [
        _with_name(_of_suite(text, data_set) or text, data_set.name)
        for data_set in sets
        for text in absent(data_set.source.named_files())
    ]
    others = absent(str(path) for path in beside if path) if of_sets else []
    raise_absent(list(dict.fromkeys([*of_sets, *others])))


def records_of_sets(
    evaluations: Mapping[str | None, Evaluation], *, details: bool = False
) -> Iterator[Scored]:
    """Yield the scores of the records of all data sets, each with the name of its set.

    Args:
        evaluations: Data set to its rows.
        details: Whether scores have what they are made of.
    """
    for name, evaluation in evaluations.items():
        for scored in evaluation.instances(details=details):
            yield with_dataset(scored, name)


def with_dataset(scored: Scored, name: str | None) -> Scored:
    """Return the scores of a record with the name of its data set; None changes nothing."""
    return scored if name is None else replace(scored, dataset=name)


@contextmanager
def naming_data_set(name: str | None) -> Iterator[None]:
    """Name the data set in errors that arise in the block.

    Args:
        name: The data set; None changes nothing.
    """
    try:
        yield
    except (InputError, UsageError) as error:
        if name is None:
            raise
        if isinstance(error, MistakesError):
            raise MistakesError(_with_name(text, name) for text in error.sentences) from None
        raise type(error)(_with_name(str(error), name)) from None


def _with_name(text: str, name: str | None) -> str:
    return text if name is None else f"{text} (data set {name})"


def of_set(name: str | None, sentences: Sequence[str]) -> list[str]:
    """Return notices of a data set with its name before each."""
    return [text if name is None else f"{name}: {text}" for text in sentences]


def _of_suite(text: str, data_set: DataSet) -> str | None:
    """Return what is said of a missing file that has the name of a metric; None for others."""
    words = data_set.source.paths
    others = [word for word in words if word in metrics or aliases.find(word, metrics)]
    if not data_set.entries or not any(text.startswith(f"{word}: ") for word in others):
        return None
    named = " ".join(f"-m {word}" for word in (data_set.entries[0].name, *others))
    files = " ".join(word for word in words if word not in others) or "FILE"
    return (
        f"{others[0]}: this is a metric, and no file; for several metrics write "
        f"suite {named} {files}"
    )


def refuse_sets_of(sets: Sequence[DataSet], what: str) -> None:
    """Check that a run has no data sets, where only one set of records is possible.

    Args:
        sets: The data sets.
        what: The option that needs one, for the message.

    Raises:
        UsageError: If the run names data sets.
    """
    if any(data_set.name is not None for data_set in sets):
        raise UsageError(
            f"{what} is about one set of records; drop it, or give each data set a run of its own"
        )
