"""For machines: exit codes, JUnit, GitHub, and the published schemas."""

import json
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from msgspec import structs
from msgspec.structs import asdict

from sacreval.commands import json_schemas
from sacreval.core.results import Report, Result, Verdict
from sacreval.features.gates import build_servers
from sacreval.features.gates.junit import clean, to_junit
from support.mirror import CHECKOUT
from support.program import spawn, write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

# The table of exit codes: exit code, the words that lead to it.
EXIT_CODES = {
    "done": (0, ["evaluate", "bleu", SAMPLE]),
    "done, a gate holds": (0, ["evaluate", "bleu", SAMPLE, "--fail-under", "bleu=1"]),
    "done, a suite": (0, ["evaluate", "suite", "-m", "bleu", SAMPLE]),
    "done, a comparison": (0, ["compare", "bleu", SAMPLE]),
    "done, nothing shown to differ": (0, ["compare", "exact-match", "one.jsonl", "two.jsonl"]),
    "a threshold is missed": (1, ["evaluate", "bleu", SAMPLE, "--fail-under", "bleu=99"]),
    "a check fails": (1, ["evaluate", "suite", "-m", "bleu", SAMPLE, "--check", "bleu > 99"]),
    "worse than the baseline": (
        1, ["evaluate", "bleu", "worse.jsonl", "--baseline", "r.json", "--max-drop", "bleu=1"],
    ),
    "a number cannot be made again": (1, ["verify", "r.json", "two.jsonl"]),
    "an unknown metric": (2, ["evaluate", "bluer", SAMPLE]),
    "an unknown option": (2, ["evaluate", "bleu", SAMPLE, "--blue"]),
    "a value out of range": (2, ["compare", "bleu", SAMPLE, "--trials", "-1"]),
    "a missing file": (2, ["evaluate", "bleu", "gone.jsonl"]),
    "a bad record": (2, ["evaluate", "bleu", "bad.jsonl"]),
    "a bad config": (2, ["evaluate", "suite", "bad.yaml", SAMPLE]),
    "an unknown name in a gate": (2, ["evaluate", "bleu", SAMPLE, "--fail-under", "ter=1"]),
    "another signature than the baseline's": (
        2, ["evaluate", "bleu", SAMPLE, "--lowercase", "--baseline", "r.json"],
    ),
    "an output that exists": (2, ["evaluate", "bleu", SAMPLE, "-o", "r.json"]),
    "systems that cannot be compared": (2, ["compare", "bleu", "one.jsonl"]),
    "records that cannot be scored": (3, ["evaluate", "picky", "blank.jsonl"]),
    "the same, allowed": (0, ["evaluate", "picky", "blank.jsonl", "--allow-errors"]),
    "the same in a suite": (3, ["evaluate", "suite", "-m", "picky", "-m", "chrf", "blank.jsonl"]),
    "the same in a comparison": (3, ["compare", "picky", "blank.jsonl", "other.jsonl"]),
    "the same and a gate": (1, ["evaluate", "picky", "blank.jsonl", "--fail-under", "picky=2"]),
}  # fmt: skip


@pytest.fixture
def files(cli, tmp_path):
    """Lay out what the table of exit codes names."""
    for name, prediction in (("one", "a b"), ("two", "a c")):
        record = {"prediction": prediction, "references": ["a b"]}
        write_jsonl(tmp_path / f"{name}.jsonl", [{"instance_id": i} | record for i in range(4)])
    blank = [
        {"instance_id": str(i), "prediction": "?" if i == 1 else "a b", "references": ["a b"]}
        for i in range(3)
    ]
    write_jsonl(tmp_path / "blank.jsonl", blank)
    write_jsonl(tmp_path / "other.jsonl", blank)
    (tmp_path / "bad.jsonl").write_text("{\n")
    (tmp_path / "bad.yaml").write_text("metric: [bleu]\n")
    worse = [json.loads(line) | {"prediction": "x"} for line in SAMPLE.read_text().splitlines()]
    write_jsonl(tmp_path / "worse.jsonl", worse)
    assert cli("evaluate", "bleu", SAMPLE, "-o", "r.json", "--instances", "s.jsonl").code == 0
    return tmp_path


@pytest.mark.usefixtures("files", "picky")
@pytest.mark.parametrize("name", EXIT_CODES)
def test_the_table_of_exit_codes(cli, name):
    """Every exit code of the table is reached by what it says, and by nothing else."""
    code, words = EXIT_CODES[name]
    done = cli(*words)
    assert done.code == code, done.err
    assert "Traceback" not in done.err
    if code == 2:
        assert done.out == ""
        assert done.err.count("error:") == 1


def test_junit_names_gates_and_systems(cli, tmp_path):
    """Gates are test cases by system, failures carry what was found, counts add up."""
    done = cli("evaluate", "bleu", SAMPLE, "--check", "bleu >= 20", "--junit", "out.xml", "--ci")
    assert done.code == 1
    root = ET.parse(tmp_path / "out.xml").getroot()  # noqa: S314 - our own file
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("6", "1", "0")
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == ["careful", "literal", "terse"]
    failure = suites["terse"].find("testcase/failure")
    assert "bleu of terse is 13.7" in failure.get("message")
    names = [p.get("name") for p in suites["terse"].iter("property")]
    assert names == ["bleu", "bleu.n", "bleu.interval", "bleu.signature"]


@pytest.mark.usefixtures("picky")
def test_junit_lists_what_could_not_be_scored(cli, files):
    """Records without a score are an error of their own test case."""
    assert cli("evaluate", "picky", "blank.jsonl", "--junit", "out.xml").code == 3
    root = ET.parse(files / "out.xml").getroot()  # noqa: S314 - our own file
    assert root.get("errors") == "1"
    assert "blank.jsonl:2" in root.find("testsuite/testcase/error").text


def report(**changes):
    fields = {
        "metric": "m", "output": "m", "system_id": "s", "group": None, "value": 0.5, "n": 3,
        "higher_is_better": True, "interval": None, "signature": "m|data:0", "engine": "official",
    } | changes  # fmt: skip
    return Report([Result(**fields)])


def test_junit_counts_its_own_elements():
    """`errors`, `failures` and `tests` of a suite are the numbers of its elements."""
    base = report()
    verdicts = [
        Verdict(gate=f"m > {i}", output="m", system_id="s", passed=i < 1, sentence="m of s is 0.5")
        for i in range(3)
    ]
    lost = [f"in.jsonl:{i}: is empty" for i in range(4)]
    root = ET.fromstring(to_junit(structs.replace(base, verdicts=verdicts, failures=lost)))  # noqa: S314
    for suite in (root, root[0]):
        counted = {name: len(list(suite.iter(name))) for name in ("testcase", "failure", "error")}
        said = {name: int(suite.get(name)) for name in ("tests", "failures", "errors")}
        assert list(said.values()) == list(counted.values()) == [4, 2, 1]


def test_what_cannot_be_told_is_marked_apart():
    """A gate with three answers has them as types in JUnit, and a mark of its own in a summary."""
    verdicts = [
        Verdict(gate="m", output="m", system_id="s", passed=answer == "not worse", sentence="s",
                answer=answer)
        for answer in ("not worse", "worse", "cannot tell")
    ]  # fmt: skip
    marked = structs.replace(report(), verdicts=verdicts)
    root = ET.fromstring(to_junit(marked))  # noqa: S314
    assert [failure.get("type") for failure in root.iter("failure")] == ["worse", "cannot tell"]
    text = build_servers.summary(marked)
    assert all(text.count(mark) == 1 for mark in ("✅", "❌", "❔"))


def test_junit_holds_any_name():
    """Control characters, quotes and brackets in names give XML that can be read back."""
    name = 'a<b>&"\x00\x1b\ud800\uffff\n'
    root = ET.fromstring(to_junit(report(system_id=name)).encode())  # noqa: S314
    assert root[0].get("name").startswith('a<b>&"\\x00\\x1b\\xd800\\xffff')
    assert clean("plain ü 字 😀\t") == "plain ü 字 😀\t"


def test_the_summary_of_a_job_is_appended(cli, tmp_path, monkeypatch):
    """GITHUB_STEP_SUMMARY gets the table and the gates; failed gates are annotated on stderr."""
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = cli("evaluate", "bleu", SAMPLE, "--fail-under", "bleu=20")
    assert done.code == 1
    text = summary.read_text()
    assert text.startswith("before\n### sacreval")
    assert "| **77.38** |" in text
    assert "❌ | bleu >= 20 | bleu of terse is" in text
    assert "::error title=sacreval gate::bleu of terse is 13.7" in done.err
    assert "::" not in done.out


def test_a_summary_that_cannot_be_written_is_named(cli, tmp_path, monkeypatch):
    """The sentence names the variable, since nobody gave the path on the command line."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no/summary.md"))
    done = cli("evaluate", "bleu", SAMPLE)
    assert done.code == 2
    assert "no/summary.md: this file of GITHUB_STEP_SUMMARY cannot be written" in done.err


def test_nothing_is_written_where_github_is_not(cli, tmp_path):
    """Without GITHUB_STEP_SUMMARY there is no annotation and no file."""
    done = cli("evaluate", "bleu", SAMPLE, "--fail-under", "bleu=20")
    assert "::error" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_summary_is_capped():
    """Thousands of systems give a summary far below GitHub's 1 MiB, which says it was cut."""
    result = report().results[0]
    many = [Result(**{**asdict(result), "system_id": f"s{i}" * 40}) for i in range(3000)]
    text = build_servers.summary(Report(many))
    assert len(text.encode()) < 2**20
    assert "2800 rows more" in text
    long = [
        Result(**{**asdict(result), "system_id": "s" * 10_000, "group": str(i)}) for i in range(200)
    ]
    assert "cut off" in build_servers.summary(Report(long))


def test_an_annotation_stays_on_one_line():
    """Line ends and percent signs in a sentence are escaped as GitHub wants."""
    verdict = Verdict(gate="g", output="m", system_id="s", passed=False, sentence="50%\r\nx")
    assert build_servers.annotation(verdict) == "::error title=sacreval gate::50%25%0D%0Ax\n"


def _sorted(value):
    """Put alternatives in one order, which releases of msgspec list differently."""
    if isinstance(value, dict):
        return {k: _sorted(v) for k, v in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=json.dumps)
    return value


@pytest.mark.parametrize("name", json_schemas.SCHEMAS)
def test_the_published_schema_is_that_of_the_code(name):
    """The shipped schemas are what the classes give; every property is described."""
    path = json_schemas.path(name)
    assert _sorted(json.loads(path.read_bytes())) == _sorted(
        json.loads(json_schemas.generate(json_schemas.SCHEMAS[name]))
    )
    for definition in json.loads(path.read_bytes())["$defs"].values():
        assert all(p.get("description") for p in definition["properties"].values())


def test_what_is_written_fits_the_schema(cli, tmp_path):
    """Result, comparison and plan files are valid under the published schemas."""
    options = ["--ci", "--resamples", "10", "--by", "domain", "--check", "bleu > 0"]
    cli("evaluate", "bleu", SAMPLE, *options, "-o", "result.json", "--instances", "s.jsonl")
    cli("compare", "bleu", SAMPLE, "--trials", "100", "-o", "comparison.json")
    cli("plan", "result.json", "--difference", "1", "-o", "plan.json")
    for kind in ("result", "comparison", "plan"):
        published = json.loads(json_schemas.path(f"{kind}.schema.json").read_text())
        jsonschema.validate(json.loads((tmp_path / f"{kind}.json").read_text()), published)


def test_help_imports_nothing_heavy():
    """`sacreval --help` needs no numpy, scipy, YAML or msgspec."""
    import subprocess
    import sys

    code = (
        "import sys; from sacreval.commands.app import run; run(['--help']);"
        "heavy = {'numpy', 'scipy', 'yaml', 'msgspec', 'rich', 'pydantic'} & sys.modules.keys();"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "compare" in spawn("--help").out
