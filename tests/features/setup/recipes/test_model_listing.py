"""Of a model's files those are selected that metrics read; the card states the licence."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.setup.recipes.model_listing import chosen, licence_of

SHARDS = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]


@pytest.mark.parametrize(
    ("paths", "kept"),
    [
        (["a.py", "config.json", "model.safetensors", "tf_model.h5", "x/config.json"],
         ["config.json", "model.safetensors"]),
        (["1_Pooling/config.json", "2_Dense/config.json", "2_Dense/model.safetensors",
          "2_Dense/pytorch_model.bin", "model.safetensors", "modules.json", "openvino/x.json"],
         ["1_Pooling/config.json", "2_Dense/config.json", "2_Dense/model.safetensors",
          "model.safetensors", "modules.json"]),
        (["model.safetensors.index.json", *SHARDS, "pytorch_model.bin"],
         [*SHARDS, "model.safetensors.index.json"]),
        (["model.safetensors", "model.safetensors.index.json", *SHARDS], ["model.safetensors"]),
        (["LICENSE", "README.md", "model.safetensors", "vocab.txt", "training_args.bin"],
         ["LICENSE", "README.md", "model.safetensors", "vocab.txt"]),
    ],
)  # fmt: skip
def test_what_is_chosen(paths, kept):
    """Code, other formats and other folders are left; parts of sentence models are kept."""
    assert chosen(paths, "m", pickles=False) == kept


def test_pickles():
    """Checkpoints of COMET and other pickles need the flag, and are left where there are others."""
    comet = ["checkpoints/model.ckpt", "hparams.yaml"]
    with pytest.raises(UsageError, match=r"as a pickle \(checkpoints/model.ckpt\) alone"):
        chosen(comet, "m", pickles=False)
    assert chosen(comet, "m", pickles=True) == comet
    assert chosen(["model.safetensors", "pytorch_model.bin"], "m", pickles=True) == [
        "model.safetensors"
    ]


@pytest.mark.parametrize(
    ("card", "licence"),
    [
        ("---\nlicense: mit\n---\ntext", "mit"),
        ("\ufeff---\r\nlicense: mit\r\n---\r\n", "mit"),
        ("---\nlicense: other\nlicense_name: own\nlicense_link: https://x\n---\n",
         "other, own, https://x"),
        ("---\nlicense: cc-by-nc-sa-4.0\n---\n", "cc-by-nc-sa-4.0 (no commercial use)"),
        ("---\nlicense:\n- mit\n---\n", "['mit']"),
        ("---\nlanguage: en\n---\n", "none stated in the model card"),
        ("# A card", "none stated in the model card"),
        ("---\nlicense: mit\n", "none stated in the model card"),
        ("", "none stated in the model card"),
        ("---\nlicense: [\n---\n", "unknown: the metadata of the model card are no YAML"),
        ("---\n- a\n---\n", "none stated in the model card"),
    ],
)  # fmt: skip
def test_the_licence(card, licence, tmp_path):
    """It is what the metadata at the head of the card state."""
    assert licence_of(card, tmp_path) == licence
