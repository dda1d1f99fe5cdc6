"""setup-metric METRIC --model: tokens, mirrors, and machines without a network."""

import json

import pytest

from sacreval.features.setup.recipes.fetch import Fetcher
from support.model_hub import COMMIT, FILES, NAME

pytestmark = pytest.mark.usefixtures("alone")


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
