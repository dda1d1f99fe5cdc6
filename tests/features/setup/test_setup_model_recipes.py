"""setup-metric: models that sacreval has recipes of, and options that do not fit."""

import pytest
from msgspec import structs

from sacreval.features.setup.recipes.model_recipe import recipe_of
from sacreval.features.setup.setup_model import _usual
from sacreval.models.weights.home import ModelName
from support.model_hub import COMMIT, NAME, PINNED

pytestmark = pytest.mark.usefixtures("alone")


def test_licences_that_differ(sacreval, hub, monkeypatch):
    """Where the card states another licence than the recipe, both are shown."""
    recipe = structs.replace(
        recipe_of(ModelName("toxic-bert", "")), model=NAME, commit=COMMIT, sha256={}
    )
    monkeypatch.setattr("sacreval.features.setup.recipes.model_recipe.known", lambda: [recipe])
    _, _, err = sacreval("setup-metric", "toxicity", "--dry-run")
    assert "licence: Apache-2.0; by its card cc-by-nc-4.0 (no commercial use)\n" in err
    assert hub


def test_a_hub_that_lists_other_files(sacreval, hub, monkeypatch):
    """A checksum of a recipe that the hub's listing contradicts ends the command."""
    recipe = structs.replace(
        recipe_of(ModelName("toxic-bert", "")), model=NAME, commit=COMMIT,
    )  # fmt: skip
    monkeypatch.setattr("sacreval.features.setup.recipes.model_recipe.known", lambda: [recipe])
    code, _, err = sacreval("setup-metric", "toxicity")
    assert code == 2
    assert "for model.safetensors, where sacreval's recipe states 2c272885d241" in err
    assert hub.asked


def test_a_model_with_a_recipe(sacreval, monkeypatch):
    """A model that sacreval has a recipe of needs no commit and no listing."""
    code, out, err = sacreval("setup-metric", "bertscore", "--model", "roberta-large", "--dry-run")
    assert code == 0
    assert "licence: MIT" in err
    assert out.count("fetch ") == 6
    assert "FacebookAI/roberta-large/resolve/722cf37b1afa9454edce342e7895e588b6ff1d59/" in out
    monkeypatch.setenv("HF_ENDPOINT", "ftp://x")
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    code, _, err = sacreval("setup-metric", "bertscore", "--model", "roberta-large")
    assert (code, "'ftp://x' is no http(s) address; correct it" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["prism"], "prism/m39v1 is a checkpoint of fairseq, which sacreval runs once it is"),
     (["bertscore", "--language", ""], "--language '': write a code such as de or en-sci"),
     (["bertscore", "--language", "german"], "--language 'german': write a code"),
     (["me/mymodel"], "name the metric that runs it: sacreval setup-metric METRIC --model me/my"),
     (["comet", "--model", "wmt22-comet-daa"], "no commit of it, but one of wmt22-comet-da;"),
     (["comet", "--language", "de"], "--language: comet has one usual model, Unbabel/wmt22"),
     (["bertscore", "--language", "de", "--model", "x"], "give one of them"),
     (["roberta-large", "--language", "de"], "--language: roberta-large is a model"),
     (["bertscore", "--official", "python"], "--official: bertscore does not use it; drop it"),
     (["roberta-large", "--model", "x"], "'roberta-large' is no metric that runs a model"),
     (["punkt", "--convert"], "--convert: punkt does not use it; drop it"),
     (["nosuch-metric"], "Nothing to set up is called 'nosuch-metric'"),
     (["embedding-average"], "run sacreval evaluate embedding-average outputs.txt"),
     (["bleu", "--model", PINNED], "'bleu' is no metric that runs a model"),
     (["punkt", "--pickles"], "--pickles: punkt does not use it; drop it"),
     (["bertscore", "--model", PINNED, "--sha256", "0"], "--sha256: bertscore does not use it")],
)  # fmt: skip
def test_options_that_do_not_fit(sacreval, words, sentence):
    """Options of other metrics are refused."""
    code, _, err = sacreval("setup-metric", *words)
    assert (code, sentence in err) == (2, True), err


def test_recipes_are_listed(sacreval):
    """--list and --show have the models that sacreval has recipes of."""
    _, out, _ = sacreval("setup-metric", "--list")
    text = " ".join(out.split())
    assert "needed by: bertscore --language en-sci" in text
    assert "needed by: summac-zs, summac-conv" in text
    _, out, _ = sacreval("setup-metric", "--show", "roberta-large")
    assert "047c85f0b96269cd62e6f732644f067004eebd95af5b5d35965ae2528f13bf38" in out
    _, out, _ = sacreval("setup-metric", "--show", "wmt22-comet-da")
    assert "fetches:  the files of Unbabel/wmt22-comet-da@2760a223" in out
    assert "  and of FacebookAI/xlm-roberta-large@c23d21b0" in out
    assert "weights are pickles, which --convert stores" in out


@pytest.mark.parametrize(
    ("code", "model"),
    [("EN", "roberta-large"), ("en-US", "roberta-large"), ("zh_CN", "bert-base-chinese"),
     ("en-sci", "scibert_scivocab_uncased"), ("de-AT", "bert-base-multilingual-cased")],
)  # fmt: skip
def test_languages(code, model):
    """Codes are read in any case, with a region or without."""
    assert _usual("bertscore", code).short == model


@pytest.mark.parametrize("name", ["bertscore", "Roberta-Large", "FacebookAI/roberta-large"])
def test_shown_by_each_name(sacreval, name):
    """--show has the usual model of a metric, and a model by each of its names."""
    code, out, _ = sacreval("setup-metric", "--show", name)
    assert (code, "roberta-large: RoBERTa large" in out) == (0, True)


@pytest.mark.parametrize("name", ["roberta-large", "all-MiniLM-L6-v2", "FacebookAI/roberta-large"])
def test_names_of_the_list(sacreval, name):
    """A model is set up by its own name too, for the metrics whose usual model it is."""
    code, out, err = sacreval("setup-metric", name, "--dry-run")
    assert code == 0, err
    usual = "sentence-similarity" if "MiniLM" in name else "bertscore"
    assert f"needed by: {usual}\n" in err
    assert "write " in out
