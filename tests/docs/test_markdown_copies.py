"""Pages as Markdown, and llms.txt."""

from types import SimpleNamespace

from generator.markdown_copies import copies, first_sentence, index, write


def page(path, title, *above):
    return SimpleNamespace(
        file=SimpleNamespace(src_uri=path),
        title=title,
        ancestors=[SimpleNamespace(title=name) for name in above],
    )


def test_a_copy_and_a_line_for_each_page(tmp_path):
    """Front matter is left out; a page is listed in its section with its first sentence."""
    pages = [page("index.md", "sacreval"), page("metrics/bleu.md", "bleu", "n-grams", "Metrics")]
    texts = {"index.md": "---\nhide: [toc]\n---\n\n# sacreval\n\nScores text. More.",
             "metrics/bleu.md": "# bleu\n\n| a |"}  # fmt: skip
    made = copies(pages, texts)
    write(made, tmp_path)
    assert (tmp_path / "index.md").read_text().startswith("# sacreval")
    lines = (tmp_path / "llms.txt").read_text().splitlines()
    assert lines[0] == "# sacreval"
    assert "- [sacreval](index.md): Scores text." in lines
    assert lines[-3:] == ["## Metrics", "", "- [bleu](metrics/bleu.md)"]
    assert index(made).endswith("\n")


def test_first_sentences():
    """Headings, tables and code are no sentences; links are their words."""
    assert first_sentence("# a\n\n```sh\nx\n```\n\nSee [b](c.md) now. Then more.") == "See b now."
    assert first_sentence("# a\n\n| x |\n") == ""
