"""Parameters are read by their names, from safetensors and from pickles of numbers alone."""

from fractions import Fraction

import pytest

from sacreval.errors import InputError
from sacreval.models.parameters import parameters
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
    with pytest.raises(InputError, match=r"model\.ckpt: the weights cannot be read .*; copy the"):
        parameters([path], "")


@pytest.mark.parametrize("name", ["model.safetensors", "model.ckpt"])
def test_a_damaged_file(name, tmp_path):
    """A file that is neither is refused in one sentence."""
    tiny_models.needed()
    path = tmp_path / name
    path.write_bytes(b"no weights at all")
    with pytest.raises(InputError, match="the weights cannot be read") as error:
        parameters([path], "")
    assert "\n" not in str(error.value)
