"""Checkpoints of COMET: what lies where, what is hashed, and what is missing in one sentence."""

import json
import shutil

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.weights.comet_checkpoint import comet_checkpoint
from support import tiny_comet, tiny_models


@pytest.fixture
def folder(tmp_path):
    """A copy of a tiny model."""
    tiny_models.needed()
    return tiny_comet.copied("regression", tmp_path)


def test_its_files(folder):
    """Settings, weights, and the encoder's configuration and tokenizer are hashed."""
    found = comet_checkpoint(str(folder))
    assert found.whole.files == (
        "encoder/config.json", "encoder/tokenizer.json", "encoder/tokenizer_config.json",
        "hparams.yaml", "model.safetensors",
    )  # fmt: skip
    assert found.encoder.files == ("config.json", "tokenizer.json", "tokenizer_config.json")
    assert found.encoder.weights == (folder / "model.safetensors",)
    assert found.most == tiny_comet.POSITIONS - 2
    for name in found.whole.files:
        path = folder / name
        before = path.read_bytes()
        path.write_bytes(before + b" ")
        assert comet_checkpoint(str(folder)).whole.sha256 != found.whole.sha256, name
        path.write_bytes(before)


def test_one_folder_for_all(folder):
    """The encoder's files may lie beside the weights."""
    for path in (folder / "encoder").iterdir():
        shutil.move(path, folder)
    found = comet_checkpoint(str(folder))
    assert found.encoder.folder == folder
    assert "config.json" in found.whole.files


def test_a_pickle(folder):
    """The pickle of Lightning is read only where the user allows it, and never beside others."""
    assert not comet_checkpoint(str(folder), pickles=True).whole.pickled
    (folder / "model.safetensors").unlink()
    with pytest.raises(UsageError, match="the weights are a pickle, .*or give --pickles"):
        comet_checkpoint(str(folder))
    found = comet_checkpoint(str(folder), pickles=True)
    assert found.whole.pickled
    assert "checkpoints/model.ckpt" in found.whole.files


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
    found = comet_checkpoint(str(folder)).settings
    assert (found.layer_transformation, found.layer_norm, found.word_layer) == expected


def test_without_positions(folder):
    """An encoder whose configuration has no number of positions is refused."""
    path = folder / "encoder" / "config.json"
    path.write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(InputError, match=r"config\.json: no max_position_embeddings; copy"):
        comet_checkpoint(str(folder))
