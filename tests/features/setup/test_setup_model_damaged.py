"""setup-metric METRIC --model: what a hub lacks, damages, or lists on purpose is refused."""

import json

import pytest

from sacreval.models.weights.weights import checkpoint
from support import model_hub
from support.model_hub import COMMIT, FILES, NAME, PINNED

pytestmark = pytest.mark.usefixtures("alone")


def test_wrong_checksums(refused, hub):
    """Weights and small files with another content of the same size are refused."""
    hub.files["model.safetensors"] = bytes(len(FILES["model.safetensors"]))
    assert "model.safetensors: its SHA-256 checksum is" in refused()
    hub.files = dict(FILES)
    hub.files["config.json"] = b'{"model_type": "BERT"}'
    assert "config.json: its git checksum is" in refused()


def test_more_bytes_than_listed(refused, hub):
    """A file that is longer than the listing says is given up."""
    hub.files["tokenizer.json"] = b"{}" + bytes(100)
    assert "more than 2 bytes were sent" in refused()


@pytest.mark.usefixtures("hub")
def test_an_endless_listing(refused, monkeypatch):
    """A listing beyond the limit is given up."""
    monkeypatch.setattr("sacreval.features.setup.recipes.model_listing._MOST_LISTING", 100)
    assert "more than 100 bytes were sent" in refused()


def test_an_interrupted_download(setup, hub):
    """A transfer that breaks goes on where it broke."""
    hub.cut_at = [70_000, 50_000]
    assert setup()[0] == 0
    assert checkpoint(NAME)


def test_a_download_that_never_ends(refused, hub):
    """A transfer that stays cut fails, and nothing of it is kept."""
    hub.cut_at = [50_000] + [0] * 10
    assert "cannot be fetched" in refused()


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../x", "a\\..\\x", "a\nb"])
def test_hostile_paths(refused, hub, path):
    """A listing with a path that leads out of the folder is refused whole."""
    hub.listing.append({"type": "file", "oid": "0" * 40, "size": 1, "path": path})
    assert "leads out of a folder; do not use that hub" in refused()


@pytest.mark.parametrize(
    "listing",
    [{"error": "x"}, [{"type": "file"}], [{"type": "file", "path": "config.json", "oid": "../x"}],
     [{"type": "file", "path": "a", "oid": "0" * 40, "size": -1}]],
)  # fmt: skip
def test_damaged_listings(refused, hub, listing):
    """A listing of another form, a wrong checksum or a negative size are refused."""
    hub.listing = listing
    assert "the hub's list of files cannot be read" in refused()


@pytest.mark.parametrize("name", ["../x", "a/../b", "..", "org/tiny/more", "org//tiny", "-x/y"])
def test_hostile_names(refused, hub, name):
    """A name that is none on a hub is refused before anything is asked."""
    assert "or NAME@COMMIT with the 40 hexadecimal digits" in refused(model=f"{name}@{COMMIT}")
    assert hub.asked == []


def test_nothing_is_left_of_a_failure(refused, hub, tmp_path):
    """A model that could not be fetched leaves no empty folders."""
    del hub.files["model.safetensors"]
    refused()
    assert not [*(tmp_path / "home" / "models").glob("*")]


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_model_that_is_not_whole(refused, hub, name):
    """Without configuration or tokenizer nothing is fetched."""
    hub.listing = [entry for entry in hub.listing if entry["path"] != name]
    what = name if name.startswith("config") else "tokenizer"
    assert f"{PINNED} has no {what}; name another model or commit" in refused()
    assert not any("safetensors" in path for path in hub.asked)


def test_no_weights(refused, hub):
    """A model without weights that sacreval reads is refused."""
    hub.listing = [entry for entry in hub.listing if entry["path"] == "config.json"]
    assert "has no weights that sacreval reads (model.safetensors)" in refused()


def test_missing_files(refused, hub):
    """Weights without their configuration, and an index without its shards, are refused."""
    config, *_ = [entry for entry in hub.listing if entry["path"] == "config.json"]
    index = json.dumps({"weight_map": {"a": "model-00001-of-00002.safetensors"}}).encode()
    files = {**FILES, "model.safetensors.index.json": index}
    del files["model.safetensors"]
    hub.files, hub.listing = files, model_hub.Hub(files).listing
    assert f"{PINNED}: model-00001-of-00002.safetensors: No such file" in refused()
    assert config


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(404, f"has no {NAME} at commit {COMMIT} (404); check it"),
     (401, f"HF_TOKEN to a token of yours, or run: hf download {NAME} --revision {COMMIT}")],
)  # fmt: skip
def test_an_unknown_model(refused, hub, status, sentence):
    """A model that the hub does not have, or shows to members only, is said to be so."""
    hub.refuse = {"listing": status}
    assert sentence in refused()


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [({"sha": "main"}, "the hub's answer states no commit"), ([], "states no commit"),
     (404, "has no org/tiny (404); check it"), (401, "does not show org/tiny (401)")],
)  # fmt: skip
def test_not_resolved(refused, hub, revision, sentence):
    """An answer without a commit, and none, are said to be so."""
    if isinstance(revision, int):
        hub.refuse = {"revision": revision}
    hub.revision = revision
    assert sentence in refused("--resolve", model=NAME)
