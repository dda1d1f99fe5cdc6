"""Each metric that runs a model is set up by one command, and scores as with the model's folder."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.features.setup.recipes.model_recipe import usual_model, usual_models
from sacreval.models.weights.home import find, folder_of, read
from support import model_mirror, tiny_models, tiny_punkt

RECORDS = [
    {"prediction": "the cat sat. a dog barked at nothing", "references": ["a cat sat", "the dog"],
     "sources": ["three boys running. the cat sat on the mat"]},
    {"prediction": "running boys", "references": ["boys running in common", "one two"],
     "sources": ["a dog barked. nothing in common"]},
]  # fmt: skip
OPTIONS = {
    "bertscore": ["--layer", "2"], "metricx": ["--max-tokens", "64"],
    "minicheck-t5": ["--chunk-words", "5"], "unieval": ["--max-tokens", "64"],
    "summac-conv": ["--layers", "layers.safetensors"], "mauve": ["--buckets", "2"],
    "model-perplexity": ["--no-start-token"],
}  # fmt: skip
METRICS = sorted(
    (name, language)
    for name in metrics
    for language, recipe in usual_models(name).items()
    if not recipe.md5  # an archive: tests/features/setup/recipes/test_fairseq_archive.py
)  # fmt: skip


@pytest.fixture
def setup(cli, tmp_path, monkeypatch):
    """Set up a metric's usual model from a mirror of tiny models, and return the process."""
    tiny_models.needed()
    tiny_punkt.set_up(monkeypatch, tmp_path / "home")
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    recipes = model_mirror.recipes()
    monkeypatch.setattr("sacreval.features.setup.recipes.model_recipe.known", lambda: recipes)

    def call(metric, language, *words):
        recipe = usual_models(metric)[language]
        model_mirror.write(recipe, tmp_path / "mirror")
        chosen = [] if language in {"any", "en"} else ["--language", language]
        if metric == "bertscore" and language == "any":
            chosen = ["--language", "de"]
        convert = ["--convert"] if recipe.pickled else []
        mirror = ["--mirror", str(tmp_path / "mirror")]
        return recipe, cli("setup-metric", metric, *chosen, *convert, *mirror, *words)

    return call


def scores(cli, metric, model):
    """Return the values of a metric with a model."""
    done = cli("evaluate", metric, "in.jsonl", "--model", str(model), *OPTIONS.get(metric, []),
               "--format", "json")  # fmt: skip
    assert done.code == 0, done.err
    return [result["value"] for result in json.loads(done.out)["results"]]


@pytest.mark.parametrize("chosen", METRICS, ids="-".join)
def test_by_one_command(setup, cli, tmp_path, monkeypatch, chosen):
    """The model is fetched, converted and found by its short name, with the numbers of its folder.

    No pickle is left, nothing else of the repository is fetched, and the next command is printed.
    """
    metric, language = chosen
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS * 2))
    if metric == "summac-conv":
        layers_in(tmp_path)
    recipe, done = setup(metric, language)
    assert done.code == 0, done.err
    assert f"next: sacreval evaluate {metric} FILE --model {recipe.short}\n" in done.err
    folder = folder_of(recipe.model, recipe.commit)
    kept = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert not {name for name in kept if name.endswith((".bin", ".ckpt"))}
    assert not kept & model_mirror.IGNORED.keys()
    record = read(folder)
    assert set(record.files) == kept - {"sacreval.json"}
    assert bool(record.converted) == recipe.pickled
    assert record.copied == tuple(f"{model.model}@{model.commit}" for model in recipe.copies)
    assert find(recipe.short, metric) == record
    assert scores(cli, metric, recipe.short) == scores(cli, metric, model_mirror.tiny(recipe.name))


def layers_in(folder):
    """Write learned layers of SummaC-Conv."""
    import torch
    from safetensors.torch import save_file

    from support import summac_records

    tensors = {name: torch.tensor(value) for name, value in summac_records.layers(23).items()}
    save_file(tensors, folder / "layers.safetensors")
    (folder / "home" / "summac-conv").mkdir()
    (folder / "home" / "summac-conv" / "summac_conv_vitc_sent_perc_e.bin").write_bytes(b"")


def test_what_else_is_needed(setup, tmp_path):
    """What a metric needs beside its model is part of the command."""
    punkt = tmp_path / "home/nltk_data/tokenizers/punkt_tab/english/abbrev_types.txt"
    punkt.unlink()
    _, done = setup("summac-conv", "any", "--dry-run")
    assert done.code == 0, done.err
    text = done.out
    assert "nltk_data/" in text
    assert "summac_conv_vitc_sent_perc_e.bin" in text
    assert text.count("write ") == 3


@pytest.mark.usefixtures("setup")
def test_pickles_are_kept_if_asked_for(cli, tmp_path):
    """With --pickles they stay, and --convert of a model that is there says what to add."""
    recipe = usual_model("regard")
    model_mirror.write(recipe, tmp_path / "mirror")
    words = ("setup-metric", "regard", "--mirror", str(tmp_path / "mirror"))
    assert "weights as a pickle (pytorch_model.bin) alone" in cli(*words).err
    assert cli(*words, "--pickles").code == 0
    folder = folder_of(recipe.model, recipe.commit)
    assert (folder / "pytorch_model.bin").is_file()
    assert "add --force to fetch and convert them" in cli(*words, "--convert").err
    assert cli(*words, "--convert", "--force").code == 0
    assert not (folder / "pytorch_model.bin").exists()


@pytest.mark.usefixtures("setup")
def test_a_model_of_another_kind(cli, tmp_path):
    """A model is refused when it is set up for a metric that cannot run it."""
    recipe = usual_model("sentence-similarity")
    model_mirror.write(recipe, tmp_path / "mirror")
    words = ("--model", "all-MiniLM-L6-v2", "--mirror", str(tmp_path / "mirror"))
    wrong = cli("setup-metric", "comet", *words)
    assert wrong.code == 2
    assert "it has no hparams.yaml, so that it is no model of COMET" in wrong.err
    assert not folder_of(recipe.model, recipe.commit).exists()
    assert cli("setup-metric", "sentence-similarity", *words).code == 0
    assert "no model of COMET" in cli("setup-metric", "comet", *words).err
    assert read(folder_of(recipe.model, recipe.commit)).metrics == ("sentence-similarity",)
