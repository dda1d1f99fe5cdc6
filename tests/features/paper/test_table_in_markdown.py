"""Tables for papers in Markdown."""

from sacreval.features.paper.layout import Cell, Layout
from sacreval.features.paper.table import Caption, to_markdown


def test_heads_of_several_columns_are_repeated():
    """Markdown has one row of heads; marks, minus signs and names are written for it."""
    table = Layout(
        ["system"],
        [[("news", 2)], [("score", 1), ("p", 1)]],
        [(["a|b"], [Cell("-1.00", bold=True, dagger=True), Cell("0.5", double_dagger=True)])],
    )
    text = to_markdown(table, Caption(["Two *stars*."], [("BLEU", "bleu|refs:1")]))
    assert text.splitlines() == [
        "| system | news score | news p |",
        "| :--- | ---: | ---: |",
        "| a\\|b | **\N{MINUS SIGN}1.00**† | 0.5‡ |",
        "",
        "Two \\*stars\\*. BLEU: `bleu|refs:1`.",
    ]
