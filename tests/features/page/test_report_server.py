"""`sacreval report --serve`: an address of this machine with a secret, until it is interrupted."""

import http.client
import json
import re
import signal
import subprocess
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.report_server import ASKED, HOST, ServedReport, made_server
from support.browser import opened
from support.pages import SAMPLE, data_of
from support.program import PROGRAM


@contextmanager
def running(answer):
    """Run a server in a thread; yield its port and its secret."""
    server = made_server(0, answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_address[1], server.secret
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def asked(port, path, **headers):
    """Return the status, the type and the body of an answer."""
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    return response.status, response.headers["Content-Type"], response.read()


def test_only_who_knows_the_secret_is_answered():
    """Other paths and other host names, which may be rebound to this machine, get nothing."""
    with running(lambda path: b"page" if not path else None) as (port, secret):
        assert asked(port, f"/{secret}/") == (200, "text/html; charset=utf-8", b"page")
        assert asked(port, f"/{secret}/x")[::2] == (404, b"")
        assert asked(port, "/")[::2] == (404, b"")
        assert asked(port, f"/{secret[:-1]}/")[::2] == (404, b"")
        assert asked(port, f"/{secret}/", Host=f"example.com:{port}")[::2] == (404, b"")
        assert asked(port, f"/{secret}/", Host=f"localhost:{port}")[0] == 200


def test_loopback_alone():
    """The server listens on the loopback interface, and every server has a secret of its own."""
    with running(lambda _: b"") as (port, secret), running(lambda _: b"") as (_, other):
        assert HOST == "127.0.0.1"
        assert port > 0
        assert secret != other


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "give a file to write with -o REPORT.html, or --serve to show the page"),
        (["--port", "80", "-o", "r.html"], "--port is that of --serve; give that too"),
        (["--serve", "--port", "65536"], "--port is 65536; give a number from 1 to 65535, or 0"),
    ],
)
@pytest.mark.usefixtures("sample")
def test_refused(cli, words, sentence):
    """A report is written or served; the port is that of a server."""
    done = cli("report", "result.json", *words)
    assert done.code == 2
    assert sentence in done.err


@pytest.mark.usefixtures("sample")
def test_a_port_in_use(cli):
    """One sentence says so."""
    with running(lambda _: b"") as (port, _):
        done = cli("report", "result.json", "--serve", "--port", str(port))
    assert done.code == 2
    assert f"--port {port}: " in done.err
    assert "give another, or 0 for any" in done.err


@contextmanager
def served(folder):
    """Serve the sample's report by the program; yield its process and the address it prints."""
    command = [*PROGRAM, "report", "result.json", "--inputs", str(SAMPLE), "--serve"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.long
def test_the_program(sample):
    """It prints the address, answers, and ends without an error at Ctrl-C."""
    with served(sample) as (process, address):
        assert urlsplit(address).hostname == HOST
        with urlopen(address, timeout=60) as reply:  # noqa: S310 - the address of the test
            assert b'id="records-app"' in reply.read()
        with urlopen(f"{address}find/lukewarm", timeout=60) as reply:  # noqa: S310 - the same
            assert len(json.load(reply)) == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


@pytest.mark.long
def test_a_browser_shows_it(sample):
    """Scores and texts come when they are shown: rows, an opened record, and its marks."""
    with served(sample) as (_, address):
        document = opened(address, "--virtual-time-budget=8000", "--dump-dom")
    assert "1 to 20 of 20 records, page 1 of 1" in document
    rows = re.findall(r'<button[^>]* aria-expanded="(\w+)"', document)
    assert rows == ["true"] + ["false"] * 19
    assert '<mark class="m1">' in document


def content(n=3, *, texts=True):
    """Create content of one system: record i has the score i and the text `Output i`."""
    names = [f"r{i}" for i in range(n)]
    result = Result(
        metric="m", output="x", system_id="a", group=None, value=1.0, n=n, higher_is_better=True,
        interval=None, signature="m", engine="native", main=True,
    )  # fmt: skip
    scored = {
        name: Scored(instance_id=name, system_id="a", scores={"x": float(i)})
        for i, name in enumerate(names)
    }
    known = {
        name: Instance(prediction=f"Output {i}", references=["right"], groups={"domain": "news"})
        for i, name in enumerate(names)
    }
    shown = {"a": known} if texts else {}
    return Content(results=[result], instances=names, records={"a": scored}, texts=shown)


def served_asked(report, path):
    """Return an answer, read from JSON."""
    answer = report.answer(path)
    return None if answer is None else json.loads(answer)


def test_the_page_is_small():
    """It names all records, and has neither their scores nor their texts."""
    report = ServedReport(content())
    data = data_of(report.page.decode())
    assert data["served"] is True
    assert data["readable"] is True
    assert data["ids"] == ["r0", "r1", "r2"]
    assert (data["scores"], data["texts"]) == ([None], {})
    assert b"Output 1" not in report.page
    assert b"connect-src 'self'" in report.page


def test_scores_and_records():
    """Scores are columns of systems; records have texts and groups, or null without texts."""
    report = ServedReport(content())
    assert served_asked(report, "scores/0") == [[0, 1, 2]]
    answer = served_asked(report, "records/2,0")
    assert answer["texts"]["2"] == [[[["right"], [], None]], [0], ["Output 2"], {"domain": "news"}]
    assert list(answer["texts"]) == ["2", "0"]
    bare = ServedReport(content(texts=False))
    assert data_of(bare.page.decode())["readable"] is False
    assert served_asked(bare, "records/1") == {"texts": {"1": None}, "marks": []}


@pytest.mark.parametrize(
    ("query", "places"),
    [("output%201", [1]), ("R2", [2]), ("NEWS", [0, 1, 2]), ("right", [0, 1, 2]), ("%F0%9F", [])],
)
def test_find(query, places):
    """Names, texts and groups are searched without regard to case."""
    assert served_asked(ServedReport(content()), f"find/{query}") == places


@pytest.mark.parametrize(
    "path",
    ["", "scores", "scores/1", "scores/0,0", "scores/-1", "records/", "records/3", "records/x",
     "records/٣", f"records/{'9' * 5000}", f"records/{','.join('0' * (ASKED + 1))}",
     "../etc/passwd", "page", "__class__"],
)  # fmt: skip
def test_anything_else_has_no_answer(path):
    """Unknown paths, indices out of range, and too many records at once."""
    assert ServedReport(content()).answer(path) is None
