"""Parameters are read by their names, from safetensors and from pickles of numbers alone."""

from fractions import Fraction

import pytest

from sacreval.errors import InputError
from sacreval.models.weights.weight_files import parameters
from support import tiny_comet, tiny_models


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
