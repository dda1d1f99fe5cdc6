"""Threads: each batch of a model has one thread of torch, and several run at the same time."""

import json

import numpy as np
import pytest

from sacreval.core.records import WORKERS
from sacreval.models.encoder import Encoder
from sacreval.models.loading import layers_of, load, load_with_head
from sacreval.models.running import on_threads, one_thread
from sacreval.models.weights.weights import checkpoint
from support import tiny_models


@pytest.fixture(autouse=True)
def two_threads():
    """Torch as a program that uses it with two threads, which must keep them."""
    tiny_models.needed()
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield torch
    assert torch.get_num_threads() == 2
    torch.set_num_threads(before)


@pytest.fixture(params=[1, 2, 5])
def workers(request):
    """The number of threads that a batch of records may use."""
    token = WORKERS.set(request.param)
    yield request.param
    WORKERS.reset(token)


def test_parts_are_computed_in_order(workers, two_threads):
    """Results are in the order of the parts; each thread computes with one of torch."""
    from threading import Barrier, get_ident

    together = Barrier(workers)  # which is passed by `workers` threads at once only

    def compute(part):
        together.wait(timeout=60)
        return part, two_threads.get_num_threads(), get_ident()

    found = list(on_threads(compute, range(2 * workers), "cpu"))
    assert [(part, number) for part, number, _ in found] == [(i, 1) for i in range(2 * workers)]
    assert len({thread for *_, thread in found}) == workers


def test_a_gpu_is_given_one_part_after_the_other(workers):
    """For a GPU there are no threads, however many workers there are."""
    del workers
    from threading import get_ident

    assert set(on_threads(lambda _: get_ident(), range(4), "cuda")) == {get_ident()}


def test_an_error_ends_all_parts(workers):
    """The error of a part is raised, and torch has its threads back."""
    del workers
    with pytest.raises(ZeroDivisionError):
        list(on_threads(lambda part: 1 // part, [1, 0, 1], "cpu"))


def test_one_thread(two_threads):
    """Within the context torch has one thread."""
    with one_thread():
        assert two_threads.get_num_threads() == 1


@pytest.fixture
def seen():
    """The number of threads of torch at each call of a layer."""
    return []


def watched(layer, seen, torch):
    """Note the number of threads at each call of a layer."""
    return layer.register_forward_pre_hook(lambda *_: seen.append(torch.get_num_threads()))


@pytest.mark.parametrize("activation", ["gelu", "relu"])  # the latter by transformers
def test_a_loaded_model_has_one_thread(activation, tmp_path, seen, two_threads):
    """An encoder computes with one thread of torch, and the number is restored if it fails."""
    folder = tiny_models.copied("bert", tmp_path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"hidden_act": activation}))
    model = load(checkpoint(str(folder)), 2, "float32", "cpu")
    handle = watched(layers_of(model)[0], seen, two_threads)
    with two_threads.inference_mode():
        model(input_ids=two_threads.tensor([[5, 6]]))
        with pytest.raises((AttributeError, TypeError)):  # by version of transformers
            model(input_ids="text")
    handle.remove()
    assert seen == [1]


def test_a_model_with_a_head_has_one_thread(tmp_path, seen, two_threads):
    """So does a model with its head, and its encoder."""
    from transformers import BertConfig, BertForMaskedLM

    BertForMaskedLM(BertConfig(vocab_size=50, **tiny_models.SHAPE)).save_pretrained(tmp_path)
    model = load_with_head(checkpoint(str(tmp_path)), "MaskedLM", "float32", "cpu")
    watched(model.cls, seen, two_threads)
    watched(model.bert.encoder.layer[0], seen, two_threads)
    model(input_ids=two_threads.tensor([[5, 6]]))
    model.bert.encoder(two_threads.zeros(1, 2, 32))
    assert seen == [1, 1, 1]


@pytest.mark.long
@pytest.mark.parametrize("hidden", [32, 768, 1024])
def test_states_do_not_depend_on_threads(hidden, tmp_path):
    """One worker and two have equal bytes, though torch alone has others at 1024 dimensions."""
    from transformers import BertConfig, BertModel

    shape = {"hidden_size": hidden, "num_hidden_layers": 1, "intermediate_size": 4 * hidden,
             "num_attention_heads": hidden // 64 or 4}  # fmt: skip
    BertModel(BertConfig(vocab_size=500, **shape)).save_pretrained(tmp_path)
    found = checkpoint(str(tmp_path))
    random = np.random.default_rng(1)
    ids = [tuple(random.integers(5, 500, n).tolist()) for n in (3, 8, 60, 61, 130, 500) * 2]
    states = []
    for workers in (1, 2, 1):
        token = WORKERS.set(workers)
        made = Encoder(found, (1,), "float32", "cpu", "tokens").encode(ids)
        WORKERS.reset(token)
        states.append([one.tobytes() for one in made])
    assert states[0] == states[1] == states[2]
