"""HELM's runs."""

import gzip
import json

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, InputNotice
from sacreval.readers._base import readers
from sacreval.readers._helm import STATS
from support import tool_logs


def state(text=" a", name="id1", tags=("correct", ""), **more):
    """Return a request of a run."""
    references = [
        {"output": {"text": t}, "tags": [tag] if tag else []}
        for t, tag in zip(("a", "b"), tags, strict=True)
    ]
    tokens = [{"text": word, "logprob": -1.0} for word in (" x", text)]
    completion = {"text": text, "tokens": more.pop("tokens", tokens)}
    instance = {"input": {"text": "q"}, "references": references, "split": "test", "id": name}
    return {
        "instance": instance | more.pop("instance", {}),
        "result": {"success": True, "completions": [completion | more.pop("completion", {})]},
        **more,
    }


def run(path, *states, method="generation"):
    """Write a run."""
    adapter = {"method": method, "model": "m"}
    path.write_text(json.dumps({"adapter_spec": adapter, "request_states": states}))
    return path


def one(path):
    """Read the only record of a run."""
    (record,) = tool_logs.records(path)
    return record


@pytest.mark.parametrize("entry", tool_logs.entries("helm"), ids=lambda e: e["file"][:20])
def test_expected(entry):
    """The shared runs hold the records that should come out, by file and by folder."""
    tool_logs.check("helm", entry)
    tool_logs.check("helm", entry | {"file": entry["file"].rpartition("/")[0]})


def test_exchanged_runs():
    """Real runs have a record for each request, with the option of its letter and HELM's scores."""
    for folder in tool_logs.exchanged("helm"):
        document = json.loads((folder / "scenario_state.json").read_text())
        records = tool_logs.records(folder)
        assert len(records) == len(document["request_states"])
        assert all(record["prediction"] in record["meta"]["options"].values() for record in records)
        right = [record["prediction"] in record["references"] for record in records]
        assert right == [record["meta"]["scores"]["exact_match"] == 1.0 for record in records]


def test_compressed(tmp_path):
    """A run whose files are compressed is read, by file and by folder."""
    plain = run(tmp_path / "scenario_state.json", state())
    packed = tmp_path / "run" / "scenario_state.json.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert one(packed) == one(packed.parent) == one(plain)


def test_rows(tmp_path):
    """Perturbations and trials of one input are records of their own, in groups."""
    typos = {"perturbation": {"name": "typos"}}
    states = [state(), state(instance=typos), state(train_trial_index=1)]
    plain, perturbed, second = tool_logs.records(run(tmp_path / "a.json", *states))
    assert plain["groups"] == {"split": "test"}
    assert perturbed["instance_id"] == "id1/typos"
    assert perturbed["groups"] == {"split": "test", "instance": "id1", "perturbation": "typos"}
    assert (second["instance_id"], second["groups"]["trial"]) == ("id1/trial 1", 1)
    with pytest.raises(InputError, match="instance id1: occurs 2 times"):
        tool_logs.records(run(tmp_path / "b.json", state(), state()))


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"result": {"success": False, "error": "down"}}, "failed: down"),
        ({"result": None}, "not asked"),
        ({"result": {"success": True}}, "not asked"),
        ({"completion": {"finish_reason": {"reason": "content_filter"}}}, "filtered"),
        ({"output_mapping": {"A": "b"}, "text": " ?"}, "unparsed: no letter of an option"),
        ({"output_mapping": {"A": "b"}, "text": ""}, "unparsed: no letter of an option"),
    ],
)
def test_without_output(tmp_path, changes, error):
    """What has no output is counted by kind."""
    request_state = {
        **state(changes.pop("text", " a"), **{k: v for k, v in changes.items() if k != "result"})
    }
    request_state |= {k: v for k, v in changes.items() if k == "result"}
    record = one(run(tmp_path / "a.json", request_state))
    assert (record["error"], "prediction" in record) == (error, False)


def test_joint_choice(tmp_path):
    """The first letter of an answer stands for an option."""
    request_state = state(" B. because", output_mapping={"A": "a", "B": "b"})
    record = one(run(tmp_path / "a.json", request_state, method="multiple_choice_joint"))
    assert (record["prediction"], record["references"]) == ("b", ["a"])
    assert record["meta"]["letter"] == "B"


def test_joint_choices(tmp_path):
    """Each completion picks an option; one without a letter has no answer, and one may be lost."""
    request_state = state(" B", output_mapping={"A": "a", "B": "b"})
    request_state["result"]["completions"] += [{"text": "A"}, {"text": "none"}]
    record = one(run(tmp_path / "a.json", request_state, method="multiple_choice_joint"))
    assert (record["prediction"], record["samples"]) == ("b", ["b", "a", ""])
    request_state["result"]["completions"][1]["finish_reason"] = {"reason": "content_filter"}
    record = one(run(tmp_path / "a.json", request_state, method="multiple_choice_joint"))
    assert (record.get("prediction"), record["error"]) == (None, "filtered (1 of 3 answers)")


def test_several_completions(tmp_path):
    """Several completions are samples; those that the length cut are counted."""
    request_state = state()
    cut = {"text": "y", "finish_reason": {"reason": "length"}}
    request_state["result"]["completions"].append(cut)
    with pytest.warns(InputNotice, match="1 by length"):
        record = one(run(tmp_path / "a.json", request_state))
    assert record["samples"] == [" a", "y"]


def scored(place, mode="original", logprob=-1.0):
    """Return a request of separate multiple choice."""
    tokens = [{"text": "q", "logprob": -5.0}, {"text": f" {'ab'[place]}", "logprob": logprob}]
    return state(tokens=tokens, reference_index=place, request_mode=mode)


def test_separate_choice(tmp_path):
    """Choices have the log-probability of their own tokens, and without the question too."""
    states = [scored(0), scored(1, logprob=-3.0)]
    row = one(run(tmp_path / "a.json", *states, method="multiple_choice_separate_original"))
    first = {"text": "a", "logprob": -1.0, "tokens": 1}
    assert (row["choices"][0], row["gold"]) == (first, 0)
    states += [scored(0, "calibration", -2.0), scored(1, "calibration", -2.0)]
    row = one(run(tmp_path / "b.json", *states, method="multiple_choice_separate_calibrated"))
    assert row["choices"][1] == {"text": "b", "logprob": -3.0, "tokens": 1, "unconditioned": -2.0}


def test_lost_logprobs(tmp_path):
    """Log-probabilities that are all zero are missing; a request that is missing is damage."""
    states = [scored(0, logprob=0.0), scored(1)]
    states[0]["result"]["completions"][0]["tokens"][0]["logprob"] = 0.0
    record = one(run(tmp_path / "a.json", *states, method="ranking_binary"))
    assert record["error"].startswith("not asked: the log-probabilities")
    assert record["meta"]["options"] == ["a", "b"]
    with pytest.raises(InputError, match="reference 1 has no completion"):
        tool_logs.records(run(tmp_path / "b.json", scored(0), method="ranking_binary"))
    with pytest.raises(InputError, match="reference 0 has two requests"):
        tool_logs.records(run(tmp_path / "c.json", scored(0), scored(0), method="ranking_binary"))


def test_tokens_of_a_reference(tmp_path):
    """Tokens are taken from the end until the reference is used up, bytes of characters too."""
    words = ["q", " caf", "bytes:\\xc3", "bytes:\\xa9", " au"]
    tokens = [{"text": word, "logprob": -1.0} for word in words]
    texts = {"references": [{"output": {"text": "café au"}, "tags": ["correct"]}]}
    request_state = state(tokens=tokens, instance=texts, reference_index=0)
    record = one(run(tmp_path / "a.json", request_state, method="ranking_binary"))
    assert record["choices"] == [{"text": "café au", "logprob": -4.0, "tokens": 4}]


def test_texts(tmp_path):
    """The windows of a text are one sequence, without the tokens it is conditioned on."""
    tokens = [{"text": "a", "logprob": -1.0}, {"text": "é", "logprob": -2.0}]
    states = [state(tokens=tokens), state(tokens=tokens, num_conditioning_tokens=1)]
    record = one(run(tmp_path / "a.json", *states, method="language_modeling"))
    assert record["sequence"] == {"logprob": -5.0, "tokens": 3.0, "bytes": 5.0}
    zero = state(tokens=[{"text": "a", "logprob": 0.0}])
    lost = one(run(tmp_path / "b.json", zero, method="language_modeling"))
    assert lost["error"].startswith("not asked")


def test_scores(tmp_path):
    """HELM's scores are in meta by input, and its means are stored scores by split."""
    run(tmp_path / "scenario_state.json", state())
    stats = [{"name": {"name": "em"}, "mean": 1.0}, {"name": {"name": "cost"}, "mean": None}]
    rows = [{"instance_id": "id1", "train_trial_index": 0, "stats": stats}]
    (tmp_path / "per_instance_stats.json").write_text(json.dumps(rows))
    name = {
        "name": "em",
        "split": "test",
        "perturbation": {"name": "typos", "computed_on": "worst"},
    }
    means = [{"name": name, "mean": 0.5}, {"name": {"name": "cost"}, "mean": None}]
    (tmp_path / "stats.json").write_text(json.dumps(means))
    assert one(tmp_path)["meta"] == {"scores": {"em": 1.0}}
    (score,) = from_spec(readers, "helm").stored_scores(str(tmp_path))
    assert msgspec.structs.astuple(score)[:4] == ("em/test/typos-worst", 0.5, None, "m")


def test_damage(tmp_path):
    """A folder without a run, and damage, are refused with the file."""
    with pytest.raises(InputError, match="no scenario_state"):
        list(from_spec(readers, "helm").read(str(tmp_path)))
    path = run(tmp_path / "scenario_state.json", state())
    path.write_text(path.read_text().replace('"success": true', '"success": 3'))
    with pytest.raises(
        InputError, match=r"scenario_state\.json: .*`request_states\[\.\.\.\]|success"
    ):
        tool_logs.records(path)


def test_completions_are_averaged(tmp_path, cli):
    """Several completions have the mean of their scores."""
    request_state = state("a")
    request_state["result"]["completions"].append({"text": "y"})
    result = cli("evaluate", "exact-match", run(tmp_path / "scenario_state.json", request_state))
    assert result.out.splitlines()[1].split() == ["m", "1", "2", "0.5000"]


def test_null_means():
    """A statistic without values has the mean null."""
    (statistic,) = STATS.decode(b'[{"name": {"name": "training_co2_cost"}, "mean": null}]')
    assert (statistic.name.name, statistic.mean) == ("training_co2_cost", None)
