"""`sacreval list`: metrics, readers, suites, recipes, and the values of options."""

import json
import subprocess
import sys
from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from sacreval.cli.verb_index import collected
from sacreval.commands.list import lacks_packages
from sacreval.commands.list_choices import CHOICES
from sacreval.core.metric import metrics
from sacreval.features.compare.comparison_names import TestName
from sacreval.features.correlate.measures import coefficient_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.models import loading
from sacreval.models.weights import home
from support.sizes import few

pytestmark = pytest.mark.usefixtures("answers", "alone", "recipes_once")


def test_list_metrics(cli):
    """`list metrics` shows name, outputs, needs, whether it runs here, and a line about each."""
    rows = cli("list", "metrics", "--format", "json").json()
    assert [row["name"] for row in rows] == list(metrics)
    bleu = next(row for row in rows if row["name"] == "bleu")
    assert bleu["outputs"] == ["bleu"]
    assert bleu["needs"] == ["prediction", "references"]
    assert bleu["runs_here"] is True
    assert "official" in bleu["engines"]
    text = cli("list", "metrics").out
    text = " ".join(text.split())  # lines are wrapped
    for row in rows:
        assert row["name"] in text
        assert row["summary"] in text
        assert row["runs_here"] or row["reason"]


def test_list_readers(cli):
    """`list readers` shows the readers, their endings and options."""
    rows = {row["name"]: row for row in cli("list", "readers", "--format", "json").json()}
    assert rows["table"]["extensions"] == [".csv", ".tsv"]
    assert {"delimiter", "quoting"} <= set(rows["table"]["options"])
    assert {"jsonl", "table", "parallel-text"} <= rows.keys()


def test_metrics_by_task(cli):
    """`list metrics --task` lists those that declare it; another word is an error."""
    rows = cli("list", "metrics", "--task", "retrieval", "--format", "json").json()
    tasks = {row["name"]: row["tasks"] for row in rows}
    assert tasks["ranking"] == ["retrieval", "question-answering"]
    assert tasks.keys() == {"ranking", "stored-score"}
    outcome = cli("list", "metrics", "--task", "retreival")
    assert outcome.code == 2
    assert "did you mean 'retrieval'" in outcome.err


def test_narrow_terminal(cli, monkeypatch):
    """On a terminal of ten columns, lists are text, whose cells are whole."""
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    outcome = cli("list", "readers")
    assert any(line.startswith("jsonl ") and "max_line" in line for line in outcome.out.split("\n"))


def test_list_runners(cli):
    """`list runners` shows the runners, how they are named, and their options."""
    rows = {row["name"]: row for row in cli("list", "runners", "--format", "json").json()}
    assert {"openai", "cmd", "py", "file"} <= rows.keys()
    assert rows["openai"]["with"] == "openai:MODEL"
    assert rows["openai"]["server"]
    assert "--base-url" in rows["openai"]["options"]
    assert "yes" in cli("list", "runners").out


def test_list_judges(cli):
    """`list judges` shows each judge, what it needs, and in JSON its outputs."""
    rows = {row["name"]: row for row in cli("list", "judges", "--format", "json").json()}
    assert rows["consistency"]["needs"] == ["sources", "prediction"]
    assert rows["preference"]["needs"] == ["input", "prediction", "opponent"]
    assert rows["fluency"]["outputs"] == ["fluency"]
    assert "1 to 5" in cli("list", "judges").out


@pytest.fixture
def set_up(alone):
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


def test_models_are_listed(cli, set_up, monkeypatch):
    """A metric on a model runs here with its models, of which size and licence are shown."""
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    rows = {row["name"]: row for row in cli("list", "metrics", "--format", "json").json()}
    row = rows["bertscore"]
    assert (row["runs_here"], row["engines"], row["reason"]) == (True, ["definition"], "")
    assert row["models"] == [
        {"model": set_up.pinned, "bytes": 3 << 20, "licence": "cc-by-nc-4.0",
         "folder": str(set_up.folder)}
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


def test_two_models_of_one_name(cli, set_up, monkeypatch):
    """Models whose short names are equal are named with their commits."""
    monkeypatch.setattr(loading, "find_spec", lambda _: "there")
    other = structs.replace(set_up, commit="2" * 40)
    other.folder.mkdir(parents=True)
    (other.folder / "model.safetensors").write_bytes(bytes(3 << 20))
    home.write(other, other.folder)
    text = " ".join(cli("list", "metrics").out.split())
    assert f"yes: --model {set_up.pinned} (3.0 MiB, cc-by-nc-4.0), {other.pinned} (3.0" in text


@pytest.mark.usefixtures("set_up")
def test_without_packages(cli, monkeypatch):
    """Without torch a model does not help, and the reason names the extra."""
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    assert lacks_packages()
    text = " ".join(cli("list", "metrics").out.split())
    assert "no: first pip install 'sacreval[neural]', then sacreval setup-metric bertscore" in text


@pytest.mark.long
@pytest.mark.usefixtures("set_up")
def test_torch_is_not_imported():
    """A listing takes no time for torch or transformers."""
    code = (
        "import sys; from sacreval.commands.app import run; run(['list', 'metrics']); "
        "sys.exit(bool({'torch', 'transformers'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@few(3, "name", CHOICES)
def test_each_list(cli, name, monkeypatch):
    """Each list has rows, whose names differ within a verb or setup, and a sentence on each."""
    done = cli("list", name, "--format", "json")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    keys = [(row["name"], row.get("verb"), row.get("setup")) for row in rows]
    assert len(set(keys)) == len(keys) > 2
    for row in rows:
        assert row.get("summary") or row["metrics"], row
    monkeypatch.setenv("COLUMNS", "400")
    assert cli("list", name).out.splitlines()[0].startswith("name")


def test_all_values_are_described():
    """The described tests and coefficients are those that the options accept."""
    assert collected("COEFFICIENTS").keys() == coefficient_names.COEFFICIENTS.keys()
    assert tuple(collected("TESTS")["compare"]) == get_args(TestName)
    literal, _ = get_args(get_type_hints(CorrelationOptions)["test"])
    assert set(collected("TESTS")["correlate"]) == set(get_args(literal))


def test_tokenizers(cli):
    """A tokenizer has the metrics that take it, and whether its packages are installed."""
    rows = {
        row["name"]: row for row in json.loads(cli("list", "tokenizers", "--format", "json").out)
    }
    assert "bleu" in rows["13a"]["metrics"]
    assert rows["13a"]["runs_here"] is True
    assert rows["rouge"]["metrics"] == ["rouge"]


@pytest.mark.parametrize("name", ["normalizers", "extractors"])
def test_summaries_are_for_users(cli, name):
    """No summary is about Python, each says something of its own, and languages share a row."""
    summaries = [row["summary"] for row in json.loads(cli("list", name, "--format", "json").out)]
    assert len(set(summaries)) == len(summaries)
    assert not [text for text in summaries if "see `" in text or text.startswith("Create")]
    shown = cli("list", name).out
    assert "multilingual-ar" not in shown
    assert ("Another name of drop." in shown) is (name == "normalizers")
