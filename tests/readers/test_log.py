"""Readers of logs: rows, fields over records, messages, counts, limits, recognition."""

import gzip
import json
import os
from dataclasses import dataclass

import msgspec
import pytest

from sacreval.core.records import Instance, Repeats
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.io.lines import LineLimit
from sacreval.readers import _by_content
from sacreval.readers._beginning import HEAD, beginning
from sacreval.readers._by_content import by_content
from sacreval.readers._log import LogCounts, LogReader, log_rows
from sacreval.readers._messages import Message, content_text, prompt_text
from sacreval.readers.fmeval import FmevalReader
from support.lm_eval_logs import read, row, write

LIMIT = LineLimit()


@dataclass(frozen=True, kw_only=True)
class ToyLog(LogReader):
    """A log of one record."""

    name = "toy"

    @classmethod
    def matches(cls, found):
        return found.has("toy")

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
    assert (type(batch[0].samples) is Repeats) == marked
    assert batch[0] == record


def test_fields_of_the_lines():
    """An expression that matches nothing is an error, also where the log has the field itself."""
    with pytest.raises(InputError, match=r"the reader toy makes.*with --reader jsonl over the li"):
        list(ToyLog(fields={"prediction": "resps[0]"}).read("x"))


def test_outputs_that_are_mapped(tmp_path):
    """An output that is mapped replaces that there is none; a text that is not read is none."""
    path = write(tmp_path, row(0, filtered_resps=["[invalid]"], resps=[["7"]]), row(1))
    found = read(path, fields={"prediction": "meta.raw"})
    assert [(one.get("prediction"), one.get("error")) for one in found] == [
        ("7", None), ("It is 7", None),
    ]  # fmt: skip
    found = read(path, fields={"prediction": "to_number(meta.raw)"})
    assert [one.get("prediction") for one in found] == [7, None]
    assert found[1]["error"].startswith("unparsed")


def test_rows(tmp_path):
    """Rows are numbered without blank lines, and their places are those of lines."""
    path = tmp_path / "x"
    path.write_text('{"a": NaN}\n\n{"a": "NaN"}')
    found = [(one.number, one.where, one.row) for one in log_rows(str(path), LIMIT)]
    assert found == [(1, f"{path}:1", {"a": None}), (2, f"{path}:3", {"a": "NaN"})]


def test_list(tmp_path):
    """A list has a row for each item."""
    path = tmp_path / "x"
    path.write_text('[{"a": 1},\n{"a": 2}]')
    found = list(log_rows(str(path), LIMIT, is_list=True))
    assert [one.row for one in found] == [{"a": 1}, {"a": 2}]
    assert found[1].where == f"{path}:2"


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


def messages(*found):
    """Return messages as they are decoded."""
    return msgspec.convert(list(found), list[Message])


def test_content():
    """Parts of text are joined; reasoning and images are left out."""
    (one,) = messages(
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
    assert content_text(one.content) == "abc"
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
        found = beginning(str(tmp_path / name))
        assert found.has("eval", "eval.task")
        assert not found.has("eval", "samples")
        assert (found.extension, found.is_folder) == (".json", False)


def test_long_file(tmp_path):
    """No more than the first bytes are read."""
    (tmp_path / "a").write_bytes(b"x" * (HEAD + 1))
    assert len(beginning(str(tmp_path / "a")).head) == HEAD


def test_folder(tmp_path):
    """A folder shows the names in it."""
    (tmp_path / "state.json").touch()
    found = beginning(str(tmp_path))
    assert (found.is_folder, found.names) == (True, {"state.json"})


def test_unreadable(tmp_path):
    """A pipe is not opened; a damaged file, and one that is missing, show nothing."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bad.gz").write_bytes(b"x")
    for name in ("pipe", "bad.gz", "missing"):
        assert beginning(str(tmp_path / name)) is None
