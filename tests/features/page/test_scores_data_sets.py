"""The page of results over data sets."""

from support.two_sets import WORDS, write_two_sets


def test_pages(cli, tmp_path):
    """The page has a table for each output; with --dataset it is that of one data set."""
    write_two_sets(tmp_path)
    kept = ["-o", "r.json", "--instances", "i.jsonl", "-q", "--check", "chrf > 60"]
    assert cli("evaluate", "suite", "suite.yaml", *kept).code == 1
    done = cli("report", "r.json", "-o", "all.html")
    assert done.code == 0
    assert "give --dataset NAME for distributions" in done.err
    page = (tmp_path / "all.html").read_text()
    assert page.count("by data set</caption>") == 4
    assert "mean of sets" in page
    assert "boolq: chrf of careless is" in page
    done = cli("report", "r.json", "-o", "one.html", "--dataset", "boolq", "--inputs",
               "boolq/careful.jsonl", "--inputs", "boolq/careless.jsonl")  # fmt: skip
    assert done.code == 0, done.err
    page = (tmp_path / "one.html").read_text()
    assert "Worst and best records" in page
    assert "the cat sat" in page
    assert "by data set" not in page


def test_wrong_options(cli, tmp_path):
    """An unknown data set, and options of one data set without its name, are errors."""
    write_two_sets(tmp_path)
    cli("evaluate", "chrf", *WORDS, "-o", "r.json", "-q")
    done = cli("report", "r.json", "-o", "x.html", "--dataset", "bolq")
    assert "r.json has no such data set; did you mean 'boolq'?" in done.err
    done = cli("report", "r.json", "-o", "x.html", "--inputs", "boolq/careful.jsonl")
    assert "are of one data set; name it with --dataset NAME" in done.err
