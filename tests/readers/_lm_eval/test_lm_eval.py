"""Rows of lm-eval logs: layouts, results, filters, targets, choices and records."""

import json
import math

import msgspec
import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.readers._lm_eval.log_records import gold, references
from sacreval.readers._lm_eval.log_rows import Row, TaskConfig, run_of_task
from support.lm_eval_logs import DATE, choice_row, read, row, write, write_results

TWO = ((" yes", "-1.5", "True"), (" no", "-2.0", "False"))


def test_requests():
    """Requests are objects by name, and were lists before 0.4.3."""
    new = {"gen_args_0": {"arg_0": "a", "arg_1": " b"}, "gen_args_1": {"arg_0": "a"}}
    for arguments in (new, [["a", " b"], ["a"]]):
        fields = {"doc_id": 0, "resps": [], "filtered_resps": [], "arguments": arguments}
        row = msgspec.json.decode(msgspec.json.encode(fields), type=Row)
        assert [(request.arg_0, bytes(request.arg_1)) for request in row.requests()] == [
            ("a", b'" b"'), ("a", b"null"),
        ]  # fmt: skip


def test_scores_differ(tmp_path):
    """Rows may have other scores than the first one; each record has its own."""
    path = write(tmp_path, row(0), row(1, metrics=["f1", "a b"], f1=0.5, **{"a b": [1, "x"]}))
    assert [record["meta"]["scores"] for record in read(path)] == [
        {"exact_match": 1.0}, {"f1": 0.5, "a b": [1, "x"]},
    ]  # fmt: skip


def test_rows_nan(tmp_path):
    """A row with NaN, which lm-eval writes and which is not JSON, is read."""
    path = write(tmp_path, row(0), row(1, exact_match=math.nan, doc={"x": math.inf}))
    first, second = read(path)
    assert first["meta"]["scores"] == {"exact_match": 1.0}
    assert math.isnan(second["meta"]["scores"]["exact_match"])
    assert second["meta"]["doc"] == {"x": math.inf}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1]", "it must be an object, not a list"),
        ('{"doc_id": 1', "not JSON"),
        ('{"doc_id": "1", "resps": [], "filtered_resps": []}', "`doc_id` must be a whole number"),
        ('{"doc_id": -1, "resps": [], "filtered_resps": []}', "`doc_id`: expected `int` >= 0"),
        ('{"doc_id": 1, "resps": "x", "filtered_resps": []}', "`resps` must be a list"),
        ('{"doc_id": 1, "filtered_resps": []}', "missing required field `resps`"),
        ('{"doc_id": NaN, "resps": [], "filtered_resps": []}', "`doc_id` must be"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_rows_damaged(tmp_path, line, message):
    """A line that is no row is an error with file and line."""
    path = write(tmp_path, row(0))
    with path.open("ab") as out:
        out.write(f"{line}\n".encode("utf-8", "surrogateescape"))
        out.write(f"{json.dumps(row(2))}\n".encode())
    with pytest.raises(InputError, match=message) as error:
        read(path)
    assert f"{path}:2:" in str(error.value)


def test_repeated_key(tmp_path):
    """A key that is repeated in a row is an error."""
    path = write(tmp_path, row(0))
    path.write_text(path.read_text().replace('"target": "7"', '"target": "7", "target": "8"'))
    with pytest.raises(InputError, match="the key 'target' is repeated"):
        read(path)


def test_blank_lines(tmp_path):
    """Blank lines are skipped, and keep their numbers."""
    path = write(tmp_path, row(0))
    path.write_text(f"\n{path.read_text()}\n{json.dumps(row(0))}\n")
    with pytest.raises(InputError, match=":4: document 0"):
        read(path)


@pytest.mark.parametrize("field", ["doc", "resps"])
def test_long_line(tmp_path, field):
    """The error of a line that is too long names the field, the option and another remedy."""
    path = write(tmp_path, row(0), row(1, **{field: [['x"}' * 1000]]}))
    with pytest.raises(
        InputError, match=f":2: this line is longer .* in `{field}`; raise the limit"
    ):
        read(path, max_line=0.002)
    assert len(read(path)) == 2


def test_results_nan(tmp_path):
    """NaN in a results file is read."""
    path = write(tmp_path, row())
    write_results(tmp_path, scores={"acc,none": float("nan")})
    assert run_of_task(str(path)).model == "org/model"


def test_other_name(tmp_path):
    """Results that were written to a file of the user's name are found by their date."""
    path = write(tmp_path, row())
    write_results(tmp_path).rename(tmp_path / f"mine_{DATE}.json")
    assert run_of_task(str(path)).model == "org/model"
    write_results(tmp_path, date="2025-01-01T00-00-00.000000", model_name="other")
    assert run_of_task(str(path)).model == "org/model"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not JSON"),
        ('{"results": 1}', "these are no results of lm-eval: `results` must be an object"),
        ('{"results": {}, "model_name": NaN}', "`model_name` must be text"),
    ],
)
def test_results_damaged(tmp_path, text, message):
    """A damaged results file is an error, and not as if there were none."""
    path = write(tmp_path, row())
    write_results(tmp_path).write_text(text)
    with pytest.raises(InputError, match=message):
        run_of_task(str(path))


def test_old_scores(tmp_path):
    """Scores without a filter's name, of versions before 0.4, are read."""
    path = write(tmp_path, row())
    write_results(tmp_path, scores={"acc": 0.5, "acc_stderr": 0.1, "alias": "x", "samples": 3})
    run = run_of_task(str(path))
    assert [(score.name, score.value, score.error) for score in run.stored({"none": "m"})] == [
        ("acc", 0.5, 0.1)
    ]


def old(number, answer="7"):
    """Return a row before 0.4.7, which names neither its filter nor its scores."""
    log_row = row(number, filtered_resps=[answer])
    for name in ("filter", "metrics", "doc_hash"):
        del log_row[name]
    return log_row


def test_rows_twice(tmp_path):
    """A log that a second run was appended to is an error with the document and its filter."""
    rows = [row(i, filter=name) for name in ("a", "b") for i in range(3)]
    path = write(tmp_path, *rows, *rows)
    with pytest.raises(
        InputError, match=r":7: document 0 has a second row under filter 'a'; lm-ev"
    ):
        read(path)
    with pytest.raises(InputError, match=r":4: document 1 has a second row under filter 'none'"):
        read(write(tmp_path, row(0), row(1), row(2), row(1)))


def test_order_of_processes(tmp_path):
    """Rows of several processes, whose documents alternate, are read."""
    rows = [row(i, filter=name) for start in (0, 1) for name in "ab" for i in (start, start + 2)]
    assert [r["instance_id"] for r in read(write(tmp_path, *rows))] == [0, 2, 0, 2, 1, 3, 1, 3]


def test_rows_without_a_filter(tmp_path):
    """The k-th row of a document belongs to the k-th filter, which the results file may name."""
    path = write(tmp_path / "m", old(0), old(1), old(0, "8"), old(1, "8"))
    with pytest.warns(InputNotice, match="rows name no filter; the first row of each document"):
        records = read(path)
    assert [r["system_id"] for r in records] == ["m [filter 1]"] * 2 + ["m [filter 2]"] * 2
    assert records[0]["meta"]["scores"] == {"exact_match": 1.0}
    write_results(tmp_path / "m", config={"filter_list": [{"name": "strict"}, {"name": "loose"}]})
    with pytest.warns(InputNotice, match="as filter 'strict', the next as 'loose'"):
        records = read(path)
    assert {r["system_id"] for r in records} == {"org/model [strict]", "org/model [loose]"}


def test_one_row_without_a_filter(tmp_path):
    """An old log with one row for each document has one system."""
    assert {record["system_id"] for record in read(write(tmp_path / "m", old(0), old(1)))} == {"m"}


def test_unequal_rows_without_a_filter(tmp_path):
    """Old logs whose documents differ in their number of rows cannot be read."""
    with pytest.raises(InputError, match="document 1 has 1 rows and others 2, and they name no"):
        read(write(tmp_path, old(0), old(1), old(0)))


@pytest.mark.parametrize(
    ("target", "doc", "how", "wanted"),
    [
        ("7", {}, None, ["7"]),
        ("['7', '8']", {}, None, ["7", "8"]),  # nobody answers like that
        ("[7, 8]", {}, None, ["[7, 8]"]),  # an interval, perhaps
        ("[7, 8]", {"answers": [7, 8]}, None, ["7", "8"]),
        ("[7, 8]", {"answer": "[7, 8]"}, None, ["[7, 8]"]),
        ("[7, 8]", {"answer": "[7, 8]"}, "answer", ["[7, 8]"]),
        ("['a']", {"answer": ["a"]}, "answer", ["a"]),
        ("[7, 8]", {}, "{{answers}}", ["7", "8"]),
        ("['a', 'b']", {}, ["a", "b"], ["a", "b"]),
        ("[-3,8]", {}, "{{answer}}", ["[-3,8]"]),  # str() of a list has blanks
        ("[x]", {}, "{{answer}}", ["[x]"]),
        (["a", "b"], {}, None, ["a", "b"]),
        (7, {}, None, ["7"]),
    ],
)
def test_references(target, doc, how, wanted):
    """A list's text is a list where the data set or lm-eval itself has one."""
    config = TaskConfig(doc_to_target=how) if how else None
    assert references(target, doc, config, "auto") == wanted


def test_references_as_asked():
    """What targets are can be stated."""
    assert references("['a']", {}, None, "text") == ["['a']"]
    assert references("[7, 8]", {}, None, "list") == ["7", "8"]
    assert references("7", {}, None, "list") == ["7"]


@pytest.mark.parametrize(
    ("target", "texts", "doc", "how", "wanted"),
    [
        ("1", (" a", " b"), {}, None, 1),
        ("b", (" a", " b"), {}, None, 1),
        ("[0, 1]", (" a", " b"), {}, None, [0, 1]),
        ("['b']", (" a", " b"), {}, None, [1]),
        ("2", (" a", " b"), {}, None, None),
        ("-100", (" a", " b"), {}, None, None),
        pytest.param("9" * 5000, (" a", " b"), {}, None, None, id="long"),
        ("1", (" 1", " 2"), {"label": 1}, "label", 1),
        ("1", (" 1", " 2"), {"label": "1"}, "label", 0),
        (1, (" a", " b"), {}, None, 1),
    ],
)
def test_gold(target, texts, doc, how, wanted):
    """Right choices are places or texts; digits are a place unless the data set has text there."""
    config = TaskConfig(doc_to_target=how) if how else None
    assert gold(target, texts, doc, config) == wanted


def choice_record(folder, *choices, **fields):
    """Return the record of a row with choices."""
    (record,) = read(write(folder, choice_row(*choices, **fields)))
    return record


def test_choices(tmp_path):
    """Log-probabilities that are stored as text, or as numbers in old logs, are numbers."""
    wanted = [
        {"text": " yes", "logprob": -1.5, "greedy": True},
        {"text": " no", "logprob": -2.0, "greedy": False},
    ]
    record = choice_record(tmp_path, *TWO, target="1")
    assert (record["choices"], record["gold"]) == (wanted, 1)
    asked = [["Q", " yes"], ["Q", " no"]]
    numbers = [[[-1.5, True]], [[-2.0, False]]]
    assert choice_record(tmp_path, *TWO, arguments=asked, resps=numbers)["choices"] == wanted


def test_contexts(tmp_path):
    """Of one continuation after several contexts, the choices are the contexts."""
    contexts = {
        f"gen_args_{i}": {"arg_0": f"Ann met {who}", "arg_1": " who ran."}
        for i, who in enumerate(("Bo", "Cy"))
    }
    doc = {"sentence": "Ann met _ who ran.", "option1": "Bo", "option2": "Cy", "answer": "2"}
    record = choice_record(tmp_path, *TWO, arguments=contexts, doc=doc, target="who ran.")
    assert [choice["text"] for choice in record["choices"]] == ["Ann met Bo", "Ann met Cy"]
    assert record["gold"] == 1
    record = choice_record(tmp_path, *TWO, arguments=contexts, target="who ran.")
    assert "gold" not in record
    write_results(tmp_path, config={"doc_to_text": "label"})
    assert choice_record(tmp_path, *TWO, arguments=contexts, doc={"label": 0})["gold"] == 0


def test_mutual_information(tmp_path):
    """Choices that are asked for again without the question have `unconditioned`."""
    four = (*TWO, ("yes", "-3", "False"), ("no", "-4", "False"))
    row_ = choice_row(*four)
    for name in ("gen_args_2", "gen_args_3"):
        row_["arguments"][name]["arg_0"] = ""
    (record,) = read(write(tmp_path, row_))
    assert [(c["text"], c["logprob"], c["unconditioned"]) for c in record["choices"]] == [
        (" yes", -1.5, -3.0), (" no", -2.0, -4.0),
    ]  # fmt: skip


def test_one_continuation(tmp_path):
    """One continuation is a choice and a sequence, for its accuracy and its perplexity."""
    record = choice_record(tmp_path, (" word", "-1.5", "True"), target=" word")
    assert record["choices"] == [{"text": " word", "logprob": -1.5, "greedy": True}]
    assert (record["gold"], record["sequence"]["logprob"]) == (0, -1.5)


def test_not_finite(tmp_path):
    """A log-probability that is not finite is no output."""
    record = choice_record(tmp_path, TWO[0], (" no", "nan", "False"))
    assert record["error"] == "failed: log-probability 1 is nan"
    assert "choices" not in record


@pytest.mark.parametrize("least", [-math.inf, "-inf"])
def test_a_probability_of_0(tmp_path, least):
    """A choice of probability 0 is one that servers write as -9999, as in JSONL."""
    record = choice_record(tmp_path, TWO[0], (" no", least, "False"))
    assert [choice["logprob"] for choice in record["choices"]] == [-1.5, -9999.0]


def test_unequal_replies(tmp_path):
    """Another number of replies than of requests is an error."""
    path = write(tmp_path, row(resps=[[["-1", "True"]], [["-2", "True"]]], filtered_resps=[]))
    with pytest.raises(InputError, match="2 replies to 1 requests"):
        read(path)


def only_record(folder, options=None, **fields):
    """Return the record of a row."""
    (record,) = read(write(folder, row(**fields)), **(options or {}))
    return record


def test_answers(tmp_path):
    """The prediction is what the filter leaves, or the raw output; the raw text is kept."""
    record = only_record(tmp_path)
    assert (record["prediction"], record["meta"]["raw"]) == ("7", "It is 7")
    assert only_record(tmp_path, {"answer": "raw"})["prediction"] == "It is 7"
    assert only_record(tmp_path, resps=[[7]], filtered_resps=[7])["prediction"] == "7"
    assert only_record(tmp_path, filtered_resps=[""])["prediction"] == ""


def test_answer_not_found(tmp_path):
    """`[invalid]` is no answer; the scores are kept."""
    record = only_record(tmp_path, filtered_resps=["[invalid]"])
    assert record["error"] == "unparsed: [invalid]"
    assert "prediction" not in record
    assert record["meta"]["unparsed"] is True
    assert record["meta"]["scores"] == {"exact_match": 1.0}


@pytest.mark.parametrize(
    "fields", [{"filtered_resps": [None]}, {"resps": [], "filtered_resps": []}]
)
def test_no_answer(tmp_path, fields):
    """A reply that is missing is never an empty output."""
    assert only_record(tmp_path, **fields)["error"].startswith("not asked")


def test_repeats(tmp_path):
    """Repeats are samples, beside what the filter leaves of them."""
    record = only_record(tmp_path, resps=[["a", "b"]], filtered_resps=["a"])
    assert (record["samples"], record["prediction"]) == (["a", "b"], "a")
    record = only_record(tmp_path, resps=[["a", "b"]], filtered_resps=["[invalid]"])
    assert (record["samples"], record["prediction"]) == (["a", "b"], "")
    assert record["meta"]["unparsed"] is True
    record = only_record(tmp_path, resps=[["a", "b"]], filtered_resps=[["x", "y"]])
    assert (record["samples"], record.get("prediction")) == (["x", "y"], None)
    assert only_record(tmp_path, resps=[["a", None]])["error"].startswith("not asked")
    assert only_record(tmp_path, filtered_resps=[["x"]])["prediction"] == "x"
    assert only_record(tmp_path, filtered_resps=[[]])["error"].startswith("unparsed")


def test_prompts(tmp_path):
    """The input is the prompt, and of a chat its messages."""

    def asked(prompt):
        return only_record(tmp_path, arguments={"gen_args_0": {"arg_0": prompt, "arg_1": {}}})[
            "input"
        ]

    system, user = ({"role": r, "content": c} for r, c in (("system", "s"), ("user", "u")))
    assert asked("Q: q") == "Q: q"
    assert asked([json.dumps([user])]) == "u"
    assert asked([json.dumps([system, user])]) == "system: s\n\nuser: u"
    assert asked(["not JSON"]) == "not JSON"
    assert only_record(tmp_path, arguments=[["old prompt", {}]])["input"] == "old prompt"
    assert "input" not in only_record(tmp_path, arguments=[])


def test_whole_texts(tmp_path):
    """A rolling log-probability is a sequence with its words and bytes."""
    text = "so it  goes, é"
    asked = {"gen_args_0": {"arg_0": text}}
    fields = {"arguments": asked, "resps": [["-8.5"]], "filtered_resps": ["-8.5"], "target": text}
    record = only_record(tmp_path, **fields)
    assert record["sequence"] == {"logprob": -8.5, "words": 4, "bytes": 15}
    assert record.keys() & {"prediction", "references", "samples"} == set()
    assert (
        only_record(tmp_path, **fields | {"arguments": [[text]]})["sequence"] == record["sequence"]
    )
    assert only_record(tmp_path, **fields | {"resps": [["-inf"]]})["sequence"]["logprob"] == -9999.0
    assert only_record(tmp_path, **fields | {"resps": [["nan"]]})["error"].startswith(
        "failed: log-prob"
    )


def test_number_as_text(tmp_path):
    """A generated number is not taken for a log-probability."""
    assert only_record(tmp_path, resps=[["-8.5"]], filtered_resps=["-8.5"])["prediction"] == "-8.5"


def test_wrong_log_probability(tmp_path):
    """A reply that is no log-probability is an error with the document."""
    path = write(tmp_path, choice_row((" a", "x", "True"), (" b", "-1", "False")))
    with pytest.raises(InputError, match="document 0: `resps` has .* where a log-probability"):
        read(path)
