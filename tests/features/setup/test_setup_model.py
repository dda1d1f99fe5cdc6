"""setup-metric METRIC --model: a model of a hub is fetched whole, checked, and found by metrics."""

import hashlib
import json

import pytest

from sacreval.errors import InputError
from sacreval.models.weights.home import RECORD, SetUp, folder_of, read, write
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
        values.append([one["value"] for one in json.loads(out)["results"]])
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
    hub.listing = [one for one in hub.listing if one["path"] != "model.safetensors"]
    assert "weights as a pickle (pytorch_model.bin) alone, which may run code" in refused()
    assert "give one of them" in refused("--pickles", "--convert")
    code, _, err = setup("--pickles")
    assert code == 0
    assert "next: sacreval evaluate bertscore FILE --model tiny --pickles" in err
    code, _, err = setup("--convert")
    assert (code, "was set up with weights that are pickles; add --force" in err) == (2, True)
    assert checkpoint(NAME, pickles=True).pickled
