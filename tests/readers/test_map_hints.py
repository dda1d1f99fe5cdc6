"""Suggestions of --map for a foreign record."""

import json
import shlex

import pytest

from sacreval.core.records import FIELDS
from sacreval.readers._map_hints import field_list, hint, usual_path


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
    found = hint(record, FIELDS)
    for text in maps:
        assert text in found


def test_answers():
    """An answer is a reference beside an output only, and other names of references are first."""
    assert "references" not in hint({"answer": "x", "question": "q"}, FIELDS)
    assert "references=answer" in hint({"answer": "x", "response": "q"}, FIELDS)
    assert "references=target" in hint({"answer": "x", "output": "q", "target": "y"}, FIELDS)


@pytest.mark.parametrize("name", ["gold", "answer", "target", "reference_answer", "gold_answer"])
def test_references_of_free_answers(cli, tmp_path, name):
    """The right answer has a suggestion under each usual name, and the command with it works."""
    (tmp_path / "r.jsonl").write_text(json.dumps({"id": "q", "output": "B", name: "B"}) + "\n")
    told = [cli("evaluate", "exact-match", "r.jsonl"), cli("convert", "--check", "r.jsonl")]
    for found in told:
        assert f"perhaps by --map prediction=output --map references={name} " in found.err
    maps = shlex.split(told[0].err.partition("perhaps by ")[2])
    assert cli("evaluate", "exact-match", "r.jsonl", *maps).code == 0


def test_gold_of_choices():
    """`gold` is a field of its own beside choices; alone, it is the path of missing references."""
    assert "references" not in hint({"output": "a", "gold": 1, "choices": []}, FIELDS)


def test_gold_without_references(cli, tmp_path):
    """A record whose other fields are all known has the suggestion too."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "B", "gold": "B"}\n')
    found = cli("evaluate", "exact-match", "r.jsonl")
    assert (found.code, "--map references=gold" in found.err) == (2, True)
    assert cli("evaluate", "exact-match", "r.jsonl", "--map", "references=gold").code == 0


def test_paths_of_what_is_carried_along():
    """A usual name in `meta` is found; an answer only within an object, as of a data set."""
    assert usual_path("references", {"doc": {"answer": "x"}}) == "meta.doc.answer"
    assert usual_path("references", {"target": "x", "doc": {"answer": "x"}}) == "meta.target"
    assert usual_path("references", {"answer": "x"}) == ""
    assert usual_path("sources", {"answer": "x"}) == ""


def test_fields_within_objects_are_listed():
    """Where no name is usual, paths show what --map takes."""
    found = hint({"doc": {"a": 1, "b": {}}, "c": 2}, FIELDS)
    assert "the fields are: doc.a, doc.b, c" in found


def test_no_common_name():
    """Without a usual name the fields there are are listed."""
    found = hint({"x": 1, "y": None}, FIELDS)
    assert "--map prediction=FIELD" in found
    assert "the fields are: x, y" in found
    assert "a file for each system" not in found


def test_outputs_of_several_systems(cli, tmp_path):
    """A record with texts of two systems has the command that writes a file for each."""
    both = {"question": "q", "ground_truth": "b"}
    rows = [{**both, "6b": {"right": True, "text": one}, "gpt": {"text": "b"}} for one in "ab"]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    said = cli("evaluate", "exact-match", "r.jsonl").err
    assert 'as "6b".text and gpt.text, write a file for each: sacreval convert' in said
    command = said.partition("for each: sacreval ")[2].replace("FILE", "r.jsonl")
    assert cli(*shlex.split(command)).code == 0
    assert cli(*shlex.split(command.replace('"6b"', "gpt").replace("6b", "gpt"))).code == 0
    done = cli("compare", "exact-match", "6b.jsonl", "gpt.jsonl", "--format", "json")
    assert [one["base"] for one in json.loads(done.out)["comparisons"]] == ["6b"]


def test_many_fields_are_cut():
    """Many and long names are cut, so that the sentence stays one."""
    found = field_list({f"{'n' * 100}{i}": 1 for i in range(10**4)})
    assert len(found) < 600
    assert "more" in found
    assert field_list({}).endswith("none")
