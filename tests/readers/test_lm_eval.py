"""Logs of lm-eval: the reader, its options and notices."""

import gzip
import json
import os
import subprocess
import warnings

import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import readers
from sacreval.readers._beginning import HEAD, beginning
from sacreval.readers.lm_eval import LmEvalReader
from support import missing, tool_logs
from support.lm_eval_logs import DATE, choice_row, read, row, write, write_results
from support.tool_pythons import interpreter, run_in


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
    found = tool_logs.records(path)
    if unparsed:
        assert [one.pop("input")[:8] for one in found] == ["Question"]
        assert found[0]["error"] == "unparsed: [invalid]"
    assert len(found) == len(entry["records"])
    for one, wanted in zip(found, entry["records"], strict=True):
        assert not tool_logs.difference(one, _without_answer(wanted))


def test_exchanged_logs():
    """A real log has a record for each row; that it was cut is a notice."""
    logs = [one for one in tool_logs.exchanged("lm_eval") if one.name.startswith("samples")]
    for path in logs:
        with pytest.warns(InputNotice, match=r"10 documents .* over 5000; the log may be cut"):
            found = tool_logs.records(path)
        assert len(found) == len(path.read_text().splitlines())
        assert {one["system_id"] for one in found} == {
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
    assert [(one["instance_id"], one["system_id"]) for one in read(path)] == [
        (0, "model [strict]"), (1, "model [strict]"), (0, "model [loose]"), (1, "model [loose]"),
    ]  # fmt: skip
    chosen = read(path, filter=("loose",))
    assert [(one["system_id"], one["meta"]["filter"]) for one in chosen] == [("model", "loose")] * 2
    both = read(path, filter=("loose", "strict"))
    assert {one["system_id"] for one in both} == {"model [strict]", "model [loose]"}
    with pytest.raises(InputError, match="no row has the filter 'lose'; did you mean 'loose'"):
        read(path, filter=("lose",))
    assert {one["system_id"] for one in read(write(tmp_path / "m", *rows[:2]))} == {"m"}


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
        found = read(path)
    assert {one["system_id"] for one in found} == {"org/model"}
    stored = LmEvalReader().stored_scores(str(path))
    assert [(one.name, one.value, one.error, one.records) for one in stored] == [
        ("exact_match", 0.5, 0.25, 2), ("f1", 1.0, None, 2),
    ]  # fmt: skip
    assert {(one.system_id, one.task) for one in stored} == {("org/model", "toy")}


def test_stored_scores_of_filters(tmp_path):
    """Stored scores have the systems that the records have."""
    path = write(tmp_path, row(0, filter="strict"), row(0, filter="loose"))
    config = {"filter_list": [{"name": "strict"}, {"name": "loose"}]}
    write_results(tmp_path, config=config, scores={"em,strict": 0.5, "em,loose": 1.0})
    systems = {one["system_id"] for one in read(path)}
    stored = LmEvalReader().stored_scores(str(path))
    assert {one.system_id: one.value for one in stored} == {
        "org/model [strict]": 0.5, "org/model [loose]": 1.0,
    }  # fmt: skip
    assert systems == {one.system_id for one in stored}
    (only,) = LmEvalReader(filter=("loose",)).stored_scores(str(path))
    assert (only.system_id, only.value) == ("org/model", 1.0)


def test_notices(tmp_path):
    """A number of rows that the results deny, and the text None, are reported."""
    path = write(tmp_path, row(0, filtered_resps=["None"]))
    write_results(tmp_path, effective=2)
    with pytest.warns(InputNotice) as seen:
        read(path)
    first, second = (str(one.message) for one in seen)
    assert "1 documents under filter 'none', but" in first
    assert "1 outputs are the text None" in second


def test_fields(tmp_path):
    """Expressions of --map see the records, such as a place that the target does not state."""
    contexts = {f"gen_args_{i}": {"arg_0": c, "arg_1": " ran."} for i, c in enumerate("ab")}
    path = write(tmp_path, choice_row(("", "-1", "True"), ("", "-2", "False"), arguments=contexts))
    (found,) = read(path, fields={"gold": "meta.doc.answer"})
    assert found["gold"] == "7"
    assert [one["text"] for one in found["choices"]] == ["a", "b"]


def test_without_doc(tmp_path):
    """`doc` can be left out of the records."""
    (found,) = read(write(tmp_path, row()), doc=False)
    assert found["meta"].keys() == {"task", "filter", "doc_hash", "scores", "raw"}


@pytest.mark.parametrize("name", [f"samples_a_b_{DATE}.jsonl", "samples_a_b_x.jsonl", "mine.jsonl"])
def test_task(tmp_path, name):
    """The task is between the first and the last underscore of lm-eval's name for the file."""
    path = write(tmp_path, row()).rename(tmp_path / name)
    (found,) = read(path)
    assert found.get("groups") == (None if name == "mine.jsonl" else {"task": "a_b"})


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
    found = cli("evaluate", "exact-match", path, "--reader", spec)
    assert found.out.splitlines()[1].split(" ", 1)[1].split() == ["2", *score.split()]
    assert ("scores the prediction alone" in found.err) == (score == "1.0000")


def test_repeats_without_an_answer(tmp_path):
    """Where a filter keeps all repeats, one without an answer is empty; so is all of none."""
    kept = [["7", "[invalid]"], ["[invalid]", "[invalid]"]]
    rows = [row(i, resps=[["a", "b"]], filtered_resps=[one]) for i, one in enumerate(kept)]
    one, none = read(write(tmp_path, *rows))
    assert one["samples"] == ["7", ""]
    assert (none["prediction"], none["samples"]) == ("", ["a", "b"])


SHARED = r"""dataset_path: json
dataset_kwargs: {data_files: {test: %s}}
test_split: test
doc_to_text: "Question: {{question}}\nAnswer:"
"""

ARITHMETIC = r"""task: toy_arith
output_type: generate_until
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\n"]}
repeats: 2
metric_list: [{metric: exact_match}]
filter_list:
  - name: numbers
    filter: [{function: regex, regex_pattern: "(\\d+)"}, {function: take_first}]
  - name: words
    filter: [{function: regex, regex_pattern: "(\\w+)"}, {function: take_first}]
"""

CHOICES = """task: toy_mc
output_type: multiple_choice
doc_to_choice: "{{choices}}"
doc_to_target: label
metric_list: [{metric: acc}, {metric: acc_norm}]
"""

DOCS = {
    "arith": [
        {"question": "Ann has 3 apples and buys 4. How many has she?", "answer": "7"},
        {"question": "What does a dummy say?", "answer": "lol"},
    ],
    "mc": [
        {"question": "Which one is a fruit?", "choices": ["stone", "pear", "lamp"], "label": 1},
        {"question": "Which one swims?", "choices": ["fish", "house", "tree"], "label": 0},
    ],
}

RUN = """
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes

asked = ((1, "3 + 4?", "7"), (2, "How far?", "120"))
samples = [Sample(id=name, input=text, target=target) for name, text, target in asked]
texts = ("It is 7", "120", "8", "no")
outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts]
for one in outputs:  # else the mock model counts tokens with a file from the network
    one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
for form in ("eval", "json"):
    model = get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)
    task = Task(dataset=MemoryDataset(samples, name="toy"), scorer=includes(), epochs=2, name="toy")
    eval(task, model=model, log_dir="logs", log_format=form, display="none", max_samples=1)
"""

CONFIG = {
    "prompts": ["Question: {{question}}"],
    "providers": ["echo"],
    "tests": [
        {"vars": {"question": "3 + 4?"}, "assert": [{"type": "contains", "value": "4"}]},
        {"vars": {"question": "How far?"}, "assert": [{"type": "equals", "value": "120"}]},
    ],
}

PROMPTS = ["Question: 3 + 4?", "Question: How far?"]

ENDINGS = ("json", "jsonl", "yaml")


def run(folder):
    """Run lm-eval on both tasks and return its files of samples by task."""
    python = interpreter("lm_eval", "logs of a fresh run of lm-eval")
    for name, task in (("arith", ARITHMETIC), ("mc", CHOICES)):
        (folder / f"{name}.yaml").write_text(task + SHARED % f"{name}.jsonl")
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, DOCS[name])))
    words = ("--tasks", "toy_arith,toy_mc", "--include_path", ".", "--output_path", "out")
    run_in(
        python, "-m", "lm_eval", "--model", "dummy", *words, "--log_samples", cwd=folder,
        HF_HOME=str(folder / "home"),
    )  # fmt: skip
    found = list((folder / "out").glob("**/samples_*.jsonl"))
    return {path.name.split("_")[2]: path for path in found}


def stored(path):
    """Return the scores over all documents, by name and system's filter."""
    found = from_spec(readers, "lm-eval").stored_scores(str(path))
    return {(one.name, (one.system_id or "").partition(" [")[2][:-1]): one for one in found}


@pytest.mark.long
def test_lm_eval(tmp_path):
    """Counts, filters, repeats and choices are those of the run, and so are the stored scores."""
    files = run(tmp_path)
    texts, choices = (tool_logs.records(files[name]) for name in ("arith", "mc"))
    assert len(texts) == 2 * len(DOCS["arith"])
    numbers = [one for one in texts if one["system_id"].endswith("[numbers]")]
    assert [one["meta"]["scores"]["exact_match"] for one in numbers] == [0.0, 0.0]
    assert [one["references"] for one in numbers] == [["7"], ["lol"]]
    by_filter = {name: one.value for name, one in stored(files["arith"]).items()}
    assert by_filter == {("exact_match", "numbers"): 0.0, ("exact_match", "words"): 0.5}
    assert [[c["text"] for c in one["choices"]] for one in choices] == [
        [f" {text}" for text in doc["choices"]] for doc in DOCS["mc"]
    ]
    assert [one["gold"] for one in choices] == [1, 0]
    best = [max(one["choices"], key=lambda c: c["logprob"]) for one in choices]
    right = [c is one["choices"][one["gold"]] for c, one in zip(best, choices, strict=True)]
    assert [one["meta"]["scores"]["acc"] for one in choices] == list(map(float, right))
    assert stored(files["mc"])["acc", ""].value == sum(right) / 2


@pytest.mark.long
def test_inspect(tmp_path):
    """Both formats have a record for each sample, its epochs as samples, and the stored scores."""
    python = interpreter("inspect_ai", "logs of a fresh run of inspect_ai")
    run_in(python, "-c", RUN, cwd=tmp_path)
    archive, document = sorted(tmp_path.glob("logs/*"), key=lambda path: path.suffix)
    found = tool_logs.records(archive)
    assert found == tool_logs.records(document)
    assert [one["references"] for one in found] == [["7"], ["120"]]
    assert sorted(text for one in found for text in one["samples"]) == ["120", "8", "It is 7", "no"]
    verdicts = []
    for one in found:
        right = [one["references"][0] in text for text in one["samples"]]
        values = [epoch["scores"]["includes"] for epoch in one["meta"]["epochs"]]
        assert values == ["C" if is_right else "I" for is_right in right]
        verdicts += right
    scores = from_spec(readers, "inspect").stored_scores(str(archive))
    assert {one.name: one.value for one in scores}["includes/accuracy"] == sum(verdicts) / 4


@pytest.mark.long
def test_promptfoo(tmp_path):
    """All formats have a record for each test, with its repeats as samples and its verdicts."""
    program = os.environ.get("SACREVAL_PROMPTFOO", "")
    if not program:
        missing.say("logs of a fresh run of promptfoo: SACREVAL_PROMPTFOO names no program")
        pytest.skip("no promptfoo")
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    files = [tmp_path / f"results.{ending}" for ending in ENDINGS]
    words = ["eval", "-c", "config.json", "--repeat", "2", "--no-cache", "--no-write", "--no-table"]
    outputs = [word for path in files for word in ("-o", path.name)]
    quiet = ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")
    done = subprocess.run(
        [program, *words, "--no-progress-bar", *outputs], cwd=tmp_path, capture_output=True,
        env={**os.environ, "PROMPTFOO_CONFIG_DIR": str(tmp_path / "home"),
             **{f"PROMPTFOO_DISABLE_{name}": "1" for name in quiet}}, check=False,
    )  # fmt: skip
    assert files[0].is_file(), done.stderr[-2000:]  # a failed assertion has an exit code of its own
    for path in files:
        found = tool_logs.records(path)
        assert [one["samples"] for one in found] == [[text, text] for text in PROMPTS]
        verdicts = [[one["success"] for one in record["meta"]["epochs"]] for record in found]
        assert verdicts == [[True, True], [False, False]]
