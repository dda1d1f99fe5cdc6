"""list: metrics and readers."""

import pytest

from sacreval.core.metric import metrics

pytestmark = pytest.mark.usefixtures("answers")


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
    found = {row["name"]: row["tasks"] for row in rows}
    assert found["ranking"] == ["retrieval", "question-answering"]
    assert found.keys() == {"ranking", "stored-score"}
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
