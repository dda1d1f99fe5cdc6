"""Pages that name commands: for people from other tools, versions, and the README."""

import re
import shlex

import pytest

import sacreval
from support import tiny_comet, tiny_models
from support.mirror import CHECKOUT
from support.page_files import LINES, lines
from support.program import write_jsonl
from support.shell import perform
from support.shown import differs
from support.sizes import few, long
from support.walkthrough import blocks

PAGE = CHECKOUT / "docs" / "coming_from.md"

ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)

COMMAND = re.compile(r"`sacreval ([a-z-]+ [^`]+)`")

ROWS = [row for row in ROW.findall(PAGE.read_text(encoding="utf-8")) if row[0] != "there"]

COMMANDS = list(dict.fromkeys(command for _, here in ROWS for command in COMMAND.findall(here)))

WITH_MODEL = [command for command in COMMANDS if "--model" in command]

OTHERS = [command for command in COMMANDS if command not in WITH_MODEL]

AUTHORS = ({"text": LINES[1], "summarizer_id": "B"}, {"text": LINES[2], "summarizer_id": "C"})

SUMMARY = {"summary": {"text": LINES[0]}, "references": AUTHORS, "summarizer_type": "peer"}


@pytest.fixture
def files(tmp_path):
    """Write the files that the page names."""
    (tmp_path / "configs").symlink_to(CHECKOUT / "configs")
    for name in ("out", "more", "ref", "ref2", "src"):
        lines(tmp_path / f"{name}.txt", *(text.replace("the", name[-1]) for text in LINES))
    (tmp_path / "pairs.csv").write_text("prediction,reference\n1,2\n2,3\n5,4\n")
    summaries = [
        {"instance_id": f"d{i}", "summarizer_id": name, **SUMMARY}
        for i in (1, 2)
        for name in ("1", "2")
    ]
    write_jsonl(tmp_path / "sacrerouge.jsonl", summaries)
    samples = [{"instance_id": i, "samples": list(LINES[i:])} for i in range(3)]
    write_jsonl(tmp_path / "samples.jsonl", samples)
    rankings(tmp_path / "wmt23")


@pytest.fixture
def models(tmp_path, monkeypatch):
    """Write tiny models under the names on the page, and baselines of 24 layers."""
    tiny_models.needed()
    (tmp_path / "roberta-large").symlink_to(tiny_models.build("roberta-large"))
    (tmp_path / "Unbabel").mkdir()
    (tmp_path / "Unbabel" / "wmt22-comet-da").symlink_to(tiny_comet.build("regression"))
    translations = {"samples": list(LINES[:2]), "sources": [LINES[2]]}
    write_jsonl(tmp_path / "translations.jsonl", [translations])
    baselines = ["LAYER,P,R,F", *(f"{layer},0.5,0.5,0.5" for layer in range(25))]
    lines(tmp_path / "b.tsv", *baselines)
    published = tmp_path / "home" / "bertscore-baselines" / "en"
    published.mkdir(parents=True)
    lines(published / "roberta-large.tsv", *baselines)
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "home"))


def rankings(folder):
    """Write a folder in the layout of mt-metrics-eval: seven systems, two metrics."""
    for name in ("human-scores", "metric-scores/en-de", "documents"):
        (folder / name).mkdir(parents=True)
    systems, segments = [f"S{i}" for i in range(7)], range(8)
    (folder / "documents" / "en-de.docs").write_text("news\tdoc\n" * len(segments))
    for path, factor in (
        ("human-scores/en-de.mqm", 1), ("metric-scores/en-de/one-refA", 2),
        ("metric-scores/en-de/two-refA", 3),
    ):  # fmt: skip
        scores = {s: [(i * factor + j * j) % 11 for j in segments] for i, s in enumerate(systems)}
        for kind, of_system in (
            ("seg", scores), ("sys", {s: [sum(x)] for s, x in scores.items()})
        ):  # fmt: skip
            lines_of = [f"{system}\t{x}\n" for system, values in of_system.items() for x in values]
            (folder / f"{path}.{kind}.score").write_text("".join(lines_of))


def test_there_are_rows():
    """Nine tools have rows, most rows have a command, and a dozen of these run a model."""
    assert len(re.findall(r"^## ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) == 9
    assert len(OTHERS) > 50
    assert len(WITH_MODEL) > 12


@few(13, "command", [long(c) if c.startswith("correlate ") else c for c in OTHERS])
def test_a_command_runs(cli, files, tmp_path, command):
    """A command of the page ends with 0 on the files that the page names."""
    del files
    if "run.json" in command:
        options = ("-o", "run.json", "--instances", "run.jsonl", "-q")
        assert cli("evaluate", "rouge", "configs/sample/outputs.jsonl", *options).code == 0
    done = cli(*shlex.split(command))
    assert done.code == 0, done.err
    assert done.out or any(tmp_path.glob("*.jsonl"))


@pytest.mark.long
@pytest.mark.parametrize("command", WITH_MODEL)
@pytest.mark.usefixtures("files", "models")
def test_a_command_with_a_model_runs(cli, command):
    """A command of bert-score's and COMET's sections ends with 0 on tiny models."""
    done = cli(*shlex.split(command))
    assert done.code == 0, done.err


def test_sacrebleus_p_values_stand_where_it_says(tmp_path):
    """`compare` gives them as `p_sacrebleu` in JSON, and with the test's name in TSV."""
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    few = "--trials 100 --resamples 100"
    done = perform(f"sacreval compare bleu {sample} {few} -o out.json -o out.tsv", tmp_path)
    assert done.code == 0, done.printed
    for ending, name in (("json", '"p_sacrebleu"'), ("tsv", "\tpaired-ar_p_sacrebleu\t")):
        assert name in (tmp_path / f"out.{ending}").read_text(encoding="utf-8")


VERSIONS_PAGE = (CHECKOUT / "docs" / "versions.md").read_text(encoding="utf-8")


def test_names_are_public():
    """Every class that the page calls stable is in `sacreval.__all__`."""
    named = re.findall(r"`([A-Z]\w+)`", VERSIONS_PAGE.partition("**Python.**")[2])
    assert named
    assert set(named) <= set(sacreval.__all__)


README = CHECKOUT / "README.md"

SHELL = blocks(README, "sh")


def test_the_checks_run_its_two_commands_as_they_stand():
    """`.ci/run` holds the README's first two commands word for word."""
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    for block in SHELL[:2]:
        assert block.text.strip() in script


def test_its_first_command_prints_its_table():
    """The sample's table, and the lines below it, are those that the README shows."""
    command = SHELL[0].text.strip().split(" && ")[-1].removeprefix(".venv/bin/")
    done = perform(command, CHECKOUT)
    assert done.code == 0, done.printed
    shown = blocks(README, "")[0].text
    assert not differs(done.printed, shown)
