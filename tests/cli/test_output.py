"""Output: the JSON schema, files by ending, scores of records, tables, lists."""

import csv
import io
import json
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version

import msgspec
import pytest

from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import RecordError
from support.mirror import CHECKOUT
from support.program import PROGRAM, records, spawn, write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


class Interval(msgspec.Struct):
    """The published schema, to which fields may be added."""

    low: float
    high: float
    level: float
    method: str
    resamples: int
    seed: int


class Result(msgspec.Struct):
    """The published schema, to which fields may be added."""

    metric: str
    output: str
    system_id: str
    group: str | None
    value: float
    n: int
    higher_is_better: bool
    interval: Interval | None
    signature: str
    engine: str


class Document(msgspec.Struct):
    """The published schema, to which fields may be added."""

    schema_version: int
    sacreval: str
    results: list[Result]


def document(cli, *words):
    outcome = cli("evaluate", *words, "--format", "json")
    assert outcome.code == 0, outcome.err
    return msgspec.json.decode(outcome.out, type=Document)


def test_schema(cli):
    """JSON has the published fields, and a result for every system, group and output."""
    found = document(cli, "rouge", SAMPLE, "--ci", "--by", "domain", "--resamples", "50")
    assert (found.schema_version, found.sacreval) == (1, version("sacreval"))
    systems = {r.system_id for r in found.results}
    groups = {r.group for r in found.results}
    outputs = {r.output for r in found.results}
    assert len(systems) == 3
    assert None in groups
    assert all(g is None or g.startswith("domain=") for g in groups)
    assert len(found.results) == len(systems) * len(groups) * len(outputs)
    for result in found.results:
        interval = result.interval
        assert interval.low <= result.value <= interval.high
        assert (interval.level, interval.resamples, interval.seed) == (0.95, 50, 12345)
        assert interval.method == "bootstrap-percentile"
        assert result.higher_is_better
    whole = {(r.system_id, r.output): r.n for r in found.results if r.group is None}
    parts = dict.fromkeys(whole, 0)
    for result in found.results:
        if result.group is not None:
            parts[result.system_id, result.output] += result.n
    assert parts == whole


def test_no_interval(cli):
    """Without --ci, and for a single record, the interval is null."""
    assert all(r.interval is None for r in document(cli, "bleu", SAMPLE).results)


def test_options_that_do_nothing(cli, tmp_path, monkeypatch):
    """Options of the command line without effect are listed; configs and environment are exempt."""
    told = cli("evaluate", "bleu", SAMPLE, "--resamples", "1000", "--confidence", "0.9").err
    for name in ("--confidence", "--resamples"):
        assert f"without --ci there are no intervals, so {name} has no effect" in told
    assert "has no effect" not in cli("evaluate", "bleu", SAMPLE, "--resamples", "50", "--ci").err
    forced = cli("evaluate", "bleu", SAMPLE, "--force-baseline").err
    assert "--force-baseline has no effect" in forced
    cli("evaluate", "bleu", SAMPLE, "-o", "b.json", "--instances", "b.jsonl")
    held = ("evaluate", "bleu", SAMPLE, "--baseline", "b.json", "--force-baseline")
    assert "has no effect" not in cli(*held, "--confidence", "0.9").err
    dropped = cli(*held, "--confidence", "0.9", "--max-drop", "bleu=1").err
    assert "--confidence has no effect" in dropped
    monkeypatch.setenv("SACREVAL_RESAMPLES", "50")
    (tmp_path / "a.yaml").write_text("metrics: [bleu]\nconfidence: 0.9\n", encoding="utf-8")
    assert "has no effect" not in cli("evaluate", "suite", "a.yaml", SAMPLE).err
    trials = ("compare", "bleu", SAMPLE, "--trials", "100")
    assert "has no effect" not in cli(*trials).err
    assert "--trials has no effect" in cli(*trials, "--test", "paired-bs").err


def test_interval_of_one(cli, tmp_path):
    """One record has no spread, so no interval, which is said."""
    write_jsonl(tmp_path / "a.jsonl", records(1))
    assert document(cli, "bleu", "a.jsonl", "--ci").results[0].interval is None
    assert (
        "no interval for 'a': an interval needs two records"
        in cli("evaluate", "bleu", "a.jsonl", "--ci").err
    )


def test_signature(cli):
    """The signature names every option, references, versions, and hashes of the data."""
    result = document(cli, "chrf", SAMPLE, "--word-order", "2").results[0]
    assert result.signature.startswith(
        "chrf|char_order:6|word_order:2|beta:2|lowercase:false|whitespace:false|"
        f"eps_smoothing:false|refs:2|sacreval:{version('sacreval')}|"
        f"sacrebleu:{version('sacrebleu')}|data:"
    )


def test_data_hash(cli, tmp_path):
    """The data's hash follows the references, the outputs' the predictions, and neither order."""

    def hashes(made):
        write_jsonl(tmp_path / "a.jsonl", made)
        signature = document(cli, "bleu", "a.jsonl").results[0].signature
        return dict(
            part.split(":", 1)
            for part in signature.split("|")
            if part.startswith(("data:", "outputs:"))
        )

    made = [record | {"instance_id": str(i)} for i, record in enumerate(records(4))]
    first = hashes(made)
    assert hashes(made[::-1]) == first
    changed = hashes([made[0] | {"prediction": "other"}, *made[1:]])
    assert changed["data"] == first["data"]
    assert changed["outputs"] != first["outputs"]
    changed = hashes([made[0] | {"references": ["other"]}, *made[1:]])
    assert changed["data"] != first["data"]
    assert changed["outputs"] == first["outputs"]


def test_ci_is_deterministic(cli, tmp_path):
    """Intervals do not depend on the order of records or the number of files."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "x.jsonl").write_text("".join(lines[::-2]), encoding="utf-8")
    (tmp_path / "y.jsonl").write_text("".join(lines[-2::-2]), encoding="utf-8")
    options = ("--ci", "--resamples", "100", "--seed", "7", "--confidence", "0.9")
    found = document(cli, "bleu", SAMPLE, *options)
    assert document(cli, "bleu", "x.jsonl", "y.jsonl", *options) == found
    again = spawn("evaluate", "bleu", SAMPLE, *options, "--format", "json")
    assert msgspec.json.decode(again.out, type=Document) == found
    other = document(cli, "bleu", SAMPLE, *options[:-2], "--confidence", "0.5")
    for narrow, wide in zip(other.results, found.results, strict=True):
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


def test_engines_agree(cli):
    """`--engine official` gives the numbers of the default engine, and says so."""
    default = document(cli, "bleu", SAMPLE, "--ci", "--resamples", "50").results
    official = document(
        cli, "bleu", SAMPLE, "--ci", "--resamples", "50", "--engine", "official"
    ).results
    assert {r.engine for r in official} == {"official"}
    for ours, theirs in zip(default, official, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-12)
        assert ours.signature == theirs.signature


def test_files_by_ending(cli, tmp_path):
    """-o writes each format by its ending, the same numbers in all, and prints as well."""
    endings = ("json", "jsonl", "tsv", "csv", "md", "tex", "txt", "markdown", "latex")
    words = [word for ending in endings for word in ("-o", f"out.{ending}")]
    outcome = cli("evaluate", "wer", SAMPLE, "--ci", "--resamples", "20", *words)
    assert outcome.code == 0
    read = {ending: (tmp_path / f"out.{ending}").read_text("utf-8") for ending in endings}
    results = json.loads(read["json"])["results"]
    assert [json.loads(line) for line in read["jsonl"].splitlines()] == results
    values = [result["value"] for result in results]
    for ending, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.DictReader(io.StringIO(read[ending]), delimiter=delimiter))
        assert [float(row["value"]) for row in rows] == values
        assert [row["low"] for row in rows] == [str(r["interval"]["low"]) for r in results]
    assert read["txt"] == outcome.out
    assert read["md"] == read["markdown"]
    assert read["tex"] == read["latex"]
    best = min(r["value"] for r in results if r["output"] == "wer")
    assert f"**{best:.4f} [" in read["md"]
    assert f"\\textbf{{{best:.4f} [" in read["tex"]
    assert f"{best:.4f} [" in outcome.out
    for line in read["md"].splitlines()[:4]:
        assert line.count("|") == len(json.loads(read["json"])["results"]) // 3 + 3
    assert read["tex"].count("\\\\\n") == 4


def test_force(cli, tmp_path):
    """--force replaces a file whole, and keeps its mode."""
    old = tmp_path / "out.json"
    old.write_text("x" * 100_000)
    old.chmod(0o640)
    assert cli("evaluate", "bleu", SAMPLE, "-o", "out.json", "--force").code == 0
    assert len(json.loads(old.read_text())["results"]) == 3
    assert old.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_instances(cli, tmp_path):
    """--instances writes a score for every record, by the rule for single ones."""
    assert cli("evaluate", "bleu", SAMPLE, "--instances", "all.jsonl").code == 0
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    lines = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    keys = {(line["system_id"], line["instance_id"]) for line in lines}
    assert {(row["system_id"], row["instance_id"]) for row in rows} == keys
    assert len(rows) == len(keys)
    from sacrebleu import BLEU

    scorer = BLEU(effective_order=True)
    wanted = {
        (x["system_id"], x["instance_id"]): scorer.sentence_score(x["prediction"], x["references"])
        for x in lines
    }
    for row in rows:
        want = wanted[row["system_id"], row["instance_id"]].score
        assert row["scores"]["bleu"] == pytest.approx(want, abs=1e-9)
        assert row["error"] is None


def test_text_table(cli):
    """Piped, a plain table marks the best of several systems with a star, then the signature."""
    out = cli("evaluate", "bleu", SAMPLE).out
    head, *rows, signature = out.splitlines()
    assert head.split() == ["system", "n", "bleu", "↑"]
    assert [row.endswith("*") for row in rows] == [True, False, False]
    assert signature.startswith("bleu|lowercase:false|tokenize:13a|")


def test_ties_are_best_together(cli, tmp_path):
    """Systems with the same score are all marked; a single system is not."""
    for name in ("a", "b"):
        write_jsonl(tmp_path / f"{name}.jsonl", records())
    assert cli("evaluate", "bleu", "a.jsonl", "b.jsonl").out.count("*\n") == 2
    assert "*" not in cli("evaluate", "bleu", "a.jsonl").out


def on_terminal(*words):
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*PROGRAM, *words], stdout=theirs, stderr=subprocess.PIPE, env=environment
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    assert process.wait() == 0
    assert process.stderr.read() == b""
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_terminal():
    """On a terminal the table is drawn and coloured, and the best is bold green."""
    text = on_terminal("evaluate", "ter", str(SAMPLE))
    assert "┃" in text or "│" in text
    assert text.count("\x1b[1;32m") == 1
    assert "ter ↓" in text.replace("\x1b[1m", "")
    assert "ter|normalized:false|" in text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_terminal_of_correlate():
    """On a terminal `correlate` draws its tables too, with the notes below."""
    metrics = ["-m", "chrf", "-m", "bleu", "--test", "perm-inputs"]
    words = ["correlate", "suite", *metrics, str(SAMPLE), "--human", "fluency", "--level=summary"]
    text = on_terminal(*words)
    assert text.count("┏") == 3
    assert "\x1b[1;32m" in text
    assert "signature of tests" in text


@dataclass(frozen=True, kw_only=True)
class Picky(MeanMetric):
    """A metric that cannot score some records."""

    @property
    def outputs(self):
        return ("picky", "picky_words")

    def scores(self, prediction, prepared):  # noqa: ARG002 - the contract
        if "bad" in prediction:
            raise RecordError("it is bad")
        return (float(len(prediction)), len(prediction.split()))


@pytest.fixture
def picky():
    """Register `picky` for one test."""
    metrics.register("picky")(Picky)
    yield
    metrics._classes.pop("picky")


@pytest.mark.usefixtures("picky")
def test_record_errors(cli, tmp_path):
    """Records that cannot be scored are counted and named, and the command exits with 3."""
    made = [{"prediction": p, "references": ["x"]} for p in ("ab", "bad", "abcd")]
    write_jsonl(tmp_path / "a.jsonl", made)
    words = ["evaluate", "picky", "a.jsonl", "--format", "json", "--instances", "i.jsonl"]
    outcome = cli(*words, "--ci")
    assert outcome.code == 3
    assert "a.jsonl:2: it is bad" in outcome.err
    assert "1 records could not be scored" in outcome.err or "1 record could" in outcome.err
    result = outcome.json()["results"][0]
    assert (result["value"], result["n"]) == (3.0, 2)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"]["picky"] for row in rows] == [2.0, None, 4.0]
    assert [row["error"] is None for row in rows] == [True, False, True]
    outcome = cli(*words, "--force", "--allow-errors")
    assert outcome.code == 0
    assert "could not be scored" in outcome.err


@pytest.mark.usefixtures("picky")
def test_nothing_scored(cli, tmp_path):
    """When no record can be scored, the value is null and n is 0."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "bad", "references": ["x"]}] * 3)
    words = ["evaluate", "picky", "a.jsonl", "--instances", "i.jsonl", "--force"]
    outcome = cli(*words, "--format", "json", "--ci")
    assert outcome.code == 3
    for result in outcome.json()["results"]:
        assert (result["value"], result["n"], result["interval"]) == (None, 0, None)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"] for row in rows] == [{"picky": None, "picky_words": None}] * 3
    assert " -" in cli("evaluate", "picky", "a.jsonl").out


@pytest.mark.usefixtures("picky")
def test_a_batch_that_fails_whole(cli, tmp_path):
    """Records that cannot be scored may fill a whole batch before others that can."""
    made = [{"prediction": "bad", "references": ["x"]}] * 5000
    write_jsonl(tmp_path / "a.jsonl", [*made, {"prediction": "a b", "references": ["x"]}])
    outcome = cli("evaluate", "picky", "a.jsonl", "--format", "json", "--allow-errors")
    assert outcome.code == 0
    assert [(r["value"], r["n"]) for r in outcome.json()["results"]] == [(3.0, 1), (2.0, 1)]
    assert "5000 records could not be scored" in outcome.err


@pytest.mark.usefixtures("picky")
def test_score_with_failures(cli, tmp_path):
    """`score` counts records that cannot be scored, all of them or some, and exits with 3."""
    bad = {"prediction": "bad", "references": ["x", "y"], "instance_id": "1"}
    write_jsonl(tmp_path / "a.jsonl", [bad])
    outcome = cli("score", "picky", "a.jsonl", "-o", "s.jsonl")
    assert outcome.code == 3
    assert "a.jsonl:1: it is bad" in outcome.err
    write_jsonl(tmp_path / "b.jsonl", [bad, bad | {"prediction": "ab", "instance_id": "2"}])
    assert cli("score", "picky", "b.jsonl", "-o", "t.jsonl").code == 3
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [row["scores"]["picky"] for row in rows] == [None, 2.0]
    assert rows[1]["scores"]["picky_jk"] == 2.0


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


def test_version(cli):
    """`--version` names the version and the engines."""
    outcome = cli("--version")
    assert outcome.code == 0
    assert outcome.out.startswith(f"sacreval {version('sacreval')} (")


@pytest.mark.parametrize("words", [[], ["evaluate"], ["list"]])
def test_no_words(words, cli):
    """Without a subcommand the help is shown as it is, on standard error, and the code is 2."""
    outcome = cli(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert "\n  -h, --help " in outcome.err
    assert "\nCommands:\n" in outcome.err
