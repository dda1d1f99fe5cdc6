"""PDF of a page by a browser: found, limited in time, without network, and the same each time."""

import os
import stat

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.page.pdf import browser, pdf
from support import missing

PAGE = "<!doctype html><html><head><title>A title</title></head><body>Some words</body></html>"


@pytest.fixture
def program():
    """Return the path of a browser, or skip the test."""
    try:
        return browser()
    except NotSetUpError:
        missing.say("reports in PDF: there is no chromium on the PATH")
        pytest.skip("no browser")


def fake(tmp_path, script):
    """Write a program that stands for a browser."""
    path = tmp_path / "chromium"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


TARGET = 'for x; do case "$x" in --print-to-pdf=*) target="${x#*=}";; esac; done'


@pytest.mark.long
def test_a_page_is_printed(program):
    """A page becomes a PDF, and equal pages become equal bytes."""
    first = pdf(PAGE, program)
    assert first.startswith(b"%PDF")
    assert first == pdf(PAGE, program)


def test_none_on_the_path(monkeypatch, tmp_path):
    """Without a browser a sentence names what to install, and the page as another way."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotSetUpError, match="none is on the PATH; install one .*report.html"):
        browser()


def test_the_first_on_the_path(monkeypatch, tmp_path):
    """A browser is found by its usual names."""
    path = fake(tmp_path, "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser() == path


def test_dates_are_fixed(tmp_path):
    """The time of printing is not in the file, whose length stays the same."""
    content = "%PDF-1.4 /CreationDate (D:20261123145600+00) /ModDate (D:20261123145600+00)"
    found = pdf(PAGE, fake(tmp_path, f"{TARGET}\nprintf '%s' '{content}' > \"$target\""))
    assert len(found) == len(content)
    assert b"20261123" not in found
    assert found.count(b"(D:20000101000000+00)") == 2


def test_nodes_are_numbered(tmp_path):
    """Names of table cells are numbered from 1 on in their order, and the file keeps its length."""
    content = "%PDF-1.4 /ID (node00000031) [(node00000029) (node00000031)] (node7)"
    found = pdf(PAGE, fake(tmp_path, f"{TARGET}\nprintf '%s' '{content}' > \"$target\""))
    expected = content.replace("31", "02").replace("29", "01")
    assert found == expected.encode()


def test_no_network_and_a_home_of_its_own(tmp_path):
    """The browser resolves no name, and writes into a folder that is removed."""
    said = tmp_path / "said"
    script = f'{TARGET}\necho "$HOME" "$@" > {said}\nprintf %s %PDF > "$target"'
    pdf(PAGE, fake(tmp_path, script))
    words = said.read_text()
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in words
    assert ("--no-sandbox" in words) == (os.geteuid() == 0)
    home = words.split()[0]
    assert home != os.environ.get("HOME")
    assert not os.path.exists(home)  # noqa: PTH110 - the name is text


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo No usable sandbox >&2; exit 1", "could not print the report: No usable sandbox"),
        ("exit 0", "it wrote no PDF"),
        (f'{TARGET}\necho "no pdf" > "$target"', "it wrote no PDF"),
        ("sleep 60 & sleep 60", "within 0.2 seconds"),
        ("kill -9 $$", "it wrote no PDF"),
    ],
)
def test_a_browser_that_fails(tmp_path, script, why):
    """One that crashes, prints nothing or hangs is one sentence, and leaves no process."""
    with pytest.raises(NotSetUpError, match=why) as found:
        pdf(PAGE, fake(tmp_path, script), seconds=0.2 if "sleep" in script else 20)
    assert "or write -o report.html" in str(found.value)
    assert len(str(found.value)) < 500


def test_a_browser_that_is_no_program(tmp_path):
    """A file that cannot be run is one sentence."""
    path = tmp_path / "chromium"
    path.write_text("")
    with pytest.raises(NotSetUpError, match="cannot be started"):
        pdf(PAGE, str(path))
