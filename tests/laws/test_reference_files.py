"""References from files of their own: joined to predictions of every format, as people mean it."""

import csv
import gzip
import io
import json

import pytest

from sacreval.commands.app import run
from support.program import Outcome, Stdin

PREDICTIONS = ["the cat sat on the mat", "a dog ran, in the park", "one bird sang aloud today"]
REFERENCES = ["the cat sat on a mat", "a dog ran, in the park", "some bird sang aloud today"]


def text(field, texts):
    del field
    return "".join(f"{line}\n" for line in texts)


def jsonl(field, texts):
    return "".join(f"{json.dumps({field: line})}\n" for line in texts)


def table(delimiter):
    def write(field, texts):
        stream = io.StringIO()
        rows = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        rows.writerows([[field], *([line] for line in texts)])
        return stream.getvalue()

    return write


WRITERS = {".txt": text, ".jsonl": jsonl, ".csv": table(","), ".tsv": table("\t"), "": text}
FORMATS = [*WRITERS, ".txt.gz", ".jsonl.gz", ".csv.gz"]
STREAMS = {"- as text": ".txt", "- as jsonl": ".jsonl"}


def write(folder, name, ending, field, texts):
    """Write a file of a format, and give its name."""
    content = WRITERS[ending.removesuffix(".gz")](field, texts).encode()
    path = folder / f"{name}{ending}"
    path.write_bytes(gzip.compress(content) if ending.endswith(".gz") else content)
    return path.name


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Give a function that runs the words after `sacreval` in `tmp_path`."""
    monkeypatch.chdir(tmp_path)

    def call(*words, stdin=b""):
        monkeypatch.setattr("sys.stdin", Stdin(stdin))
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call


def numbers(outcome):
    """Read values and counts; the run must have gone well."""
    assert (outcome.code, outcome.err) == (0, "")
    return [(r["output"], r["value"], r["n"]) for r in outcome.json()["results"]]


@pytest.mark.parametrize("ours", [*FORMATS, *STREAMS])
def test_every_pair_of_formats(ours, cli, tmp_path):
    """Predictions of any format and references of any format are scored as their texts are."""
    stdin = b""
    if ours in STREAMS:
        name, stdin = "-", WRITERS[STREAMS[ours]]("prediction", PREDICTIONS).encode()
    else:
        name = write(tmp_path, "hyp", ours, "prediction", PREDICTIONS)
    whole = write(tmp_path, "plain", ".txt", "", PREDICTIONS)
    plain = write(tmp_path, "plain-ref", ".txt", "", REFERENCES)
    wanted = numbers(cli("evaluate", "bleu", whole, "-r", plain, "--format", "json"))
    assert 40 < wanted[0][1] < 90
    for theirs in FORMATS:
        beside = write(tmp_path, "ref", theirs, "reference", REFERENCES)
        result = cli("evaluate", "bleu", name, "-r", beside, "--format", "json", stdin=stdin)
        assert numbers(result) == wanted, theirs


@pytest.mark.parametrize("ours", [".txt", ".jsonl", ".csv"])
@pytest.mark.parametrize("theirs", [".txt", ".jsonl", ".csv"])
@pytest.mark.parametrize("short", ["hyp", "ref"])
def test_unequal_lengths(ours, theirs, short, cli, tmp_path):
    """Files of unequal lengths are refused by a sentence that names both."""
    drop = {short: -1}
    first = write(tmp_path, "hyp", ours, "prediction", PREDICTIONS[: drop.get("hyp")])
    second = write(tmp_path, "ref", theirs, "reference", REFERENCES[: drop.get("ref")])
    outcome = cli("evaluate", "bleu", first, "-r", second)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert first in outcome.err
    assert second in outcome.err


def records(field, texts, **fields):
    return [{"instance_id": f"i{n}", field: line, **fields} for n, line in enumerate(texts)]


def put(folder, name, rows):
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return name


def exact(cli, *words):
    return cli("evaluate", "exact-match", *words, "--format", "json")


def test_ids_join_whatever_the_order(cli, tmp_path):
    """Where both files have instance ids, references are found by them, for every system."""
    put(tmp_path, "ref.jsonl", records("references", [["a"], ["b"], ["c"]])[::-1])
    rows = records("prediction", "abc", system_id="x") + records("prediction", "abd", system_id="y")
    put(tmp_path, "hyp.jsonl", rows)
    assert numbers(exact(cli, "hyp.jsonl", "-r", "ref.jsonl")) == [
        ("exact_match", 1.0, 3), ("exact_match", 2 / 3, 3),
    ]  # fmt: skip


def test_several_files_of_references(cli, tmp_path):
    """References of several files add up; a blank line among them is none."""
    put(tmp_path, "hyp.jsonl", [{"prediction": text} for text in "abc"])
    put(tmp_path, "r1.jsonl", [{"references": ["a", "x"]}, {"reference": "x"}, {"references": []}])
    (tmp_path / "r2.txt").write_text("y\nb\n \n")
    outcome = exact(cli, "hyp.jsonl", "-r", "r1.jsonl", "-r", "r2.txt")
    assert outcome.code == 2
    assert "hyp.jsonl:3: no `references`" in outcome.err
    (tmp_path / "r2.txt").write_text("y\nb\nc\n")
    outcome = exact(cli, "hyp.jsonl", "-r", "r1.jsonl", "-r", "r2.txt")
    assert numbers(outcome) == [("exact_match", 1.0, 3)]
    assert "|refs:1-3|" in outcome.out


REFUSED = {
    "references twice": (
        {"hyp.jsonl": [{"prediction": "a", "reference": "b"}], "ref.txt": "a\n"},
        ["hyp.jsonl:1", "its own references", "drop -r"],
    ),
    "another instance": (
        {"hyp.jsonl": records("prediction", "ab"), "ref.jsonl": records("reference", "a")},
        ["hyp.jsonl:2", "ref.jsonl", "'i1'"],
    ),
    "an instance that nobody answers": (
        {"hyp.jsonl": records("prediction", "a"), "ref.jsonl": records("reference", "ab")},
        ["ref.jsonl:2", "hyp.jsonl", "'i1'"],
    ),
    "references of an instance twice": (
        {"hyp.jsonl": records("prediction", "a"), "ref.jsonl": records("reference", "a") * 2},
        ["ref.jsonl:2", "ref.jsonl:1", "'i0'"],
    ),
    "ids in some predictions": (
        {"hyp.jsonl": [*records("prediction", "a"), {"prediction": "b"}],
         "ref.jsonl": records("reference", "ab")},
        ["hyp.jsonl:2", "instance_id"],
    ),
    "ids in some references": (
        {"hyp.jsonl": records("prediction", "ab"),
         "ref.jsonl": [*records("reference", "a"), {"reference": "b"}]},
        ["ref.jsonl:2", "instance_id"],
    ),
    "late ids": (
        {"hyp.jsonl": [{"prediction": "a"}, *records("prediction", "b")],
         "ref.jsonl": records("reference", "ab")},
        ["ref.jsonl:2", "hyp.jsonl", "instance_id"],
    ),
    "no references": (
        {"hyp.txt": "a\n", "ref.jsonl": records("prediction", "a")},
        ["ref.jsonl:1", "no `reference`", "--map references=FIELD"],
    ),
    "an empty file of references": ({"hyp.txt": "a\n", "ref.jsonl": []}, ["ref.jsonl", "empty"]),
    "records named .txt": (
        {"hyp.txt": '{"prediction": "a"}\n', "ref.txt": "a\n"}, ["hyp.txt", "--reader jsonl"],
    ),
    "references in records named .txt": (
        {"hyp.txt": "a\n", "ref.txt": '{"id": 1, "reference": "a"}\n'}, ["ref.txt", "jsonl"],
    ),
    "a JSON list named .txt": (
        {"hyp.txt": '[\n  {"prediction": "a"}]\n', "ref.txt": "a\n"}, ["hyp.txt", "--reader json"],
    ),
    "a table named .txt": (
        {"hyp.txt": "prediction,reference\na,b\n", "ref.txt": "a\na\n"}, ["hyp.txt", "table"],
    ),
    "SGML": (
        {"hyp.sgm": '<tstset setid="x"><doc docid="1">\n<seg id=1>a</seg>\n', "ref.txt": "a\na\n"},
        ["hyp.sgm", "--reader sgml"],
    ),
    "references in SGML": (
        {"hyp.txt": "a\n", "ref.sgm": '<?xml version="1.0"?>\n<mteval><refset setid="x">'},
        ["ref.sgm", "--reader sgml"],
    ),
    "WMT's XML": (
        {"hyp.xml": "<?xml version='1.0'?>\n<dataset id=\"x\">\n  <doc id='1'>", "ref.txt": "a\n"},
        ["hyp.xml", "--reader wmt-xml"],
    ),
    "pasted columns": (
        {"hyp.txt": "a\tb\nc\td\n", "ref.txt": "a\nc\n"}, ["hyp.txt", "2 columns", "cut -f1"],
    ),
    "pasted references": (
        {"hyp.txt": "a\nc\n", "ref.txt": "a\tb\nc\td\n"}, ["ref.txt", "2 columns", "cut -f1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_meant(name, cli, tmp_path):
    """Files that do not go together, or are no plain text, are refused with what to do."""
    files, fragments = REFUSED[name]
    for file, content in files.items():
        if isinstance(content, list):
            put(tmp_path, file, content)
        else:
            (tmp_path / file).write_text(content)
    hyp, ref = files
    outcome = exact(cli, hyp, "-r", ref)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert len(outcome.err) < 500
    for fragment in fragments:
        assert fragment in outcome.err


@pytest.mark.parametrize("references", [[], ["-r", "ref.txt"]])
def test_pasted_columns_on_standard_input(references, cli, tmp_path):
    """Columns that `paste` made are no output, with -r or without."""
    (tmp_path / "ref.txt").write_text("a\nc\n")
    outcome = cli("evaluate", "bleu", "-", *references, stdin=b"a\tb\nc\td\n")
    assert outcome.code == 2
    assert "2 columns" in outcome.err
    assert "cut -f1" in outcome.err


def test_texts_that_look_otherwise(cli, tmp_path):
    """What looks like records or columns is scored line by line where that is asked for."""
    for content in ('{"prediction": "a"}\n', "a\tb\n"):
        (tmp_path / "hyp.txt").write_text(content)
        (tmp_path / "ref.txt").write_text("x\n")
        assert exact(cli, "hyp.txt", "-r", "ref.txt").code == 2
        as_is = 'parallel-text{"as_is": true}'
        outcome = exact(cli, "hyp.txt", "-r", "ref.txt", "--reader", as_is)
        assert numbers(outcome) == [("exact_match", 0.0, 1)]
    for content in ('{"answer": 3}\n', "<p>a</p>\n", "a, b\n"):
        (tmp_path / "hyp.txt").write_text(content)
        assert numbers(exact(cli, "hyp.txt", "-r", "hyp.txt")) == [("exact_match", 1.0, 1)]


def test_maps_of_joined_files(cli, tmp_path):
    """`--map references` and `instance_id` are for files of references too, all others are not."""
    put(tmp_path, "hyp.jsonl", [{"id": i, "out": text} for i, text in enumerate("ab")])
    put(tmp_path, "ref.jsonl", [{"id": i, "target": text} for i, text in [(1, "b"), (0, "a")]])
    maps = ["--map", "prediction=out", "--map", "references=target", "--map", "instance_id=id"]
    outcome = exact(cli, "hyp.jsonl", "-r", "ref.jsonl", *maps)
    assert numbers(outcome) == [("exact_match", 1.0, 2)]


def test_readers_of_both_files(cli, tmp_path):
    """`--reader` reads predictions, and references whose file has the same ending."""
    (tmp_path / "hyp.csv").write_text("prediction;system_id\na, b;x\n")
    (tmp_path / "ref.csv").write_text("reference\na, b\n")
    (tmp_path / "ref.txt").write_text("a, b\n")
    reader = ["--reader", 'table{"delimiter": ";"}']
    for ref in ("ref.csv", "ref.txt"):
        assert numbers(exact(cli, "hyp.csv", "-r", ref, *reader)) == [("exact_match", 1.0, 1)]
    outcome = exact(
        cli, "hyp.csv", "-r", "ref.txt", "--reader", 'parallel-text{"references": ["ref.txt"]}'
    )
    assert outcome.code == 2
    assert "keep one of the two" in outcome.err


def test_every_verb_joins(cli, tmp_path):
    """`score`, `compare`, `convert`, suites, `verify` and `report` join as `evaluate` does."""
    put(tmp_path, "a.jsonl", [{"prediction": text} for text in "abc"])
    put(tmp_path, "b.jsonl", [{"prediction": text} for text in "abd"])
    (tmp_path / "ref.txt").write_text("a\nb\nc\n")
    (tmp_path / "suite.yaml").write_text(
        "metrics: [exact-match]\ninputs: [a.jsonl]\nreferences: [ref.txt]\n"
    )
    scored = cli("score", "exact-match", "b.jsonl", "-r", "ref.txt").out.splitlines()
    assert [json.loads(line)["scores"]["exact_match"] for line in scored] == [1, 1, 0]
    done = cli("compare", "exact-match", "a.jsonl", "b.jsonl", "-r", "ref.txt", "--format", "json")
    compared = done.json()["comparisons"][0]
    assert (compared["base_value"], compared["other_value"], compared["n"]) == (1, 2 / 3, 3)
    converted = cli("convert", "a.jsonl", "-r", "ref.txt", "--reader", "jsonl").out.splitlines()
    assert [json.loads(line)["references"] for line in converted] == [["a"], ["b"], ["c"]]
    suite = cli("evaluate", "suite", "suite.yaml", "--format", "json")
    assert numbers(suite) == [("exact_match", 1.0, 3)]
    words = ["-o", "out.json", "--instances", "i.jsonl"]
    cli("evaluate", "exact-match", "b.jsonl", "-r", "ref.txt", *words)
    verified = cli("verify", "out.json", "b.jsonl", "-r", "ref.txt")
    assert (verified.code, verified.err) == (0, "")
    again = ["report", "out.json", "--inputs", "b.jsonl", "-o", "r.html", "--force"]
    assert cli(*again, "-r", "ref.txt").code == 0
    (tmp_path / "ref.txt").write_text("a\nb\nd\n")
    assert "hashes differ" in cli(*again, "-r", "ref.txt").err
    verified = cli("verify", "out.json", "b.jsonl", "-r", "ref.txt")
    assert verified.code == 1
    assert "the data are different" in verified.err
