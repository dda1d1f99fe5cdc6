"""Readers of logs: rows, fields, limits, and logs that are damaged."""

import gzip
import json
import os
import random
import shutil
import tracemalloc
import warnings
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.core.records import Instance, RepeatedSamples
from sacreval.errors import InputError, InputNotice, NotSetUpError, UsageError
from sacreval.io.lines import LineLimit
from sacreval.readers import _by_content
from sacreval.readers._base import readers
from sacreval.readers._beginning import HEAD, beginning
from sacreval.readers._by_content import by_content
from sacreval.readers._log import LogCounts, LogReader, log_rows
from sacreval.readers._messages import Message, content_text, prompt_text
from sacreval.readers.fmeval import FmevalReader
from support.damage import changed, damaged
from support.lm_eval_logs import read, row, write
from support.pages import SAMPLE
from support.tool_logs import LOGS, folder

LIMIT = LineLimit()


@dataclass(frozen=True, kw_only=True)
class ToyLog(LogReader):
    """A log of one record."""

    name = "toy"

    @classmethod
    def matches(cls, start):
        return start.has("toy")

    def records(self, _path):
        yield 1, Instance(prediction="7", meta={"doc": {"answer": "8"}, "scores": {"acc": 0.0}})


def test_fields():
    """Expressions see the record that the reader makes, which keeps its meta."""
    (batch,) = ToyLog(fields={"references": "meta.doc.answer"}).read("x")
    assert batch[0].references == ["8"]
    assert batch[0].meta == {"doc": {"answer": "8"}, "scores": {"acc": 0.0}}
    with pytest.raises(InputError, match="matches nothing"):
        list(ToyLog(fields={"references": "meta.dog"}).read("x"))


@pytest.mark.parametrize(
    ("prediction", "samples", "marked"),
    [
        ("7", ["7", "8"], True),
        ("8", ["7", "8"], False),
        ("7", ["7"], False),
        ("7", [True, False], False),
        (None, ["7", "8"], False),
    ],
)
def test_repeats(prediction, samples, marked, monkeypatch):
    """Samples of which the prediction is the first are marked as answers like it."""
    record = Instance(prediction=prediction, samples=samples)
    monkeypatch.setattr(ToyLog, "records", lambda *_: iter([(1, record)]))
    (batch,) = ToyLog().read("x")
    assert (type(batch[0].samples) is RepeatedSamples) == marked
    assert batch[0] == record


def test_fields_of_the_lines():
    """An expression that matches nothing is an error, also where the log has the field itself."""
    with pytest.raises(InputError, match=r"the reader toy makes.*with --reader jsonl over the li"):
        list(ToyLog(fields={"prediction": "resps[0]"}).read("x"))


def test_outputs_that_are_mapped(tmp_path):
    """An output that is mapped replaces that there is none; a text that is not read is none."""
    path = write(tmp_path, row(0, filtered_resps=["[invalid]"], resps=[["7"]]), row(1))
    records = read(path, fields={"prediction": "meta.raw"})
    assert [(record.get("prediction"), record.get("error")) for record in records] == [
        ("7", None), ("It is 7", None),
    ]  # fmt: skip
    records = read(path, fields={"prediction": "to_number(meta.raw)"})
    assert [record.get("prediction") for record in records] == [7, None]
    assert records[1]["error"].startswith("unparsed")


def test_rows(tmp_path):
    """Rows are numbered without blank lines, and their places are those of lines."""
    path = tmp_path / "x"
    path.write_text('{"a": NaN}\n\n{"a": "NaN"}')
    rows = [(row.number, row.where, row.row) for row in log_rows(str(path), LIMIT)]
    assert rows == [(1, f"{path}:1", {"a": None}), (2, f"{path}:3", {"a": "NaN"})]


def test_list(tmp_path):
    """A list has a row for each item."""
    path = tmp_path / "x"
    path.write_text('[{"a": 1},\n{"a": 2}]')
    rows = list(log_rows(str(path), LIMIT, is_list=True))
    assert [row.row for row in rows] == [{"a": 1}, {"a": 2}]
    assert rows[1].where == f"{path}:2"


@pytest.mark.parametrize("is_list", [False, True])
@pytest.mark.parametrize("text", ['{"a": ', "7", '{"a": 1, "a": 2}', '[{"a": 1, "a": 2}]', "\xff"])
def test_damaged(tmp_path, text, is_list):
    """What is no row, or repeats a key, is an error with its place."""
    path = tmp_path / "x"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=str(path)):
        list(log_rows(str(path), LIMIT, is_list=is_list))


def test_sentences():
    """Each kind of count has a sentence; without counts there is none."""
    counts = LogCounts("x.json")
    counts.warn()
    counts.cut.update(["max_tokens", "limit time", "max_tokens"])
    counts.others.append("more")
    assert list(counts.sentences()) == [
        "outputs cut short: 1 by limit time, 2 by max_tokens; they are scored as they are",
        "more",
    ]
    with pytest.warns(InputNotice, match=r"x\.json: more"):
        counts.warn()


def messages(*turns):
    """Return messages as they are decoded."""
    return msgspec.convert(list(turns), list[Message])


def test_content():
    """Parts of text are joined; reasoning and images are left out."""
    (message,) = messages(
        {
            "content": [
                {"type": "reasoning", "reasoning": "hm", "text": "hm"},
                {"type": "text", "text": "a"},
                "b",
                {"type": "image", "image": "data:"},
                {"type": "output_text", "text": "c"},
            ]
        }
    )
    assert content_text(message.content) == "abc"
    assert content_text(None) == ""


def test_prompts():
    """A prompt of one message is its text; of several, roles are before the texts."""
    assert prompt_text("a") == "a"
    assert prompt_text(None) is None
    assert prompt_text(messages({"role": "user", "content": "a"})) == "a"
    two = messages({"role": "system", "content": "s"}, {"role": "user", "content": "u"})
    assert prompt_text(two) == "system: s\n\nuser: u"


def test_limit(tmp_path):
    """A line that is too long is an error with its field and the option that raises the limit."""
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"model_input": "x" * 2**12, "scores": []}))
    with pytest.raises(
        InputError, match=r"x\.jsonl:1: .* MiB, in `model_input`; .*'fmeval\{\"max_l"
    ):
        list(FmevalReader(max_line=0.001).records(str(path)))
    with pytest.raises(UsageError, match="fmeval: max_line must be above 0"):
        FmevalReader(max_line=0.0)


class Other(ToyLog):
    """A log of another tool that looks the same."""


def test_choice(tmp_path, monkeypatch):
    """One reader that recognises a file is chosen; two are refused; records have none."""
    log, records = tmp_path / "log.json", tmp_path / "records.jsonl"
    log.write_text('{"toy": 1}')
    records.write_text('{"prediction": "toy", "meta": {"toy": 1}}')
    monkeypatch.setattr(_by_content, "_recognising", lambda: [("toy", ToyLog)])
    assert by_content(str(log)) == "toy"
    assert by_content(str(records)) is None
    monkeypatch.setattr(_by_content, "_recognising", lambda: [("toy", ToyLog), ("other", Other)])
    with pytest.raises(UsageError, match="a file of toy or of other; name its reader"):
        by_content(str(log))


def test_file(tmp_path):
    """Keys are found in plain and compressed files, after a byte order mark too."""
    text = b'\xef\xbb\xbf{"eval": {"task": "a"}}'
    (tmp_path / "a.json").write_bytes(text)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text))
    for name in ("a.json", "a.json.gz"):
        start = beginning(str(tmp_path / name))
        assert start.has("eval", "eval.task")
        assert not start.has("eval", "samples")
        assert (start.extension, start.is_folder) == (".json", False)


def test_long_file(tmp_path):
    """No more than the first bytes are read."""
    (tmp_path / "a").write_bytes(b"x" * (HEAD + 1))
    assert len(beginning(str(tmp_path / "a")).head) == HEAD


def test_folder(tmp_path):
    """A folder shows the names in it."""
    (tmp_path / "state.json").touch()
    start = beginning(str(tmp_path))
    assert (start.is_folder, start.names) == (True, {"state.json"})


def test_unreadable(tmp_path):
    """A pipe is not opened; a damaged file, and one that is missing, show nothing."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bad.gz").write_bytes(b"x")
    for name in ("pipe", "bad.gz", "missing"):
        assert beginning(str(tmp_path / name)) is None


COPIES = 1000

SLOW = (".parquet", ".arrow")  # each is read in a process of its own

SLOW_COPIES = 5

LARGE = 500 * 2**20

BOUND = 2**28  # bytes that a reader may hold when it meets a line or member of 500 MB

NIGHT = 20_000

LARGEST = 3_000_000  # bytes of a file that is copied

VERBS = (
    "evaluate stored-score", "evaluate exact-match", "evaluate length --by task", "convert --check",
    "score token-f1", "evaluate multiple-choice", "compare exact-match SAMPLE",
)  # fmt: skip


@cache
def logs():
    """Return the shared logs that a reader recognises, with its name."""
    files = sorted(path for path in LOGS.rglob("*") if path.is_file())
    chosen = ((path, by_content(str(path))) for path in files if path.name != "expected.json")
    return [(path, name) for path, name in chosen if name is not None]


def copies():
    """Yield each copy: a log, its reader, and the seed of its damage."""
    slow = [log for log in logs() if log[0].suffix in SLOW]
    fast = [log for log in logs() if log[0].suffix not in SLOW]
    yield from ((log, seed) for log in slow for seed in range(SLOW_COPIES))
    count = COPIES - len(slow) * SLOW_COPIES
    yield from ((fast[i % len(fast)], i) for i in range(count))


def outcome(path, name):
    """Read a log whole; return the message it is refused with, or ""."""
    reader = from_spec(readers, name)
    try:
        for _ in reader.read(str(path)):
            pass
        reader.stored_scores(str(path))
    except (InputError, NotSetUpError, UsageError) as error:  # which end a command with 2
        return str(error)
    return ""


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_thousand(tmp_path):
    """A thousand copies with one or two faults are read, or refused in a sentence with the file."""
    folder("lm_eval")
    refused = 0
    for (log, name), seed in copies():
        place = tmp_path / "log"
        shutil.copytree(log.parent, place)
        draws = random.Random(f"{log.name} {seed}")
        beside = [p for p in place.iterdir() if p.suffix == ".json" and p.name != "expected.json"]
        target = place / log.name
        if beside and draws.random() < 0.2:
            target = draws.choice(sorted(beside))
        target.chmod(0o600)
        target.write_bytes(damaged(target.read_bytes(), draws))
        try:
            text = outcome(place / log.name, name)
        except Exception as error:
            error.add_note(f"{log} {name} seed {seed}")
            raise
        if text:
            refused += 1
            assert str(place) in text, text
            assert len(text) <= 500, text
        shutil.rmtree(place)
    assert COPIES / 4 < refused < COPIES


def grown(path, log):
    """Write a copy of a log with a line of 500 MB, which begins as its first one does."""
    first = log.read_bytes().split(b"\n", 1)[0].rstrip(b"\r")
    with path.open("wb") as out:
        out.write(first.removesuffix(b"}") + b', "more": "')
        for _ in range(LARGE // 2**20):
            out.write(b"x" * 2**20)
        out.write(b'"}\n')
    return path


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_lines_of_500_megabytes(tmp_path):
    """A line of 500 MB is refused in one sentence with its place, by every reader of lines."""
    folder("lm_eval")
    chosen = {name: log for log, name in logs() if log.suffix == ".jsonl"}
    for name, log in chosen.items():
        path = grown(tmp_path / log.name, log)
        tracemalloc.start()
        text = outcome(path, name)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        path.unlink()
        assert f"{path}:1: " in text, name
        assert peak < BOUND, name


@pytest.mark.long
def test_members_of_500_megabytes(tmp_path):
    """A member of 500 MB is refused with its name before it is decompressed."""
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", '{"eval": {"task": "t", "model": "m"}}')
        with archive.open("samples/a_epoch_1.json", "w") as member:
            for _ in range(LARGE // 2**20):
                member.write(b" " * 2**20)
    tracemalloc.start()
    text = outcome(path, "inspect")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "a_epoch_1.json': holds more than 256 MiB" in text
    assert peak < BOUND


def test_a_few(tmp_path):
    """Copies cut in the middle are read, or refused with the file."""
    folder("lm_eval")
    for log, name in logs():
        if log.suffix in SLOW:
            continue
        path = Path(tmp_path / log.name)
        path.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = outcome(path, name)
        assert not text or str(path) in text


@cache
def changed_logs():
    """Return the logs in JSON that a reader recognises; the sample where there are no others."""
    files = sorted(x for x in LOGS.rglob("*.json*") if x.is_file() and x.name != "expected.json")
    return [x for x in files if x.stat().st_size < LARGEST and by_content(str(x))] or [SAMPLE]


def check(cli, place, seed):
    """Change a log, and run a verb on it."""
    draws, log = (
        random.Random(seed),
        changed_logs()[seed % len(changed_logs())],
    )
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for beside in log.parent.iterdir():
        if beside.is_file() and beside.stat().st_size < LARGEST:
            shutil.copyfile(beside, place / beside.name)
    target = place / log.name
    target.write_bytes(changed(target.read_bytes(), draws))
    verb, metric, *rest = draws.choice(VERBS).split()
    words = [str(SAMPLE) if word == "SAMPLE" else word for word in rest]
    done = cli(verb, metric, target, *words)
    assert "this is a bug" not in done.err, f"seed {seed}, {log}: {verb} {metric}\n{done.err}"
    assert "Traceback" not in done.err
    assert done.code in (0, 2, 3)
    assert done.code == 0 or done.err.startswith("sacreval: "), done.err


@pytest.mark.filterwarnings("ignore")
def test_some(cli, tmp_path):
    """Forty copies."""
    for seed in (1334, 2827, *range(38)):  # the first two: a score without a value, and its name
        check(cli, tmp_path / "log", seed)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("start", range(0, NIGHT, NIGHT // 8))
def test_many(cli, tmp_path, start):
    """Twenty thousand copies."""
    folder("lm_eval")
    for seed in range(start, start + NIGHT // 8):
        check(cli, tmp_path / "log", seed)
