"""Folders that the library `datasets` saves: their files of rows, splits and features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import InputError, UsageError, shortened
from sacreval.io.whole_files import SizeLimit, read_whole

Row = dict[str, Any]
Change = Callable[[Any], Any]


def labels_of(noted: str) -> Callable[[Row], Row] | None:
    """Return a function that replaces the numbers of labels in a row by their names."""
    try:
        metadata = msgspec.json.decode(noted) if noted else {}
        return by_feature(metadata["info"]["features"])
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def by_feature(features: Mapping[str, Any]) -> Callable[[Row], Row] | None:
    """Return a function that replaces the numbers of labels in a row by their names."""
    by_column = {name: _change(feature) for name, feature in features.items()}
    changes = {name: change for name, change in by_column.items() if change is not None}
    if not changes:
        return None
    return lambda row: {
        name: changes[name](value) if name in changes else value for name, value in row.items()
    }


def _change(feature: Any) -> Change | None:
    """Return what replaces the labels of a feature; None if it has none."""
    if isinstance(feature, list):  # as older releases note lists
        return _of_items(_change(feature[0])) if feature else None
    if not isinstance(feature, Mapping):
        return None
    kind = feature.get("_type")
    if kind == "ClassLabel":
        return _name_of(feature.get("names"))
    if kind in ("List", "LargeList", "Sequence"):
        return _of_items(_change(feature.get("feature")))
    return by_feature(feature) if kind is None else None


def _name_of(names: Any) -> Change | None:
    if not isinstance(names, list):
        return None

    def name(number: Any) -> Any:
        known = isinstance(number, int) and 0 <= number < len(names)
        return names[number] if known else None if number == -1 else number  # -1: no label

    return name


def _of_items(change: Change | None) -> Change | None:
    """Return a change of each item of a list; None of a value that is missing."""
    if change is None:
        return None

    def items(values: Any) -> Any:
        if isinstance(values, dict):  # a sequence of structures is stored as lists by field
            return change(values)
        return [change(value) for value in values] if isinstance(values, list) else values

    return items


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
    """Return the features of the columns of a saved data set."""
    return _decoded(Path(folder, INFO), _Info).features or {}


def split_folder(path: str, split: str | None) -> str:
    """Return the folder of a split, which is the folder itself for a single data set."""
    if not Path(path, SPLITS).is_file():
        if split is not None:
            raise UsageError(f"{path}: this data set has no splits; leave out `split`")
        return path
    splits = _decoded(Path(path, SPLITS), _Splits).splits
    chosen = split if split is not None else splits[0] if len(splits) == 1 else None
    if chosen is None or chosen not in splits:
        names = shortened(", ".join(splits))
        example = splits[0] if splits else "test"
        raise UsageError(
            f"{path}: name one of the splits {names}: "
            f'--reader \'hf-dataset{{"split": "{shortened(example)}"}}\''
        )
    return str(_inside(Path(path), chosen, Path(path, SPLITS)))


def data_files(folder: str) -> list[str]:
    """Return the files with the rows of a saved data set, in order."""
    state = _decoded(Path(folder, STATE), _State)
    if state.indices_files or state.indices_data_files:
        raise InputError(
            f"{Path(folder, STATE)}: this is a selection of rows (_indices_files); load it by "
            "`datasets`, call flatten_indices(), and save it again"
        )
    place = Path(folder, STATE)
    return [str(_inside(Path(folder), file.filename, place)) for file in state.data_files]


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
