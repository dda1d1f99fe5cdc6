"""Converting MultiLing 2019, as described, made small here."""


def test_multiling2019(miniature, lines, zipped):
    """MultiLing 2019: the table lists everything; an empty score is a gap."""
    table = "summary_path,score,model_paths,source_paths\n"
    table += (
        'ID1/english/M01.txt,3.5,"m/a.txt,m/b.txt",s/a.txt\nID2/english/M01.txt,,m/a.txt,s/a.txt\n'
    )
    root = "v2/train/"
    names = ("ID1/english/M01.txt", "ID2/english/M01.txt", "m/a.txt", "m/b.txt", "s/a.txt")
    archive = zipped({root + "data.csv": table, **{root + name: name for name in names}})
    folder = miniature("multiling2019", {"archives/summary_eval_v2.zip": archive})
    one, two = lines(folder / "english.jsonl")
    assert one["references"] == ["m/a.txt", "m/b.txt"]
    assert [r["judgments"]["multiling2019_score"] for r in (one, two)] == [3.5, None]
