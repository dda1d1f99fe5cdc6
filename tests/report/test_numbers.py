"""Numbers, names, methods and Markdown as papers and pages write them."""

import json
import math
from pathlib import Path
from types import SimpleNamespace

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.features.correlate.options import INTERVALS
from sacreval.features.correlate.significance.trials import POPULATIONS
from sacreval.report import markdown
from sacreval.report.cited_metrics import in_words, is_known, label, named, owner, phrase, used
from sacreval.report.display_names import display_names, written
from sacreval.report.formats import format_of
from sacreval.report.numbers import p_text
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

WORDS = ["suite", "-m", "rouge", "-m", "bleu", SAMPLE]


def _row(out, system, name):
    head, *rows = (line for line in out.splitlines() if line.startswith("|"))
    names = [cell.strip() for cell in head.split("|")]
    row = next(row for row in rows if row.startswith(f"| {system} "))
    cell = row.split("|")[next(i for i, x in enumerate(names) if x.startswith(name))]
    return float(cell.replace("*", "").replace("†", "").strip())


@pytest.mark.parametrize("style", ["plain", "paper"])
def test_evaluate(cli, tmp_path, style):
    """Scores from 0 to 1 are times 100, those up to 100 are not; files have neither."""
    words = ["evaluate", *WORDS, "--format", "md", "--style", style, "--percent", "--digits", "3"]
    done = cli(*words, "-o", "a.json")
    results = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    values = {(x["system_id"], x["output"]): x["value"] for x in results}
    rouge, bleu = values["terse", "rouge1_f1"], values["terse", "bleu"]
    assert _row(done.out, "terse", "ROUGE-1 F1") == pytest.approx(100 * rouge, abs=6e-4)
    assert _row(done.out, "terse", "BLEU") == pytest.approx(bleu, abs=6e-4)
    assert "from 0 to 1 are times 100" in done.out


@pytest.mark.parametrize("form", ["text", "tsv"])
def test_compare(cli, form):
    """Differences are times 100 too, in tables alone."""
    words = ["compare", *WORDS, "--base", "literal", "--primary", "bleu", "--format", form]
    plain, scaled = cli(*words).out, cli(*words, "--percent", "--digits", "2").out
    assert (plain == scaled) == (form == "tsv")
    if form == "text":
        (line,) = (x for x in scaled.splitlines() if x.startswith("ROUGE-1 F1  ") and "terse" in x)
        difference = next(word for word in line.split() if word.startswith(("+", "-")))
        assert abs(float(difference)) > 1


def test_data_sets_from_files(cli):
    """`compare results` has both for papers, and says so."""
    cli("evaluate", *WORDS, "-o", "a.json")
    done = cli("compare", "results", "a.json", "--percent")
    assert (done.code, done.out) == (2, "")
    assert "--percent is for --style paper here" in done.err


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.00004, "<0.0001"), (0.00006, "0.0001"), (1.0, "1.0000"), (None, "-"), (math.nan, "-")],
)
def test_p_values(p, text):
    """A p-value is never shown as 0, and as a hyphen if there is none."""
    assert p_text(p) == text


def result(metric, output, signature="", **fields):
    defaults = {"alias": None, "renamed": None, "signature": signature or metric} | fields
    return SimpleNamespace(metric=metric, output=output, **defaults)


@pytest.mark.parametrize(
    ("output", "options", "name"),
    [
        ("bleu", {}, "BLEU"),
        ("bleu", {"max_ngram_order": 2}, "BLEU-2"),
        ("bleu", {"tokenize": "flores200"}, "spBLEU"),
        ("chrf", {}, "chrF2"),
        ("chrf", {"word_order": 2}, "chrF++"),
        ("chrf", {"beta": 1, "word_order": 1}, "chrF1+"),
        ("rouge1_f1", {}, "ROUGE-1 F1"),
        ("rougeLsum_recall", {}, "ROUGE-Lsum recall"),
        ("rougeSU4_f1", {}, "ROUGE-SU4 F1"),
        ("token_f1_f1", {}, "token F1"),
        ("token_f1_recall", {}, "token recall"),
        ("ndcg_at_10", {}, "nDCG@10"),
        ("pass_at_1", {}, "pass@1"),
        ("bertscore_f1", {}, "BERTScore F1"),
        ("wer_hits", {}, "WER hits"),
        ("exact_match", {}, "exact match"),
    ],
)
def test_names_of_the_field(output, options, name):
    """An identifier has the name that papers use, with what the options change in it."""
    assert written(output, options) == name


def test_what_users_name_stays():
    """Outputs of own metrics, judges and suites with names keep them."""
    for renamed in (
        result("py:mine:bleu", "bleu"),
        result("judge", "bleu"),
        result("bleu", "bleu", alias="old"),
        result("bleu", "bleu", renamed="bleu_score"),
    ):
        assert display_names([renamed]) == {"bleu": "bleu"}
    assert display_names([result("bleu", "bleu")]) == {"bleu": "BLEU"}
    several = [result("chrf", "chrf", "chrf|word_order:2"), result("ter", "ter")]
    assert display_names(several) == {"chrf": "chrF++", "ter": "TER"}


def test_aliases_in_a_run():
    """An output that a run calls by an alias has the name of the field, unless it is another's."""
    plain = result("chrf", "chrf")
    options = {"signature": "chrf|word_order:2", "alias": "chrfpp"}
    plus = result("chrf", "chrfpp", renamed="chrf", **options)
    assert display_names([plus, plain]) == {"chrfpp": "chrF++", "chrf": "chrF2"}
    assert display_names([result("chrf", "chrfpp_chrf", **options)]) == {"chrfpp_chrf": "chrF++"}
    again = result("rouge", "rouge-l_rougeL_f1", alias="rouge-l")
    names = display_names([result("rouge", "rougeL_f1"), again])
    assert names == {"rougeL_f1": "ROUGE-L F1", "rouge-l_rougeL_f1": "rouge-l_rougeL_f1"}


def test_no_name_stands_for_two():
    """Where two outputs would have one name, both keep their identifiers."""
    both = [result("max-f1", "max_f1"), result("max-f1", "max__f1")]
    names = display_names([*both, result("ter", "ter")])
    assert len(set(names.values())) == 3


def test_no_identifier_is_left():
    """The outputs of every metric that can be created here have names without underscores."""
    for name in metrics:
        try:
            outputs = metrics.get(name)().outputs
        except Exception:  # noqa: BLE001, S112 - it needs options, an extra or files
            continue
        assert not [x for x in outputs if "_" in written(x, {})], name


def test_used():
    """Options that differ from the defaults are named, and versions of libraries."""
    description = used("chrf|char_order:6|word_order:2|refs:1|sacreval:0.1.0|sacrebleu:2.6.0")
    assert description.metric == "chrf"
    assert description.options == ("word order 2",)
    assert dict(description.libraries)["sacrebleu"] == "2.6.0"
    assert used(metrics.get("chrf")().signature()).options == ()


@pytest.mark.parametrize(("name", "text"), [("bleu", "BLEU"), ("chrf", "chrF"), ("ter", "TER")])
def test_label(name, text):
    """A metric has its name in the field."""
    assert label(metrics.get(name)) == text


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("chrf", {}, "chrF"),
        ("chrf", {"word_order": 2}, "chrF++"),
        ("bleu", {"max_ngram_order": 1}, "BLEU-1"),
        ("rouge", {}, "ROUGE-N, ROUGE-L and ROUGE-Lsum"),
        ("rouge", {"types": ["1", "L"]}, "ROUGE-1 and ROUGE-L"),
    ],
)
def test_options_in_names(name, options, text):
    """Options that change the name of a metric in papers are in its label."""
    assert named(name, options).label == text
    assert not any(option.startswith("types") for option in named(name, options).options)
    assert used(f"{metrics.get(name)(**options).signature()}|sacreval:0.1.0").label == text


def test_known():
    """Code that is named in a file is not looked up."""
    assert is_known("bleu|refs:1|sacreval:0.1.0")
    assert not is_known("py:mine:score|refs:1|sacreval:0.1.0")
    assert not is_known("no-such-metric|refs:1")


@pytest.mark.parametrize(
    ("outputs", "parts"),
    [
        ((), ()),
        (("rouge1_f1", "rougeL_f1"), ("F1",)),
        (("rouge1_f1", "rouge1_recall"), ("recall and F1",)),
        (("rouge1_f1_jk",), ("F1", "jackknifed over references")),
        (("rouge1_f1_jk", "rouge1_f1"), ("F1", "with and without jackknifing over references")),
    ],
)
def test_parts(outputs, parts):
    """Of precision, recall and F1 those that were used are named, and jackknifing."""
    assert used("rouge|refs:2|sacreval:0.1.0", outputs).parts == parts


def test_parts_that_the_label_names():
    """What the name of a metric says is not said twice."""
    assert used("token-f1|refs:2|sacreval:0.1.0", ["token_f1_f1"]).parts == ()


def test_owner():
    """An output belongs to the metric with the longest name that it begins with."""
    signatures = ["rouge|refs:1", "rouge-we|refs:1", "bleu|refs:1"]
    assert owner("rouge_we1_f1_jk", signatures) == signatures[1]
    assert owner("rouge1_f1", signatures) == signatures[0]
    assert owner("COMET", signatures) is None


def test_owner_of_the_same_metric_twice():
    """An output that is named after an alias belongs to the metric with the options of that."""
    plus, plain = "chrf|word_order:2|refs:1", "chrf|word_order:0|refs:1"
    for signatures in ([plus, plain], [plain, plus]):
        assert owner("chrfpp_jk", signatures) == plus
        assert owner("chrf", signatures) == plain


def test_in_words():
    """Names are joined by commas, the last one by and."""
    assert [in_words(x) for x in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]


UNITS = ("systems", "inputs", "both")

METHODS = [
    *(f"{name}-{unit}" for name in INTERVALS if name not in ("auto", "none", "fisher")
      for unit in UNITS),
    *(f"jackknife-z-{unit}" for unit in UNITS),
    *POPULATIONS,
    "rule-of-three", "fisher",
    *(name for name in COEFFICIENTS if name != "sys-delta"), "sys-delta:0:1",
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_no_internal_name_of_correlate_is_left(method):
    """Every test, interval and coefficient of correlate is in words."""
    assert phrase(method) != method
    assert "both" not in phrase(method)
    assert "perm-" not in phrase(method)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("bootstrap-both", "the bootstrap over systems and inputs"),
        ("jackknife-z-systems", "the jackknife of Fisher's z over systems"),
        ("percentile-both", "the percentile bootstrap over systems and inputs"),
        ("perm-systems+williams", f"{phrase('perm-systems')} and Williams's test"),
        ("sys-delta:0:1.5", "Kendall's tau over pairs of systems whose scores differ by 0 to 1.5"),
        ("mine", "mine"),
    ],
)
def test_words(method, said):
    """What is drawn and over what, joined tests, and bounds; another name is as it is."""
    assert phrase(method) == said


HOSTILE = [
    "[x](javascript:alert(1))", "![x](http://evil.example/a.png)", "a|b", "a\\|b", "a\\\\|b", "`x`",
    "<img src=x>", "**bold**", "&lt;b&gt;", "http://evil.example", "www.evil.example", "~~x~~",
    "me@evil.example", "_x_", "> x", "<b>x</b>",
]  # fmt: skip


def rendered(cell):
    """Render one cell as GitHub does: split at pipes, then inline Markdown."""
    from markdown_it import MarkdownIt

    table = f"| a | b |\n| --- | --- |\n| {cell} | end |\n"
    parser = MarkdownIt("gfm-like", {"linkify": False}).enable(["table", "strikethrough"])
    return parser.render(table)


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_names_as_they_are(name):
    """No name of a system becomes a link, an image, markup or another cell of a table."""
    from html import escape

    written = markdown.plain(name)
    assert not {"http:", "www.", "me@"} & {written[:5], written[:4], written[:3]}
    page = rendered(written)
    assert f"<td>{escape(name)}</td>" in page.replace("&quot;", '"')
    assert "<td>end</td>" in page
    assert page.count("<td>") == 2


@pytest.mark.parametrize("name", [*HOSTILE, "rouge1_f1", "a_b_c", "GPT-4 (5-shot)", "x.y"])
def test_backslashes_are_all_that_markdown_adds(name):
    """Escapes are backslashes before punctuation; plain names stay as they are."""
    written = markdown.plain(name)
    plain, skip = [], False
    for character in written:
        if character == "\\" and not skip:
            skip = True
        else:
            plain.append(character)
            skip = False
    assert "".join(plain) == name
    if name not in HOSTILE:
        assert written == name


@pytest.mark.parametrize("line", ["a", "`", "a`b", "``a` b```", "`[x](y)`"])
def test_code_holds_ticks(line):
    """A line with ticks is one piece of code."""
    from html import escape

    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark").render(markdown.code(line))
    assert page == f"<p><code>{escape(line, quote=False)}</code></p>\n"


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.json", "json"), ("a.b.CSV", "csv"), ("a.markdown", "md"), ("a.latex", "tex"),
     ("a.txt", "text")],
)  # fmt: skip
def test_endings(name, form):
    """Case does not count, and some formats have two endings."""
    assert format_of(Path(name)) == form


@pytest.mark.parametrize(("name", "said"), [("a.jsn", "'json'"), ("a", "available")])
def test_unknown_endings(name, said):
    """Another ending is answered with the nearest, or with those that there are."""
    with pytest.raises(UsageError, match=said):
        format_of(Path(name))
