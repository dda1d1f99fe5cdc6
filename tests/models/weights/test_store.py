"""Arrays of checkpoints: kept once, replaced, and those of COMET."""

import gc
import json
import shutil
import tempfile
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.weights.comet_checkpoint import comet_checkpoint
from sacreval.models.weights.store import KEY, Store
from support import tiny_comet, tiny_models


def number(i):
    """Return an array of 800 bytes."""
    return np.full((2, 50), float(i))


def ask(store, keys):
    """Ask for arrays by number, and return their first elements."""
    return [float(a[0, 0]) for a in store.get_all(keys, lambda m: [number(keys[i]) for i in m])]


def test_each_array_is_computed_once():
    """Repeated keys, in one call and in several, are computed once."""
    store = Store()
    assert ask(store, [3, 1, 3]) == [3, 1, 3]
    assert ask(store, [1, 2, 3]) == [1, 2, 3]
    assert store.computed == 3


def test_memory_is_bounded_and_the_file_holds_the_rest():
    """Beyond its memory arrays come back from the file, equal, and are not computed again."""
    store = Store(memory=10_000)
    keys = list(range(50))
    assert ask(store, keys) == keys
    assert ask(store, keys) == keys
    assert store.computed == 50
    assert 0 < store.held <= 10_000
    (array,) = store.get_all([7], lambda _: pytest.fail("it is computed again"))
    np.testing.assert_array_equal(array, number(7))


def test_what_fits_nowhere_is_computed_again():
    """Without a file, arrays beyond the memory are computed again, and are right."""
    store = Store(memory=2 * 1100, file=0)
    assert ask(store, [1, 2, 3, 4]) == ask(store, [1, 2, 3, 4]) == [1, 2, 3, 4]
    assert store.computed == 6  # two of the four were held


def test_one_array_larger_than_the_memory():
    """An array that is larger than the memory is returned and held."""
    assert ask(Store(memory=10), [5, 5]) == [5, 5]


def test_a_full_disk(monkeypatch):
    """If the disk is full, arrays are computed again."""

    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    store = Store(memory=1000)
    assert ask(store, [1, 2, 1, 2]) == ask(store, [1, 2, 1, 2])
    assert store.computed > 2


def test_arrays_of_any_kind_come_back():
    """Arrays keep their values, shape and type: views, columns, scalars and empty ones too."""
    whole = np.arange(24, dtype=np.float32).reshape(4, 6)
    arrays = [
        whole[1],
        whole[:, 2],
        whole.T,
        np.array(3.5),
        np.zeros((0, 7)),
        np.arange(5, dtype="i2"),
    ]
    for store in (Store(), Store(memory=10)):
        for _ in range(2):
            stored = store.get_all(range(len(arrays)), lambda some: [arrays[i] for i in some])
            for array, expected in zip(stored, arrays, strict=True):
                assert (array.shape, array.dtype) == (expected.shape, expected.dtype)
                np.testing.assert_array_equal(array, expected)
        assert store.computed == len(arrays)


def test_a_part_of_a_batch_does_not_keep_the_batch():
    """What is held is a copy: the array that a small one is a view of is freed."""
    batches = [np.zeros((1000, 1000))]
    reference = weakref.ref(batches[0])
    store = Store()
    store.get_all(["a"], lambda _: [batches[0][0]])
    batches.clear()
    gc.collect()
    assert reference() is None


def test_small_arrays_are_bounded_with_their_keys():
    """A store of many small arrays is bounded, and what left it is no longer known."""
    store = Store(memory=100_000, file=0)
    for first in range(0, 5000, 100):
        store.get_all(range(first, first + 100), lambda some: [np.zeros(3) for _ in some])
    assert store.held <= 100_000
    assert len(store._places) <= 100_000 / KEY


def test_threads_share_a_store():
    """Threads that ask for the same arrays compute each once."""
    store = Store()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ask(store, list(range(20))), range(8)))
    assert answers == [list(range(20))] * 8
    assert store.computed == 20


@pytest.fixture
def folder(tmp_path):
    """A copy of a tiny model."""
    tiny_models.needed()
    return tiny_comet.copied("regression", tmp_path)


def test_its_files(folder):
    """Settings, weights, and the encoder's configuration and tokenizer are hashed."""
    checkpoint = comet_checkpoint(str(folder))
    assert checkpoint.whole.files == (
        "encoder/config.json", "encoder/tokenizer.json", "encoder/tokenizer_config.json",
        "hparams.yaml", "model.safetensors",
    )  # fmt: skip
    assert checkpoint.encoder.files == ("config.json", "tokenizer.json", "tokenizer_config.json")
    assert checkpoint.encoder.weights == (folder / "model.safetensors",)
    assert checkpoint.most == tiny_comet.POSITIONS - 2
    for name in checkpoint.whole.files:
        path = folder / name
        before = path.read_bytes()
        path.write_bytes(before + b" ")
        assert comet_checkpoint(str(folder)).whole.sha256 != checkpoint.whole.sha256, name
        path.write_bytes(before)


def test_one_folder_for_all(folder):
    """The encoder's files may lie beside the weights."""
    for path in (folder / "encoder").iterdir():
        shutil.move(path, folder)
    checkpoint = comet_checkpoint(str(folder))
    assert checkpoint.encoder.folder == folder
    assert "config.json" in checkpoint.whole.files


def test_a_pickle(folder):
    """The pickle of Lightning is read only where the user allows it, and never beside others."""
    assert not comet_checkpoint(str(folder), pickles=True).whole.pickled
    (folder / "model.safetensors").unlink()
    with pytest.raises(UsageError, match="the weights are a pickle, .*or give --pickles"):
        comet_checkpoint(str(folder))
    checkpoint = comet_checkpoint(str(folder), pickles=True)
    assert checkpoint.whole.pickled
    assert "checkpoints/model.ckpt" in checkpoint.whole.files


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("hparams.yaml", "no hparams.yaml; name a folder with a model of COMET"),
        ("encoder/config.json", "no config.json and tokenizer of the encoder; copy those of .*"),
        ("encoder/tokenizer.json", "no config.json and tokenizer of the encoder; copy those of"),
        ("model.safetensors", r"no weights \(model.safetensors, or checkpoints/model.ckpt\); copy"),
    ],
)
def test_what_is_missing(folder, missing, sentence):
    """A missing file is named, with what to copy where."""
    shutil.rmtree(folder / "checkpoints")
    (folder / "encoder" / "tokenizer_config.json").unlink()
    (folder / missing).unlink()
    with pytest.raises(InputError, match=sentence) as error:
        comet_checkpoint(str(folder))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class_identifier: other_metric", r"hparams\.yaml: Invalid enum value 'other_metric'"),
        ("pool: default\nclass_identifier: regression_metric", "Invalid enum value 'default'"),
        ("layer_norm: true", "missing required field `class_identifier`"),
        ("- a", "Expected `object`, got `array`"),
        ("", "Expected `object`, got `null`"),
        ("a: !!python/object/apply:os.getcwd []", "not YAML"),
        ("a: [", "not YAML"),
    ],
)
def test_damaged_settings(folder, text, sentence):
    """Settings that sacreval does not know, or that would run code, are refused."""
    (folder / "hparams.yaml").write_text(text)
    with pytest.raises(InputError, match=sentence) as error:
        comet_checkpoint(str(folder))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("regression_metric", ("", True, 24)),
        ("unified_metric", ("sparsemax", True, 24)),
        ("xcomet_metric", ("sparsemax", False, 36)),
    ],
)
def test_defaults(folder, kind, expected):
    """Settings that the file leaves out, or sets to null, are the defaults of their kind."""
    (folder / "hparams.yaml").write_text(f"class_identifier: {kind}\nword_layer: null")
    settings = comet_checkpoint(str(folder)).settings
    assert (settings.layer_transformation, settings.layer_norm, settings.word_layer) == expected


def test_without_positions(folder):
    """An encoder whose configuration has no number of positions is refused."""
    path = folder / "encoder" / "config.json"
    path.write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(InputError, match=r"config\.json: no max_position_embeddings; copy"):
        comet_checkpoint(str(folder))
