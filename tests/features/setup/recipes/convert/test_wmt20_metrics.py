"""Converting the metrics of WMT 2020, made small here."""


def test_wmt20_metrics(miniature, lines):
    """WMT20: DA by language pair; systems keep their number, by which scores are found."""
    import gzip

    systems = (("Tilde.1425", 24.8), ("Tilde.1430", 24.9), ("Human-A.0", 30.5))
    table = "".join(f"BLEU\ten-pl\tnewstest2020\tref\t{name}\t{x}\n" for name, x in systems)
    folder = miniature(
        "wmt20-metrics",
        {
            "checkout/manual-evaluation/DA/metrics-ad-sys-scores-en-pl.csv": (
                "RAW.SCR Z.SCR N SYS N.ALL \n58.06 -0.21 939 Tilde.1430 1126 \n"
                "59 -0.1 939 Tilde.1425 1126 \n60 0.1 900 Human-A.0 1000 \n"
            ),
            "checkout/final-metric-scores/baselines/BLEU.sys.score.gz": gzip.compress(
                table.encode()
            ),
            "checkout/final-metric-scores/submissions/X.sys.score.gz": gzip.compress(b""),
        },
    )
    rows = lines(folder / "records.jsonl")
    assert [(r["instance_id"], r["system_id"], r.get("system_type")) for r in rows] == [
        ("en-pl", "Tilde.1430", None),
        ("en-pl", "Tilde.1425", None),
        ("en-pl", "Human-A.0", "reference"),
    ]
    scores = lines(folder / "scores.jsonl")
    assert {r["system_id"]: r["scores"]["BLEU-ref"] for r in scores} == dict(systems)
    assert {r["groups"]["language_pair"] for r in scores} == {"en-pl"}
