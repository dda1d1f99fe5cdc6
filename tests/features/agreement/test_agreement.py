"""agree: the scores in logs of other tools, derived again."""

import json
import math
import shutil

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.agreement.agreement import agreement
from sacreval.scoring.agreement.agreement_rows import ScoreAgreement
from support import tool_logs
from support.lm_eval_logs import row, write

pytestmark = pytest.mark.filterwarnings("ignore::sacreval.errors.InputNotice")


def scores(path, spec=None):
    """Return the agreement of each score of a log by its name."""
    return {(x.score, x.system_id): x for x in agreement([str(path)], spec=spec).scores}


def only(path) -> ScoreAgreement:
    """Return the only score of a log that was derived."""
    (score,) = (score for score in agreement([str(path)]).scores if score.metric is not None)
    return score


TOYS = {
    "lm_eval/toy__canned-7b/samples_toy_arith_2026-11-22T07-58-01.531889.jsonl": 2,
    "lm_eval/toy__canned-7b/samples_toy_mc_2026-11-22T07-58-01.531889.jsonl": 3,
    "lm_eval_old/toy__canned-7b/samples_toy_arith_2024-03-01T00-00-00.000000.jsonl": 2,
    "inspect_ai/2026-11-22T07-40-10-00-00_toy-mc_oSicevpjyWqam9gYrcNqRA.json": 1,
    "inspect_ai/2026-11-22T07-40-11-00-00_toy-arith_YiBFS7UKCKXUpdovSKeo4M.eval": 4,
    "inspect_ai/2026-11-22T08-01-02-00-00_toy-error_Va8FJc9HoEbHyhdz2Ta3kF.eval": 1,
    "promptfoo/results.json": 10,
    "openai_evals/260101TOY_toy-7b_toy.jsonl": 1,
    "fmeval/qa_accuracy_toy.jsonl": 2,
    "deepeval/test_run_20261122_075821.json": 1,
    "livecodebench/Scenario.codegeneration_2_0.2_eval_all.json": 1,
}


@pytest.mark.parametrize(("name", "count"), TOYS.items(), ids=[x.split("/")[0] for x in TOYS])
def test_toy_runs(name, count):
    """Every stored score of the shared runs that a metric derives is derived to 1e-12."""
    path = tool_logs.folder(name.split("/")[0]) / name.partition("/")[2]
    derived = [score for score in scores(path).values() if score.metric is not None]
    assert len(derived) == count
    for score in derived:
        assert score.agreement == "equal", score
        if score.stored is not None:
            assert math.isclose(score.stored, score.derived, rel_tol=1e-12, abs_tol=1e-12)


def test_lighteval():
    """lighteval's scores of samples and choices are derived; what has no counterpart is named."""
    pytest.importorskip("pyarrow")
    files = sorted(tool_logs.folder("lighteval").glob("*/details/*/*/*/*"))
    scores = {score.score: score for path in files for score in agreement([str(path)]).scores}
    assert scores["pass@k:k=1&n=2"].agreement == scores["acc"].agreement == "equal"
    assert scores["extractive_match"].agreement == "not derived"
    assert scores["extractive_match"].notes == ["no metric of sacreval derives this score"]


def test_exchanged_runs():
    """HELM's exact matches of real runs are derived, with their means over splits."""
    for folder in tool_logs.exchanged("helm"):
        derived = [score for score in scores(folder).values() if score.metric is not None]
        assert len(derived) >= 8
        assert {score.agreement for score in derived} == {"equal"}


def inspect_log(path, values, *, stored=None, error=None, total=None, epochs=1, reducer="mean"):
    """Write a log of inspect_ai whose outputs are right or wrong, with values that it stored."""
    samples = [
        {
            "id": i // epochs,
            "epoch": i % epochs + 1,
            "input": "q",
            "target": "yes",
            "output": {"choices": [{"message": {"content": "yes" if right else "no"}}]},
            "scores": {"includes": {"value": value}, "own": {"value": 1}},
        }
        for i, (right, value) in enumerate(values)
    ]
    log = {
        "eval": {"task": "t", "model": "m", "config": {"epochs": epochs}},
        "status": "success",
        "samples": samples,
    }
    if stored is not None:
        metrics = {"accuracy": {"value": stored}}
        metrics |= {"stderr": {"value": error}} if error is not None else {}
        mean = {"name": "includes", "metrics": metrics, "reducer": reducer, "scored_samples": total}
        log["results"] = {"scores": [mean], "total_samples": len(samples)}
    path.write_text(json.dumps(log))
    return path


def test_rows_that_differ(tmp_path):
    """Rows that differ are listed with both values, and the score is different."""
    values = [(True, "C"), (True, "I"), (False, "C"), (False, "I")]
    score = only(inspect_log(tmp_path / "a.json", values, stored=0.5))
    assert (score.agreement, score.rows, score.rows_different) == ("different", 4, 2)
    assert [(x.instance_id, x.stored, x.derived) for x in score.differences] == [
        ("1", 0.0, 1.0),
        ("2", 1.0, 0.0),
    ]


def test_wrong_mean(tmp_path):
    """A stored value that is not that of its rows is different though no row is."""
    score = only(inspect_log(tmp_path / "a.json", [(True, "C"), (False, "I")], stored=0.7))
    assert (score.agreement, score.rows_different, score.derived) == ("different", 0, 0.5)


def test_repeats_are_one_unit(tmp_path):
    """The standard error has records as units: repeats of an input do not make it smaller."""
    values = [(True, "C")] * 4 + [(False, "I")] * 4
    path = inspect_log(tmp_path / "a.json", values, stored=0.5, error=0.189, epochs=4)
    score = only(path)
    assert (score.records, score.repeats) == (2, 4)
    assert score.derived_error == pytest.approx(0.5)
    assert score.agreement == "equal"
    assert "the stored standard error is 0.378 times the derived one" in score.notes


def test_reducers(tmp_path):
    """A mean by another reducer of repeats is derived by that reducer."""
    values = [(True, "C"), (False, "I"), (False, "I"), (False, "I")]
    log = inspect_log(tmp_path / "a.json", values, stored=0.5, epochs=2, reducer="max")
    assert (only(log).agreement, only(log).score) == ("equal", "includes/accuracy/max")
    log = inspect_log(tmp_path / "b.json", values, stored=0.5, epochs=2, reducer="odd")
    (score,) = (score for score in agreement([str(log)]).scores if score.stored is not None)
    assert (score.agreement, score.notes) == ("not derived", ["the reducer odd is not known"])


def test_part_of_a_run(tmp_path):
    """A value over more records than the log holds is not compared, and a note states it."""
    path = inspect_log(tmp_path / "a.json", [(True, "C")], stored=0.3, total=80)
    assert only(path).agreement == "equal"
    assert "over 80 records, and 1 of this log" in only(path).notes[0]


def test_scores_without_counterpart(tmp_path):
    """A score that no metric derives is named, never left out."""
    score = scores(inspect_log(tmp_path / "a.json", [(True, "C")]))["own", "m"]
    assert (score.agreement, score.metric) == ("not derived", None)


def lm_eval_row(name, values, **more):
    """Return a row of lm-eval."""
    return {
        "doc_id": name,
        "doc": {},
        "target": more.pop("target", "a"),
        "arguments": {"gen_args_0": {"arg_0": "q", "arg_1": {}}},
        "resps": [["a"]],
        "filtered_resps": ["a"],
        "filter": "none",
        "metrics": [*values],
        **values,
        **more,
    }


def lm_eval_log(folder, rows, results, **config):
    """Write a log of lm-eval with its results."""
    path = folder / "samples_t_2026-01-01T00-00-00.000000.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    document = {"results": {"t": results}, "configs": {"t": config}, "model_name": "m"}
    (folder / "results_2026-01-01T00-00-00.000000.json").write_text(json.dumps(document))
    return path


def test_perplexities(tmp_path):
    """Perplexities are those of all rows together, and rows are log-probabilities with units."""
    texts = {"one two": -4.0, "three four five": -6.0}
    rows = [
        lm_eval_row(
            i,
            {"word_perplexity": [log, len(text.split())], "bits_per_byte": [log, len(text)]},
            target=text,
            arguments={"gen_args_0": {"arg_0": text}},
            resps=[[str(log)]],
            filtered_resps=[str(log)],
        )
        for i, (text, log) in enumerate(texts.items())
    ]
    stored = {
        "word_perplexity,none": math.exp(2.0),
        "bits_per_byte,none": 10 / sum(map(len, texts)) / math.log(2),
    }
    path = lm_eval_log(tmp_path, rows, stored, output_type="loglikelihood_rolling")
    agreements = scores(path)
    assert [score.agreement for score in agreements.values()] == ["equal", "equal"]
    assert [score.rows for score in agreements.values()] == [2, 2]
    rows[0]["word_perplexity"] = [-4.0, 3]
    path = lm_eval_log(tmp_path, rows, stored, output_type="loglikelihood_rolling")
    assert scores(path)["word_perplexity", "m"].rows_different == 1


def test_options_of_lm_eval(tmp_path):
    """Options of a metric in the results are applied to the texts."""
    row = lm_eval_row(0, {"exact_match": 1.0}, target="the A!", filtered_resps=["a 1"])
    options = {"metric": "exact_match", "ignore_case": True, "ignore_punctuation": True}
    options |= {"ignore_numbers": True, "regexes_to_ignore": ["the ", " (?=1)"]}
    path = lm_eval_log(tmp_path, [row], {"exact_match,none": 1.0}, metric_list=[options])
    assert only(path).agreement == "equal"


def test_invalid_answers(tmp_path):
    """lm-eval's [invalid] is scored as lm-eval scores it, as a wrong answer."""
    row = lm_eval_row(0, {"exact_match": 0.0}, filtered_resps=["[invalid]"])
    assert only(lm_eval_log(tmp_path, [row], {"exact_match,none": 0.0})).agreement == "equal"


def test_ties(tmp_path):
    """A row with tied choices differs, since lm-eval takes the first; the reason is known."""
    arguments = {f"gen_args_{i}": {"arg_0": "q", "arg_1": f" {x}"} for i, x in enumerate("ab")}
    tied = [["-1.0", "False"], ["-1.0", "False"]]
    row = lm_eval_row(
        0,
        {"acc": 1.0},
        target="0",
        arguments=arguments,
        resps=[[response] for response in tied],
        filtered_resps=tied,
    )
    score = only(lm_eval_log(tmp_path, [row], {"acc,none": 1.0}, output_type="multiple_choice"))
    assert (score.agreement, score.derived) == ("different", 0.5)
    assert score.notes[0].startswith("ties between choices")


def test_unscorable_rows(tmp_path):
    """A row with a score that cannot be scored here is counted, and is no difference."""
    passed = {"pass": True, "assertion": {"type": "equals", "value": "a"}}
    row = {
        "namedScores": {},
        "prompt": {"raw": "q"},
        "promptIdx": 0,
        "testIdx": 0,
        "provider": {"id": "p"},
        "response": {"output": {"x": 1}},
        "gradingResult": {"componentResults": [passed]},
    }
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row))
    score = scores(path)["assert:equals", "p | prompt 0"]
    assert (score.agreement, score.rows, score.rows_different) == ("not derived", 0, 0)
    assert score.notes == ["1 rows cannot be scored here"]
    assert "needs" in score.differences[0].why


def test_folders(tmp_path):
    """The logs in a folder are compared, each under its own name."""
    for name in ("a.json", "b.json"):
        inspect_log(tmp_path / name, [(True, "C")])
    scores = agreement([str(tmp_path)]).scores
    assert [x.file.rpartition("/")[2] for x in scores if x.metric] == ["a.json", "b.json"]


def test_several_runs(tmp_path):
    """Two logs of one system and task are told apart by run; other systems keep their names."""
    write(tmp_path / "m", row())
    write(tmp_path / "m", row(), date="2026-02-01T00-00-00.000000")
    write(tmp_path / "n", row())
    names = [score.system_id for score in agreement([str(tmp_path)]).scores]
    assert names == [
        "m (2026-01-01T00-00-00.000000)", "m (2026-02-01T00-00-00.000000)", "n",
    ]  # fmt: skip


def test_refusals(tmp_path):
    """Records of sacreval are no log; a log without scores is refused."""
    path = tmp_path / "records.jsonl"
    path.write_text('{"prediction": "a"}\n')
    with pytest.raises(UsageError, match="no log of another tool is recognised"):
        agreement([str(path)])
    empty = inspect_log(tmp_path / "a.json", [(True, "C")])
    empty.write_text(empty.read_text().replace('"scores": {', '"x": {'))
    with pytest.raises(InputError, match="this log has no scores"):
        agreement([str(empty)])
    with pytest.raises(InputError, match="no such file"):
        agreement([str(tmp_path / "none.json")])


def test_a_log_without_scores_in_a_folder(cli, tmp_path):
    """It is left out with a notice that names it; only where no log has scores is it an error."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for name in ("a.json", "b.json"):
        empty = inspect_log(folder / name, [(True, "C")])
        empty.write_text(empty.read_text().replace('"scores": {', '"x": {'))
    with pytest.raises(InputError, match="a.json: this log has no scores, nor has any of 1 others"):
        agreement([str(folder)])
    inspect_log(folder / "b.json", [(True, "C")])
    report = agreement([str(folder)])
    assert [score.file.rpartition("/")[2] for score in report.scores if score.metric] == ["b.json"]
    assert ["sacreval evaluate METRIC" in notice for notice in report.notices] == [True]
    done = cli("evaluate", "--agree", "logs")
    assert (done.code, "logs/a.json: this log has no scores" in done.err) == (0, True)


def test_a_data_set_in_a_folder(tmp_path):
    """A data set of other fields is left out with a notice, as logs without scores are."""
    pytest.importorskip("pyarrow")
    shutil.copytree(tool_logs.folder("hf_datasets") / "hf_folder", tmp_path / "logs" / "data")
    with pytest.raises(InputError, match="data: this log has no scores"):
        agreement([str(tmp_path / "logs")])
    inspect_log(tmp_path / "logs" / "b.json", [(True, "C")])
    report = agreement([str(tmp_path / "logs")])
    assert [score.file.rpartition("/")[2] for score in report.scores if score.metric] == ["b.json"]
    assert [notice.partition(": ")[0].rpartition("/")[2] for notice in report.notices] == ["data"]
