"""Converting DUC 2001, as described, made small here; no text is anyone's."""

from support.layouts import by_key, news

ROOT = "data-root/"
FROM = ROOT + "from-nist/"


def test_duc2001(miniature, lines, tar):
    """DUC 2001: people only, sets by length and single documents; each other's references."""
    data = "DUC2001_Summarization_Documents/data/"
    sums = '<SUM DOCSET="d04" TYPE="MULTI" SIZE="50" SUMMARIZER="{}">\nThe {} text.</SUM>\n'
    single = '<SUM DOCSET="d04" TYPE="PERDOC" DOCREF="AP1" SUMMARIZER="{}">\nOn {}.</SUM>\n'
    files = {}
    for split in ("training", "test"):
        files[f"{data}{split}/docs/d04a/AP1"] = news("a")
        for writers in ("d04ab", "d04ac"):
            writer = writers[-1].upper()
            base = f"{data}{split}/d04a/{writers}/"
            for size in ("50", "100", "200", "400"):
                files[base + size] = sums.format(writer, writer)
            files[base + "perdocs"] = single.format(writer, writer)
    folder = miniature("duc2001", {FROM + "DUC2001_Summarization_Documents.tgz": tar(files)})
    rows = by_key(lines(folder / "training.50.jsonl"))
    assert rows["d04", "B"]["prediction"] == "The B text."
    assert rows["d04", "B"]["references"] == ["The C text."]
    assert rows["d04", "B"]["sources"] == ["a & more"]
    rows = by_key(lines(folder / "test.perdocs.jsonl"))
    assert rows["d04.ap1", "C"]["prediction"] == "On C."
    assert rows["d04.ap1", "C"]["sources"] == ["a & more"]
