"""Fetching, against a server on this machine that misbehaves on purpose."""

import hashlib

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.features.setup.recipes import fetch
from sacreval.features.setup.recipes.fetch import Fetcher, blob_id
from sacreval.features.setup.recipes.schema import File, RecipeSource, Remote
from support.body_server import BODY, QUICK, SHA, fetch_body, nothing_left


def test_a_whole_file_comes(server, tmp_path):
    """A file that comes whole stands under its name, and one request was made."""
    assert fetch_body(server.url, tmp_path).read_bytes() == BODY
    assert server.asked == [None]


def test_a_cut_transfer_is_resumed(server, tmp_path):
    """A broken transfer goes on from the byte where it broke."""
    server.cut_at = (100_000, 150_000)
    assert fetch_body(server.url, tmp_path).read_bytes() == BODY
    first, *rest = server.asked
    assert first is None
    assert len(rest) == 2
    assert all(wanted.startswith("bytes=") for wanted in rest)


def test_attempts_begin_anew_after_progress(server, tmp_path):
    """A transfer that breaks more often than there are attempts succeeds, if each brings some."""
    server.cut_at = (70_000,) * (QUICK.attempts + 2)
    assert fetch_body(server.url, tmp_path).read_bytes() == BODY
    assert len(server.asked) == QUICK.attempts + 3


def test_a_server_that_cannot_resume_begins_anew(server, tmp_path):
    """Where a server ignores the range, the file is fetched from its first byte."""
    server.cut_at, server.ranges = (100_000,), False
    assert fetch_body(server.url, tmp_path).read_bytes() == BODY


def test_a_busy_server_is_asked_again(server, tmp_path):
    """After 503 and 429 the file is asked for again."""
    server.refuse = (503, 429)
    assert fetch_body(server.url, tmp_path).read_bytes() == BODY
    assert len(server.asked) == 3


def test_a_transfer_that_never_ends_well(server, tmp_path):
    """A download that stays truncated fails with one sentence, and nothing of it is kept."""
    server.cut_at = (50_000, 0, 0, 0, 0, 0)
    with nothing_left(tmp_path), pytest.raises(InputError, match=r"cannot be fetched .* --mirror"):
        fetch_body(server.url, tmp_path)


def test_a_missing_file_is_not_asked_for_again(server, tmp_path):
    """404 is final."""
    server.refuse = (404, 404)
    with nothing_left(tmp_path), pytest.raises(InputError, match="answered 404"):
        fetch_body(server.url, tmp_path)
    assert len(server.asked) == 1


def test_more_bytes_than_known_are_not_read(server, tmp_path):
    """A file that is longer than the recipe says is given up."""
    with nothing_left(tmp_path), pytest.raises(InputError, match="more than 1000 bytes"):
        fetch_body(server.url, tmp_path, File(bytes=1000, sha256=SHA))


def test_no_network(tmp_path):
    """Where nothing listens, one sentence says so and names the remedy."""
    with nothing_left(tmp_path), pytest.raises(InputError, match=r"cannot be fetched .*--mirror"):
        fetch_body("http://127.0.0.1:1/x", tmp_path)


def test_offline_forbids_the_network(tmp_path):
    """With --offline and without a mirror nothing is asked."""
    with (
        nothing_left(tmp_path),
        pytest.raises(NotSetUpError, match="--offline does not allow fetching"),
    ):
        fetch_body("http://127.0.0.1:1/x", tmp_path, offline=True)


def test_unpinned_files_need_leave(server, tmp_path):
    """A file that cannot be checked is fetched only if the user allows that."""
    with nothing_left(tmp_path), pytest.raises(UsageError, match="--allow-unpinned"):
        fetch_body(server.url, tmp_path, File())
    assert server.asked == []
    assert fetch_body(server.url, tmp_path, File(), allow_unpinned=True).read_bytes() == BODY


def test_a_mirror_folder_holds_files_by_address(tmp_path):
    """A mirror folder has every file as host and path, with blanks as blanks."""
    place = tmp_path / "mirror" / "example.org" / "a b" / "c"
    place.parent.mkdir(parents=True)
    place.write_bytes(BODY)
    out = tmp_path / "out"
    mirror = str(tmp_path / "mirror")
    body = fetch_body("https://example.org/a%20b/c", out, mirror=mirror, offline=True)
    assert body.read_bytes() == BODY
    with pytest.raises(InputError, match="the mirror does not have this file"):
        fetch_body("https://example.org/d", tmp_path / "second", mirror=mirror)


def test_a_mirror_address_is_asked_for_host_and_path(server, monkeypatch, tmp_path):
    """A mirror that is an address gets host and path appended."""
    fetcher = Fetcher(mirror="https://mirror.example/base/")
    assert fetcher.place("https://a.org/b%20c") == "https://mirror.example/base/a.org/b%20c"
    monkeypatch.setenv("SACREVAL_MIRROR", server.url.rsplit("/", 1)[0])
    assert fetch_body("https://a.org/b", tmp_path).read_bytes() == BODY


def test_proxies_of_the_environment_are_used(server, monkeypatch, tmp_path):
    """Clusters reach the network through the proxy that the environment names."""
    monkeypatch.setenv("http_proxy", server.url.rsplit("/", 1)[0])
    monkeypatch.delenv("no_proxy", raising=False)
    assert fetch_body("http://example.invalid/x", tmp_path).read_bytes() == BODY


def test_a_wrong_checksum_keeps_nothing(server, tmp_path):
    """A file with another checksum is named and thrown away."""
    wrong = File(bytes=len(BODY), sha256="0" * 64)
    with nothing_left(tmp_path), pytest.raises(InputError, match=f"checksum is {SHA}"):
        fetch_body(server.url, tmp_path, wrong)


def test_git_blob_ids_are_checked(server, tmp_path):
    """Where only a git blob id is known, it is what is checked."""
    (tmp_path / "copy").write_bytes(BODY)
    right = blob_id(tmp_path / "copy")
    header = f"blob {len(BODY)}\0".encode()
    assert right == hashlib.sha1(header + BODY, usedforsecurity=False).hexdigest()
    assert fetch_body(server.url, tmp_path, File(blob=right)).exists()
    with pytest.raises(InputError, match="git checksum"):
        fetch_body(server.url, tmp_path / "second", File(blob="0" * 40))


WHEEL = "small_thing-1.0-py3-none-any.whl"

METADATA = "Metadata-Version: 2.1\nName: small-thing\nVersion: 1.0\n"


@pytest.fixture
def index(tmp_path, monkeypatch, zipped):
    """Set pip up with a folder of one package, without the network."""
    data = zipped(
        {
            "data/x.txt": b"x",
            "small_thing-1.0.dist-info/METADATA": METADATA.encode(),
            "small_thing-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: py3-none-any\n",
        }
    )
    folder = tmp_path / "index"
    folder.mkdir()
    (folder / WHEEL).write_bytes(data)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return data


def remote(data, *, requirement="small-thing==1.0", name=WHEEL):
    file = File(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    return Remote(url=f"pip:{requirement}/{name}", path=name, file=file)


def left(folder):
    """List what a fetch left, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.long
def test_pip_downloads(index, tmp_path):
    """The file is the one of pip's index, and nothing else is left."""
    target = tmp_path / "out"
    Fetcher().fetch([remote(index)], target)
    assert (target / WHEEL).read_bytes() == index
    assert left(target) == [WHEEL]


@pytest.mark.long
def test_another_checksum(index, tmp_path):
    """A package with another checksum is refused by pip, and nothing is left."""
    with pytest.raises(InputError, match="pip cannot download it .*HASH"):
        Fetcher().fetch([remote(index + b"x")], tmp_path / "out")
    assert left(tmp_path / "out") == []


@pytest.mark.long
def test_another_file(index, tmp_path):
    """An index that has the version as another file only is an error that says what to do."""
    with pytest.raises(InputError, match="pip downloaded no other.whl; .*--mirror"):
        Fetcher().fetch([remote(index, name="other.whl")], tmp_path / "out")


@pytest.mark.long
@pytest.mark.usefixtures("index")
def test_no_such_package(tmp_path):
    """A package that the index lacks is one sentence with pip's reason."""
    with pytest.raises(InputError, match="absent-thing==1.0: pip cannot download it .*satisfies"):
        Fetcher().fetch([remote(b"", requirement="absent-thing==1.0")], tmp_path / "out")


def test_no_pip(monkeypatch, tmp_path):
    """Without pip the error names the command that installs it."""
    (tmp_path / "python").write_text("#!/bin/sh\necho 'No module named pip' >&2; exit 1\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(fetch.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(NotSetUpError, match="ensurepip"):
        Fetcher().fetch([remote(b"")], tmp_path / "out")


def test_slow_pip(index, monkeypatch, tmp_path):
    """pip is ended when it takes too long."""
    monkeypatch.setattr(fetch, "WHOLE", 0.001)
    with pytest.raises(InputError, match="took more than"):
        Fetcher().fetch([remote(index)], tmp_path / "out")


def test_a_mirror_has_packages(tmp_path):
    """A mirror has packages in its folder `pip`, and pip is not run."""
    place = tmp_path / "mirror" / "pip" / WHEEL
    place.parent.mkdir(parents=True)
    place.write_bytes(b"x")
    Fetcher(mirror=str(tmp_path / "mirror"), offline=True).fetch([remote(b"x")], tmp_path / "out")
    assert (tmp_path / "out" / WHEEL).read_bytes() == b"x"


def test_offline(tmp_path):
    """Offline, a package that the mirror lacks is not downloaded."""
    with pytest.raises(NotSetUpError, match="--offline does not allow"):
        Fetcher(mirror=str(tmp_path), offline=True).fetch([remote(b"x")], tmp_path / "out")


@pytest.mark.parametrize(
    ("base", "path", "sha256"),
    [
        ("pip:small thing==1.0/", WHEEL, "0" * 64),
        ("pip:--index-url==1.0/", WHEEL, "0" * 64),
        ("pip:small-thing/", WHEEL, "0" * 64),
        ("pip:small-thing==1.0/", f"x/{WHEEL}", "0" * 64),
        ("pip:small-thing==1.0/", WHEEL, None),
    ],
)
def test_bad_sources(base, path, sha256):
    """A package without version or checksum, or with a name that is an option, is refused."""
    with pytest.raises(ValueError, match="package"):
        RecipeSource(base=base, files={path: File(sha256=sha256)})
