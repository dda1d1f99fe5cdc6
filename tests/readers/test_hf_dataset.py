"""Folders of Hugging Face data sets, and names of labels that are stored as numbers."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers._by_content import by_content
from sacreval.readers._hf_folders import (
    by_feature,
    columns_of,
    data_files,
    features_of,
    labels_of,
    split_folder,
)
from sacreval.readers.hf_dataset import HfDatasetReader
from support import tool_logs
from support.arrow_tables import hf_folder, pyarrow

LABELS = {"_type": "ClassLabel", "names": ["no", "yes"]}
LABEL = {"_type": "ClassLabel", "names": ["no", "yes"]}
ROWS = [{"prediction": "7"}]


@pytest.mark.parametrize("entry", tool_logs.entries("hf_datasets"), ids=lambda e: e["file"])
def test_expected(entry, read):
    """The shared folder holds the records that should come out, with the option of its note."""
    pyarrow()
    path = tool_logs.folder("hf_datasets") / entry["file"]
    assert by_content(str(path)) == "hf-dataset"
    found = read("hf-dataset", path, {"input": "question"})
    for one, wanted in zip(found, entry["records"], strict=True):
        assert {name: getattr(one, name) for name in wanted} == wanted
        assert one.meta is not None


def test_splits_and_labels(tmp_path, read):
    """A split is an option; its files are read in order, and labels by name."""
    features = {"prediction": {"_type": "Value"}, "reference": LABELS}
    rows = [{"prediction": "yes", "reference": 1}]
    hf_folder(tmp_path / "test", rows, [{"prediction": "no", "reference": 0}], features=features)
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test", "train"]}))
    found = read('hf-dataset{"split": "test"}', tmp_path)
    assert [(one.prediction, one.references) for one in found] == [("yes", ["yes"]), ("no", ["no"])]
    numbered = list(HfDatasetReader(split="test").records(str(tmp_path)))
    assert [number for number, _ in numbered] == [1, 2]


def test_names():
    """Labels have names wherever they are nested; -1 is a missing label."""
    features = {
        "plain": LABEL,
        "list": {"_type": "List", "feature": LABEL},
        "old_list": [LABEL],
        "rows": {"_type": "Sequence", "feature": {"label": LABEL, "text": {"_type": "Value"}}},
        "text": {"_type": "Value", "dtype": "string"},
    }
    name = by_feature(features)
    assert name is not None
    found = name({
        "plain": -1, "list": [0, 1], "old_list": [1, None], "text": "x",
        "rows": {"label": 1, "text": "x"},
    })  # fmt: skip
    assert found == {
        "plain": None, "list": ["no", "yes"], "old_list": ["yes", None], "text": "x",
        "rows": {"label": "yes", "text": "x"},
    }  # fmt: skip


def test_without_labels():
    """Nothing is changed without labels, or where the note cannot be read."""
    assert by_feature({"text": {"_type": "Value"}}) is None
    assert by_feature({"x": {"_type": "ClassLabel"}}) is None
    assert labels_of("") is None
    assert labels_of("[") is None
    assert labels_of('{"info": 1}') is None


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
