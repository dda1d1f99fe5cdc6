"""Checkpoints on disk: found, named by their hash, read from safetensors and pickles."""

import hashlib
import json
import pickle
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.models.weights import home
from sacreval.models.weights.weight_files import parameters, read_tensors, unreadable
from sacreval.models.weights.weights import checkpoint
from support import tiny_comet, tiny_models

pytestmark = pytest.mark.usefixtures("alone")

COMMIT = "0123456789" * 4


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of a model, whose contents do not matter here."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "bert"}')
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "tokenizer.json").write_text("{}")
    (folder / "README.md").write_text("not read")
    return folder


def test_the_hash_is_of_names_and_contents(folder):
    """The SHA-256 is that of lines `hash  name`, as sha256sum writes them, sorted by name."""
    names = ["config.json", "model.safetensors", "tokenizer.json"]
    lines = [f"{hashlib.sha256((folder / n).read_bytes()).hexdigest()}  {n}\n" for n in names]
    model = checkpoint(str(folder))
    assert model.files == tuple(names)
    assert model.sha256 == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert (model.name, model.pickled) == ("tiny", False)
    assert model.config() == {"model_type": "bert"}


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
    model = checkpoint(str(folder), pickles=True)
    assert model.pickled
    assert "pytorch_model.bin" in model.files


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
    model = checkpoint(f"org/tiny@{COMMIT}")
    assert (model.name, model.folder) == ("org/tiny", place)


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


@pytest.fixture
def tensors():
    """Two tensors by name."""
    tiny_models.needed()
    import torch

    return {"a.weight": torch.ones(2, 3), "a.bias": torch.zeros(2)}


def test_a_checkpoint_of_lightning(tensors, tmp_path):
    """The weights of a checkpoint of Lightning are its `state_dict`."""
    import torch

    path = tmp_path / "a.ckpt"
    torch.save({"epoch": 3, "state_dict": tensors, "hyper_parameters": {"lr": 1e-5}}, path)
    loaded = read_tensors(path, pickles=True)
    assert {name: tensor.tolist() for name, tensor in loaded.items()} == {
        name: tensor.tolist() for name, tensor in tensors.items()
    }


def test_a_pickle_must_be_allowed(tensors, tmp_path):
    """A pickle is refused by default, whatever its name."""
    import torch

    torch.save(tensors, tmp_path / "a.bin")
    with pytest.raises(UsageError, match="give --pickles to read numbers only"):
        read_tensors(tmp_path / "a.bin", pickles=False)


def test_code_is_never_run(tmp_path, monkeypatch):
    """A pickle that names a function is refused, and the function is not called."""
    tiny_models.needed()
    monkeypatch.chdir(tmp_path)

    class Malicious:
        def __reduce__(self):
            return open, ("ran", "w")

    (tmp_path / "a.bin").write_bytes(pickle.dumps(Malicious(), protocol=2))
    with pytest.raises(InputError, match="a.bin: the pickle holds io.open, which is no tensor"):
        read_tensors(tmp_path / "a.bin", pickles=True)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("value", [{}, [1, 2], {"a": 1}, {1: 2}])
def test_other_things_than_tensors(value, tmp_path):
    """A pickle of other things than tensors by name is refused."""
    tiny_models.needed()
    import torch

    torch.save(value, tmp_path / "a.bin")
    with pytest.raises(InputError, match="no tensors by name"):
        read_tensors(tmp_path / "a.bin", pickles=True)


def test_errors_of_libraries(tmp_path):
    """Torch's advice is not passed on, also as the cause of another error; others are quoted."""
    path = tmp_path / "a.bin"
    advice = "Weights only load failed. Re-running `torch.load` with `weights_only=False` helps"
    outer = OSError("Unable to load weights")
    outer.__cause__ = pickle.UnpicklingError(f"{advice}: Unsupported global: GLOBAL os.system was")
    assert str(unreadable(path, outer)) == (
        f"{path}: the pickle holds os.system, which is no tensor and could run code; save the "
        "model's state_dict alone, or convert it to safetensors"
    )
    for error in (pickle.UnpicklingError(advice), EOFError()):
        assert str(unreadable(path, error)) == (
            f"{path}: no pickle of tensors, or a damaged one; copy the file anew, or convert it to "
            "safetensors"
        )
    assert "cannot be read (ValueError: why)" in str(unreadable(path, ValueError("why")))
    assert str(unreadable(path, ValueError("why"), "another sentence")) == "another sentence"
    with pytest.raises(MemoryError):
        unreadable(path, MemoryError())


@pytest.mark.parametrize("prefix", ["estimator.ff.", "layerwise_attention.", "none."])
def test_both_formats(prefix):
    """A pickle of Lightning and a file of safetensors have equal parameters under a prefix."""
    tiny_models.needed()
    folder = tiny_comet.build("regression")
    safe, pickled = (
        parameters([folder / name], prefix)
        for name in ("model.safetensors", "checkpoints/model.ckpt")
    )
    assert safe.keys() == pickled.keys()
    assert bool(safe) == (prefix != "none.")
    assert all((safe[name] == pickled[name]).all() for name in safe)


def test_a_pickle_with_code(tmp_path):
    """A pickle that names anything but tensors, numbers and texts is refused and not run."""
    tiny_models.needed()
    import torch

    path = tmp_path / "model.ckpt"
    torch.save({"state_dict": {}, "callbacks": Fraction(1, 2)}, path)
    with pytest.raises(InputError, match=r"model\.ckpt: the pickle holds fractions\.Fraction"):
        parameters([path], "")


def test_another_pickle(tmp_path):
    """A pickle that is no checkpoint of Lightning is refused by what it lacks."""
    tiny_models.needed()
    import torch

    torch.save({"a": 1}, tmp_path / "model.ckpt")
    with pytest.raises(InputError, match=r"model\.ckpt: .* no state_dict, as a checkpoint of"):
        parameters([tmp_path / "model.ckpt"], "")


@pytest.mark.parametrize(
    ("name", "fault"),
    [("model.safetensors", "the weights cannot be read"), ("model.ckpt", "no pickle of tensors")],
)
def test_a_damaged_file(name, fault, tmp_path):
    """A file that is neither is refused in one sentence."""
    tiny_models.needed()
    path = tmp_path / name
    path.write_bytes(b"no weights at all")
    with pytest.raises(InputError, match=fault) as error:
        parameters([path], "")
    assert "\n" not in str(error.value)


ONE, TWO = "1" * 40, "2" * 40


def put(name, commit, **options):
    """Write the record of a model, without its files."""
    record = home.SetUp(**(
        {"name": name, "commit": commit, "licence": "MIT", "metrics": ("bertscore",),
         "files": {"config.json": 2, "model.safetensors": 5}} | options
    ))  # fmt: skip
    record.folder.mkdir(parents=True)
    home.write(record, record.folder)
    return record


@pytest.mark.parametrize(
    ("text", "name"),
    [("org/tiny", ("org/tiny", "")), (f"tiny@{ONE}", ("tiny", ONE)),
     ("a_b/c.d-e", ("a_b/c.d-e", "")),
     ("org/tiny@main", None), ("../x", None), ("a/..", None), ("a/b/c", None), (".a", None),
     ("a b", None), ("é/x", None), ("", None), ("a/b\n", None)],
)  # fmt: skip
def test_names(text, name):
    """A name has at most one slash, of ASCII letters, and no part begins with a dot."""
    assert home.parsed(text) == name


def test_what_is_set_up():
    """Records are read as they were written, sorted by name."""
    second, first = put("org/b", TWO), put("a", ONE)
    assert home.set_up() == [first, second]
    assert (first.bytes, first.pinned) == (7, f"a@{ONE}")
    assert home.read(second.folder) == second


def test_finding():
    """A model is found by its name, with or without the organisation and the commit."""
    model = put("org/b", ONE)
    for name in ("org/b", "b", f"org/b@{ONE}", f"b@{ONE}"):
        assert home.find(name, "bertscore") == model
    for name in ("c", f"b@{TWO}", "no name"):
        assert home.find(name, "bertscore") is None
    put("org/b", TWO)
    assert home.find(f"b@{ONE}", "bertscore") == model
    with pytest.raises(UsageError, match=f"one of 2 models; write org/b@{ONE} or org/b@{TWO}"):
        home.find("org/b", "bertscore")


@pytest.mark.parametrize("text", ["{", '{"name": 1}', "\udcff"])
def test_a_damaged_record(text):
    """A record that cannot be read is named with its remedy."""
    folder = put("a", ONE).folder
    (folder / home.RECORD).write_text(text, errors="surrogateescape")
    with pytest.raises(InputError, match=r"sacreval\.json: .*and set the model up again"):
        home.set_up()
