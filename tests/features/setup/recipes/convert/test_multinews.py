"""Converting Multi-News, as described, made small here."""


def test_multinews(miniature, lines):
    """Multi-News: articles are parted by bars, lines by a word; sets without article are out."""
    files = {}
    for split in ("train", "val", "test"):
        files[f"folder/{split}.src.cleaned"] = "a NEWLINE_CHAR b ||||| c\n ||||| \nd"
        files[f"folder/{split}.tgt"] = "\u2013 one\ntwo\nthree"
    rows = lines(miniature("multinews", files) / "valid.jsonl")
    assert [(r["instance_id"], r["sources"], r["references"]) for r in rows] == [
        ("1", ["a\nb", "c"], ["one"]),
        ("3", ["d"], ["three"]),
    ]
