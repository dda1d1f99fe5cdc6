"""Converting DUC 2002 to 2004, as described, made small here; no text is anyone's."""

from support.layouts import as_see, blanks, by_key, news

ROOT = "data-root/"
FROM = ROOT + "from-nist/"
PAST = ROOT + "scrapes/duc.nist.gov/past_duc/"


def test_duc2002(miniature, lines, tar):
    """DUC 2002: SEE summaries by kind and length, coverage and questions from the table."""
    see = PAST + "duc2002/results/abstracts/phase1/"
    peers = {
        "manual": {
            f"m/D061.{kind}.{length}.J.A{tail}.html": as_see("One.", "Two.")
            for kind, length, tail in [
                ("M", "010", ""), ("M", "050", ""), ("M", "100", ""), ("M", "200", ""),
                ("P", "100", ".AP880911-0016"),
            ]
        },
        "submitted": {
            "s/D061.M.100.J.26.html": as_see("Mine &amp; yours."),
            "s/D061.P.100.J.26.AP880911-0016.html": as_see("Single."),
        },
    }  # fmt: skip
    made = {
        f"{see}SEEpeers/{name}peers.tar.gz": tar(peers.get(name, {"x/readme": "x"}))
        for name in ("baseline1", "baseline2", "baseline3", "manual", "submitted")
    }
    scores = {f"c{27 + i}": i / 4 for i in range(6)}
    multi = blanks(33, c1="D061J", c2="M", c3=100, c8=26, c10=3, c22=1, **scores)
    single = blanks(33, c1="D061J", c2="P", c4="AP880911-0016", c8=26, c11=2, **scores)
    made[see + "short.results.table"] = "heading\n" * 37 + multi + "\n" + single + "\n"
    inner = tar({"docs/d061j/AP880911-0016": news("a")})
    made[FROM + "DUC2002_Summarization_Documents.tgz"] = tar({"x/testdocs.tar.gz": inner})
    folder = miniature("duc2002", made)
    rows = by_key(lines(folder / "task2.100.jsonl"))
    assert rows["d061", "A"]["prediction"] == "One.\nTwo."
    peer = rows["d061", "26"]
    assert peer["prediction"] == "Mine & yours."
    assert peer["references"] == ["One.\nTwo."]
    assert peer["judgments"]["peer_quality_Q1"] == 3
    assert peer["judgments"]["peer_quality_Q2"] is None
    assert peer["judgments"]["coverage_mean"] == 0
    assert peer["judgments"]["length_adjusted_coverage_std"] == 1.25
    assert peer["sources"] == ["a & more"]
    [one] = [r for r in lines(folder / "task1.jsonl") if r["system_id"] == "26"]
    assert one["instance_id"] == "d061.ap880911-0016"
    assert one["judgments"]["peer_quality_Q2"] == 2


def test_duc2003(miniature, lines, tar):
    """DUC 2003: usefulness and responsiveness come in pairs of scores."""
    base = PAST + "duc2003/results/"
    tables = base + "original.results.corrected.improved.withPenaltyForExcess/short.results.table"
    texts = {
        "a/D100.M.100.J.B.html": as_see("People."),
        "a/D100.M.100.J.6.html": as_see("System."),
        "a/D100.P.10.J.6.AP1.html": as_see("Head."),
    }
    coverage = {f"c{28 + i}": i for i in range(6)}
    row = blanks(34, c1="D100J", c8=6, c11=4, **coverage)
    made = {
        FROM + "DUC2003_Summarization_Documents.tgz": tar({"docs/d100j/AP1": news("a")}),
        base + "detagged.duc2003.abstracts.tar.gz": tar(texts),
        base + "manualsummaries/duc2003.manual.abstracts.tar.gz": tar({"x/readme": "x"}),
        base + "results.table.R.paired.noheader": "D100 x 6 y 3 z 4\n",
        base + "results.table.U.paired.noheader": "D100 AP1 x 6 y 1 z 2\n",
    }
    made |= {f"{tables}{i}": "heading\n" * 37 + row + "\n" for i in (1, 2, 3, 4)}
    folder = miniature("duc2003", made)
    rows = by_key(lines(folder / "task4.jsonl"))
    assert rows["d100", "6"]["judgments"]["responsiveness"] == [3, 4]
    assert rows["d100", "6"]["judgments"]["peer_quality_Q1"] == 4
    assert rows["d100", "6"]["judgments"]["coverage_mean"] == 0
    [head] = lines(folder / "task1.jsonl")
    assert head["judgments"]["usefulness"] == [1, 2]


def test_duc2004(miniature, lines, tar):
    """DUC 2004: everything lies in one archive of archives."""
    rouge = tar({"models/D30001.M.100.T.B": "People.", "peers/D30001.M.100.T.2": "System."})
    coverage = {f"c{15 + i}": i for i in range(6)}
    results = tar(
        {
            "duc2004_results/ROUGE/duc2004.task2.ROUGE.peers.tar.gz": rouge,
            "duc2004_results/SEE/short.results.table2": "heading\n" * 34
            + blanks(23, c1="D30001T", c7=2, c8=1, **coverage) + "\n",
            "duc2004_results/Responsiveness/results.table.R": "heading\n" * 7 + "D30001 a b 2 4\n",
        }
    )  # fmt: skip
    folder = miniature(
        "duc2004",
        {
            PAST + "duc2004/duc2004_results.tgz": results,
            FROM + "DUC2004_Summarization_Documents.tgz": tar({"docs/d30001t/A": news("a")}),
        },
    )
    peer = by_key(lines(folder / "records.jsonl"))["d30001", "2"]
    assert peer["references"] == ["People."]
    assert peer["judgments"]["responsiveness"] == 4
    assert peer["judgments"]["coverage_median"] == 1
