"""inspect_ai's logs."""

import json
import zipfile

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.core.stored_scores import scores_of
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from sacreval.readers._inspect import HEADER, SAMPLE
from support import tool_logs

RUN = {"eval": {"task": "t", "model": "m", "config": {"epochs": 1}}, "status": "success"}


def sample(name=1, epoch=1, text="a", **more):
    """Return a sample of a log."""
    reason = more.pop("stop_reason", "stop")
    output = {
        "completion": text,
        "choices": [{"message": {"content": text}, "stop_reason": reason}],
    }
    return {"id": name, "epoch": epoch, "input": "q", "target": "a", "output": output, **more}


def document(path, samples, **head):
    """Write a log as one document."""
    path.write_text(json.dumps({**RUN, **head, "samples": samples}))
    return path


def archive(path, members):
    """Write a log as an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, value in members.items():
            file.writestr(name, json.dumps(value))
    return path


def one(path):
    """Read the only record of a log."""
    (record,) = tool_logs.records(path)
    return record


@pytest.mark.parametrize("entry", tool_logs.entries("inspect_ai"), ids=lambda e: e["file"][:30])
@pytest.mark.filterwarnings("ignore::sacreval.errors.InputNotice")
def test_expected(entry):
    """The shared logs hold the records that should come out."""
    tool_logs.check("inspect_ai", entry)


def test_compressions_agree():
    """Members compressed with deflate and with Zstandard hold the same records."""
    logs = tool_logs.folder("inspect_ai").glob("*toy-arith*.eval")
    first, second = map(tool_logs.records, logs)
    assert first == second


@pytest.mark.filterwarnings("ignore::sacreval.errors.InputNotice")
def test_exchanged_logs():
    """Logs of several versions have a record for each of their samples; a failed one has none."""
    for path in tool_logs.exchanged("inspect"):
        document = json.loads(path.read_text())
        records = tool_logs.records(path)
        assert [record["instance_id"] for record in records] == [
            s["id"] for s in document["samples"]
        ]
        for record, sample in zip(records, document["samples"], strict=True):
            assert ("error" in record) == (sample.get("error") is not None)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"error": {"message": "boom"}}, "failed: boom"),
        ({"stop_reason": "content_filter"}, "filtered: stop_reason content_filter"),
        ({"output": {"choices": []}, "limit": {"type": "time"}}, "not asked: limit time"),
        ({"output": None}, "not asked: it has no output"),
        ({"output": {"choices": [], "error": "down"}}, "failed: down"),
    ],
)
def test_without_output(tmp_path, changes, error):
    """What has no output is counted by kind, and is never an empty output."""
    record = one(document(tmp_path / "a.json", [sample(**changes)]))
    assert (record["error"], "prediction" in record) == (error, False)


def test_empty_output(tmp_path):
    """An empty completion of a model that stopped is an output."""
    assert one(document(tmp_path / "a.json", [sample(text="")]))["prediction"] == ""


def test_contents(tmp_path):
    """An output without completion is the text of its message; inputs may be messages."""
    parts = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "x"}]
    output = {"choices": [{"message": {"content": parts}}]}
    messages = [{"role": "user", "content": [{"type": "text", "text": "q1"}]}]
    log_sample = sample(output=output, input=messages, target=["a", "b"])
    record = one(document(tmp_path / "a.json", [log_sample]))
    assert (record["prediction"], record["input"]) == ("x", "q1")
    assert record["references"] == ["a", "b"]


def test_cut(tmp_path):
    """Outputs that a limit or max_tokens cut are counted and scored."""
    samples = [sample(1, stop_reason="max_tokens"), sample(2, limit={"type": "token", "limit": 5})]
    with pytest.warns(InputNotice, match="1 by limit token, 1 by max_tokens"):
        first, second = tool_logs.records(document(tmp_path / "a.json", samples))
    assert first["meta"]["stop_reason"] == "max_tokens"
    assert second["meta"]["limit"] == {"type": "token", "limit": 5.0}


def test_epochs(tmp_path):
    """Epochs are samples in their order, whatever that of the members; or one of them failed."""
    members = {
        "samples/x_epoch_2.json": sample("x", 2, "second", metadata={"topic": 1, "scores": "mine"}),
        "samples/y_epoch_1.json": sample("y", 1, "y1"),
        "header.json": RUN | {"eval": {"task": "t", "model": "m", "config": {"epochs": 3}}},
        "samples/x_epoch_1.json": sample("x", 1, "first"),
    }
    x, y = tool_logs.records(archive(tmp_path / "a.eval", members))
    assert (x["samples"], x["prediction"]) == (["first", "second"], "first")
    assert [epoch["epoch"] for epoch in x["meta"]["epochs"]] == [1, 2]
    assert x["meta"]["epochs"][1]["metadata"] == {"scores": "mine"}
    assert x["meta"]["epochs"][1]["topic"] == 1
    assert (y["prediction"], "samples" in y, y["meta"]["epoch"]) == ("y1", False, 1)
    members["samples/x_epoch_3.json"] = sample("x", 3, error={"message": "boom"})
    x, y = tool_logs.records(archive(tmp_path / "b.eval", members))
    assert (x.get("prediction"), x["error"]) == (None, "failed: boom (1 of 3 answers)")
    assert x["meta"]["epochs"][2]["error"] == "boom"


def test_content_decides(tmp_path):
    """Ids come from the content: two of them under one kind of name are two records."""
    members = {
        "header.json": RUN,
        "samples/a_b_epoch_1.json": sample("a/b"),
        "samples/a_b_epoch_2.json": sample("a:b"),
    }
    records = tool_logs.records(archive(tmp_path / "a.eval", members))
    assert [record["instance_id"] for record in records] == ["a/b", "a:b"]


def test_twice(tmp_path):
    """An epoch that occurs twice is an error that names the sample."""
    with pytest.raises(InputError, match="sample 7 occurs twice"):
        tool_logs.records(document(tmp_path / "a.json", [sample(7), sample(7)]))
    members = {"header.json": RUN, "samples/a_epoch_1.json": sample(7)}
    members["samples/b_epoch_1.json"] = sample(7)
    with pytest.raises(InputError, match="sample 7 occurs twice"):
        tool_logs.records(archive(tmp_path / "a.eval", members))


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"header.json": {**RUN, "version": 3}}, "layout version 3, and only 2"),
        ({"header.json": RUN, "samples/a/events.json": {}}, "unknown layout, with a member"),
        ({"header.json": {"status": "success"}}, r"header\.json: .*`eval`"),
        ({"header.json": RUN, "samples/a_epoch_1.json": {}}, r"a_epoch_1\.json'.*`id`"),
    ],
)
def test_unknown_layouts(tmp_path, members, why):
    """A layout that is not known is refused by name, and damage with its member."""
    with pytest.raises(InputError, match=why):
        tool_logs.records(archive(tmp_path / "a.eval", members))


def test_limits(tmp_path):
    """A member above the limit is refused with the option that raises it; options are checked."""
    path = archive(tmp_path / "a.eval", {"header.json": RUN, "samples/a_epoch_1.json": sample()})
    with pytest.raises(InputError, match="max_member"):
        tool_logs.records(path, 'inspect{"max_member": 0.0001}')
    plain = document(tmp_path / "a.json", [sample()])
    with pytest.raises(InputError, match="max_size"):
        tool_logs.records(plain, 'inspect{"max_size": 0.0001}')
    with pytest.raises(UsageError, match="max_size"):
        from_spec(readers, 'inspect{"max_member": 0}')


def test_other_archives(tmp_path):
    """An archive of anything else is no log."""
    assert by_content(str(archive(tmp_path / "a.zip", {"x.json": {}}))) is None
    with pytest.raises(InputError, match="neither of"):
        list(from_spec(readers, "inspect").read(str(archive(tmp_path / "b.eval", {"x": {}}))))


def test_notices(tmp_path):
    """A run that has not ended, lacks samples, or has none of them is named."""
    head = {"results": {"total_samples": 5, "scores": []}}
    with pytest.warns(InputNotice, match="not whole; it holds 1 of 5"):
        tool_logs.records(document(tmp_path / "a.json", [sample()], **head))
    with pytest.warns(InputNotice, match=r"not finished \(status cancelled\); it holds 1 samples"):
        tool_logs.records(document(tmp_path / "b.json", [sample()], status="cancelled"))
    with pytest.warns(InputNotice, match="no samples, only scores"):
        tool_logs.records(document(tmp_path / "c.json", None))


def test_samples_that_a_run_did_not_reach_are_missing(tmp_path, cli):
    """A run that was cancelled cannot pass a gate on missing records; one of a part is whole."""
    names = {"samples": 4, "sample_ids": [1, 2, "c", "d"]}
    run = {"task": "t", "model": "m", "config": {"epochs": 2}, "dataset": names}
    held = [sample(1, 1), sample(1, 2), sample("c", 1)]
    path = document(tmp_path / "a.json", held, eval=run, status="cancelled")
    with pytest.warns(InputNotice, match="status cancelled.; it holds 3 of 8 samples"):
        records = tool_logs.records(path)
    assert [record["instance_id"] for record in records] == [1, "c", 2, "d"]
    assert [record.get("error") for record in records] == [
        None,
        "not asked: the run has status cancelled; 1 of 2 epochs",
        "not asked: the run has status cancelled",
        "not asked: the run has status cancelled",
    ]
    command = ("evaluate", "exact-match", path, "--fail-under", "exact-match=0.5")
    failed = cli(*command)
    assert (failed.code, "3 not asked" in failed.err) == (1, True)
    assert cli(*command, "--max-missing", "0.75").code == 3
    part = run | {"config": {"epochs": 2, "limit": 2}}
    for changes in ({"eval": run}, {"eval": part, "status": "error"}, {"status": "started"}):
        with pytest.warns(InputNotice):
            assert len(tool_logs.records(document(tmp_path / "b.json", held, **changes))) == 2


def test_stored_scores(tmp_path):
    """Each scorer and reducer has its values, with the standard error beside them."""

    def score(reducer):
        metrics = {"accuracy": {"value": 0.5}, "stderr": {"value": 0.1}, "odd": {"value": "x"}}
        return {"name": "match", "reducer": reducer, "metrics": metrics, "scored_samples": 4}

    head = {"results": {"scores": [score("mean"), score("pass_at_2")]}}
    path = document(tmp_path / "a.json", [], **head)
    scores = from_spec(readers, "inspect").stored_scores(str(path))
    assert [msgspec.structs.astuple(score)[:6] for score in scores] == [
        ("match/accuracy", 0.5, 0.1, "m", "t", 4),
        ("match/accuracy/pass_at_2", 0.5, 0.1, "m", "t", 4),
    ]


def grades(*values):
    """Return two epochs of a sample with these values of the scorer `match`."""
    return [sample(epoch=i, scores={"match": {"value": x}}) for i, x in enumerate(values, 1)]


@pytest.mark.parametrize(
    ("reducers", "scores"),
    [
        (["mean"], {"match": 0.5}),
        ([None], {"match": 0.5}),
        (["max"], {"match": 1.0}),
        (["at_least_2"], {"match": 0.0}),
        (["mean", "max", "pass_at_1"], {"match": 0.5, "match/max": 1.0, "match/pass_at_1": 0.5}),
        (["mode", "mean"], {"match": 1.0, "match/mean": 0.5}),
    ],
)
def test_stored_scores_of_epochs(tmp_path, reducers, scores):
    """A record has the score by the reducer that the log names, and by others under their names."""
    named = [{"name": "match", "reducer": x, "metrics": {}} for x in reducers]
    path = document(tmp_path / "a.json", grades("C", "I"), results={"scores": named})
    (record,) = tool_logs.records(path)
    assert scores_of(record["meta"]) == scores


def test_unknown_reducer(tmp_path):
    """A reducer of the user's is named, and the mean is taken."""
    named = [{"name": "match", "reducer": "odd", "metrics": {}}]
    path = document(tmp_path / "a.json", grades("C", "I"), results={"scores": named})
    with pytest.warns(InputNotice, match="reducer odd is not known; stored scores are means"):
        (record,) = tool_logs.records(path)
    assert scores_of(record["meta"]) == {"match": 0.5}


def test_epochs_are_averaged(tmp_path, cli):
    """A metric of single answers is the mean over epochs, in both forms of a record."""
    epochs = [sample(1, 1, "a"), sample(1, 2, "b"), sample(2, 1, "a"), sample(2, 2, "a")]
    path = document(tmp_path / "a.json", epochs)
    cli("convert", path, "-o", "a.jsonl")
    for file in (path, "a.jsonl"):
        lines = cli("evaluate", "exact-match", file, "--workers", "2").out.splitlines()
        assert lines[1].split() == ["m", "2", "4", "0.7500"]
        assert "|samples:2|" in lines[3]


def test_unwanted_fields():
    """Fields that records do not need, such as events, are skipped whatever they hold."""
    text = b'{"id": "a", "events": [{"x": [1]}], "store": 3, "limit": {"type": "time"}}'
    sample = SAMPLE.decode(text)
    assert (sample.id, sample.epoch, sample.limit.type) == ("a", 1, "time")


def test_missing_version():
    """Converted files without a version have version 2."""
    assert HEADER.decode(b'{"eval": {"task": "t", "model": "m"}}').version == 2
