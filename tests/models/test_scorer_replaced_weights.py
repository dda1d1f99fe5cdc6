"""Weights of a file replace a model's; what is wrong with the file is one sentence."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.loading import load_with_head
from sacreval.models.scorer import load_replaced, weight_file
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq


@pytest.fixture
def found():
    """The checkpoint of the tiny BART."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("bart")))


@pytest.fixture
def states(found):
    """The weights of the tiny BART, doubled."""
    model = load_with_head(found, "Seq2SeqLM", "float32", "cpu")
    return {name: 2 * value for name, value in model.state_dict().items()}


def loaded(found, path):
    """Load the model with the weights of a file."""
    return load_replaced(found, "Seq2SeqLM", "float32", "cpu", weight_file(str(path), pickles=True))


def test_all_weights_are_replaced(found, states, tmp_path):
    """Every weight is that of the file, pickled or not; the model of other metrics is unchanged."""
    import torch
    from safetensors.torch import save_file

    torch.save(states, tmp_path / "bart.pth")
    unshared = {name: value.clone() for name, value in states.items()}
    save_file(unshared, tmp_path / "bart.safetensors")
    before = load_with_head(found, "Seq2SeqLM", "float32", "cpu").state_dict()
    for name in ("bart.pth", "bart.safetensors"):
        after = loaded(found, tmp_path / name).state_dict()
        assert all(torch.equal(after[key], states[key]) for key in states)
    assert all(torch.equal(2 * before[key], states[key]) for key in states)


def test_weights_of_another_model(found, states, tmp_path):
    """A file without some weights, or with others, is refused."""
    import torch

    torch.save(dict(list(states.items())[1:]), tmp_path / "less.pth")
    with pytest.raises(InputError, match="less.pth: not the weights of bart .*Missing key"):
        loaded(found, tmp_path / "less.pth")


def test_a_pickle_that_runs_code(found, tmp_path):
    """A pickle with anything but numbers is refused, and its code does not run."""
    import torch

    torch.save({"a": pytest.approx}, tmp_path / "code.pth")
    with pytest.raises(
        InputError, match="code.pth: the pickle holds .*; save the model's state_dict"
    ):
        loaded(found, tmp_path / "code.pth")


def test_a_damaged_file(found, tmp_path):
    """A file that is no pickle and no safetensors is refused."""
    for name, fault in (("a.pth", "no pickle of tensors"), ("a.safetensors", "not the weights of")):
        (tmp_path / name).write_bytes(b"nothing")
        with pytest.raises(InputError, match=f"{name}: {fault}"):
            loaded(found, tmp_path / name)


def test_pickles_need_the_flag(tmp_path):
    """Without --pickles only safetensors are read; a missing file is an error."""
    with pytest.raises(UsageError, match="give --pickles to read numbers only"):
        weight_file(str(tmp_path / "bart.pth"), pickles=False)
    with pytest.raises(InputError, match="no such file of weights; correct the name"):
        weight_file(str(tmp_path / "bart.safetensors"), pickles=False)
