"""What the tutorials show is what happens."""

import pytest

from support import missing
from support.mirror import CHECKOUT
from support.walkthrough import has_shell, play

TUTORIALS = sorted((CHECKOUT / "docs" / "tutorials").glob("*.md"))


@pytest.mark.long
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_runs(page, tmp_path):
    """Every block of a tutorial runs, in order, and prints what the page shows."""
    if not has_shell():
        missing.say("the tutorials: there is no bash")
        pytest.skip("no bash")
    (tmp_path / "configs").symlink_to(CHECKOUT / "configs")
    play(page, tmp_path)


def test_there_are_tutorials():
    """Six things are shown, one a page."""
    assert {page.stem for page in TUTORIALS} >= {
        "score", "compare", "gate", "evaluate-a-metric", "add-a-metric", "add-a-corpus"
    }  # fmt: skip


@pytest.mark.skipif(not has_shell(), reason="no bash")
@pytest.mark.parametrize(
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
