"""Tensors of a batch have its shape, whatever number of texts it has."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.core.records import WORKERS
from sacreval.errors import NotSetUpError
from sacreval.models.encoder import Encoder
from sacreval.models.loading import layers_of, load, load_with_head
from sacreval.models.model_batches import (
    STEP,
    Shape,
    batches,
    filled,
    mask_of,
    on_device,
    on_threads,
    one_thread,
    shape,
)
from sacreval.models.weights.weights import checkpoint
from support import tiny_models

TEXTS = [(5, 6, 7), ()]


def test_tensors():
    """Padding fills texts and empty rows; the first token of an empty text is not masked."""
    tiny_models.needed()
    shape = Shape(3, 4)
    assert filled(TEXTS, shape, 1).tolist() == [[5, 6, 7, 1], [1] * 4, [1] * 4]
    assert mask_of(TEXTS, shape).tolist() == [[1, 1, 1, 0], [1, 0, 0, 0], [1, 0, 0, 0]]


def test_memory():
    """A device without memory is told with a remedy, the processor's memory as the system's."""
    tiny_models.needed()
    import torch

    sentence = "does not hold 7 tokens of a text; .* --device cpu"
    with pytest.raises(NotSetUpError, match=sentence), on_device(7):
        raise torch.OutOfMemoryError("out")
    with pytest.raises(MemoryError), on_device(7):
        raise RuntimeError("can't allocate memory: 8 bytes")
    with pytest.raises(RuntimeError, match="other"), on_device(7):
        raise RuntimeError("other")


def test_no_gradients():
    """What a model computes has no gradients."""
    tiny_models.needed()
    import torch

    with on_device(1):
        assert torch.is_inference_mode_enabled()


LENGTHS = st.lists(st.integers(0, 70), max_size=60)


@given(LENGTHS, st.integers(1, 600), st.sampled_from([0, 70, 75]))
def test_every_text_is_in_one_batch(lengths, budget, limit):
    """Each text is in exactly one batch, which has room for it."""
    planned = batches(lengths, budget, limit)
    assert sorted(i for batch in planned for i in batch.members) == list(range(len(lengths)))
    for batch in planned:
        assert 0 < len(batch.members) <= batch.shape.rows
        assert all(lengths[i] <= batch.shape.width for i in batch.members)


@given(LENGTHS, st.integers(1, 600))
def test_a_shape_depends_on_the_text_alone(lengths, budget):
    """The shape of the batch of a text is that of the text on its own."""
    for batch in batches(lengths, budget, 0):
        assert {shape(lengths[i], budget, 0) for i in batch.members} == {batch.shape}


def test_shapes():
    """Widths are multiples of eight up to the limit, and a batch has at least one row."""
    assert shape(0, 512, 0) == Shape(64, STEP)
    assert shape(8, 512, 0) == Shape(64, 8)
    assert shape(9, 512, 0) == Shape(32, 16)
    assert shape(69, 512, 70) == Shape(7, 70)
    assert shape(600, 512, 0) == Shape(1, 600)


def test_texts_of_one_length_fill_batches():
    """Seven texts of 100 tokens take two batches of 512 tokens, the shortest texts come first."""
    planned = batches([100] * 7 + [3], 512, 0)
    assert [batch.members for batch in planned] == [(7,), (0, 1, 2, 3), (4, 5, 6)]


def test_a_text_beyond_the_limit():
    """A text that is longer than the limit has a batch of its own length."""
    assert shape(75, 512, 70) == Shape(6, 75)


@pytest.fixture
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


@pytest.mark.usefixtures("two_threads")
def test_parts_are_computed_in_order(workers, two_threads):
    """Results are in the order of the parts; each thread computes with one of torch."""
    from threading import Barrier, get_ident

    together = Barrier(workers)  # which is passed by `workers` threads at once only

    def compute(part):
        together.wait(timeout=60)
        return part, two_threads.get_num_threads(), get_ident()

    results = list(on_threads(compute, range(2 * workers), "cpu"))
    assert [(part, number) for part, number, _ in results] == [(i, 1) for i in range(2 * workers)]
    assert len({thread for *_, thread in results}) == workers


@pytest.mark.usefixtures("two_threads")
def test_a_gpu_is_given_one_part_after_the_other(workers):
    """For a GPU there are no threads, however many workers there are."""
    del workers
    from threading import get_ident

    assert set(on_threads(lambda _: get_ident(), range(4), "cuda")) == {get_ident()}


@pytest.mark.usefixtures("two_threads")
def test_an_error_ends_all_parts(workers):
    """The error of a part is raised, and torch has its threads back."""
    del workers
    with pytest.raises(ZeroDivisionError):
        list(on_threads(lambda part: 1 // part, [1, 0, 1], "cpu"))


@pytest.mark.usefixtures("two_threads")
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


@pytest.mark.usefixtures("two_threads")
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


@pytest.mark.usefixtures("two_threads")
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


@pytest.mark.usefixtures("two_threads")
@pytest.mark.long
@pytest.mark.parametrize("hidden", [32, 768, 1024])
def test_states_do_not_depend_on_threads(hidden, tmp_path):
    """One worker and two have equal bytes, though torch alone has others at 1024 dimensions."""
    from transformers import BertConfig, BertModel

    shape = {"hidden_size": hidden, "num_hidden_layers": 1, "intermediate_size": 4 * hidden,
             "num_attention_heads": hidden // 64 or 4}  # fmt: skip
    BertModel(BertConfig(vocab_size=500, **shape)).save_pretrained(tmp_path)
    saved = checkpoint(str(tmp_path))
    random = np.random.default_rng(1)
    ids = [tuple(random.integers(5, 500, n).tolist()) for n in (3, 8, 60, 61, 130, 500) * 2]
    states = []
    for workers in (1, 2, 1):
        token = WORKERS.set(workers)
        encoded = Encoder(saved, (1,), "float32", "cpu", "tokens").encode(ids)
        WORKERS.reset(token)
        states.append([state.tobytes() for state in encoded])
    assert states[0] == states[1] == states[2]
