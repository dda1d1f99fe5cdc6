"""--map: suggestions, expressions that find nothing, texts for lists, columns of every dialect."""

import json
import shlex

import pytest

from sacreval.commands.app import run
from sacreval.core.records import FIELDS
from sacreval.readers import _map_option
from sacreval.readers._map_option import field_list, hint, usual_path
from support.program import write_jsonl

ROW = {"id": 1, "sys": "a", "out": "x y", "ref": "x y", "score": 3}
JSON = ["--reader", "json"]
RATERS = ["--reader", "raters"]
EVERY = [
    ("a.jsonl", []), ("a.csv", []), ("a.tsv", []), ("a.json", JSON), ("a.csv", RATERS),
    ("a.tsv", RATERS),
]  # fmt: skip
HINTS = {
    "a harness": (
        {"doc_id": 0, "doc": {"q": 1}, "target": "5", "filtered_resps": ["5"]},
        "--map 'prediction=filtered_resps[0]' --map references=target --map instance_id=doc_id",
    ),
    "usual names": (
        {"question": "?", "response": "a", "answers": ["b"]},
        "--map prediction=response --map references=answers --map input=question",
    ),
    "an object is no text": (
        {"output": {"text": "a"}, "generated": "a"}, "--map prediction=generated",
    ),
    "nothing that can be known": (
        {"a": 1, "b": "x"}, "--map prediction=FIELD; the fields are: a, b",
    ),
    "no id for an answer": ({"doc_id": 3}, "--map prediction=FIELD; the fields are: doc_id"),
    "a slip": ({"refrences": ["x"]}, "--map references=refrences"),
}  # fmt: skip
READS = {"a.jsonl": "jsonl", "a.csv": "table", "a.tsv": "table"}


@pytest.mark.parametrize(
    ("record", "maps"),
    [
        ({"output": "a", "target": "b"}, ["--map prediction=output", "--map references=target"]),
        ({"outputs": ["a"], "label": 1}, ["--map 'prediction=outputs[0]'", "references=label"]),
        ({"prediction": "a", "refs": ["b"], "id": 3}, ["references=refs", "instance_id=id"]),
        ({"hyp": {"text": "a"}, "mt": "b"}, ["--map prediction=mt"]),
        (
            {"doc": {"question": "q", "answer": "#### 3"}, "response": "3"},
            ["prediction=response", "references=doc.answer", "input=doc.question"],
        ),
        (
            {"prediction": "a", "reference": "a", "id": 1, "model": "m"},
            ["perhaps by --map instance_id=id --map system_id=model"],
        ),
        (
            {"out put": {"completion": "x"}, "target": "y"},
            ["""--map 'prediction="out put".completion'"""],
        ),
    ],
)
def test_common_names(record, maps):
    """Names are suggested where their values have a fitting type, lists by their first item."""
    message = hint(record, FIELDS)
    for text in maps:
        assert text in message


def test_answers():
    """An answer is a reference beside an output only, and other names of references are first."""
    assert "references" not in hint({"answer": "x", "question": "q"}, FIELDS)
    assert "references=answer" in hint({"answer": "x", "response": "q"}, FIELDS)
    assert "references=target" in hint({"answer": "x", "output": "q", "target": "y"}, FIELDS)


@pytest.mark.parametrize("name", ["gold", "answer", "target", "reference_answer", "gold_answer"])
def test_references_of_free_answers(cli, tmp_path, name):
    """The right answer has a suggestion under each usual name, and the command with it works."""
    (tmp_path / "r.jsonl").write_text(json.dumps({"id": "q", "output": "B", name: "B"}) + "\n")
    results = [cli("evaluate", "exact-match", "r.jsonl"), cli("convert", "--check", "r.jsonl")]
    for result in results:
        assert f"perhaps by --map prediction=output --map references={name} " in result.err
    maps = shlex.split(results[0].err.partition("perhaps by ")[2])
    assert cli("evaluate", "exact-match", "r.jsonl", *maps).code == 0


def test_gold_of_choices():
    """`gold` is a field of its own beside choices; alone, it is the path of missing references."""
    assert "references" not in hint({"output": "a", "gold": 1, "choices": []}, FIELDS)


def test_gold_without_references(cli, tmp_path):
    """A record whose other fields are all known has the suggestion too."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "B", "gold": "B"}\n')
    result = cli("evaluate", "exact-match", "r.jsonl")
    assert (result.code, "--map references=gold" in result.err) == (2, True)
    assert cli("evaluate", "exact-match", "r.jsonl", "--map", "references=gold").code == 0


def test_paths_of_what_is_carried_along():
    """A usual name in `meta` is found; an answer only within an object, as of a data set."""
    assert usual_path("references", {"doc": {"answer": "x"}}) == "meta.doc.answer"
    assert usual_path("references", {"target": "x", "doc": {"answer": "x"}}) == "meta.target"
    assert usual_path("references", {"answer": "x"}) == ""
    assert usual_path("sources", {"answer": "x"}) == ""


def test_fields_within_objects_are_listed():
    """Where no name is usual, paths show what --map takes."""
    message = hint({"doc": {"a": 1, "b": {}}, "c": 2}, FIELDS)
    assert "the fields are: doc.a, doc.b, c" in message


def test_no_common_name():
    """Without a usual name the fields there are are listed."""
    message = hint({"x": 1, "y": None}, FIELDS)
    assert "--map prediction=FIELD" in message
    assert "the fields are: x, y" in message
    assert "a file for each system" not in message


def test_outputs_of_several_systems(cli, tmp_path):
    """A record with texts of two systems has the command that writes a file for each."""
    both = {"question": "q", "ground_truth": "b"}
    rows = [{**both, "6b": {"right": True, "text": x}, "gpt": {"text": "b"}} for x in "ab"]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    said = cli("evaluate", "exact-match", "r.jsonl").err
    assert 'as "6b".text and gpt.text, write a file for each: sacreval convert' in said
    command = said.partition("for each: sacreval ")[2].replace("FILE", "r.jsonl")
    assert cli(*shlex.split(command)).code == 0
    assert cli(*shlex.split(command.replace('"6b"', "gpt").replace("6b", "gpt"))).code == 0
    done = cli("compare", "exact-match", "6b.jsonl", "gpt.jsonl", "--format", "json")
    assert [comparison["base"] for comparison in json.loads(done.out)["comparisons"]] == ["6b"]


def test_many_fields_are_cut():
    """Many and long names are cut, so that the sentence stays one."""
    message = field_list({f"{'n' * 100}{i}": 1 for i in range(10**4)})
    assert len(message) < 600
    assert "more" in message
    assert field_list({}).endswith("none")


def put(folder, rows):
    """Write the same records as JSONL, as one JSON document, as CSV and as TSV."""
    write_jsonl(folder / "a.jsonl", rows)
    (folder / "a.json").write_text(json.dumps(rows))
    for name, delimiter in (("a.csv", ","), ("a.tsv", "\t")):
        lines = [delimiter.join(map(str, line)) for line in (rows[0], *(r.values() for r in rows))]
        (folder / name).write_text("\n".join(lines) + "\n")


def maps(**fields):
    return [word for name, path in fields.items() for word in ("--map", f"{name}={path}")]


@pytest.mark.parametrize(("file", "reader"), EVERY)
def test_a_text_is_a_list_of_one(file, reader, cli, tmp_path):
    """`--map references=FIELD` with one text works in every format, commas for .csv."""
    put(tmp_path, [ROW, ROW | {"id": 2, "out": "y"}])
    words = maps(prediction="out", references="ref", sources="ref", instance_id="id")
    outcome = cli("evaluate", "exact-match", file, *reader, *words, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.json()["results"][0]["value"] == 0.5


@pytest.mark.parametrize(("file", "reader"), EVERY)
@pytest.mark.parametrize("wrong", ["prediction=outt", "system_id=syss", "references=[ref][1]"])
def test_expressions_that_find_nothing(file, reader, wrong, cli, tmp_path):
    """An expression that matches nothing in any record is an error that lists the fields."""
    put(tmp_path, [ROW, ROW | {"id": 2}])
    field, _, path = wrong.partition("=")
    words = maps(**{"prediction": "out", "references": "ref", field: path})
    outcome = cli("evaluate", "exact-match", file, *reader, *words)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert f"--map {wrong} matches nothing in any record" in outcome.err
    assert "id, sys, out, ref, score" in outcome.err


def test_convert_writes_nothing_of_a_misspelt_column(cli, tmp_path):
    """A column that is not there makes no records of nulls, also below `judgments`."""
    put(tmp_path, [ROW])
    words = ["convert", "a.csv", *RATERS, "-o", "out.jsonl", "--map", "prediction=out"]
    outcome = cli(*words, "--map", "judgments.q=scor")
    assert outcome.code == 2
    assert "--map judgments.q=scor matches nothing" in outcome.err
    assert not (tmp_path / "out.jsonl").exists()
    assert cli(*words, "--map", "judgments.q=score").code == 0
    record = json.loads((tmp_path / "out.jsonl").read_text())
    assert (record["prediction"], record["judgments"]) == ("x y", {"q": 3})


@pytest.mark.long
def test_rare_fields_are_found_late(cli, tmp_path, monkeypatch):
    """What only a late record has is found, and what none has is told, in a long file too."""
    monkeypatch.setattr(_map_option, "HELD", 1)
    rows = [{"prediction": "a", "ref": "a"}] * 10_000 + [{"prediction": "a", "ref": "a", "q": "x"}]
    write_jsonl(tmp_path / "a.jsonl", rows)
    words = ["evaluate", "exact-match", "a.jsonl", *maps(references="ref")]
    assert cli(*words, "--map", "input=q").code == 0
    outcome = cli(*words, "--map", "input=r")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--map input=r matches nothing in any record" in outcome.err


def test_a_field_that_is_null_everywhere(cli, tmp_path):
    """A field that is there and null, or empty, is not misspelt."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a", "reference": "a", "q": None, "r": []}])
    for path in ("q", "q.x", "r[0]", "q && [q]"):
        assert cli("evaluate", "exact-match", "a.jsonl", "--map", f"input={path}").code == 0, path


@pytest.mark.parametrize("name", HINTS)
def test_hints(name, cli, tmp_path):
    """The hint names a field that can be what it is mapped to, or none."""
    record, hint = HINTS[name]
    write_jsonl(tmp_path / "a.jsonl", [record])
    outcome = cli("evaluate", "bleu", "a.jsonl")
    assert outcome.code == 2
    assert hint in outcome.err
    assert len(outcome.err) < 500


def test_texts_in_jsonl(cli, tmp_path):
    """`"references": "x"` and `"sources": "x"` are lists of one, among records with lists."""
    rows = [{"prediction": "a", "references": ["a"]}, {"prediction": "b", "references": "b",
            "sources": "s"}, {"prediction": "c", "references": ["d"]}]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", rows)
    read = [json.loads(x) for x in cli("convert", "a.jsonl", "--reader", "jsonl").out.splitlines()]
    assert [r["references"] for r in read] == [["a"], ["b"], ["d"]]
    assert read[1]["sources"] == ["s"]


def test_a_json_list(cli, tmp_path):
    """A list of records in a .jsonl file is read with --reader json, as the message says."""
    for content in ('[{"prediction": "a", "reference": "a"}]', '[\n {"prediction":\n "a"}\n]\n'):
        (tmp_path / "a.jsonl").write_text(content)
        assert "--reader json" in cli("evaluate", "exact-match", "a.jsonl").err
    (tmp_path / "a.json").write_text('[{"prediction": "a", "reference": "a"}]')
    assert cli("evaluate", "exact-match", "a.json", *JSON).code == 0
    outcome = cli("evaluate", "exact-match", "a.json", "--reader", 'json{"rows": "data"}')
    assert outcome.code == 2
    assert "'data' selects null" in outcome.err


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ('table{"delimiter": "ab"}', "table: delimiter must be one character"),
        ('table{"delimiter": ""}', "table: delimiter must be one character"),
        ('table{"delimiter": 5}', "table: `delimiter` must be text, not a whole number"),
        ('table{"quoting": "x"}', "table: `quoting` cannot be 'x'"),
        ('jsonl{"max_line": 1e308}', "jsonl: max_line must be above 0"),
        ('jsonl{"max_line": 0}', "jsonl: max_line must be above 0"),
        ('table{"max_line": -1}', "table: max_line must be above 0"),
        ('raters{"max_line": 1e9}', "raters: max_line must be above 0"),
        ('parallel-text{"max_line": "x"}', "parallel-text: `max_line` must be a number, not text"),
        ('parallel-text{"sources": ["a", 3]}', "must be text, not a whole number"),
    ],
)
def test_wrong_options(spec, said, cli, tmp_path):
    """A reader's option with a value that it cannot have is one sentence, in plain words."""
    (tmp_path / "a.csv").write_text("prediction,references\na,a\n")
    outcome = cli("evaluate", "exact-match", "a.csv", "--reader", spec)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert said in outcome.err


def test_listed_options_exist(cli):
    """Every option that `list readers` shows is one that the reader has."""
    for row in cli("list", "readers", "--format", "json").json():
        for option in row["options"]:
            outcome = cli("convert", "-", "--reader", f'{row["name"]}{{"{option}": null}}')
            assert "has no option" not in outcome.err, row["name"]
        assert row["summary"]
    assert run(["convert", "-", "--reader", 'json{"fields": {}}']) == 2


MARKED = {
    "a.txt": ("a\n", ["-r", "r.txt"]),
    "a.jsonl": ('{"prediction": "a", "reference": "a"}\n', []),
    "a.csv": ("prediction,reference\na,a\n", []),
    "a.tsv": ("prediction\treference\na\ta\n", RATERS + maps(prediction="prediction",
              references="reference")),
    "a.json": ('[{"prediction": "a", "reference": "a"}]', JSON),
}  # fmt: skip


@pytest.mark.parametrize("file", MARKED)
def test_a_byte_order_mark(file, cli, tmp_path):
    """A byte order mark is dropped with one notice a file, and none where none are wanted."""
    content, words = MARKED[file]
    (tmp_path / file).write_text("\ufeff" + content)
    (tmp_path / "r.txt").write_text("a\n")
    outcome = cli("evaluate", "exact-match", file, *words, "-o", "out.json", "--force")
    assert outcome.code == 0
    notice = f"sacreval: {file}: the byte order mark at the start of this file is ignored\n"
    assert outcome.err == notice
    assert json.loads((tmp_path / "out.json").read_text())["results"][0]["value"] == 1.0
    assert cli("evaluate", "exact-match", file, *words, "--quiet").err == ""
    assert cli("verify", "out.json", file, *words).err == notice


@pytest.mark.parametrize(("file", "reader"), EVERY[:4])
def test_judgments_and_groups_by_name(file, reader, cli, tmp_path):
    """`--map judgments.NAME` and `groups.NAME` work in every format, and cells are numbers."""
    put(tmp_path, [ROW, ROW | {"id": 2, "score": 4.5}])
    words = maps(prediction="out", **{"judgments.quality": "score", "groups.by": "sys"})
    outcome = cli("convert", file, *(reader or ["--reader", READS[file]]), *words)
    records = [json.loads(line) for line in outcome.out.splitlines()]
    assert [r["judgments"] for r in records] == [{"quality": 3}, {"quality": 4.5}], outcome.err
    assert {r["groups"]["by"] for r in records} == {"a"}


@pytest.mark.parametrize("name", ["judgments", "groups.", "meta.x", "judgment.quality"])
def test_fields_without_names(name, cli, tmp_path):
    """Only judgments and groups have values by name; other dots are no fields."""
    put(tmp_path, [ROW])
    outcome = cli("convert", "a.csv", "--reader", "table", *maps(**{name: "score"}))
    assert outcome.code == 2, outcome.out
    assert outcome.err.count("\n") == 1


def test_a_cell_without_judgment(cli, tmp_path):
    """An empty cell is no judgment, and a list in a cell has one number a rater."""
    (tmp_path / "a.csv").write_text('out,score\nx,\ny,"[1, 2]"\n')
    words = maps(prediction="out", **{"judgments.quality": "score"})
    outcome = cli("convert", "a.csv", "--reader", "table", *words)
    records = [json.loads(line) for line in outcome.out.splitlines()]
    assert (records[0].get("judgments") or {}).get("quality") is None
    assert records[1]["judgments"] == {"quality": [1, 2]}
