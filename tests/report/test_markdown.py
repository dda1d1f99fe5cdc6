"""Names in Markdown: shown as they are, never a link."""

import pytest

from sacreval.report import markdown

HOSTILE = [
    "[x](javascript:alert(1))", "![x](http://evil.example/a.png)", "a|b", "a\\|b", "a\\\\|b", "`x`",
    "<img src=x>", "**bold**", "&lt;b&gt;", "http://evil.example", "www.evil.example", "~~x~~",
    "me@evil.example", "_x_", "> x", "<b>x</b>",
]  # fmt: skip


def rendered(cell):
    """Render one cell as GitHub does: split at pipes, then inline Markdown."""
    from markdown_it import MarkdownIt

    table = f"| a | b |\n| --- | --- |\n| {cell} | end |\n"
    parser = MarkdownIt("gfm-like", {"linkify": False}).enable(["table", "strikethrough"])
    return parser.render(table)


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_names_as_they_are(name):
    """No name of a system becomes a link, an image, markup or another cell of a table."""
    from html import escape

    written = markdown.plain(name)
    assert not {"http:", "www.", "me@"} & {written[:5], written[:4], written[:3]}
    page = rendered(written)
    assert f"<td>{escape(name)}</td>" in page.replace("&quot;", '"')
    assert "<td>end</td>" in page
    assert page.count("<td>") == 2


@pytest.mark.parametrize("name", [*HOSTILE, "rouge1_f1", "a_b_c", "GPT-4 (5-shot)", "x.y"])
def test_backslashes_are_all_that_markdown_adds(name):
    """Escapes are backslashes before punctuation; plain names stay as they are."""
    written = markdown.plain(name)
    plain, skip = [], False
    for character in written:
        if character == "\\" and not skip:
            skip = True
        else:
            plain.append(character)
            skip = False
    assert "".join(plain) == name
    if name not in HOSTILE:
        assert written == name


@pytest.mark.parametrize("line", ["a", "`", "a`b", "``a` b```", "`[x](y)`"])
def test_code_holds_ticks(line):
    """A line with ticks is one piece of code."""
    from html import escape

    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark").render(markdown.code(line))
    assert page == f"<p><code>{escape(line, quote=False)}</code></p>\n"
