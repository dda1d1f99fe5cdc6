"""Output for pipelines: JUnit, GitHub Actions, and the files of a pipeline."""

import json
from xml.etree import ElementTree as ET

import pytest
import yaml

from sacreval.features.gates.pipeline_files import PipelineHost, suite, workflow
from support.accepted import system
from support.program import records, write_jsonl
from support.two_sets import RECORDS, WORDS, without_output, write_lines, write_two_sets

# element: the attributes it must have, those it may have, and its children in their order
COUNTS = {"tests", "failures", "errors"}

RULES = {
    "testsuites": (set(), {"name", "time", "disabled"} | COUNTS, ["testsuite"]),
    "testsuite": (
        {"name", "tests"},
        {"failures", "errors", "time", "skipped", "timestamp", "hostname", "id", "package"},
        ["properties", "testcase", "system-out", "system-err"],
    ),
    "properties": (set(), set(), ["property"]),
    "property": ({"name"}, {"value"}, []),
    "testcase": (
        {"name", "classname"},
        {"time", "status", "assertions"},
        ["skipped", "error", "failure", "system-out", "system-err"],
    ),
    "error": (set(), {"type", "message"}, []),
    "failure": (set(), {"type", "message"}, []),
    "system-out": (set(), set(), []),
}


def check(element):
    """Check an element and all in it against the rules."""
    required, optional, children = RULES[element.tag]
    assert required <= set(element.keys()) <= required | optional, element.attrib
    places = [children.index(child.tag) for child in element]
    assert places == sorted(places), [child.tag for child in element]
    assert places or element.tag not in ("properties", "testsuites")
    for child in element:
        check(child)


def counted(suite):
    """Count the cases of a suite, and those that fail or break."""
    cases = suite.findall("testcase")
    return [str(len(cases)), *(str(len(suite.findall(f"testcase/{tag}"))) for tag in
                               ("failure", "error"))]  # fmt: skip


def test_junit(cli, tmp_path):
    """Passed and failed gates, failed records and names from hostile files follow the rules."""
    hostile = ["a<b>&\"'\x1b]0;x\x07", "\u202e\ufffe]]>", "n" * 3000]
    each = [record for name in hostile for record in records(2, system_id=name)]
    for i, record in enumerate(each):
        record["instance_id"] = str(i % 2)
    each[0]["prediction"] = "no number"
    write_jsonl(tmp_path / "in.jsonl", each)
    outcome = cli(
        "evaluate", "exact-match", "in.jsonl", "--extract", "last-number", "--unextracted",
        "missing", "--extract-references", "last-number", "--check", "exact_match>0.9",
        "--check", "exact_match>=0", "--junit", "out.xml",
    )  # fmt: skip
    assert outcome.code == 1, outcome.err
    root = ET.parse(tmp_path / "out.xml").getroot()  # noqa: S314 - written a moment ago
    check(root)
    for child in root:
        assert [child.get(key) for key in ("tests", "failures", "errors")] == counted(child)
    for key in COUNTS:
        assert root.get(key) == str(sum(int(suite.get(key)) for suite in root))
    assert len(root.findall("testsuite/testcase/error")) == 1
    assert {suite.get("name") for suite in root} == {
        "a<b>&\"'\\x1b]0;x\\x07", "\u202e\\xfffe]]>", "n" * 3000
    }  # fmt: skip


def test_what_a_calibrated_model_would_show(cli, tmp_path):
    """A calibration error has the high end of its band among the properties."""
    lines = [{"prediction": 0.1 * (i % 10), "references": [i % 2]} for i in range(20)]
    write_jsonl(tmp_path / "in.jsonl", lines)
    words = ("--ci", "--resamples", "20", "--junit", "j.xml", "--format", "json")
    done = cli("evaluate", "calibration-error", "in.jsonl", *words)
    root = ET.parse("j.xml").getroot()  # noqa: S314 - written by sacreval
    properties = {p.get("name"): p.get("value") for p in root.iter("property")}
    high = done.json()["results"][0]["band"]["high"]
    assert float(properties["calibration_error.calibrated_up_to"]) == high


def parsed(path):
    """Parse a file that a run has written."""
    return ET.fromstring(path.read_text())  # noqa: S314 - written by this test


def record_cases(path):
    """Return the test cases of single records, by name."""
    cases = parsed(path).findall(".//testcase")
    return {case.get("name"): case for case in cases if case.get("classname").endswith(".records")}


def test_records_are_test_cases_on_request(cli, tmp_path):
    """--junit-records names each record with its scores; those at fault in a failed gate fail."""
    each = system(4)
    each[1]["prediction"] = "wrong"
    write_jsonl(tmp_path / "in.jsonl", each)
    words = ["evaluate", "suite", "-m", "exact-match", "-m", "chrf", "in.jsonl"]
    options = ["--junit", "out.xml", "--junit-records"]
    done = cli(*words, "--check", "min(exact_match) > 0", *options)
    assert done.code == 1, done.err
    root = parsed(tmp_path / "out.xml")
    check(root)
    assert counted(root[0]) == ["6", "2", "0"]
    assert [root.get("tests"), root.get("failures")] == ["6", "2"]
    cases = record_cases(tmp_path / "out.xml")
    wrong = each[1]["instance_id"]
    assert [name for name, case in cases.items() if case.find("failure") is not None] == [wrong]
    assert cases[wrong].find("failure").get("message").startswith("min(exact_match) > 0: ")
    assert "exact_match 0" in cases[wrong].find("system-out").text
    assert len(cases) == 4


def test_records_of_a_gate_that_passes_do_not_fail(cli, tmp_path):
    """Three of four suffice: the fourth is no failure."""
    each = system(4)
    each[1]["prediction"] = "wrong"
    write_jsonl(tmp_path / "in.jsonl", each)
    gate = ["--check", "share(exact_match >= 1) >= 0.75"]
    done = cli("evaluate", "exact-match", "in.jsonl", *gate, "--junit", "o.xml", "--junit-records")
    assert done.code == 0, done.err
    assert counted(parsed(tmp_path / "o.xml")[0]) == ["6", "0", "0"]


def test_new_failures_are_failures_of_records(cli, tmp_path):
    """A record that was right in the baseline and is wrong now fails, in JSON too."""
    write_jsonl(tmp_path / "in.jsonl", each := system(3))
    accept = ["-o", "r.json", "--instances", "s.jsonl"]
    assert cli("evaluate", "exact-match", "in.jsonl", *accept).code == 0
    each[2]["prediction"] = "wrong"
    write_jsonl(tmp_path / "in.jsonl", each)
    options = ["--baseline", "r.json", "--no-new-failures", "exact_match", "-o", "now.json"]
    written = ["--junit", "o.xml", "--junit-records"]
    assert cli("evaluate", "exact-match", "in.jsonl", *options, *written).code == 1
    failed = [
        x
        for x, case in record_cases(tmp_path / "o.xml").items()
        if case.find("failure") is not None
    ]
    [gate] = json.loads((tmp_path / "now.json").read_text())["gates"]
    assert failed == gate["records"] == [each[2]["instance_id"]]


def test_records_of_data_sets_are_in_their_suites(cli, tmp_path):
    """Equal ids of two data sets are different records."""
    write_jsonl(tmp_path / "a.jsonl", system(2))
    write_jsonl(tmp_path / "b.jsonl", [{**record, "prediction": "x"} for record in system(2)])
    sets = ["--dataset", "one=a.jsonl", "--dataset", "two=b.jsonl"]
    gate = ["--check", "min(exact_match) >= 1", "--junit", "o.xml", "--junit-records"]
    assert cli("evaluate", "exact-match", *sets, *gate).code == 1
    suites = {node.get("name"): counted(node) for node in parsed(tmp_path / "o.xml")}
    assert suites.pop("a on (mean)") == ["1", "0", "0"]
    assert suites == {"a on one": ["4", "0", "0"], "a on two": ["4", "3", "0"]}


def test_records_that_could_not_be_scored_are_errors(cli, tmp_path):
    """With --allow-errors a record without a score is an error with its reason."""
    each = system(2)
    each[0]["prediction"] = "no number"
    each[1]["prediction"] = "it is 3"
    write_jsonl(tmp_path / "in.jsonl", [{**record, "references": ["3"]} for record in each])
    words = ["evaluate", "exact-match", "in.jsonl", "--extract", "last-number", "--allow-errors",
             "--unextracted", "missing"]  # fmt: skip
    cli(*words, "--junit", "o.xml", "--junit-records")
    check(parsed(tmp_path / "o.xml"))
    cases = record_cases(tmp_path / "o.xml")
    assert [case.find("error") is not None for case in cases.values()] == [True, False]


def test_records_need_a_file_and_scores(cli, tmp_path):
    """Without --junit there is nowhere to write to; metrics of whole sets score no record."""
    write_jsonl(tmp_path / "in.jsonl", system(2))
    done = cli("evaluate", "chrf", "in.jsonl", "--junit-records")
    assert (done.code, "give --junit FILE.xml" in done.err) == (2, True)
    done = cli("evaluate", "self-bleu", "in.jsonl", "--junit", "o.xml", "--junit-records")
    assert (done.code, "drop --junit-records" in done.err) == (2, True)
    assert not (tmp_path / "o.xml").exists()


def test_records_without_a_score_are_in_their_suites(cli, tmp_path):
    """Each system and data set has the number of its own, not the first the number of all."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "boolq" / "careless.jsonl", without_output(RECORDS, 2))
    write_lines(tmp_path / "nq" / "two.jsonl", without_output(RECORDS[1:], 1))
    cli("evaluate", "chrf", *WORDS, "--allow-errors", "--junit", "o.xml")
    messages = {
        suite.get("name"): error.get("message")
        for suite in parsed(tmp_path / "o.xml")
        for error in suite.findall("testcase/error")
    }
    assert messages == {
        "careless on boolq": "2 records were not scored",
        "careless on nq": "1 records were not scored",
    }


ODD = ["my outputs.txt", "a: b.txt", "#c.txt", "é.txt", "it's.txt", "yes", "${{ x }}.txt"]


def test_a_suite_is_read_as_it_was_given():
    """Names with characters of YAML, and whole numbers, come back."""
    options = {"inputs": ODD, "metrics": ['chrf{"word_order": 2}']}
    document = yaml.safe_load(suite("my suite.yaml", options, "b-baseline.json", {"chrf": 1.0}))
    assert document == {**options, "baseline": "b-baseline.json", "significant-drop": {"chrf": 1}}


@pytest.mark.parametrize("folder", [".", "my data", "a/b", "#1"])
def test_a_workflow_is_read_as_it_was_given(folder):
    """Folders and requirements are values of YAML, and words of the shell where they are run."""
    text = workflow(PipelineHost("quality", folder, "a b.whl"), "quality.yaml", ODD)
    steps = yaml.safe_load(text)["jobs"]["quality"]["steps"]
    assert steps[2]["run"] == "python -m pip install 'a b.whl'\n"
    assert steps[3]["working-directory"] == folder
    end = "sacreval-results" if folder == "." else f"{folder}/sacreval-results"
    assert steps[4]["with"]["path"] == end


@pytest.mark.parametrize("name", ["a\nb.jsonl", "a\u2028b\rc.jsonl", 'é"\n.jsonl'])
def test_names_with_line_ends_stay_in_their_line(name):
    """A name of a file with a line end leaves neither its comment nor its value."""
    text = workflow(PipelineHost("x", ".", "sacreval"), "x.yaml", [name])
    [line] = [line for line in text.splitlines() if "# Here a step of yours" in line]
    assert yaml.safe_load(line.partition("system: ")[2]) == [name]
    written = suite("x.yaml", {"inputs": [name]}, "b.json", {})
    assert yaml.safe_load(written)["inputs"] == [name]
