"""Checkpoints are found on disk, named by their hash, and refused in one sentence."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.models.weights import home
from sacreval.models.weights.weights import checkpoint

pytestmark = pytest.mark.usefixtures("alone")
COMMIT = "0123456789" * 4


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of a model, whose contents do not matter here."""
    made = tmp_path / "tiny"
    made.mkdir()
    (made / "config.json").write_text('{"model_type": "bert"}')
    (made / "model.safetensors").write_bytes(b"weights")
    (made / "tokenizer.json").write_text("{}")
    (made / "README.md").write_text("not read")
    return made


def test_the_hash_is_of_names_and_contents(folder):
    """The SHA-256 is that of lines `hash  name`, as sha256sum writes them, sorted by name."""
    names = ["config.json", "model.safetensors", "tokenizer.json"]
    lines = [f"{hashlib.sha256((folder / n).read_bytes()).hexdigest()}  {n}\n" for n in names]
    found = checkpoint(str(folder))
    assert found.files == tuple(names)
    assert found.sha256 == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert (found.name, found.pickled) == ("tiny", False)
    assert found.config() == {"model_type": "bert"}


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_each_file_counts(folder, name):
    """A change of any file that numbers depend on changes the hash."""
    before = checkpoint(str(folder)).sha256
    (folder / name).write_text('{"model_type": "roberta", "other": 1}')
    assert checkpoint(str(folder)).sha256 != before


def test_other_files_do_not_count(folder):
    """A file that no number depends on leaves the hash unchanged."""
    before = checkpoint(str(folder)).sha256
    (folder / "README.md").write_text("changed")
    assert checkpoint(str(folder)).sha256 == before


def test_a_pickle_needs_the_flag(folder):
    """Weights in a pickle are refused without the flag, and a safetensors file comes first."""
    (folder / "pytorch_model.bin").write_bytes(b"pickle")
    assert not checkpoint(str(folder)).pickled
    (folder / "model.safetensors").unlink()
    with pytest.raises(UsageError, match="the weights are a pickle, .*or give --pickles"):
        checkpoint(str(folder))
    found = checkpoint(str(folder), pickles=True)
    assert found.pickled
    assert "pytorch_model.bin" in found.files


def test_shards(folder):
    """Weights in several files are those that the index names, and all must be there."""
    (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")
    index = folder / "model.safetensors.index.json"
    shards = {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}
    index.write_text(json.dumps({"weight_map": shards}))
    with pytest.raises(InputError, match=r"00002-of-00002\.safetensors: No such file"):
        checkpoint(str(folder))
    (folder / shards["b"]).write_bytes(b"more")
    assert {*shards.values(), index.name} < set(checkpoint(str(folder)).files)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{}", "no weight_map"), ("[]", "not a JSON object"),
     ('{"weight_map": {"a": "../secret"}}', "lies in another folder")],
)  # fmt: skip
def test_a_damaged_index(folder, text, sentence):
    """An index that names no files beside it is refused."""
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors.index.json").write_text(text)
    with pytest.raises(InputError, match=sentence):
        checkpoint(str(folder))


def test_what_is_missing(folder, tmp_path):
    """A folder without weights or configuration, and a name that is no folder, are refused."""
    (folder / "model.safetensors").unlink()
    with pytest.raises(InputError, match=r"no weights \(model\.safetensors\); copy all files"):
        checkpoint(str(folder))
    with pytest.raises(InputError, match=r"config\.json: No such file"):
        checkpoint(str(tmp_path))
    with pytest.raises(UsageError, match="'no/such/folder' is no folder; name the folder"):
        checkpoint("no/such/folder")
    command = "run: sacreval setup-metric comet --model org/other"
    with pytest.raises(NotSetUpError, match=f"no model of that name was set up; .* {command}"):
        checkpoint("org/other", metric="comet")


def test_a_pinned_snapshot(folder, tmp_path, monkeypatch):
    """`name@commit` is the snapshot in the cache of Hugging Face, or the command is named."""
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    command = f"run: sacreval setup-metric bertscore --model org/tiny@{COMMIT}"
    with pytest.raises(NotSetUpError, match=command):
        checkpoint(f"org/tiny@{COMMIT}", metric="bertscore")
    place = tmp_path / "hub" / "models--org--tiny" / "snapshots" / COMMIT
    place.parent.mkdir(parents=True)
    folder.rename(place)
    found = checkpoint(f"org/tiny@{COMMIT}")
    assert (found.name, found.folder) == ("org/tiny", place)


def test_a_folder_comes_first(folder, monkeypatch):
    """A folder of the name comes before a model that was set up, and that before the cache."""
    record = home.SetUp(
        name="tiny", commit=COMMIT, licence="l", metrics=(), files={}
    )  # fmt: skip
    place = home.folder_of("tiny", COMMIT)
    shutil.copytree(folder, place)
    home.write(record, place)
    assert checkpoint("tiny").folder == place
    monkeypatch.setenv("HF_HUB_CACHE", str(place))
    assert checkpoint(f"tiny@{COMMIT}").folder == place
    monkeypatch.chdir(folder.parent)
    assert checkpoint("tiny").folder == Path("tiny")


@pytest.mark.parametrize("name", ["org/tiny@main", f"org/tiny@{COMMIT[:-1]}", "org/tiny@", ""])
def test_a_name_without_a_commit(name):
    """A branch, a tag or a shortened commit may change, and is refused."""
    with pytest.raises(UsageError, match="NAME@COMMIT with the 40 hexadecimal digits"):
        checkpoint(name)


def test_an_adapter_is_refused(folder):
    """An adapter beside a model would change its numbers where PEFT is installed."""
    (folder / "adapter_config.json").write_text("{}")
    with pytest.raises(UsageError, match="changes the model; merge the adapter first"):
        checkpoint(str(folder))
