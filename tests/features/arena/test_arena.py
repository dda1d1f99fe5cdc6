"""`sacreval arena`, and in Python: battles to ranks, gates and exit codes.

Also tests `command`.
"""

import json

import msgspec
import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning, UsageError
from sacreval.features.arena.battles import Battle
from sacreval.features.arena.result import ArenaFile, ArenaReport, ArenaSettings, OrderEffect
from support.battles import SEPARATED, WIKIPEDIA, counted, pandalm
from support.program import write_jsonl


def test_python_and_command_agree(cli, tmp_path):
    """The function returns what the command prints, from a file, mappings or structs."""
    battles = pandalm("annotator1")
    path = write_jsonl(tmp_path / "battles.jsonl", battles)
    words = ["battles.jsonl", "--base", "opt-7b", "--lengths", "--resamples", "200"]
    arena = sacreval.arena(path, base="opt-7b", lengths=True, resamples=200)
    assert arena.to_dict() == cli("arena", *words, "--format", "json").json()
    assert str(arena) == cli("arena", *words).out.rstrip("\n")
    for log in (battles, [Battle(**battle) for battle in battles]):
        assert (
            sacreval.arena(log, base="opt-7b", lengths=True, resamples=200).report == arena.report
        )
    assert arena.rows()[0]["system_id"] == "llama-7b"
    assert "arena" in sacreval.__all__


def test_notices_are_warnings():
    """Few instances, pooled judges and separated systems are warnings."""
    battles = [battle | {"judge": f"j{i % 2}"} for i, battle in enumerate(counted(SEPARATED))]
    with pytest.warns(ResultWarning) as caught:
        sacreval.arena(battles)
    texts = [str(warning.message) for warning in caught]
    assert any("15 instances" in text for text in texts)
    assert any("verdicts of 2 judges are pooled" in text for text in texts)
    assert any(text.startswith("A won or tied") for text in texts)
    with pytest.warns(ResultWarning, match="no system has a strength"):
        sacreval.arena(counted({"AB": 40}))


@pytest.mark.filterwarnings("ignore:the battles are about 22")
def test_missing_verdicts_are_counted():
    """Battles without a verdict are left out and counted, with a warning for each."""
    battles = [*counted(WIKIPEDIA), {"instance_id": 99, "a": "A", "b": "B", "error": "429"}]
    with pytest.warns(ResultWarning, match="A against B: 429"):
        report = sacreval.arena(battles).report
    assert (report.battles, report.missing) == (22, 1)


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_groups():
    """With `by` there are strengths of each value, and of all."""
    battles = [
        battle | {"groups": {"half": i % 2}} for i, battle in enumerate(counted({"AB": 9, "BA": 7}))
    ]
    report = sacreval.arena(battles, by="half").report
    assert [row.group for row in report.standings] == [None] * 2 + ["half=0"] * 2 + ["half=1"] * 2
    assert sum(pair.battles for pair in report.pairs if pair.group) == 16


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_gates():
    """A gate bounds the win rate, against the base if there is one."""
    gates = {"D": 0.7, "A": 0.5}
    results = sacreval.arena(counted(WIKIPEDIA), fail_under=gates).report.gates
    assert [(gate.system_id, gate.passed) for gate in results] == [("D", True), ("A", False)]
    assert results[1].sentence == "the win rate of A is 0.3, but must be >= 0.5"
    (gate,) = sacreval.arena(counted(WIKIPEDIA), base="A", fail_under={"C": 0.1}).report.gates
    assert not gate.passed
    assert "unknown, as there is no battle" in gate.sentence


@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        ({"base": "E"}, UsageError, "no system 'E'"),
        ({"by": "x"}, UsageError, "no such group"),
        ({"lengths": True}, InputError, "no `length_a`"),
        ({"fail_under": {"Z": 0.5}}, UsageError, "no system 'Z'"),
        ({"fail_under": {"A": 5}}, UsageError, "from 0 to 1"),
        ({"fail_under": {"A": 0.5}, "base": "A"}, UsageError, "against itself"),
        ({"fields": {"a": "x"}}, UsageError, "either files"),
    ],
)
def test_refused(options, error, why):
    """Unknown systems and groups, missing lengths and bounds that are no rates are refused."""
    with pytest.raises(error, match=why):
        sacreval.arena(counted(WIKIPEDIA), **options)


def test_battles_that_are_none():
    """A mapping that is no battle is refused with its number."""
    with pytest.raises(InputError, match="battle 1: .*`instance_id`"):
        sacreval.arena([{"a": "x"}])


def test_no_verdict_at_all():
    """Battles that all lack a verdict are an error with the first reason."""
    battle = {"instance_id": "1", "a": "x", "b": "y", "error": "unanswered (there is no reply)"}
    with pytest.raises(UsageError, match=r"none of 1 battles has a verdict; the first: .*unansw"):
        sacreval.arena([battle])


def test_files_are_read_back():
    """A file of an arena holds all of it but the sentences of failures."""
    order = OrderEffect(judge="j", pairs=4, changed=1, share=0.25, first=0.6)
    report = ArenaReport(
        settings=ArenaSettings(base="x"), standings=[], pairs=[], orders=[order], battles=7,
        missing=1, notices=["look"], failures=["no"],
    )  # fmt: skip
    read = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=ArenaFile)
    assert (read.settings.base, read.orders, read.notices) == ("x", [order], ["look"])
    assert (read.battles, read.missing) == (7, 1)


@pytest.fixture
def battles(tmp_path):
    """Write the battles of Wikipedia's example."""
    return write_jsonl(tmp_path / "battles.jsonl", counted(WIKIPEDIA)).name


def test_ranks(cli, battles, tmp_path):
    """Strengths and win rates are printed, and written to files."""
    done = cli("arena", battles, "-o", "out.json", "-o", "out.md", "-q")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].split()[:3] == ["1-4", "D", "9"]
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["battles"] == 22
    assert cli("arena", battles, "-o", "out.json").code == 2


def test_standard_input_and_several_files(cli, battles, tmp_path):
    """Battles come from standard input too, and files are one arena."""
    text = (tmp_path / battles).read_bytes()
    whole = cli("arena", battles, "--format", "json").json()
    assert cli("arena", "-", "--format", "json", stdin=text).json() == whole
    lines = text.splitlines(keepends=True)
    (tmp_path / "one.jsonl").write_bytes(b"".join(lines[9:]))
    (tmp_path / "two.jsonl").write_bytes(b"".join(lines[:9]))
    assert cli("arena", "one.jsonl", "two.jsonl", "--format", "json").json() == whole


def test_gates_of_command(cli, battles):
    """A win rate below a gate ends with 1, after the results."""
    assert cli("arena", battles, "--fail-under", "D=0.7", "-q").code == 0
    done = cli("arena", battles, "--base", "B", "--fail-under", "C=0.5")
    assert done.code == 1
    assert "gate failed: the win rate of C against B is 0.375, but must be >= 0.5" in done.err
    assert done.out


def test_missing_verdicts(cli, battles, tmp_path):
    """A battle without a verdict ends with 3, unless errors are allowed."""
    write_jsonl(tmp_path / "more.jsonl", [{"instance_id": 99, "a": "A", "b": "B"}])
    done = cli("arena", battles, "more.jsonl")
    assert done.code == 3
    assert "more.jsonl:1: instance 99, A against B: there is no verdict" in done.err
    words = ("arena", battles, "more.jsonl", "--allow-errors", "--fail-under", "B=0.1")
    assert cli(*words[:4]).code == 0
    done = cli(*words)
    assert done.code == 1
    assert "; but 1 of 14 battles are missing; --max-missing SHARE allows them" in done.err
    assert cli(*words, "--max-missing", "0.1").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base", "E"], "no system 'E'"),
        (["--by", "domain"], "has no such group"),
        (["--lengths"], "--lengths needs"),
        (["--fail-under", "D"], "write SYSTEM=RATE"),
        (["--fail-under", "D=x"], "D=x"),
        (["--fail-under", "D=0.1", "--fail-under", "D=0.2"], "is repeated"),
        (["--map", "modl=x"], "no such field"),
    ],
)
def test_refused_of_command(cli, battles, words, said):
    """What cannot be meant is one sentence, and exit 2."""
    done = cli("arena", battles, *words)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")
    assert said in done.err
