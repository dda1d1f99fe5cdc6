"""The reader of folders of Hugging Face data sets."""

import json

import pytest

from sacreval.readers._by_content import by_content
from sacreval.readers.hf_dataset import HfDatasetReader
from support import tool_logs
from support.arrow_tables import hf_folder, pyarrow

LABELS = {"_type": "ClassLabel", "names": ["no", "yes"]}


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
