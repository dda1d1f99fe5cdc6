"""Judges on the command line: from ask to gate, and all in one with --with."""

import json

import pytest

from support.judges import ANSWERS, PREFERENCE, QUALITY, SUPPORT, write
from support.program import write_jsonl

TEXTS = ("one", "two words", "now three words", "unclear", "a b c d e f", "two words")
STATES = ("unparsed", "truncated", "refused", "failed", "not_asked")
QUALITY_OF_A = ("judge", "quality.yaml", "a.jsonl")
RATED = (*QUALITY_OF_A, "--with", "py:answers:rate")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Judges, outputs of two systems, and functions that answer."""
    for values in (QUALITY, PREFERENCE, SUPPORT):
        write(tmp_path, values)
    (tmp_path / "answers.py").write_text(ANSWERS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "answers", raising=False)
    monkeypatch.setenv("SACREVAL_CACHE_HOME", str(tmp_path / "cache"))
    for system, more in (("a", ""), ("b", " more")):
        write_jsonl(
            tmp_path / f"{system}.jsonl",
            [
                {"instance_id": i, "prediction": text + more, "sources": ["now one two"]}
                for i, text in enumerate(TEXTS)
            ],
        )
    return tmp_path


def score(done):
    """Return the results of a run by output and system."""
    return {(x["output"], x["system_id"]): x for x in done.json()["results"]}


@pytest.mark.usefixtures("folder")
def test_ask_answer_evaluate(cli):
    """Requests, replies and scores are three commands; what has no verdict is counted."""
    asked = cli("ask", "quality.yaml", "a.jsonl", "-o", "requests.jsonl")
    assert (asked.code, asked.out) == (0, "")
    assert "requests.jsonl: 5 requests about 6 records" in asked.err
    answered = cli("answer", "requests.jsonl", "--with", "py:answers:rate", "-o", "replies.jsonl")
    assert answered.code == 0, answered.err
    words = ("evaluate", *QUALITY_OF_A, "--replies", "replies.jsonl")
    scored = cli(*words, "--format", "json")
    assert scored.code == 3
    result = score(scored)["quality", "a"]
    assert (result["n"], result["value"]) == (6, pytest.approx((1 + 2 + 3 + 5 + 2) / 5))
    assert result["missing"]["unparsed"] == 1
    assert result["missing"]["if_worst"] == pytest.approx((13 + 1) / 6)
    assert result["missing"]["if_best"] == pytest.approx((13 + 5) / 6)
    assert "a.jsonl:4: quality: unparsed (no rule applies)" in scored.err
    text = cli(*words, "--allow-errors")
    assert text.code == 0
    assert "missing, and not scored: a 1 of 6 (1 unparsed)" in text.out


def test_gate(cli, folder):
    """A gate on the share of missing verdicts ends with 1, and JUnit has the counts."""
    words = ("evaluate", *RATED, "--allow-errors")
    failed = cli(*words, "--max-missing", "0.1", "--junit", "j.xml")
    assert failed.code == 1
    assert "1 of 6 records of a are missing by quality" in failed.err
    junit = (folder / "j.xml").read_text()
    assert 'name="quality.unparsed" value="1"' in junit
    assert '<failure type="GateError"' in junit
    assert cli(*words, "--max-missing", "0.2").code == 0


@pytest.mark.parametrize("verb", ["evaluate", "score"])
@pytest.mark.usefixtures("folder")
def test_with(cli, verb):
    """--with asks and scores; the second time nothing is asked."""
    first = cli(verb, *RATED, "--allow-errors")
    assert first.code == 0, first.err
    assert "5 requests to py:answers:rate" in first.err
    second = cli(verb, *RATED, "--allow-errors")
    assert second.out == first.out
    assert "requests to" not in second.err


def test_correlate(cli, folder):
    """Verdicts are correlated with human judgments like the scores of any metric."""
    records = [json.loads(line) for line in (folder / "a.jsonl").open()]
    judged = [{**x, "judgments": {"good": len(x["prediction"].split())}} for x in records]
    write_jsonl(folder / "h.jsonl", [x for x in judged if "unclear" not in x["prediction"]])
    words = ("judge", "quality.yaml", "h.jsonl", "--with", "py:answers:rate", "--human", "good")
    done = cli("correlate", *words)
    assert done.code == 0, done.err
    assert "quality" in done.out


def test_with_and_a_file(cli, folder):
    """Replies are appended to the file that is named, and the signature names what was asked."""
    done = cli("evaluate", *RATED, "--replies", "r.jsonl", "--allow-errors", "--format", "json")
    assert len((folder / "r.jsonl").read_text().splitlines()) == 5
    assert '|asked:"py:answers:rate"|' in score(done)["quality", "a"]["signature"]
    assert not (folder / "cache" / "replies").exists()


def test_dry_run(cli, folder):
    """A dry run shows the first prompt and the counts, and asks nothing."""
    done = cli("evaluate", *RATED, "--dry-run", "--replies", "r.jsonl")
    assert done.code == 0
    assert "Source: now one two" in done.out
    assert "to ask: 5" in done.out
    assert not (folder / "r.jsonl").exists()


@pytest.mark.usefixtures("folder")
def test_budget(cli):
    """The limit of requests holds over all; what was not asked is unanswered."""
    done = cli("evaluate", *RATED, "--max-requests", "3", "--format", "json")
    assert done.code == 3
    assert "stopped: --max-requests 3 is reached" in done.err
    assert score(done)["quality", "a"]["missing"]["not_asked"] >= 2


@pytest.mark.usefixtures("folder")
def test_steps(cli):
    """Steps are asked round after round; by hand, ask is called again with the replies."""
    words = ("evaluate", "judge", "support.yaml", "a.jsonl")
    done = cli(*words, "--with", "py:answers:claims", "--replies", "r.jsonl", "--format", "json")
    want = (1, 1 / 2, 1 / 3, 0, 0, 1 / 2)
    assert done.code == 0, done.err
    assert score(done)["support", "a"]["value"] == pytest.approx(sum(want) / 6)
    assert done.err.count("to py:answers:claims") == 2
    first = cli("ask", "support.yaml", "a.jsonl", "-o", "1.jsonl")
    assert "6 records of these are asked for check later" in first.err
    cli("answer", "1.jsonl", "--with", "py:answers:claims", "-o", "s.jsonl")
    second = cli("ask", "support.yaml", "a.jsonl", "-o", "2.jsonl", "--replies", "s.jsonl")
    assert "5 answered before" in second.err
    cli("answer", "2.jsonl", "--with", "py:answers:claims", "-o", "s.jsonl")
    again = cli(*words, "--replies", "s.jsonl", "--format", "json")
    assert score(again)["support", "a"]["value"] == score(done)["support", "a"]["value"]


def test_compare_pairs(cli, folder):
    """A judge of pairs compares each system with the base, which is a tie with itself."""
    words = ("compare", "judge", "preference.yaml", "a.jsonl", "b.jsonl")
    done = cli(*words, "--with", "py:answers:longer", "--format", "json")
    assert done.code == 0, done.err
    by_output = {x["output"]: x for x in done.json()["comparisons"]}
    assert by_output["preference"]["difference"] == 0.5
    asked = next((folder / "cache/replies").iterdir()).read_text().splitlines()
    assert len(asked) == 10  # both orders of five different pairs
    same = cli("evaluate", "judge", "preference.yaml", "b.jsonl", "--opponent", "a.jsonl",
               "--with", "py:answers:longer", "--format", "json")  # fmt: skip
    assert score(same)["preference", "b"]["value"] == 1.0


@pytest.mark.usefixtures("folder")
def test_compare_pairs_with_another_base(cli):
    """The base that is named is the opponent; evaluate without one names the command to use."""
    words = ("judge", "preference.yaml", "a.jsonl", "b.jsonl", "--with", "py:answers:longer")
    done = cli("compare", *words, "--base", "b", "--format", "json")
    by_output = {x["output"]: x for x in done.json()["comparisons"]}
    assert by_output["preference"]["difference"] == -0.5
    refused = cli("evaluate", *words)
    assert refused.code == 2
    assert "compare systems: sacreval compare judge" in refused.err


def test_verify(cli, folder):
    """verify reads the replies again without asking; a moved file is named."""
    scored = cli("evaluate", *RATED, "--replies", "r.jsonl", "--allow-errors", "-o", "x.json")
    assert scored.code == 0, scored.err
    same = cli("verify", "x.json", "a.jsonl")
    assert same.code == 0, same.err
    (folder / "r.jsonl").rename(folder / "moved.jsonl")
    assert cli("verify", "x.json", "a.jsonl").code == 2
    assert cli("verify", "x.json", "a.jsonl", "--file", "replies=moved.jsonl").code == 0
    text = (folder / "moved.jsonl").read_text().replace("[[2]]", "[[3]]")
    (folder / "other.jsonl").write_text(text)
    other = cli("verify", "x.json", "a.jsonl", "--file", "replies=other.jsonl")
    assert other.code == 1
    assert "the data are different" in other.err


def test_panel(cli, folder):
    """Several files are a panel, whose verdicts are folded; a notice states their agreement."""
    cli("ask", "quality.yaml", "a.jsonl", "-o", "requests.jsonl")
    ids = [json.loads(line)["id"] for line in (folder / "requests.jsonl").open()]
    for name, verdict in (("r1", "[[2]]"), ("r2", "[[4]]")):
        write_jsonl(folder / f"{name}.jsonl", [{"id": x, "text": verdict} for x in ids])
    panel = ("--replies", "r1.jsonl", "--replies", "r2.jsonl")
    done = cli("evaluate", *QUALITY_OF_A, *panel, "--format", "json")
    assert done.code == 0, done.err
    assert score(done)["quality", "a"]["value"] == 3.0
    assert "Krippendorff's alpha of 2 verdicts each of 6 records is -0.8" in done.err


def test_verdicts_of_another_program(cli, folder):
    """The verdicts of another program are read by their fields, so that no model is asked again."""
    lines = [{"doc": i, "sys": "a", "out": {"judge": f"[[{1 + i % 5}]]"}} for i in range(6)]
    write_jsonl(folder / "theirs.jsonl", lines)
    fields = ("instance_id=doc", "system_id=sys", "text=out.judge")
    options = [word for field in fields for word in ("--reply-fields", field)]
    words = ("evaluate", *QUALITY_OF_A, "--replies", "theirs.jsonl", *options)
    done = cli(*words, "--format", "json")
    assert done.code == 0, done.err
    assert score(done)["quality", "a"]["value"] == pytest.approx(16 / 6)
    assert cli(*words, "--with", "py:answers:rate").code == 2


def test_replies_to_other_records(cli, folder):
    """Replies that fit no record are told, with what to check."""
    write_jsonl(folder / "r.jsonl", [{"id": "0" * 32, "text": "[[1]]"}])
    done = cli("evaluate", *QUALITY_OF_A, "--replies", "r.jsonl")
    assert done.code == 3
    assert "no reply of r.jsonl is to a request of this judge about these records" in done.err


def test_records_without_a_field(cli, folder):
    """A record that lacks what the judge reads is named by its line, before any reply is sought."""
    write_jsonl(folder / "bare.jsonl", [{"prediction": "p"}])
    write_jsonl(folder / "r.jsonl", [{"id": "0" * 32, "text": "[[1]]"}])
    done = cli("evaluate", "judge", "quality.yaml", "bare.jsonl", "--replies", "r.jsonl")
    assert done.code == 2
    assert "bare.jsonl:1: no `sources`, which judge needs" in done.err


def test_suite(cli, folder):
    """A suite holds several judges and other metrics; each needs a name of its own."""
    cli("ask", "quality.yaml", "a.jsonl", "-o", "requests.jsonl")
    cli("answer", "requests.jsonl", "--with", "py:answers:rate", "-o", "r.jsonl")
    text = (folder / "r.jsonl").read_text()
    (folder / "s.jsonl").write_text(text.replace("[[1]]", "[[5]]"))
    write(folder, QUALITY, judge="length", fold="median")
    specs = [
        'judge{"judge": "quality.yaml", "replies": ["r.jsonl"]}',
        'judge{"judge": "length.yaml", "replies": ["r.jsonl"], "as": "again"}',
        'judge{"judge": "quality.yaml", "replies": ["s.jsonl"], "as": "other"}',
        "distinct-n",
    ]
    options = [word for spec in specs for word in ("-m", spec)]
    done = cli("evaluate", "suite", "a.jsonl", *options, "--allow-errors", "--format", "json")
    assert done.code == 0, done.err
    by_output = {x["output"]: x["value"] for x in done.json()["results"]}
    assert by_output["quality"] == by_output["again_length"]
    assert by_output["other_quality"] == pytest.approx(by_output["quality"] + 4 / 5)


@pytest.mark.usefixtures("folder")
def test_options_without_a_model(cli):
    """Options that say how a model is asked need --with."""
    done = cli("evaluate", *QUALITY_OF_A, "--replies", "r.jsonl", "--max-requests", "3")
    assert done.code == 2
    assert "--max-requests: this says how a model is asked; give --with, or drop it" in done.err
    without = cli("evaluate", *QUALITY_OF_A)
    assert "no `replies`, which judge needs; give --replies FILE, or ask a model" in without.err


@pytest.mark.usefixtures("folder")
def test_a_real_server(cli, tiny_server):
    """A model behind a real server is asked, and its noise is unparsed, never a number."""
    words = ("evaluate", *QUALITY_OF_A, "--replies", "r.jsonl", "--format", "json")
    asked = ("--with", f"openai:{tiny_server.model}", "--base-url", tiny_server.url)
    done = cli(*words, *asked)
    assert done.code in {0, 3}, done.err
    (result,) = done.json()["results"]
    assert result["n"] == 6
    assert f"|served:{tiny_server.model}|host:127.0.0.1:" in result["signature"]
    assert cli(*words).json()["results"][0]["value"] == result["value"]


def test_suite_asks(cli, folder):
    """A suite asks for its judges, as its config may, too; a metric beside them asks nothing."""
    (folder / "two.yaml").write_text(
        "metrics: [length, {judge: {judge: quality.yaml}}]\nwith: py:answers:rate\n"
    )
    done = cli("evaluate", "suite", "two.yaml", "a.jsonl", "--allow-errors", "--format", "json")
    assert done.code == 0, done.err
    assert "5 requests to py:answers:rate" in done.err
    alone = cli("evaluate", *RATED, "--allow-errors", "--format", "json")
    assert score(done)["quality", "a"] == score(alone)["quality", "a"]
    words = ("evaluate", "suite", "-m", "length", "a.jsonl", "--with", "py:answers:rate")
    assert cli(*words).code == 2
