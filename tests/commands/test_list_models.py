"""list metrics: the models that were set up, without importing torch."""

import subprocess
import sys

import pytest
from msgspec import structs

from sacreval.commands.list import lacks_packages
from sacreval.models import loading
from sacreval.models.weights import home

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def one(alone):
    """Write the record of a model that was set up for bertscore, with a file."""
    del alone  # it comes first, so that the record is in the data folder of the test
    record = home.SetUp(
        name="org/tiny", commit="1" * 40, licence="cc-by-nc-4.0", metrics=("bertscore",),
        files={"model.safetensors": 3 << 20},
    )  # fmt: skip
    record.folder.mkdir(parents=True)
    (record.folder / "model.safetensors").write_bytes(bytes(3 << 20))
    home.write(record, record.folder)
    return record


def test_models_are_listed(cli, one, monkeypatch):
    """A metric on a model runs here with its models, of which size and licence are shown."""
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    rows = {row["name"]: row for row in cli("list", "metrics", "--format", "json").json()}
    row = rows["bertscore"]
    assert (row["runs_here"], row["engines"], row["reason"]) == (True, ["definition"], "")
    assert row["models"] == [
        {"model": one.pinned, "bytes": 3 << 20, "licence": "cc-by-nc-4.0",
         "folder": str(one.folder)}
    ]  # fmt: skip
    assert rows["bleu"]["models"] == []
    text = " ".join(cli("list", "metrics").out.split())
    shown = "yes: --model tiny (3.0 MiB, cc-by-nc-4.0); --device cpu or cuda"
    assert shown in text


def test_without_models(cli, monkeypatch):
    """Without a model the reason is the command that fetches it, with size, licence and device."""
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    text = " ".join(cli("list", "metrics").out.split())
    first = "no: first sacreval setup-metric"
    assert f"{first} bertscore (1358.4 MiB, MIT); --device cpu or cuda" in text
    assert f"{first} comet --convert (2212.5 MiB, Apache-2.0)" in text
    assert f"{first} prism --convert (size unknown, MIT (of its repository)); --device" in text


def test_two_models_of_one_name(cli, one, monkeypatch):
    """Models whose short names are equal are named with their commits."""
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    other = structs.replace(one, commit="2" * 40)
    other.folder.mkdir(parents=True)
    (other.folder / "model.safetensors").write_bytes(bytes(3 << 20))
    home.write(other, other.folder)
    text = " ".join(cli("list", "metrics").out.split())
    assert f"yes: --model {one.pinned} (3.0 MiB, cc-by-nc-4.0), {other.pinned} (3.0" in text


@pytest.mark.usefixtures("one")
def test_without_packages(cli, monkeypatch):
    """Without torch a model does not help, and the reason names the extra."""
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    assert lacks_packages()
    text = " ".join(cli("list", "metrics").out.split())
    assert "no: first pip install 'sacreval[neural]', then sacreval setup-metric bertscore" in text


@pytest.mark.long
@pytest.mark.usefixtures("one")
def test_torch_is_not_imported():
    """A listing takes no time for torch or transformers."""
    code = (
        "import sys; from sacreval.commands.app import run; run(['list', 'metrics']); "
        "sys.exit(bool({'torch', 'transformers'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
