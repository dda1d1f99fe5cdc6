"""Pickles become safetensors with the same numbers, by a process that runs none of their code."""

import json
import os
import pickle

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes import pickled_weights
from sacreval.features.setup.recipes.pickled_weights import pickled, to_safetensors
from support import tiny_models


@pytest.fixture
def tensors():
    """Tensors of several types, of which two share their memory."""
    tiny_models.needed()
    import torch

    first = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    return {"a": first, "tied": first, "b": torch.ones(2, dtype=torch.bfloat16), "c": first.T}


class Code:
    """What a pickle of a stranger may hold: a call that leaves a trace."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def test_what_is_a_pickle():
    """Pickles are known by their endings."""
    names = ["model.safetensors", "pytorch_model.bin", "x/model.ckpt", "vocab.txt", "a.pt"]
    assert pickled(names) == ["a.pt", "pytorch_model.bin", "x/model.ckpt"]


@pytest.mark.parametrize("name", ["pytorch_model.bin", "checkpoints/model.ckpt"])
def test_numbers_are_kept(tensors, tmp_path, name):
    """A file of tensors, and a checkpoint of Lightning, become model.safetensors."""
    import torch
    from safetensors.torch import load_file

    (tmp_path / name).parent.mkdir(exist_ok=True)
    stored = {"state_dict": tensors, "epoch": 3} if name.endswith(".ckpt") else tensors
    torch.save(stored, tmp_path / name)
    assert to_safetensors(tmp_path, [name]) == ["model.safetensors"]
    assert [path.name for path in tmp_path.rglob("*")] == ["model.safetensors"]
    kept = load_file(tmp_path / "model.safetensors")
    assert kept.keys() == tensors.keys()
    for key, tensor in kept.items():
        assert (tensor.dtype, tensor.shape) == (tensors[key].dtype, tensors[key].shape)
        assert torch.equal(tensor, tensors[key])
    first = (tmp_path / "model.safetensors").read_bytes()
    torch.save(dict(reversed(tensors.items())), tmp_path / "again.bin")
    to_safetensors(tmp_path, ["again.bin"])
    assert (tmp_path / "model.safetensors").read_bytes() == first


def test_shards(tensors, tmp_path):
    """Shards keep their names and their index, and a metric finds them."""
    import torch

    from sacreval.models.weights.weights import weight_files

    names = [f"pytorch_model-0000{i}-of-00002.bin" for i in (1, 2)]
    for name, key in zip(names, "ab", strict=True):
        torch.save({key: tensors[key]}, tmp_path / name)
    index = {"weight_map": dict(zip("ab", names, strict=True))}
    (tmp_path / "pytorch_model.bin.index.json").write_text(json.dumps(index))
    new = to_safetensors(tmp_path, names)
    safe = [f"model-0000{i}-of-00002.safetensors" for i in (1, 2)]
    assert new == [*safe, "model.safetensors.index.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(new)
    weights = weight_files(tmp_path)
    assert (set(weights.names), weights.pickled) == (set(new), False)


def test_modules_keep_their_place(tensors, tmp_path):
    """The pickle of a module beside safetensors of the model does not replace these."""
    import torch

    (tmp_path / "2_Dense").mkdir()
    (tmp_path / "model.safetensors").write_bytes(b"those of the model")
    torch.save(tensors, tmp_path / "2_Dense" / "pytorch_model.bin")
    new = to_safetensors(tmp_path, ["2_Dense/pytorch_model.bin"])
    assert new == ["2_Dense/model.safetensors"]
    assert (tmp_path / "model.safetensors").read_bytes() == b"those of the model"


def test_code_is_not_run(tmp_path):
    """A pickle that calls a function is refused, and the function is not called."""
    tiny_models.needed()
    import torch

    trace = tmp_path / "trace"
    torch.save({"a": Code(str(trace))}, tmp_path / "x.bin")
    with pytest.raises(InputError, match="cannot be read without running its code") as raised:
        to_safetensors(tmp_path, ["x.bin"])
    assert not trace.exists()
    assert "(it asks for posix.mkdir)" in str(raised.value)
    (tmp_path / "y.bin").write_bytes(pickle.dumps(Code(str(trace))))
    with pytest.raises(InputError, match=r"^y\.bin: its numbers cannot be read"):
        to_safetensors(tmp_path, ["y.bin"])
    assert not trace.exists()


@pytest.mark.parametrize("stored", [[1, 2], {}, {"a": 1}, {"a": "x"}])
def test_other_things_than_tensors(tmp_path, stored):
    """Pickles without tensors by name are refused."""
    tiny_models.needed()
    import torch

    torch.save(stored, tmp_path / "x.bin")
    with pytest.raises(InputError, match=r"^x\.bin: .* damaged or holds other things .*tensor"):
        to_safetensors(tmp_path, ["x.bin"])


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"\x80\x04."])
def test_damaged_files(tmp_path, content):
    """A damaged file is one sentence."""
    tiny_models.needed()
    (tmp_path / "x.bin").write_bytes(content)
    with pytest.raises(InputError, match=r"^x\.bin: its numbers cannot be read, since it is damag"):
        to_safetensors(tmp_path, ["x.bin"])
    assert not (tmp_path / "model.safetensors").exists()


def test_keys_stay_with_the_user(tmp_path, monkeypatch):
    """The process gets no other variables than those that Python needs."""
    seen = []

    def run(command, **options):
        seen.append((command, options["env"]))
        return type("Done", (), {"returncode": 1, "stderr": b"no"})

    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setattr(pickled_weights.subprocess, "run", run)
    with pytest.raises(InputError):
        to_safetensors(tmp_path, ["x.bin"])
    ((command, variables),) = seen
    assert command[1] == "-I"
    assert "hf_secret" not in variables.values()
