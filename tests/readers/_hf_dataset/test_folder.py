"""Folders that `save_to_disk` writes."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers._hf_dataset.folder import columns_of, data_files, features_of, split_folder
from support.arrow_tables import hf_folder

ROWS = [{"prediction": "7"}]


def test_files(tmp_path):
    """The files with rows are those of the state, in its order."""
    folder = hf_folder(tmp_path / "x", ROWS, ROWS)
    assert [file[-25:] for file in data_files(str(folder))] == [
        "data-00000-of-00002.arrow", "data-00001-of-00002.arrow",
    ]  # fmt: skip
    assert columns_of(str(folder)) == {"prediction"}


def test_selections(tmp_path):
    """A selection of rows that was not written out is refused with the remedy."""
    for i, name in enumerate(("_indices_files", "_indices_data_files")):
        folder = hf_folder(tmp_path / str(i), ROWS, **{name: [{"filename": "indices.arrow"}]})
        with pytest.raises(InputError, match=r"call flatten_indices\(\)"):
            data_files(str(folder))


def test_damaged(tmp_path):
    """Files outside of the folder, and documents of another layout, are refused."""
    folder = hf_folder(tmp_path / "x", ROWS, _data_files=[{"filename": "../y.arrow"}])
    with pytest.raises(InputError, match=r"'../y.arrow' is not in this folder"):
        data_files(str(folder))
    for text, reason in (("{", "not JSON"), ("{}", "missing required field `_data_files`")):
        (folder / "state.json").write_text(text)
        with pytest.raises(InputError, match=reason):
            data_files(str(folder))
    (folder / "dataset_info.json").write_text("[]")
    with pytest.raises(InputError, match="save the data set again"):
        features_of(str(folder))
    assert columns_of(str(folder)) == frozenset()


def test_splits(tmp_path):
    """A split is named where there are several, and only there."""
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test", "train"]}))
    hf_folder(tmp_path / "test", ROWS)
    assert split_folder(str(tmp_path), "test") == str(tmp_path / "test")
    for split in (None, "dev"):
        with pytest.raises(UsageError, match="one of the splits test, train: --reader 'hf-data"):
            split_folder(str(tmp_path), split)
    with pytest.raises(UsageError, match="has no splits"):
        split_folder(str(tmp_path / "test"), "test")
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test"]}))
    assert split_folder(str(tmp_path), None) == str(tmp_path / "test")
    assert columns_of(str(tmp_path)) == {"prediction"}
