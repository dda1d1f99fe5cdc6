"""Resources and models are installed whole; recipes of models state one commit."""

import gzip
import hashlib
import re
from itertools import chain
from types import SimpleNamespace
from typing import get_args, get_type_hints

import msgspec
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import InputError, UsageError
from sacreval.features.setup.recipes import install
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.install import (
    BUILDERS,
    Purpose,
    build,
    build_table,
    install_model,
    installed,
    plan_model,
)
from sacreval.features.setup.recipes.model_listing import chosen, licence_of
from sacreval.features.setup.recipes.model_recipe import (
    ANY,
    HUB,
    ModelRecipe,
    files_at,
    hub,
    known,
    recipe_of,
    usual_model,
    usual_models,
)
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import Build
from sacreval.features.setup.setup_model import takes_model
from sacreval.features.setup.setup_shared import size
from sacreval.metrics.ngrams._meteor15.paraphrase_table import ParaphraseTable
from sacreval.models.weights import home
from sacreval.models.weights.home import ModelName
from support.meteor_home import packed
from support.mirror import CHECKOUT

RECIPE = SimpleNamespace(name="words", resource="words", take="inner", builds=[])


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """Install into a folder of its own, from a folder that stands for what was fetched."""
    there = tmp_path / "data" / "corpora" / "words"
    source = tmp_path / "source"
    (source / "inner").mkdir(parents=True)
    wanted = SimpleNamespace(place="corpora/words", proof="index")
    monkeypatch.setattr(install, "known", lambda _: wanted)
    monkeypatch.setattr(install, "data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(install, "find", lambda _: there if (there / "index").is_file() else None)
    monkeypatch.setattr(install, "remotes", lambda _: [])

    def gather(*_):
        import shutil

        shutil.copytree(source, tmp_path / "fetched", dirs_exist_ok=True)
        return CorpusFiles(tmp_path / "fetched")

    monkeypatch.setattr(install, "gather", gather)
    return source / "inner"


def test_once(fetched):
    """What is installed is not fetched again, unless that is forced."""
    (fetched / "index").write_text("one")
    folder, new = install.install(RECIPE, None)
    assert (new, (folder / "index").read_text()) == (True, "one")
    (fetched / "index").write_text("two")
    assert install.install(RECIPE, None) == (folder, False)


def test_force_replaces_the_folder(fetched, tmp_path):
    """The new folder takes the place of the old one, of which nothing is left."""
    (fetched / "index").write_text("one")
    folder, _ = install.install(RECIPE, None)
    (folder / "old").touch()
    (fetched / "index").write_text("two")
    (tmp_path / "fetched" / "inner").mkdir(parents=True, exist_ok=True)
    folder, new = install.install(RECIPE, None, force=True)
    assert new
    assert [path.name for path in folder.iterdir()] == ["index"]
    assert [path.name for path in folder.parent.iterdir()] == ["words"]


def test_without_its_main_file_nothing_is_installed(fetched, tmp_path):
    """A resource that lacks the file that proves it is refused, and no folder is left."""
    assert fetched.is_dir()
    with pytest.raises(InputError, match="index"):
        install.install(RECIPE, None)
    assert not (tmp_path / "data" / "corpora" / "words").exists()


def test_builds_run_before_the_folder_is_moved(fetched):
    """What a recipe builds is part of the installed folder."""
    packed(fetched / "x.gz", [("red", "blue")])
    (fetched / "index").touch()
    step = Build(build="paraphrases", input="inner/x.gz", output="inner/x.table")
    recipe = SimpleNamespace(**{**vars(RECIPE), "builds": [step]})
    folder, _ = install.install(recipe, None)
    assert ParaphraseTable(folder / "x.table")(["red"]) == [("blue",)]


ENTRIES = [("red hat", "blue")]


def test_member_of_a_member(tmp_path, zipped):
    """A file of an archive in an archive is taken out by two builds."""
    inner = zipped({"stem/x.txt": "stems"})
    (tmp_path / "outer.whl").write_bytes(zipped({"a/inner.jar": inner}))
    for source, member, output in (
        ("outer.whl", "a/inner.jar", "inner.jar"),
        ("inner.jar", "stem/x.txt", "out/stem/x.txt"),
    ):
        build(
            Build(build="member", input=source, member=member, output=output), CorpusFiles(tmp_path)
        )
    assert (tmp_path / "out/stem/x.txt").read_text() == "stems"


def test_paraphrases(tmp_path):
    """A table of paraphrases is written with its folder, and can be read by everybody."""
    packed(tmp_path / "x.gz", ENTRIES)
    build(Build(build="paraphrases", input="x.gz", output="deep/x.table"), CorpusFiles(tmp_path))
    path = tmp_path / "deep" / "x.table"
    assert ParaphraseTable(path)(["red", "hat"]) == [("blue",)]
    (tmp_path / "plain").touch()
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_count(tmp_path):
    """The number of paraphrases is returned."""
    assert build_table(packed(tmp_path / "x.gz", ENTRIES * 3), tmp_path / "x.table") == 3


def test_a_failed_table_leaves_the_old_one(tmp_path):
    """A wrong file leaves the table of an earlier build as it was."""
    build_table(packed(tmp_path / "x.gz", ENTRIES), tmp_path / "x.table")
    before = (tmp_path / "x.table").read_bytes()
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"1\nred\n"))
    with pytest.raises(InputError, match=":2: this line is the last"):
        build_table(tmp_path / "x.gz", tmp_path / "x.table")
    assert (tmp_path / "x.table").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_in_place_of_the_folder(tmp_path):
    """A folder that cannot be created is named."""
    packed(tmp_path / "x.gz", ENTRIES)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file: cannot be created"):
        build_table(tmp_path / "x.gz", tmp_path / "file" / "x.table")


def test_every_build_has_a_function():
    """The schema and the functions have the same names."""
    assert set(get_args(get_type_hints(Build)["build"])) == set(BUILDERS)


COMMIT = "1" * 40

FILES = {"config.json": b"{}", "model.safetensors": b"weights"}


@pytest.fixture
def mirrored(tmp_path):
    """Write a mirror with a model, and return its recipe and a fetcher."""

    def call(files):
        base = f"{HUB}/org/tiny/resolve/{COMMIT}/"
        known = {}
        for name, data in files.items():
            path = tmp_path / "mirror" / base.removeprefix("https://") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            known[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        recipe = {**dict.fromkeys(("name", "title", "citation"), "t"), "licence": "a\nb",
                  "model": "org/tiny", "commit": COMMIT,
                  "sources": [{"base": base, "files": known}]}  # fmt: skip
        fetcher = Fetcher(mirror=str(tmp_path / "mirror"), offline=True)
        return msgspec.convert(recipe, ModelRecipe), fetcher

    return call


def test_once_for_several_metrics(mirrored):
    """A second metric is added to the record, and nothing is fetched again."""
    recipe, fetcher = mirrored(FILES)
    assert installed(recipe, Purpose(["bertscore"])) is None
    folder, fetched = install_model(recipe, fetcher, Purpose(["moverscore"]))
    assert fetched
    assert installed(recipe, Purpose(["bertscore"])) == (folder, False)
    known = home.read(folder)
    assert (known.metrics, known.licence) == (("bertscore", "moverscore"), "a b")
    assert home.find("tiny", "x") == known
    assert plan_model(recipe, fetcher, convert=False)[-1] == f"write {folder}"


def test_a_model_of_another_kind(mirrored, tmp_path):
    """A model that does not fit the metric is refused before its weights are fetched."""
    recipe, fetcher = mirrored(FILES)
    (tmp_path / "mirror").joinpath(
        *recipe.sources[0].base.split("/")[2:], "model.safetensors"
    ).unlink()
    with pytest.raises(UsageError, match=f"^org/tiny@{COMMIT}: it is none$"):
        install_model(recipe, fetcher, Purpose(["comet"], lambda _: "it is none"))
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []


def test_files_that_do_not_fit(mirrored, tmp_path):
    """A model whose index names missing shards is not installed, and the sentence has no folder."""
    recipe, fetcher = mirrored(
        {"config.json": b"{}", "model.safetensors.index.json": b'{"weight_map": {"a": "b"}}'}
    )
    with pytest.raises(InputError, match=f"^org/tiny@{COMMIT}: b: No such file"):
        install_model(recipe, fetcher, Purpose(["bertscore"]))
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []


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


MODEL_FILES = {"config.json": {"bytes": 2, "sha256": "0" * 64}}

GOOD = {
    **dict.fromkeys(("name", "title", "licence", "citation"), "t"),
    "model": "org/tiny",
    "commit": COMMIT,
    "sources": [{"base": f"{HUB}/org/tiny/resolve/{COMMIT}/", "files": MODEL_FILES}],
}


def test_own_recipes():
    """Recipes have a commit, or an archive with an MD5; known files all have their SHA-256."""
    for recipe in known():
        assert bool(recipe.commit) != bool(recipe.md5), recipe.name
        files = {path: file for source in recipe.sources for path, file in source.files.items()}
        if files and recipe.commit:
            assert {"config.json", "model.safetensors", "tokenizer.json"} <= files.keys()
            assert all(file.sha256 and file.bytes for file in files.values())
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in recipe.sha256.values())
    names = [{recipe.model, recipe.short, recipe.name} for recipe in known()]
    assert len(set().union(*names)) == len(list(chain(*names)))


def test_usual_models():
    """Every metric that runs a model has one usual model for any language."""
    running = {name for name in metrics if takes_model(name)}
    usual = {name: usual_models(name) for name in running}
    assert all(ANY in models for models in usual.values())
    stated = [(metric, language) for recipe in known() for metric, language in recipe.usual.items()]
    assert len(set(stated)) == len(stated)
    assert {metric for metric, _ in stated} <= running
    assert set(usual["bertscore"]) == {"en", "en-sci", "tr", "zh", ANY}


def test_finding():
    """A recipe is found by each name of its model, but not for another commit."""
    (large,) = [recipe for recipe in known() if recipe.name == "roberta-large"]
    for name in ("roberta-large", "FacebookAI/roberta-large"):
        assert recipe_of(ModelName(name, "")) == recipe_of(ModelName(name, large.commit)) == large
    assert recipe_of(ModelName("roberta-large", COMMIT)) is None
    assert recipe_of(ModelName("org/tiny", "")) is None


@pytest.mark.parametrize(
    "change",
    [{"commit": "main"}, {"model": "../x"},
     {"sources": [{"base": f"{HUB}/x/", "files": MODEL_FILES}]},
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"a": {"bytes": 1}}}]},
     {"sources": [{"base": GOOD["sources"][0]["base"],
                   "files": {"../a": MODEL_FILES["config.json"]}}]},
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"a": {"sha256": "0" * 64}}}]},
     {"copies": [{"model": "org/x", "into": "../x"}]}, {"copies": [{"model": "org/x/y"}]},
     {"also": ["x"]}, {"md5": "0" * 32}, {"md5": "x", "commit": ""},
     {"md5": "0" * 32, "commit": "", "sources": []}],
)  # fmt: skip
def test_wrong_recipes(change):
    """Branches, other addresses, paths outside, and files without checksum or size are refused."""
    assert msgspec.convert(GOOD, ModelRecipe).pinned == f"org/tiny@{COMMIT}"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(GOOD | change, ModelRecipe)


def test_the_hub(monkeypatch):
    """HF_ENDPOINT names another hub; a mirror has the files of the usual one."""
    recipe = msgspec.convert(GOOD, ModelRecipe)
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "https://hub.example/")
    assert hub(Fetcher(mirror="/x")) == HUB
    (remote,) = files_at(recipe, hub(Fetcher()))
    assert remote.url == f"https://hub.example/org/tiny/resolve/{COMMIT}/config.json"
    monkeypatch.setenv("HF_ENDPOINT", "file:///etc")
    with pytest.raises(UsageError, match="HF_ENDPOINT: 'file:///etc' is no http"):
        hub(Fetcher())


def test_the_table_of_the_docs():
    """docs/neural.md has the command, the model, its weights and its licence, of each metric."""
    page = (CHECKOUT / "docs" / "neural.md").read_text("utf-8")
    for metric in sorted(name for name in metrics if usual_models(name)):
        recipe = usual_model(metric)
        command = f"setup-metric {metric}{' --convert' * recipe.pickled}"
        weights = f"{size(recipe.weight)}{', a pickle' * recipe.pickled}"
        shown = f"| `{command}` | `{recipe.model}` | {weights} | {recipe.licence} |"
        assert shown in page, shown
    languages = usual_models("bertscore")
    for code, recipe in languages.items():
        option = "" if code == ANY else f"--language {code}"
        assert f"`{recipe.model}` ({option or 'all others'})" in page or code == "en"
    others = [recipe for recipe in known() if not recipe.usual]
    assert all(f"`{recipe.short}`" in page for recipe in others)
