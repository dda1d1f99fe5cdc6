"""A table for a paper, of correlations."""

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
WORDS = ["correlate", "suite", "-m", "rouge", "-m", "chrf", SAMPLE, "--style", "paper"]
WORDS += ["--format", "md", "-q", "--human", "fluency", "--interval", "none"]


def rows(cli, *words):
    """Return the cells of a table, row by row, without its head."""
    done = cli(*WORDS, "--level", "summary", "--coefficient", "pearson", *words)
    assert done.code == 0, done.err
    lines = [line for line in done.out.splitlines() if line.startswith("|")][2:]
    return [[cell.strip(" *†") for cell in line.strip("|").split("|")] for line in lines]


def test_the_order_of_rows_is_that_of_the_first_level(cli):
    """`--sort` orders the metrics, and `--top` leaves out those at the end."""
    given, by_value = rows(cli), rows(cli, "--sort", "pearson")
    assert sorted(by_value) == sorted(given)
    assert rows(cli, "--sort", "pearson", "--top", "2") == by_value[:2]


def test_percent(cli):
    """Correlations times 100 are said to be that, with two decimal places less."""
    words = ["--level", "summary", "--coefficient", "pearson"]
    assert "Correlations are times 100." in cli(*WORDS, *words, "--percent").out
    (first, *_), (times, *_) = rows(cli), rows(cli, "--percent")
    assert times[1] == f"{100 * float(first[1]):.1f}"
