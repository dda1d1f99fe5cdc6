"""Folders that the library `datasets` saves: their files of rows, splits and features."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.options.wrong_values import in_plain_words
from sacreval.errors import InputError, UsageError, shortened
from sacreval.io.whole_files import SizeLimit, read_whole

STATE, INFO, SPLITS = "state.json", "dataset_info.json", "dataset_dict.json"
_LIMIT = SizeLimit(64.0)  # MiB; names of a million labels have some


class _DataFile(msgspec.Struct):
    filename: str


class _State(msgspec.Struct, rename={"data_files": "_data_files"}):
    data_files: list[_DataFile]
    indices_files: list[Any] | None = msgspec.field(default=None, name="_indices_files")
    indices_data_files: list[Any] | None = msgspec.field(default=None, name="_indices_data_files")


class _Info(msgspec.Struct):
    features: dict[str, Any] | None = None


class _Splits(msgspec.Struct):
    splits: list[str]


def is_hf_folder(names: frozenset[str]) -> bool:
    """Return whether the names in a folder are those of a saved data set, or of one with splits."""
    return SPLITS in names or {STATE, INFO} <= names


def columns_of(path: str) -> frozenset[str]:
    """Return the columns that a saved folder states; none if they cannot be read."""
    places = [Path(path, INFO), *sorted(Path(path).glob(f"*/{INFO}"))[:1]]
    for place in places:
        if place.is_file():
            try:
                return frozenset(features_of(str(place.parent)))
            except InputError:  # which the reader reports
                return frozenset()
    return frozenset()


def features_of(folder: str) -> dict[str, Any]:
    """Return the features of the columns of a saved data set.

    Raises:
        InputError: If they cannot be read.
    """
    return _decoded(Path(folder, INFO), _Info).features or {}


def split_folder(path: str, split: str | None) -> str:
    """Return the folder of a split, which is the folder itself for a single data set.

    Args:
        path: The saved folder.
        split: Name of the split; None where there is one only.

    Raises:
        UsageError: If there are several and none is named, or none of that name.
        InputError: If the folder is damaged.
    """
    if not Path(path, SPLITS).is_file():
        if split is not None:
            raise UsageError(f"{path}: this data set has no splits; leave out `split`")
        return path
    found = _decoded(Path(path, SPLITS), _Splits).splits
    chosen = split if split is not None else found[0] if len(found) == 1 else None
    if chosen is None or chosen not in found:
        names = shortened(", ".join(found))
        example = found[0] if found else "test"
        raise UsageError(
            f"{path}: name one of the splits {names}: "
            f'--reader \'hf-dataset{{"split": "{shortened(example)}"}}\''
        )
    return str(_inside(Path(path), chosen, Path(path, SPLITS)))


def data_files(folder: str) -> list[str]:
    """Return the files with the rows of a saved data set, in order.

    Raises:
        InputError: If the folder is damaged, or its rows are a selection that was not written out.
    """
    state = _decoded(Path(folder, STATE), _State)
    if state.indices_files or state.indices_data_files:
        raise InputError(
            f"{Path(folder, STATE)}: this is a selection of rows (_indices_files); load it by "
            "`datasets`, call flatten_indices(), and save it again"
        )
    place = Path(folder, STATE)
    return [str(_inside(Path(folder), one.filename, place)) for one in state.data_files]


def _inside(folder: Path, name: str, where: Path) -> Path:
    if not name or Path(name).name != name:
        raise InputError(f"{where}: '{shortened(name)}' is not in this folder; save it again")
    return folder / name


def _decoded(place: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(read_whole(str(place), _LIMIT), type=kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{place}: {in_plain_words(error)}; save the data set again") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{place}: this is not JSON ({error}); save the data set again") from None
