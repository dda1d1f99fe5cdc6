"""JUnit output, held against the rules that build servers read it by."""

from xml.etree import ElementTree as ET

from support.program import records, write_jsonl

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
        "evaluate", "exact-match", "in.jsonl", "--extract", "last-number", "--extract-references",
        "last-number", "--check", "exact_match>0.9", "--check", "exact_match>=0",
        "--junit", "out.xml",
    )  # fmt: skip
    assert outcome.code == 1, outcome.err
    root = ET.parse(tmp_path / "out.xml").getroot()  # noqa: S314 - written a moment ago
    check(root)
    for suite in root:
        assert [suite.get(key) for key in ("tests", "failures", "errors")] == counted(suite)
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
