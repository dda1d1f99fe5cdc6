"""Programs of models and verdicts on them, in the layouts of code benchmarks."""

import gzip
import json
import shutil

import pytest

from sacreval.commands.app import run
from sacreval.errors import InputError
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
    values = {one["output"]: one["value"] for one in json.loads(capsys.readouterr().out)["results"]}
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
    found = records(path, 'code-samples{"programs": true}')
    assert found[0]["samples"][0] == {"completion": "    return a + b\n"}
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
    one = records(tmp_path / "Toy_0.results.json.gz")
    assert one == records(log)
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
