"""setup-metric METRIC --model: a model of a hub is fetched whole, checked, and found by metrics."""

import hashlib
import json

import pytest
from msgspec import structs

from sacreval.errors import InputError
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.model_recipe import recipe_of
from sacreval.features.setup.setup_model import _usual
from sacreval.models.weights.home import RECORD, ModelName, SetUp, folder_of, read, write
from sacreval.models.weights.weights import checkpoint
from support import model_hub, tiny_models
from support.model_hub import COMMIT, FILES, NAME, PINNED

pytestmark = pytest.mark.usefixtures("alone")


def test_a_model_is_fetched(setup, hub):
    """Configuration, safetensors, tokenizer and card are fetched, and nothing else."""
    code, out, err = setup()
    assert code == 0, err
    folder = folder_of(NAME, COMMIT)
    assert out == f"{folder}\n"
    kept = {"README.md", "config.json", "model.safetensors", "tokenizer.json"}
    assert {path.name for path in folder.rglob("*")} == {*kept, RECORD}
    for name in kept:
        assert (folder / name).read_bytes() == FILES[name]
    assert not any("onnx" in path or "bin" in path for path in hub.asked)
    known = read(folder)
    assert known.bytes == sum(len(FILES[name]) for name in kept)
    assert (known.pinned, known.metrics) == (PINNED, ("bertscore",))


def test_the_licence_comes_first(setup, hub):
    """The licence of the model card is shown, also before a fetch that fails."""
    del hub.files["model.safetensors"]
    code, _, err = setup()
    assert code == 2
    lines = err.splitlines()
    assert lines[1] == "sacreval: licence: cc-by-nc-4.0 (no commercial use)"
    assert "README.md" in lines[2]
    assert "the server answered 404" in lines[-1]


@pytest.mark.usefixtures("hub")
def test_metrics_find_it(setup):
    """A metric finds the model by its name, with or without the commit, before a hub's cache."""
    setup()
    hashes = {checkpoint(name).sha256 for name in (NAME, PINNED)}
    names = ("config.json", "model.safetensors", "tokenizer.json")
    lines = "".join(f"{hashlib.sha256(FILES[n]).hexdigest()}  {n}\n" for n in names)
    assert hashes == {hashlib.sha256(lines.encode()).hexdigest()}
    assert checkpoint(NAME).name == NAME


def test_a_model_of_features(sacreval, hub):
    """MAUVE's model of features is fetched like those of metrics that score each text."""
    code, out, err = sacreval("setup-metric", "mauve", "--model", PINNED)
    assert code == 0, err
    assert "needed by: mauve\n" in err
    assert f"to fetch: 0.2 MiB of {PINNED}" in err
    assert "its files were not known to sacreval" in err
    assert "next: sacreval evaluate mauve FILE --model tiny" in err
    assert out.strip()
    assert hub


@pytest.mark.long
def test_a_model_that_runs(sacreval, hub, tmp_path):
    """BERTScore runs a model that was set up, and the numbers are those of its folder."""
    tiny_models.needed()
    folder = tiny_models.build("bert")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    hub.files, hub.listing = files, model_hub.Hub(files).listing
    code, _, err = sacreval("setup-metric", "bertscore", "--model", PINNED)
    assert code == 0, err
    (tmp_path / "a.jsonl").write_text('{"prediction": "the cat", "references": ["a cat sat"]}\n')
    words = ("evaluate", "bertscore", tmp_path / "a.jsonl", "--layer", "2", "--format", "json")
    values = []
    for model in (NAME, folder):
        code, out, err = sacreval(*words, "--model", model)
        assert code == 0, err
        values.append([result["value"] for result in json.loads(out)["results"]])
    assert values[0] == values[1]


def test_a_second_time(setup, hub):
    """A model that is there is not fetched again, but for --force."""
    setup()
    asked = len(hub.asked)
    code, out, err = setup()
    assert (code, out) == (0, "")
    assert "set up already" in err
    assert not any("safetensors" in path for path in hub.asked[asked:])
    assert setup("--force")[0] == 0
    assert any("safetensors" in path for path in hub.asked[asked:])


def test_a_dry_run(setup, hub, tmp_path):
    """--dry-run prints what would be fetched and written, and writes nothing."""
    code, out, _ = setup("--dry-run")
    assert code == 0
    assert out.splitlines()[-1] == f"write {folder_of(NAME, COMMIT)}"
    assert f"fetch {hub.address}/{NAME}/resolve/{COMMIT}/model.safetensors" in out
    assert not (tmp_path / "home").exists()


def test_a_name_without_a_commit(refused, hub):
    """A name that sacreval has no recipe of needs its commit, or --resolve."""
    sentence = refused(model=NAME)
    assert "org/tiny: sacreval knows no commit of it; write NAME@COMMIT" in sentence
    assert "add --resolve for the commit that its branch main has now" in sentence
    assert hub.asked == []


def test_resolved(setup, hub):
    """--resolve takes the commit of main, shows and records it, and says what was not known."""
    code, out, err = setup("--resolve", model=NAME)
    assert (code, out) == (0, f"{folder_of(NAME, COMMIT)}\n"), err
    assert f"org/tiny: its branch main is at {COMMIT} now; its files were not known" in err
    assert read(folder_of(NAME, COMMIT)).resolved
    assert hub.asked[0] == f"/api/models/{NAME}/revision/main"


def test_resolving_what_is_known(refused, hub):
    """A model whose commit is known is not taken at another one in silence."""
    assert "org/tiny is fetched at commit 0123" in refused("--resolve")
    assert "is fetched at commit 722c" in refused("--resolve", model="roberta-large")
    assert hub.asked == []


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_model(setup, hub, sacreval, damage):
    """A model with a missing or shorter file is no longer set up, and is fetched again."""
    setup()
    path = folder_of(NAME, COMMIT) / "model.safetensors"
    if damage == "cut":
        path.write_bytes(b"x")
    else:
        path.unlink()
    with pytest.raises(InputError, match=f"run: sacreval setup-metric x --model {PINNED} --force"):
        checkpoint(NAME, metric="x")
    assert "tiny (" not in sacreval("list", "metrics")[1]
    code, _, err = setup()
    assert code == 0
    assert "model.safetensors is damaged, so that the model is fetched again" in err
    assert path.read_bytes() == FILES["model.safetensors"]
    assert hub


def test_two_commits_of_one_name(setup, hub):
    """The command that comes next names the commit where a name means two models."""
    other = "f" * 40
    record = SetUp(name=NAME, commit=other, licence="l", metrics=(), files={})
    record.folder.mkdir(parents=True)
    write(record, record.folder)
    _, _, err = setup()
    assert f"next: sacreval evaluate bertscore FILE --model {PINNED}\n" in err
    assert hub


def test_nothing_to_do(setup, hub):
    """A dry run of what is set up fetches nothing, as the run itself."""
    setup()
    code, out, err = setup("--dry-run")
    assert (code, out) == (0, "")
    assert "is set up already" in err
    assert "next: sacreval evaluate bertscore FILE --model tiny" in err
    assert hub


def test_a_resolved_model_again(setup, hub):
    """A model that was resolved needs no commit the second time."""
    setup("--resolve", model=NAME)
    asked = len(hub.asked)
    assert "set up already" in setup(model=NAME)[2]
    assert len(hub.asked) == asked
    code, _, err = setup("--resolve", model=NAME)
    assert (code, "set up already" in err) == (0, True)


def test_modes_are_those_of_the_user(setup, hub):
    """Files have the modes of new files, so that others can read a shared folder."""
    setup()
    modes = {p.stat().st_mode & 0o777 for p in folder_of(NAME, COMMIT).rglob("*") if p.is_file()}
    assert len(modes) == 1
    assert modes != {0o600}
    assert hub


def test_pickles_need_the_flag(setup, refused, hub):
    """Weights that are pickles alone are fetched with --pickles only, as metrics read them."""
    hub.listing = [entry for entry in hub.listing if entry["path"] != "model.safetensors"]
    assert "weights as a pickle (pytorch_model.bin) alone, which may run code" in refused()
    assert "give one of them" in refused("--pickles", "--convert")
    code, _, err = setup("--pickles")
    assert code == 0
    assert "next: sacreval evaluate bertscore FILE --model tiny --pickles" in err
    code, _, err = setup("--convert")
    assert (code, "was set up with weights that are pickles; add --force" in err) == (2, True)
    assert checkpoint(NAME, pickles=True).pickled


def test_the_token(setup, hub, monkeypatch, tmp_path):
    """The user's token is sent to the hub, written nowhere, and shown in no message."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    code, out, err = setup()
    assert code == 0, err
    assert hub.tokens == {"Bearer hf_secret"}
    written = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert "hf_secret" not in out + err + written.decode(errors="replace")


@pytest.mark.parametrize("token", ["hf_se\ncret", "hf_s\u0435cret", "hf_se cret"])
def test_a_token_that_is_none(refused, monkeypatch, hub, token):
    """A character that no token has is told, without the token; blanks around it are none."""
    monkeypatch.setenv("HF_TOKEN", token)
    sentence = refused()
    assert "HF_TOKEN holds a character that no token has; set it anew" in sentence
    assert "hf_s" not in sentence
    assert hub.asked == []


def test_blanks_around_a_token(setup, monkeypatch, hub):
    """The end of a line of a file of variables is no part of the token."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret\r\n")
    assert setup()[0] == 0
    assert hub.tokens == {"Bearer hf_secret"}


@pytest.mark.parametrize("where", ["--mirror", "HF_ENDPOINT", "SACREVAL_MIRROR"])
def test_passwords_in_addresses(refused, monkeypatch, where):
    """An address with a password is refused, and not shown."""
    address = "http://user:secret@127.0.0.1:1"
    if where != "--mirror":
        monkeypatch.setenv(where, address)
    sentence = refused(*([where, address] if where == "--mirror" else []))
    assert f"{where}: the address holds a user name or a password" in sentence
    assert "secret" not in sentence


def test_other_hosts_get_no_token(setup, hub, monkeypatch):
    """A mirror, and an address that is not encrypted, do not get the token."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    assert setup("--mirror", f"{hub.address}/mirror")[0] == 2
    assert hub.tokens == {""}
    fetcher = Fetcher(hub="http://hub.example")
    assert fetcher._token("http://hub.example/x") == ""
    assert Fetcher(hub="https://hub.example")._token("https://hub.example/x") == "hf_secret"
    assert Fetcher(hub="https://hub.example")._token("https://hub.example.org/x") == ""


def test_a_mirror_that_refuses(refused, hub):
    """What a mirror answers is not said of the hub."""
    sentence = refused("--mirror", f"{hub.address}/x")
    assert "the mirror answered 404; check it, or drop --mirror" in sentence


def test_offline(refused, hub, monkeypatch):
    """--offline and HF_HUB_OFFLINE forbid the network."""
    assert "--offline does not allow fetching" in refused("--offline")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert "--offline does not allow fetching" in refused()
    assert hub.asked == []


def test_a_mirror_folder(setup, monkeypatch, tmp_path, hub):
    """A folder that has the files by address serves an offline machine."""
    root = tmp_path / "mirror" / "huggingface.co"
    for name, data in FILES.items():
        path = root / NAME / "resolve" / COMMIT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    listing = root / "api/models" / NAME / "tree" / COMMIT
    listing.parent.mkdir(parents=True)
    listing.write_text(json.dumps(hub.listing))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    code, _, err = setup("--mirror", tmp_path / "mirror")
    assert code == 0, err
    assert hub.asked == []


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
