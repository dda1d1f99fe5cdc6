"""Logs of lm-eval: the reader, its options and notices."""

import gzip
import json
import warnings

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._beginning import HEAD, beginning
from sacreval.readers.lm_eval import LmEvalReader
from support import tool_logs
from support.lm_eval_logs import DATE, choice_row, read, row, write, write_results


@pytest.mark.parametrize("entry", tool_logs.entries("lm_eval"), ids=lambda e: e["file"][15:30])
def test_expected(entry):
    """The shared logs hold the records that should come out, with `[invalid]` as a prediction."""
    tool_logs.check("lm_eval", {**entry, "records": list(map(_without_answer, entry["records"]))})


def _without_answer(record):
    """Return a record whose prediction is `[invalid]`, the tool's word, as an unparsed output."""
    if record.get("prediction") != "[invalid]":
        return record
    others = {name: value for name, value in record.items() if name != "prediction"}
    return {**others, "error": "unparsed: [invalid]"}


@pytest.mark.parametrize("entry", tool_logs.entries("lm_eval_old"), ids=lambda e: e["file"][:7])
@pytest.mark.filterwarnings("ignore::sacreval.errors.InputNotice")
def test_expected_of_old_layouts(entry):
    """Rows without a filter's name are distinguished by order; an answer not found is no output."""
    unparsed = entry["file"].startswith("invalid")
    path = tool_logs.folder("lm_eval_old") / entry["file"]
    records = tool_logs.records(path)
    if unparsed:
        assert [record.pop("input")[:8] for record in records] == ["Question"]
        assert records[0]["error"] == "unparsed: [invalid]"
    assert len(records) == len(entry["records"])
    for record, wanted in zip(records, entry["records"], strict=True):
        assert not tool_logs.difference(record, _without_answer(wanted))


def test_exchanged_logs():
    """A real log has a record for each row; that it was cut is a notice."""
    logs = [log for log in tool_logs.exchanged("lm_eval") if log.name.startswith("samples")]
    for path in logs:
        with pytest.warns(InputNotice, match=r"10 documents .* over 5000; the log may be cut"):
            records = tool_logs.records(path)
        assert len(records) == len(path.read_text().splitlines())
        assert {record["system_id"] for record in records} == {
            "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1"
        }


def test_recognised(tmp_path):
    """A log is recognised by its first row, which may be longer than what is looked at."""
    path = write(tmp_path, row())
    assert LmEvalReader.matches(beginning(str(path)))
    for field, value in (("doc", {"tests": "x" * HEAD}), ("resps", [["x" * HEAD]])):
        path = write(tmp_path, row(**{field: value}))
        assert LmEvalReader.matches(beginning(str(path)))
    path.write_text(json.dumps({"doc_id": 1, "doc": "x" * HEAD, "prediction": "a"}))
    assert LmEvalReader.matches(beginning(str(path)))  # which shows no more of it
    path.write_text(json.dumps({"doc_id": 1, "doc": "x", "prediction": "a"}))
    assert not LmEvalReader.matches(beginning(str(path)))


def test_filters(tmp_path):
    """Documents under several filters are several systems; --filter reads some of them."""
    rows = [row(i, filter=name) for name in ("strict", "loose") for i in range(2)]
    path = write(tmp_path / "model", *rows)
    assert [(record["instance_id"], record["system_id"]) for record in read(path)] == [
        (0, "model [strict]"), (1, "model [strict]"), (0, "model [loose]"), (1, "model [loose]"),
    ]  # fmt: skip
    chosen = read(path, filter=("loose",))
    assert [(r["system_id"], r["meta"]["filter"]) for r in chosen] == [("model", "loose")] * 2
    both = read(path, filter=("loose", "strict"))
    assert {record["system_id"] for record in both} == {"model [strict]", "model [loose]"}
    with pytest.raises(InputError, match="no row has the filter 'lose'; did you mean 'loose'"):
        read(path, filter=("lose",))
    assert {record["system_id"] for record in read(write(tmp_path / "m", *rows[:2]))} == {"m"}


def test_compressed(tmp_path):
    """A compressed log has the same records."""
    path = write(tmp_path / "m", *[row(i, filter=name) for name in "ab" for i in range(2)])
    packed = path.with_name(f"{path.name}.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read(packed) == read(path)
    with pytest.raises(UsageError, match="not from -; name the file"):
        list(LmEvalReader().read("-"))


def test_results_beside(tmp_path):
    """The results file beside a log names the model, and its scores are the stored ones."""
    path = write(tmp_path, row(0), row(1))
    scores = {"alias": "toy", "exact_match,none": 0.5, "exact_match_stderr,none": 0.25}
    scores |= {"f1,none": 1, "f1_stderr,none": "N/A", "sample_len": 2}
    write_results(tmp_path, scores=scores, effective=2, groups={"all": {"exact_match,none": 9}})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        records = read(path)
    assert {record["system_id"] for record in records} == {"org/model"}
    stored = LmEvalReader().stored_scores(str(path))
    assert [(score.name, score.value, score.error, score.records) for score in stored] == [
        ("exact_match", 0.5, 0.25, 2), ("f1", 1.0, None, 2),
    ]  # fmt: skip
    assert {(score.system_id, score.task) for score in stored} == {("org/model", "toy")}


def test_stored_scores_of_filters(tmp_path):
    """Stored scores have the systems that the records have."""
    path = write(tmp_path, row(0, filter="strict"), row(0, filter="loose"))
    config = {"filter_list": [{"name": "strict"}, {"name": "loose"}]}
    write_results(tmp_path, config=config, scores={"em,strict": 0.5, "em,loose": 1.0})
    systems = {record["system_id"] for record in read(path)}
    stored = LmEvalReader().stored_scores(str(path))
    assert {score.system_id: score.value for score in stored} == {
        "org/model [strict]": 0.5, "org/model [loose]": 1.0,
    }  # fmt: skip
    assert systems == {score.system_id for score in stored}
    (only,) = LmEvalReader(filter=("loose",)).stored_scores(str(path))
    assert (only.system_id, only.value) == ("org/model", 1.0)


def test_notices(tmp_path):
    """A number of rows that the results deny, and the text None, are reported."""
    path = write(tmp_path, row(0, filtered_resps=["None"]))
    write_results(tmp_path, effective=2)
    with pytest.warns(InputNotice) as seen:
        read(path)
    first, second = (str(warning.message) for warning in seen)
    assert "1 documents under filter 'none', but" in first
    assert "1 outputs are the text None" in second


def test_fields(tmp_path):
    """Expressions of --map see the records, such as a place that the target does not state."""
    contexts = {f"gen_args_{i}": {"arg_0": c, "arg_1": " ran."} for i, c in enumerate("ab")}
    path = write(tmp_path, choice_row(("", "-1", "True"), ("", "-2", "False"), arguments=contexts))
    (record,) = read(path, fields={"gold": "meta.doc.answer"})
    assert record["gold"] == "7"
    assert [choice["text"] for choice in record["choices"]] == ["a", "b"]


def test_without_doc(tmp_path):
    """`doc` can be left out of the records."""
    (record,) = read(write(tmp_path, row()), doc=False)
    assert record["meta"].keys() == {"task", "filter", "doc_hash", "scores", "raw"}


@pytest.mark.parametrize("name", [f"samples_a_b_{DATE}.jsonl", "samples_a_b_x.jsonl", "mine.jsonl"])
def test_task(tmp_path, name):
    """The task is between the first and the last underscore of lm-eval's name for the file."""
    path = write(tmp_path, row()).rename(tmp_path / name)
    (record,) = read(path)
    assert record.get("groups") == (None if name == "mine.jsonl" else {"task": "a_b"})


@pytest.mark.parametrize(
    ("given", "spec", "score"),
    [
        ((["7", "8"], ["7"], "none"), "lm-eval", "4 0.5000"),
        ((["7", "8"], [["7", "8"]], "all"), "lm-eval", "4 0.5000"),
        ((["It is 7", "8"], ["7"], "strict"), "lm-eval", "1.0000"),
        ((["7", "8"], ["7"], "strict"), "lm-eval", "1.0000"),
        ((["7", "8"], ["7"], "strict"), 'lm-eval{"answer": "raw"}', "4 0.5000"),
    ],
)
def test_repeats_are_averaged(tmp_path, cli, given, spec, score):
    """Replies that no filter reduces are averaged; what a filter makes of them is one answer."""
    replies, filtered, name = given
    rows = [row(i, resps=[replies], filtered_resps=filtered, filter=name) for i in (0, 1)]
    path = write(tmp_path / "run", *rows)
    result = cli("evaluate", "exact-match", path, "--reader", spec)
    assert result.out.splitlines()[1].split(" ", 1)[1].split() == ["2", *score.split()]
    assert ("scores the prediction alone" in result.err) == (score == "1.0000")


def test_repeats_without_an_answer(tmp_path):
    """Where a filter keeps all repeats, one without an answer is empty; so is all of none."""
    kept = [["7", "[invalid]"], ["[invalid]", "[invalid]"]]
    rows = [row(i, resps=[["a", "b"]], filtered_resps=[answer]) for i, answer in enumerate(kept)]
    record, none = read(write(tmp_path, *rows))
    assert record["samples"] == ["7", ""]
    assert (none["prediction"], none["samples"]) == ("", ["a", "b"])
