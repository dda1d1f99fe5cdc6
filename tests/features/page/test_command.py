"""`sacreval report`: what is on the page, what is said to be missing, and what is refused."""

import json
import re
from html.parser import HTMLParser

import pytest

from support.pages import SAMPLE, data_of
from support.program import write_jsonl
from support.sizes import few


def test_sections(cli, sample, evaluated):
    """A full report has results, tests, the baseline, groups, spread, records and signatures."""
    evaluated("before", "bleu", SAMPLE)
    done = cli("report", "result.json", "--inputs", SAMPLE, "--baseline", "before.json",
               "--baseline-inputs", SAMPLE, "-o", "r.html")  # fmt: skip
    assert (done.code, done.out) == (0, "")
    assert re.fullmatch(r"sacreval: r\.html: [0-9]+ KiB\n", done.err)
    page = (sample / "r.html").read_text(encoding="utf-8")
    names = re.findall(r'<section [^>]*id="(\w+)"|<section id="(\w+)"', page)
    assert [a or b for a, b in names] == [
        "results", "tests", "baseline", "groups", "spread", "records", "provenance",
    ]  # fmt: skip
    assert "77.38" in page
    assert "[67.73, 86.07]" in page
    assert "bleu|lowercase:false|tokenize:13a" in page


def test_notes_are_about_what_is_shown(cli, evaluated, tmp_path):
    """Notes have nothing on histograms, intervals or detectable changes that are not shown."""
    records = [
        {"instance_id": str(i), "system_id": "s", "references": ["a"], "prediction": p}
        for i, p in enumerate("ab" * 20)
    ]
    evaluated("before", "exact-match", write_jsonl(tmp_path / "old.jsonl", records))
    for record in records[::4]:
        record["prediction"] = "b"
    new = write_jsonl(tmp_path / "new.jsonl", records)
    gate = ("--baseline", "before.json", "--significant-drop", "exact_match=0.9")
    evaluated("result", "exact-match", new, *gate)
    done = cli("report", "result.json", "--baseline", "before.json", "-o", "r.html")
    assert done.code == 0, done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    since = page[page.index('id="baseline"') :].partition("</section>")[0]
    assert "Holm over all" in since
    assert "The p of a gate is corrected over the outputs that gates test" in since
    assert "0 records gained and 10 lost" in since
    assert "Detectable" not in since
    assert "intervals of differences" not in since
    assert "highest bar" not in page


def test_units(cli, evaluated, tmp_path):
    """--resample-by names the unit of all tests; passages whose differences are alike are found."""
    records = [
        {"instance_id": str(i), "system_id": system, "references": ["a b c d"],
         "groups": {"passage": f"p{i // 4}", "half": str(i % 2)},
         "prediction": "a b c d" if system == "old" or i // 4 % 3 else "a x"}
        for system in ("old", "new") for i in range(48)
    ]  # fmt: skip
    evaluated("result", "token-f1", write_jsonl(tmp_path / "two.jsonl", records))
    result = cli("report", "result.json", "-o", "r.html")
    assert "records of one passage are alike (12 values of 4 records" in result.err
    assert "tests at 0.05 over passage" in (tmp_path / "r.html").read_text(encoding="utf-8")
    done = cli("report", "result.json", "--resample-by", "half", "-o", "r.html", "--force")
    assert "a test of 2 values of half cannot reach the level of 0.05" in done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "tests at 0.05 over half" in page
    wrong = cli("report", "result.json", "--resample-by", "halve", "-o", "x.html")
    assert wrong.code == 2
    assert "no record has a group 'halve'; did you mean 'half'?" in wrong.err


def test_the_same_bytes(cli, sample):
    """Two reports of the same files are the same, byte by byte."""
    for name in ("a.html", "b.html"):
        cli("report", "result.json", "--inputs", SAMPLE, "-o", name)
    assert (sample / "a.html").read_bytes() == (sample / "b.html").read_bytes()


def test_what_is_missing_is_said(cli, tmp_path):
    """Without scores of records and texts the page still has its table, and says what it lacks."""
    cli("evaluate", "bleu", SAMPLE, "-o", "result.json")
    done = cli("report", "result.json", "-o", "r.html")
    assert done.code == 0
    assert "without the scores of its records" in done.err
    assert "--inputs" in done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "without the scores of its records" in page
    assert 'id="records"' not in page
    assert "77.38" in page


class Strict(HTMLParser):
    """Collects scripts and elements with attributes that could run or fetch something."""

    def __init__(self):
        super().__init__()
        self.scripts, self.dangerous = 0, []

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        bad = {name for name, _ in attrs if name.startswith("on") or name in {"src", "srcset"}}
        if bad or tag in {"img", "iframe", "object", "base", "link", "form"}:
            self.dangerous.append((tag, attrs))


HOSTILE = (
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</style><!--",
    "\u2028]]> & &amp; '\"",
    "\u0000 \u202e\U0001f600",
)


def test_hostile_texts_are_texts(cli, evaluated, tmp_path):
    """Markup in names, groups, texts and sources is shown, and never becomes part of the page."""
    records = [
        {"instance_id": text + str(i), "system_id": system, "prediction": text,
         "references": [text[::-1], text], "sources": [text], "groups": {"<i>g": text}}
        for i, text in enumerate(HOSTILE) for system in ("<b>a</b>", "</title>b")
    ]  # fmt: skip
    source = write_jsonl(tmp_path / "in.jsonl", records)
    evaluated("result", "bleu", source, "--by", "<i>g", "--ci")
    done = cli("report", "result.json", "--inputs", source, "-o", "r.html")
    assert done.code == 0, done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    parser = Strict()
    parser.feed(page)
    assert (parser.scripts, parser.dangerous) == (2, [])
    data = data_of(page)
    assert data["ids"] == sorted(r["instance_id"] for r in records[::2])
    assert {row[2][0] for row in data["texts"].values()} == set(HOSTILE)


def test_policy(cli, sample):
    """The page's own rules let nothing be fetched or sent, and only its own script run."""
    cli("report", "result.json", "-o", "r.html", "-q")
    page = (sample / "r.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.findall(r"https?://", page)
    assert 'style="' not in page


def test_every_system_keeps_its_own_references(cli, evaluated, tmp_path):
    """Systems judged against other references are shown with their own, and not tested."""
    for name, reference in (("a", "one two"), ("b", "three four")):
        record = {"instance_id": "1", "prediction": "one three", "references": [reference]}
        evaluated(name, "bleu", write_jsonl(tmp_path / f"{name}.jsonl", [record]))
    inputs = ("--inputs", "a.jsonl", "--inputs", "b.jsonl")
    done = cli("report", "a.json", "b.json", *inputs, "-o", "r.html")
    assert "'b' is not tested: bleu has references and sources" in done.err
    text = data_of((tmp_path / "r.html").read_text(encoding="utf-8"))["texts"]["0"]
    assert [text[0][i][0] for i in text[1]] == [["one two"], ["three four"]]


def test_metrics_with_other_tokens_have_marks_of_their_own(cli, evaluated, tmp_path):
    """Two BLEUs with other tokenizers are marked each by its own tokens."""
    record = {"prediction": "cat hat", "references": ["bat hat"]}
    source = write_jsonl(tmp_path / "in.jsonl", [record])
    evaluated("result", "suite", source, "-m", "bleu", "-m", 'bleu{"tokenize":"char","as":"c"}')
    assert cli("report", "result.json", "--inputs", source, "-o", "r.html").code == 0
    data = data_of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert [output["marks"] for output in data["outputs"]] == [0, 1]
    words, characters = (kind["0"]["0"][0][1] for kind in data["marks"])
    assert (words, characters) == ([4, 7, 1], [1, 7, 4])


def test_results_do_not_name_code_to_run(cli, sample):
    """A metric from outside is not imported because a result file names it; the page says so."""
    text = (sample / "result.json").read_text(encoding="utf-8")
    (sample / "evil.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    (sample / "result.json").write_text(text.replace('"bleu|', '"py:evil:run|'))
    done = cli("report", "result.json", "-o", "r.html")
    assert done.code == 0
    assert "bleu is not a metric of this installation" in done.err
    assert "77.38" in (sample / "r.html").read_text(encoding="utf-8")


def test_nor_by_their_scorers(cli, sample):
    """Nor because an option of a metric names it; `verify` refuses such files by default."""
    text = (sample / "result.json").read_text(encoding="utf-8")
    (sample / "evil.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    start, rest = text.split('"signature":', 1)
    hidden = 'pass-at-k|k:[1]|n:0|scorer:\\"py:evil:run\\"|threshold:1.0'
    hidden_result = start + '"signature":"' + hidden + '"' + rest[rest.index('",') + 1 :]
    (sample / "result.json").write_text(hidden_result, encoding="utf-8")
    assert cli("report", "result.json", "-o", "r.html").code == 0
    done = cli("verify", "result.json", "in.jsonl")
    assert done.code == 2
    assert "names code from outside" in done.err
    done = cli("verify", "result.json", "in.jsonl", "--outside")
    assert done.code == 2
    assert "(SystemExit: imported)" in done.err


def test_failed_records_are_told(cli, evaluated, tmp_path, picky):
    """A record that could not be scored is in the page with the reason, and without a score."""
    del picky
    records = [{"prediction": text, "references": ["a"]} for text in ("a", "?", "b")]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    evaluated("result", "picky", source, "--allow-errors")
    assert cli("report", "result.json", "--inputs", source, "-o", "r.html").code == 0
    data = data_of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert data["scores"] == [[[1, None, 1]]]
    assert "it asks; answer it" in data["errors"]["1"]["0"]


BAD = {
    "no result file": (["in.jsonl"], "not a result of `sacreval evaluate`"),
    "a missing file": (["none.json"], "there is no such file"),
    "another ending": (["result.json", "-o", "r.txt"], "choose a name that ends in .html"),
    "the same file twice": (["result.json", "./result.json"], "named twice"),
    "the same numbers twice": (["result.json", "copy.json"], "--baseline"),
    "an unknown base": (["result.json", "--base", "terce"], "did you mean 'terse'?"),
    "readers without inputs": (["result.json", "--map", "prediction=x"], "--inputs"),
    "an empty result": (["empty.json"], "contains no result"),
    "another schema": (["schema.json"], "not a result of `sacreval evaluate`"),
    "other systems": (["result.json", "--inputs", "strangers.jsonl"], "none of its records"),
    "other texts": (["result.json", "--inputs", "other.jsonl"], "hashes differ"),
    "a strange baseline": (["result.json", "--baseline", "strange.json"], "an earlier run of them"),
    "a missing input": (["result.json", "--inputs", "none.jsonl"], "there is no such file"),
}


OTHERS = {  # files made of the sample's result, or of its records
    "copy.json": ("result.json", "", ""),
    "strange.json": ("result.json", '"output": "bleu"', '"output": "x"'),
    "schema.json": ("result.json", '"schema_version": 1', '"schema_version": 2'),
    "other.jsonl": (SAMPLE, "Tomorrow", "Today"),
    "strangers.jsonl": (SAMPLE, '"system_id": "', '"system_id": "not-'),
}


def lay_out(folder, name):
    """Write the file that a case names, if it is one of ours."""
    if name in OTHERS:
        source, old, new = OTHERS[name]
        text = (folder / source).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    elif name == "in.jsonl":
        (folder / name).write_text("{}\n", encoding="utf-8")
    elif name == "empty.json":
        head = {"schema_version": 1, "sacreval": "0", "results": []}
        (folder / name).write_text(json.dumps(head), encoding="utf-8")


@few(5, "case", BAD, ids=lambda case: case.replace(" ", "-"))
def test_bad_input(cli, sample, case):
    """Bad input is one sentence with a remedy, exit code 2, and leaves no page."""
    words, sentence = BAD[case]
    for word in words:
        lay_out(sample, word)
    done = cli("report", *words, *([] if "-o" in words else ["-o", "r.html"]))
    assert done.code == 2
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(sample.glob("*.html"))


def test_no_page_is_replaced(cli, sample):
    """An existing page stays unless --force is given."""
    (sample / "r.html").write_text("mine", encoding="utf-8")
    assert cli("report", "result.json", "-o", "r.html").code == 2
    assert (sample / "r.html").read_text(encoding="utf-8") == "mine"
    assert cli("report", "result.json", "-o", "r.html", "--force", "-q").code == 0


MATRIX = [("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("b", "x")]


@pytest.mark.parametrize("metric", ["classification", "confusion-matrix"])
def test_confusion_matrix(cli, evaluated, tmp_path, metric):
    """Labels give a confusion matrix, from cells and from classification alike."""
    records = [{"prediction": p, "references": [r], "system_id": "s"} for r, p in MATRIX]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    options = ("--labels", "a", "--labels", "b", "--unknown", "count")
    evaluated("result", metric, source, *options)
    assert cli("report", "result.json", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    table = page[page.index("Confusion matrix of s") :]
    rows = re.findall(r"<tr>(.*?)</tr>", table[: table.index("</table>")])
    cells = [re.findall(r">([^<>]+)<", row) for row in rows]
    assert cells == [
        ["right ╲ predicted", "a", "b", "unknown", "all"],
        ["a", "1", "1", "0", "2"],
        ["b", "0", "2", "1", "3"],
    ]


def test_names_of_papers_and_the_test(cli, sample):
    """The title has the names of papers, and the legend the test that was used."""
    assert cli("report", "result.json", "-o", "r.html", "-q").code == 0
    text = (sample / "r.html").read_text(encoding="utf-8")
    assert "<h1>3 systems by BLEU" in text
    assert "by paired approximate randomisation at 0.05 after Holm's correction" in text
