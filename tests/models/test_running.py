"""Tensors of a batch have its shape, whatever number of texts it has."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.models.running import Shape, filled, mask_of, on_device
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
