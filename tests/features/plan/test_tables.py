"""Plans in each format."""

import sacreval


def test_columns_that_do_not_vary_are_left_out():
    """Samples, raters, comparisons and groups have columns where they are more than one."""
    head = sacreval.plan(sd=1, difference=0.3).tables()[0].head
    assert head == ["items", "standard error", "smallest difference", "power at 0.3"]
    wide = sacreval.plan(
        sd=1, within=1, rater_sd=1, icc=0.1, group_size=4, samples=2, raters=3, comparisons=5,
        cost_item=1, cost_sample=1,
    ).tables()[0].head  # fmt: skip
    assert wide == ["items", "groups", "samples", "raters", "comparisons", "cost",
                    "standard error", "smallest difference"]  # fmt: skip


def test_answers_stand_above():
    """The answer stands above the table, in LaTeX as a comment, in Markdown as a paragraph."""
    made = sacreval.plan(sd=1, difference=0.3)
    (text,) = made.plan.answers
    assert made.render("text").startswith(f"{text}\n")
    assert made.render("tex").startswith(f"% {text}\n")
    assert made.render("md").startswith(f"{text}\n\n| items |")
    assert text in made._repr_html_()


def test_needed_items_are_marked():
    """A star marks the number of items that is needed, and the legend explains it."""
    made = sacreval.plan(sd=1, difference=0.3)
    assert "\n  90*  " in str(made)
    assert "\n*: the number of items that is needed\n" in str(made)
    assert "needed" not in str(sacreval.plan(sd=1))


def test_best_samples_that_are_endless():
    """Items that do not differ are best sampled as often as possible."""
    made = sacreval.plan(accuracy=(0.5, 0.6), discordant=0.51, within=0.5, samples=1,
                         cost_item=1, cost_sample=1)  # fmt: skip
    assert made.plan.spreads[""].between < 1e-9
    assert any("more samples are always worth their cost" in text for text in made.notes())
