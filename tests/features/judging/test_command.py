"""ask: the requests of a judge, as a file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from sacreval.asking.reply_file import read_replies
from sacreval.asking.request_file import write_requests
from support import answering_model
from support.asking import chats
from support.judges import PREFERENCE, QUALITY, write
from support.post_server import serve_body
from support.program import PROGRAM, spawn, wait, write_jsonl
from support.sizes import long
from support.tool_logs import write_inspect

OUTPUT = [{"role": "user", "content": "{{prediction}}"}]


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, QUALITY)
    write(tmp_path, PREFERENCE)
    records = [{"instance_id": i, "prediction": "p", "sources": [f"s{i}"]} for i in range(3)]
    write_jsonl(tmp_path / "a.jsonl", records)
    return tmp_path


def test_formats(cli, folder):
    """Batch files name the model in each line."""
    words = ("ask", "quality.yaml", "a.jsonl", "-o")
    assert cli(*words, "o.jsonl", "--format", "openai-batch", "--model", "m").code == 0
    lines = [json.loads(line) for line in (folder / "o.jsonl").open()]
    assert [line["body"]["model"] for line in lines] == ["m"] * 3
    assert cli(*words, "n.jsonl", "--format", "anthropic-batch", "--model", "m").code == 0
    assert "params" in json.loads((folder / "n.jsonl").read_text().splitlines()[0])
    assert cli(*words, "x.jsonl", "--format", "openai-batch").code == 2
    assert cli(*words, "x.jsonl", "--model", "m").code == 2
    assert not (folder / "x.jsonl").exists()


@pytest.mark.usefixtures("folder")
def test_reserved_files(cli):
    """Existing files are kept without --force, and inputs always."""
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "a.jsonl", "--force").code == 2
    assert "name a file" in cli("ask", "quality.yaml", "a.jsonl", "-o", "-").err
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl").code == 0
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl").code == 2
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl", "--force").code == 0


def test_private_records(cli, folder):
    """A private record ends the command, and no file is left."""
    records = [{"prediction": "p", "sources": ["s"], "meta": {"private": True}}]
    write_jsonl(folder / "p.jsonl", records)
    done = cli("ask", "quality.yaml", "p.jsonl", "-o", "r.jsonl")
    assert done.code == 2
    assert "p.jsonl:1: this record has `meta.private`" in done.err
    assert not (folder / "r.jsonl").exists()


@pytest.mark.usefixtures("folder")
def test_shipped_judge(cli):
    """A judge that comes with sacreval is asked by its name."""
    assert cli("ask", "coherence", "a.jsonl", "-o", "r.jsonl").code == 0
    done = cli("ask", "coherense", "a.jsonl", "-o", "s.jsonl")
    assert "There is no judge 'coherense'; did you mean 'coherence'?" in done.err


@pytest.mark.usefixtures("folder")
def test_nothing_to_ask(cli):
    """The opponent alone has nothing to be asked about."""
    done = cli("ask", "preference.yaml", "a.jsonl", "-o", "r.jsonl", "--opponent", "a.jsonl")
    assert done.code == 2
    assert "there is nothing to ask about these records" in done.err


def test_answers_that_are_not_asked_about_are_counted(cli, tmp_path):
    """Of a log with epochs the first is asked about, which a notice says."""
    write(tmp_path, {**QUALITY, "needs": ["prediction"], "messages": OUTPUT})
    write_inspect(tmp_path / "log.json")
    done = cli("ask", "quality.yaml", "log.json", "-o", "r.jsonl")
    assert "1 record has several answers, of which judge reads the first" in done.err
    assert done.code == 0


SOME = chats(6)

KILLABLE = [
    *PROGRAM, "answer", "requests.jsonl", "--with", "py:answering_model:slow", "--batch-size", "1",
    "-o", "replies.jsonl", "-q",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with requests and the functions that answer them."""
    answering_model.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, answering_model.NAME, raising=False)
    write_requests(SOME, tmp_path / "requests.jsonl")
    return tmp_path


@pytest.fixture
def answer(place, cli):
    """Run `answer` with a function of the model."""

    def run(*words, model="text"):
        return cli("answer", "requests.jsonl", "--with", f"py:answering_model:{model}", *words)

    assert place.is_dir()
    return run


def kept(path="replies.jsonl"):
    """Read the ids that have an answer."""
    return {reply.id for reply in read_replies(path) if reply.error is None}


def test_answer(answer, place):
    """Each request is answered, and a second run asks nothing."""
    code, out, err = answer("-o", "replies.jsonl")
    assert (code, out) == (0, ""), err
    assert "6 requests to py:answering_model:text: 60 characters in, at most 48 tokens out" in err
    assert "6 requests answered" in err
    assert kept() == {request.id for request in SOME}
    before = Path("replies.jsonl").read_bytes()
    code, _, err = answer("-o", "replies.jsonl")
    assert (code, Path("replies.jsonl").read_bytes()) == (0, before)
    assert "6 requests answered before; nothing is asked" in err
    assert len(answering_model.asked(place)) == 6


def test_failures_are_asked_again(answer):
    """A run with failures ends with 3; the next one asks them alone."""
    code, _, err = answer("-o", "replies.jsonl", model="odd")
    assert code == 3
    assert "3 requests answered, 3 failed (3 timeout; the first: too late)" in err
    assert "3 requests of 6 have no answer; run the same command again" in err
    assert answer("-o", "replies.jsonl", "--allow-errors", model="odd").code == 0
    code, _, err = answer("-o", "replies.jsonl")
    assert code == 0, err
    assert "3 requests (3 answered before)" in err
    assert kept() == {request.id for request in SOME}


def test_limits(answer):
    """Limits of requests and of cost end the run with 3, and what came is kept."""
    code, _, err = answer("-o", "replies.jsonl", "--max-requests", "2")
    assert code == 3
    assert "stopped: --max-requests 2 is reached" in err
    assert len(kept()) == 2
    words = ("--max-cost", "0.0003", "--price", "1/2", "--batch-size", "1")
    code, _, err = answer("-o", "replies.jsonl", *words, model="counted")
    assert code == 3
    assert "one more request could exceed --max-cost 0.0003" in err
    assert "100 tokens in, 50 out; cost 0.000200" in err
    assert "1 retry; half of the replies came within 1.5 s" in err
    assert len(kept()) == 3


def test_broken_model(answer, place):
    """Twenty failures in a row end the run, with the last reason."""
    write_requests(chats(60), place / "requests.jsonl")
    code, _, err = answer("-o", "replies.jsonl", model="broken")
    assert code == 3
    assert "stopped: 20 requests in a row failed; the last: other: py:answering_model" in err
    assert Path("replies.jsonl").read_bytes().count(b"\n") == 20


def test_dry_run(answer, place):
    """A dry run asks and writes nothing, and needs no file of replies."""
    code, out, err = answer("--dry-run", "--price", "1/2")
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [f"first request: {SOME[0].id} (chat)", "[user]", "question 0"]
    assert "to ask: 6\n" in out
    assert "cost: 0.000111 with 4 characters a token, 0.000156 with one" in out
    answer("-o", "replies.jsonl", "--max-requests", "2")
    with Path("replies.jsonl").open("ab") as file:
        file.write(b'{"id":"to')
    before = Path("replies.jsonl").read_bytes()
    out = answer("--dry-run", "-o", "replies.jsonl").out
    assert "answered before: 2\nto ask: 4\n" in out
    assert Path("replies.jsonl").read_bytes() == before
    assert answer("--dry-run", "-o", "other.jsonl").code == 0
    assert not Path("other.jsonl").exists()
    assert len(answering_model.asked(place)) == 2


def test_torn_line(answer):
    """The torn line of a killed run is removed with a notice."""
    answer("-o", "replies.jsonl", "--max-requests", "2")
    with Path("replies.jsonl").open("ab") as file:
        file.write(b'{"id":"to')
    code, _, err = answer("-o", "replies.jsonl")
    assert code == 0
    assert "replies.jsonl: the incomplete last line of an earlier run is removed (9 bytes)" in err
    assert len(Path("replies.jsonl").read_bytes().splitlines()) == 6


def test_other_requests(answer, place):
    """Replies to other requests stay in the file and are counted."""
    answer("-o", "replies.jsonl")
    write_requests(chats(7)[5:], place / "requests.jsonl")
    code, _, err = answer("-o", "replies.jsonl")
    assert code == 0
    assert "replies.jsonl: 5 replies are to other requests" in err
    assert len(kept()) == 7


def test_quiet(answer):
    """Without notices nothing is written but the replies."""
    assert answer("-q", "-o", "replies.jsonl") == (0, "", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "requests.jsonl"], "these are the requests; write the replies to another"),
        (["-o", "none/x.jsonl"], "there is no folder none; create it"),
        (["-o", os.devnull], "this is a device or a pipe"),
        (["-o", "."], "this is a folder"),
        (["-o", "r.jsonl.gz"], "name a .jsonl file"),
        ([], "give -o REPLIES.jsonl"),
        (["-o", "r.jsonl", "--max-cost", "1"], "give --price IN/OUT"),
        (["-o", "r.jsonl", "--price", "1"], "write IN/OUT"),
        (["-o", "r.jsonl", "--max-requests", "0"], "--max-requests"),
        (["-o", "r.jsonl", "--base-url", "http://127.0.0.1:1"], "--base-url"),
    ],
)
def test_refused(answer, place, words, sentence):
    """A wrong option is one sentence before anything is asked, and leaves no file."""
    before = sorted(place.iterdir())
    code, out, err = answer(*words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert sorted(path for path in place.iterdir() if path.suffix == ".jsonl") == [
        path for path in before if path.suffix == ".jsonl"
    ]
    assert answering_model.asked(place) == []


@pytest.mark.parametrize("model", ["nothing", "NAME"])
def test_no_empty_file(answer, model):
    """No empty file of replies remains where nothing can be asked."""
    assert answer("-o", "replies.jsonl", model=model).code == 2
    assert not Path("replies.jsonl").exists()


def test_no_requests(answer, place):
    """An empty file of requests is an error, as is a damaged one."""
    (place / "requests.jsonl").write_bytes(b"\n")
    assert "there are no requests" in answer("-o", "replies.jsonl").err
    (place / "requests.jsonl").write_bytes(b"{}\n")
    assert "requests.jsonl:1: " in answer("-o", "replies.jsonl").err
    assert not Path("replies.jsonl").exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_interrupt(answer, place):
    """Ctrl-C ends with 130, and the replies that came are kept."""
    words = ("-o", "replies.jsonl", "--batch-size", "2")
    done = spawn("answer", "requests.jsonl", "--with", "py:answering_model:interrupted", *words,
                 cwd=place)  # fmt: skip
    assert done.code == 130
    assert "2 new replies are kept in replies.jsonl; run the same command again" in done.err
    assert len(kept()) == 2
    assert answer("-o", "replies.jsonl").code == 0


def kill_after(path, *, size, pause):
    """Start a run, and kill it a moment after its file has reached a size."""
    run = subprocess.Popen(KILLABLE, cwd=path.parent)
    wait(lambda: path.exists() and path.stat().st_size > size, seconds=60)
    time.sleep(pause)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("kills", [3, long(50)])
def test_kill(place, kills):
    """A run that is killed at any moment loses no reply that was written, and doubles none."""
    asked = chats(40 * kills)  # more than a run answers before it is killed
    write_requests(asked, place / "requests.jsonl")
    path, random = place / "replies.jsonl", Random(f"kill {kills}")
    for _ in range(kills):
        before = path.read_bytes() if path.exists() else b""
        more, pause = random.uniform(0, 30_000), random.uniform(0, 0.004)
        kill_after(path, size=len(before) + more, pause=pause)
        assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert subprocess.run(KILLABLE, cwd=place, check=False).returncode == 0
    ids = [json.loads(line)["id"] for line in path.read_bytes().splitlines()]
    assert sorted(ids) == sorted(request.id for request in asked)
    assert len(answering_model.asked(place)) <= len(asked) + kills


def test_no_key_in_any_file(place, cli, monkeypatch):
    """The key is in no file and no message, even where the server shows it."""
    monkeypatch.setenv("OWN_KEY", "sk-very-secret")
    with serve_body(b'{"error": {"message": "wrong key sk-very-secret"}}', status=500) as url:
        result = cli("answer", "requests.jsonl", "--with", "openai:m", "--base-url", url,
                    "--key-env", "OWN_KEY", "--tries", "1", "-o", "replies.jsonl")  # fmt: skip
    assert result.code == 3
    written = [path.read_bytes() for path in place.rglob("*") if path.is_file()]
    assert not any(b"very-secret" in text for text in (*written, result.err.encode()))
    assert len(list(read_replies("replies.jsonl"))) == 6
