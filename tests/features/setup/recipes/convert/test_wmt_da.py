"""Converting direct assessments of WMT, made small here."""

DA = "SYS SID RAW.SCR Z.SCR N \nFacebook-AI.8 813 70.5 0.25 2 \nOnline-G.11 813 60 -0.5 1 \n"


def test_wmt_da(miniature, lines):
    """WMT's DA: blanks in a file called csv, internal numbers taken off systems' names."""
    xml = '<d><doc id="x"><src lang="is"><p><seg id="1">s</seg></p></src>'
    xml += '<ref translator="A"><p><seg id="1">r</seg></p></ref>'
    xml += '<hyp system="Facebook-AI"><p><seg id="1">h</seg></p></hyp></doc></d>'
    folder = miniature(
        "wmt21-da",
        {
            "humaneval/newstest2021-toen/ad-seg-scores-is-en.csv": DA,
            "xml/newstest2021.is-en.all.xml": xml,
        },
    )
    rows = lines(folder / "judgments.jsonl")
    assert [row["system_id"] for row in rows] == ["Facebook-AI", "Online-G"]
    assert rows[0]["judgments"] == {"da": 70.5, "da_z": 0.25}
    assert lines(folder / "outputs.jsonl")[0]["prediction"] == "h"


def test_wmt22_da(miniature, lines):
    """WMT22: a system that nobody judged has no row and no record."""
    folder = miniature("wmt22-da", {"humaneval/DA/newstest2022-toen/ad-seg-scores-uk-en.csv": DA})
    assert {row["system_id"] for row in lines(folder / "records.jsonl")} == {
        "Facebook-AI",
        "Online-G",
    }
