"""Converting the New York Times corpus, as described, made small here."""


def test_nytimes(miniature, lines, tar):
    """New York Times: articles that a split lists, out of an archive a month."""
    article = (
        "<nitf><body><body.head><abstract><p>Short</p></abstract></body.head><body.content>"
        '<block class="lead_paragraph"><p>x</p></block><block class="full_text"><p>One</p>'
        "<p>Two &amp; three</p></block></body.content></body></nitf>"
    )
    month = tar({"01/01/1815718.xml": article, "01/01/1815719.xml": "<nitf/>"})
    splits = {f"splits/mapping_{s}.txt": "1815718.xml\n" for s in ("train", "valid", "test")}
    folder = miniature(
        "nytimes", {"archive": tar({"nyt_corpus/data/2007/01.tgz": month}), **splits}
    )
    [row] = lines(folder / "valid.jsonl")
    assert (row["references"], row["sources"]) == (["Short"], ["One\nTwo & three"])
