"""Tables of records."""


def tsv(cli, *words, stdin=b""):
    outcome = cli("evaluate", "exact-match", *words, "--format", "tsv", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return [line.split("\t") for line in outcome.out.splitlines()[1:]]


def scores(rows):
    return {row[2]: (float(row[4]), int(row[5])) for row in rows}


def test_csv(cli, tmp_path):
    """CSV: quoted cells, line ends in cells, numbered references, systems and groups."""
    (tmp_path / "all.csv").write_text(
        "system_id,instance_id,prediction,reference_1,reference_2,groups.kind\n"
        'a,1,"say ""x"", y","say ""x"", y",,news\n'
        'a,2,"two\nlines",other,"two\nlines",talk\n'
        "b,1,z,z,,news\n"
        "b,2,,,q,talk\n"
    )
    rows = tsv(cli, "all.csv", "--by", "kind", "-q")
    found = {(row[2], row[3]): float(row[4]) for row in rows}
    assert found == {
        ("a", ""): 1.0, ("a", "kind=news"): 1.0, ("a", "kind=talk"): 1.0,
        ("b", ""): 0.5, ("b", "kind=news"): 1.0, ("b", "kind=talk"): 0.0,
    }  # fmt: skip


def test_tsv(cli, tmp_path):
    """TSV takes quotes literally, and `references` may hold a JSON list."""
    (tmp_path / "all.tsv").write_text('prediction\treferences\n"a\t["b", "\\"a"]\nc\t[c]\n')
    outcome = cli("evaluate", "exact-match", "all.tsv", "--format", "tsv")
    assert outcome.code == 0
    assert "\t0.5\t2\t" in outcome.out
    quoted = 'table{"quoting": "quotes", "delimiter": "\\t"}'
    (tmp_path / "all.tsv").write_text('prediction\treferences\n"a\tb"\t"a\tb"\n')
    assert scores(tsv(cli, "all.tsv", "--reader", quoted)) == {"all": (1.0, 1)}


MEBIBYTES_10 = 10 * 2**20


def test_a_cell_over_many_lines(cli, tmp_path):
    """A quote that is not closed does not gather a whole file into one cell."""
    lines = "word\n" * (MEBIBYTES_10 // 5)
    (tmp_path / "a.csv").write_text(f'prediction,references\na,a\n"{lines}')
    outcome = cli("evaluate", "exact-match", "a.csv")
    assert outcome.code == 2
    assert "this cell is longer than 8 MiB" in outcome.err


def test_an_error_instead_of_an_output(cli, tmp_path):
    """In a table, an empty prediction with an error is a record without an output, as null is."""
    (tmp_path / "a.csv").write_text(
        "prediction,reference,error\n,a,timeout\na,a,\n,a,refused: no\n,a,\n"
    )
    done = cli("evaluate", "exact-match", "a.csv", "--format", "json")
    missing = done.json()["results"][0]["missing"]
    assert (done.code, missing["failed"], missing["refused"]) == (3, 1, 1)
    assert "without an output: 1 failed, 1 refused" in done.err
    done = cli("evaluate", "exact-match", "a.csv", "--map", "prediction=lower(prediction)")
    assert (done.code, "without an output: 1 failed, 1 refused" in done.err) == (3, True)
