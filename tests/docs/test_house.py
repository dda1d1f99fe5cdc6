"""The house and the tutorials: what they name is there, and what they show runs."""

import re

import pytest

from support.mirror import CHECKOUT
from support.shell import has_shell, is_plain, perform
from support.sizes import few
from support.walkthrough import blocks, play

PACKAGE = CHECKOUT / "sacreval"

PAGE = (CHECKOUT / "docs" / "house.md").read_text(encoding="utf-8")

ROOMS = PAGE.split("## Rooms\n\n```\n")[1].split("\n```")[0].split("\n")[1:]

TASKS = PAGE.split("## Where do I change …?\n\n")[1].split("\n\n")[0].split("\n")[2:]

PAGES = [CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").glob("*.md"))]

TOPS = "sacreval|tests|docs|benchmarks|configs|container|datasets_setup|metric_setup"

PATH = re.compile(rf"(?<![\w./-])(?:{TOPS})/[\w./-]*\w")

# What the guides call with the name of a metric, which is no path.
SIGNATURES = {"docs/integrations.md": {"sacreval/NAME", "sacreval/chrf"}}


def test_every_room_is_listed():
    """Every module and package right below `sacreval` stands in the list."""
    listed = "\n".join(ROOMS)
    for path in PACKAGE.iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        if not name.startswith("__") and (path.is_dir() or path.suffix == ".py"):
            assert re.search(rf"(?<![\w/]){re.escape(name)}", listed), name


def test_every_room_that_is_listed_is_there():
    """The list names no module or package that is gone."""
    for line in ROOMS:
        if inside := re.match(r"  ([a-z_]+(?:\.py|/)) ", line):
            assert (PACKAGE / inside[1]).exists(), inside[1]
        elif outside := re.match(r"([\w./]+)  ", line):
            assert (CHECKOUT / outside[1]).exists(), outside[1]


def test_every_feature_is_listed():
    """Every folder of `features` stands in the list."""
    folders = {path.parent.name for path in (PACKAGE / "features").glob("*/__init__.py")}
    listed = "\n".join(ROOMS).split("  features/")[1].split("\n  commands/")[0]
    assert set(re.findall(r"(\w+)/", listed)) == folders


@pytest.mark.parametrize("task", TASKS, ids=lambda row: row.split("|")[1].strip())
def test_a_task_needs_few_files(task):
    """A row of "Where do I change …?" names at most four files, and all of them are there."""
    named = re.findall(r"`([\w-]+/[^`]+)`", task)
    assert 1 <= len(named) <= 4
    assert [path for path in named if not (CHECKOUT / path).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_files_that_a_page_names_are_there(page):
    """Paths from the top of the checkout that a page names exist."""
    named = set(PATH.findall(page.read_text(encoding="utf-8")))
    named -= SIGNATURES.get(page.relative_to(CHECKOUT).as_posix(), set())
    assert [path for path in sorted(named) if not (CHECKOUT / path).exists()] == []


@pytest.mark.skipif(not has_shell(), reason="no bash")
@few(
    3,
    "text",
    [
        "```console\n$ echo one\ntwo\n```\n",
        "```console\n$ echo one\n```\n",
        "```console\n$ false\n```\n",
        "```console\n$ false\n$ echo two\ntwo\n```\n",
        "```console\n$ false\n$ echo $?\n0\n```\n",
        "```sh\nfalse\n```\n",
        "```python\nprint(1)\n```\n\n```text\n2\n```\n",
        "```python\nraise SystemExit(1)\n```\n",
        '```text title="a.txt"\none\n```\n\n```console\n$ cat a.txt\none\ntwo\n```\n',
        "```console\n$ printf 'one\\ntwo\\n'\n…\n```\n",
        "```console\n$ printf 'one\\ntwo\\n'\no…o\n```\n",
        "<!-- not played: the next block is -->\n```sh\n:\n```\n\n```sh\nfalse\n```\n",
        "```console\n$ printf 'one\\ntwo\\n'\none\n… (2 lines)\n```\n",
        "```console\n$ sacreval --version\n```\n",
        "```sh\nsacreval evaluate bleu none.txt\n```\n",
    ],
)
def test_a_page_that_is_wrong_is_found(text, tmp_path):
    """Other output, output that is not shown, and failures that are not shown are errors."""
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError):
        play(page, tmp_path)


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_a_page_that_is_right_runs(tmp_path):
    """Files, commands over several lines, exit codes, programs and left-out output are known."""
    page = tmp_path / "page.md"
    page.write_text(
        '```text title="a/b.txt"\none\ntwo\n```\n\n```console\n$ cat \\\n    a/b.txt\none\n…\n'
        "$ false\n$ echo $?\n1\n```\n\n```python\nprint(open('a/b.txt').read())\n```\n\n"
        "```text\none\ntwo\n```\n\n```yaml\n- not run\n```\n",
        encoding="utf-8",
    )
    play(page, tmp_path)


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_a_block_with_a_reason_is_not_played(tmp_path):
    """A marker holds for the block below it alone."""
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not played: it would fail -->\n```sh\nfalse\n```\n\n```sh\ntouch here\n```\n",
        encoding="utf-8",
    )
    first, second = blocks(page)
    assert (first.unplayed, second.unplayed) == ("it would fail", "")
    play(page, tmp_path)
    assert (tmp_path / "here").exists()


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("sacreval evaluate bleu a.txt -r 'b c.txt' # d | e", True),
        ("""sacreval evaluate 'rouge{"types": ["L"]}' --check "bleu < 95" """, True),
        ("sacreval convert a.txt | head -n 1", False),
        ("sacreval evaluate bleu *.txt", False),
        ('sacreval evaluate bleu "$FILE"', False),
        ("sacreval evaluate bleu a.txt && true", False),
        ("sacreval evaluate bleu a.txt > b.json", False),
    ],
)
def test_only_plain_commands_run_in_this_process(line, plain):
    """What a shell would do more than part into words is left to one."""
    assert is_plain(line) == plain


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_this_process_and_a_shell_give_the_same(tmp_path):
    """A command that runs here prints, and ends, as it does in a process of its own."""
    (tmp_path / "a.txt").write_text("one two\n", encoding="utf-8")
    for line in ("sacreval evaluate chrf a.txt -r a.txt", "sacreval evaluate chrf none.txt"):
        assert perform(line, tmp_path) == perform(f"{line};", tmp_path)
