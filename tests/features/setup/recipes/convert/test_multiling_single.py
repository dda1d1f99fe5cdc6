"""MultiLing's single documents: articles with one human summary."""

from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.convert.multiling_single import convert
from sacreval.features.setup.recipes.place import Place


def test_articles_and_summaries_are_joined(tmp_path, monkeypatch):
    """A text and a summary of one hash are a record; a text without a summary is none."""
    for name, text in {
        "body/text/en/ab12_body.txt": "\ufeffThe article.\n",
        "body/text/en/cd34_body.txt": "No summary.",
        "summary/en/ab12_summary.txt": " The summary.\n",
    }.items():
        path = tmp_path / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(nist, "unpacked", lambda _, archive: tmp_path / archive)
    (record,) = convert(
        Place(tmp_path), bodies="body/text/en/*.txt", summaries="summary/en/*.txt",
        archives=["archive"],
    )  # fmt: skip
    assert (record.instance_id, record.system_type) == ("ab12", "reference")
    assert (record.prediction, record.sources) == ("The summary.", ["The article."])
