"""Weights are read from safetensors, and from pickles of numbers only."""

import pickle

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.weights.weight_files import read_tensors, unreadable
from support import tiny_models


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
    found = read_tensors(path, pickles=True)
    assert {name: one.tolist() for name, one in found.items()} == {
        name: one.tolist() for name, one in tensors.items()
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
