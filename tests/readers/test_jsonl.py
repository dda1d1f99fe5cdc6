"""Records in JSONL and JSON: odd lines, lists, documents, and log-probabilities of 0."""

import gzip
import json

import pytest

from sacreval.errors import InputError
from sacreval.readers.jsonl import JsonlReader, decoded
from support.program import records, scores_by_system, spawn, tsv, write_jsonl

pytestmark = pytest.mark.usefixtures("alone")


LINES = "".join(f"{json.dumps(record)}\n" for record in records())
MEBIBYTES_10 = 10 * 2**20
RECORDS = [{"prediction": "a", "references": "a"}, {"prediction": "b", "reference": "a"}]


def test_odd_lines(cli, tmp_path):
    """A byte order mark, CRLF, blank lines and a missing last line end change nothing."""
    text = "\ufeff" + LINES.replace("\n", "\r\n\r\n").rstrip()
    (tmp_path / "sys.jsonl").write_bytes(text.encode())
    assert scores_by_system(tsv(cli, "sys.jsonl", "--quiet")) == {"sys": (1 / 3, 3)}


@pytest.mark.long
def test_long_line_allowed(cli, tmp_path):
    """A line of 10 MB of JSONL is read when the limit is raised as the message says."""
    long = "word " * (MEBIBYTES_10 // 5)
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": long, "references": [long]}])
    assert cli("evaluate", "exact-match", "a.jsonl").code == 2
    outcome = cli("evaluate", "exact-match", "a.jsonl", "--reader", 'jsonl{"max_line": 64}')
    assert (outcome.code, outcome.err) == (0, "")


def test_indented_object(cli, tmp_path):
    """A JSON object over several lines, as a file of results, is called what it is."""
    (tmp_path / "results.json").write_text('{\n  "results": {}\n}\n')
    result = cli("evaluate", "exact-match", "results.json")
    assert result.code == 2
    assert "results.json:1: this is a JSON object over several lines" in result.err


def test_faults(tmp_path):
    """The faults of a file are those of its lines, each as it would be alone."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"prediction": "a"}\n\n{"predict": 1}\n[]\n{"meta": {"a": 1, "a": 2}}\n')
    places = [fault.removeprefix(str(path)).split(": ")[0] for fault in JsonlReader().faults(path)]
    assert places == [":3", ":4", ":5"]
    path.write_text("x" * 99)
    [fault] = JsonlReader(max_line=1e-5).faults(str(path))
    assert "longer than" in fault


def test_json_rows(read, tmp_path):
    """One JSON document holds a list somewhere; people are marked, inputs numbered."""
    rows = [{"who": "A", "ctx": "c", "out": "x"}, {"who": "Human", "ctx": "c", "out": "y"}]
    (tmp_path / "x.json").write_text(json.dumps({"data": {"rows": rows}}))
    spec = 'json{"rows": "data.rows", "number_by": "ctx", "people": ["Human"]}'
    first, second = read(spec, tmp_path / "x.json", {"prediction": "out", "system_id": "who"})
    assert (first.instance_id, second.instance_id) == ("1", "1")
    assert second.system_type == "reference"


def test_json_numbers_inputs(read, tmp_path):
    """`number_by` numbers inputs by what is equal; with `repeats` second answers count apart."""
    rows = [("a", "x"), ("a", "x"), ("b", "x"), ("b", "y"), ("b", "x")]
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"s": s, "c": c, "p": "p"} for s, c in rows]))
    fields = {"system_id": "s", "prediction": "p"}
    plain = read('json{"number_by": "c"}', path, fields)
    assert [record.instance_id for record in plain] == ["1", "1", "1", "2", "1"]
    apart = read('json{"number_by": "c", "repeats": true}', path, fields)
    assert [record.instance_id for record in apart] == ["1", "2", "1", "3", "2"]


def values(done):
    return [r["value"] for r in done.json()["results"]]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("mark", ["", "\ufeff \n"])
def test_a_file_that_begins_with_a_list(cli, tmp_path, indent, mark):
    """A .json file with a list of records is read as records, however it is laid out."""
    (tmp_path / "a.json").write_text(mark + json.dumps(RECORDS, indent=indent))
    done = cli("evaluate", "exact-match", "a.json", "--format", "json")
    assert (done.code, values(done)) == (0, [0.5])


def test_compressed_and_from_standard_input(cli, tmp_path):
    """Compressed lists and lists from standard input are read too."""
    text = json.dumps(RECORDS)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text.encode()))
    assert values(cli("evaluate", "exact-match", "a.json.gz", "--format", "json")) == [0.5]
    done = spawn("evaluate", "exact-match", "-", "--format", "json", stdin=text.encode())
    assert values(done) == [0.5]


def test_expressions(cli, tmp_path):
    """Expressions apply to each record, and one that matches nothing is refused."""
    (tmp_path / "a.json").write_text('[{"p": "a", "r": "a"}]')
    words = ["--map", "prediction=p", "--map", "references=r"]
    assert cli("evaluate", "exact-match", "a.json", *words).code == 0
    done = cli("evaluate", "exact-match", "a.json", "--map", "prediction=q", *words[2:])
    assert "matches nothing in any record" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"prediction": "a", "reference": "a"}, 3]', "a.json:2: each item of the list must be"),
        ("[", "a.json: this is not JSON"),
        ('[{"prediction": "a"}] {}', "a.json: this is not JSON"),
        ("[]", "at least one record"),
        ('[{"prediction": "a", "refs": ["a"]}]', "a.json:1: unknown field 'refs'"),
        ('[{"prediction": "a", "prediction": "b"}]', "'prediction' is repeated"),
        ('[["a", "b"]]', "a.json:1: each item"),
    ],
)
def test_wrong_lists(cli, tmp_path, text, said):
    """What is wrong in a list is said with the place of the record in it."""
    (tmp_path / "a.json").write_text(text)
    done = cli("evaluate", "exact-match", "a.json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_fields_that_may_have_it():
    """In choices, sequences and meta it is what servers write for a probability of 0."""
    line = b'{"choices": [{"text": "a", "logprob": -Infinity}], "meta": {"x": [-Infinity, 1]}}'
    assert decoded(line, "a:1") == {
        "choices": [{"text": "a", "logprob": -9999.0}], "meta": {"x": [-9999.0, 1]}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"prediction": -Infinity}', "a:1: `prediction` is -Infinity, which only"),
        (b'{"meta": [-Infinity, NaN]}', "NaN is no number"),
        (b'{"meta": Infinity, "x": -Infinity}', "Infinity is no number"),
        (b"[-Infinity]", "each record must be an object"),
        (b'{"meta": -Infinity', "this is not JSON"),
    ],
)
def test_other_places_are_refused(line, said):
    """Elsewhere, and as other constants, it is refused with its place."""
    with pytest.raises(InputError, match=said):
        decoded(line, "a:1")


@pytest.mark.parametrize("options", [[], ["--map", "instance_id=name"]])
def test_choices_of_a_file(cli, tmp_path, options):
    """Records with it are scored, and a text that names it is a text."""
    lines = [
        ('{"name": "1", "choices": [{"text": "-Infinity", "logprob": -Infinity}, '
        '{"text": "b", "logprob": -1.0}], "gold": [1]}'),
        ('{"name": "2", "choices": [{"text": "a", "logprob": -2}, '
        '{"text": "b", "logprob": -1.0}], "gold": [1]}'),
    ]  # fmt: skip
    texts = lines if options else [line.replace('"name"', '"instance_id"') for line in lines]
    (tmp_path / "a.jsonl").write_text("\n".join(texts) + "\n")
    done = cli("evaluate", "multiple-choice", "a.jsonl", *options, "--format", "json")
    assert done.code == 0, done.err
    assert done.json()["results"][0]["value"] == 1
