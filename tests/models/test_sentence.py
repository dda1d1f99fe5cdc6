"""A model of sentences: prompts, lower case and the depth of its transformer."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.sentence import depth, plain_model
from support import tiny_models


@pytest.fixture
def model():
    """The tiny BERT, with mean pooling."""
    tiny_models.needed()
    return plain_model(str(tiny_models.build("bert")), "mean")


def test_prompts(model):
    """The default prompt is used if none is named, and an unknown one is refused."""
    assert model.prompt("") == ""
    prompted = model._replace(prompts={"q": "ask: "}, default_prompt="q")
    assert prompted.prompt("") == prompted.prompt("q") == "ask: "
    with pytest.raises(UsageError, match="has no prompt 'r'; its prompts are: q"):
        prompted.prompt("r")


def test_tokens(model):
    """A prompt is put before each text, and both are in lower case and cut if the model says so."""
    (plain,) = model.tokens(["ab cat"], "the ")
    (joined,) = model.tokens(["the ab cat"], "")
    assert plain == joined
    (cut,) = model._replace(most=4, lowercase=True).tokens(["The cat sat on"], "")
    assert (len(cut.ids), cut.cut) == (4, 2)


def test_depth(model, tmp_path):
    """The number of layers has several names; a configuration without any is refused."""
    assert depth(model.encoder) == 3
    for name in ("n_layers", "n_layer", "num_layers", "encoder_layers"):
        (tmp_path / "config.json").write_text(f'{{"{name}": 5}}')
        assert depth(model.encoder._replace(folder=tmp_path)) == 5
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(InputError, match="config.json: no num_hidden_layers; add it"):
        depth(model.encoder._replace(folder=tmp_path))
