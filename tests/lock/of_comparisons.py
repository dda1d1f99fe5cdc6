"""Rows of `compare` and `correlate`: all tests, intervals, coefficients and levels."""

from collections.abc import Iterator
from itertools import product

from lock.rows import Row

SAMPLE = "sample/outputs.jsonl"
JSON = "--format json"
FORMATS = ("text", "json", "jsonl", "tsv", "csv", "md", "tex")

COMPARED = ("bleu", "chrf", "ter", "rouge", "wer", "exact-match", "token-f1", "length")
ON_CORPORA = ("bleu", "chrf", "ter", "exact-match")
TESTS = ("auto", "paired-ar", "mid-p", "paired-bs", "centred-bs", "wilcoxon", "sign")
OF_DIFFERENCES = ("auto", "randomization", "tango", "percentile", "expanded", "jackknife")
OF_COMPARE = """
--all-tests
--all-pairs
--all-pairs --ranks separate
--base literal
--by domain
--show 2
--equivalent chrf=5
--not-worse chrf=2
--family all --by domain
--resample-by domain
--engine official
--humans adequacy
--confidence 0.9
--seed 7
--other terse
--sort score
--style paper --format md
--style paper --format tex
--style paper --format md --columns score,interval,difference,p
--style paper --format md --transpose
"""

COEFFICIENTS = """
pearson spearman kendall tau-a tau-c tau-10 tau-13 tau-14 darr weighted-tau pa acc-eq spa
sys-delta:0:50 pdp tau-eq partial-pearson partial-spearman pairwise-accuracy
"""
LEVELS = ("summary", "system", "global", "group-by-system")
INTERVALS = ("auto", "percentile", "expanded", "jackknife", "bca", "fisher", "none")
UNITS = (
    *product(INTERVALS, ("both",)),
    ("jackknife", "inputs"),
    ("bca", "inputs"),
    ("percentile", "systems"),
    ("auto", "inputs"),
)
OF_PAIRS = """
perm-systems perm-inputs perm-both-xor perm-both-cells perm-pairs wmt williams bootstrap-systems
bootstrap-inputs bootstrap-both centred-systems centred-inputs centred-both
"""
OF_CORRELATE = """
--explain
--agreement
--format json
--matrix --test auto
--test williams --absolute
--test bootstrap-both --alternative greater
--test bootstrap-both --correction bonferroni
--test bootstrap-both --correction bh
--test wmt --ranks wmt
--mean micro
--mean nan-as-zero
--top 1
--outliers 2.5
--common-inputs
--every-input
--min-systems 3
--tasks-by domain
--exclude terse
--coefficient acc-eq --epsilon 0.1
--coefficient darr --gap 1
--references-as-systems
--sort pearson
--style paper --format md
"""
OF_SCORES = """
--level system --test bootstrap-both --format json
--level system --test williams --metric bleu --metric ter
--level system --coefficient spa --format json
"""


def compare() -> Iterator[Row]:
    """Make the rows of `compare`."""
    few = "--trials 500 --resamples 100"
    for name in COMPARED:
        yield Row(f"sacreval compare {name} {SAMPLE} {few} {JSON}")
    for name, corpus in product(ON_CORPORA, ("news", "summaries")):
        yield Row(f"sacreval compare {name} corpora/{corpus}-texts.jsonl {few} {JSON}")
    options = [f"--test {x}" for x in TESTS] + [f"--interval {x}" for x in OF_DIFFERENCES]
    for more, name in product(options, ("chrf", "exact-match")):
        yield Row(f"sacreval compare {name} {SAMPLE} {more} {few} {JSON}")
    for more in (*lines(OF_COMPARE), *(f"--format {form}" for form in FORMATS)):
        yield Row(f"sacreval compare chrf {SAMPLE} {few} {more}")
    yield Row(f"sacreval compare suite -m bleu -m chrf {SAMPLE} {few} --primary chrf {JSON}")
    yield Row(f"sacreval compare suite -m bleu -m chrf corpora/news-texts.jsonl {few} --all-pairs")
    yield Row(f"sacreval compare chrf corpora/news-texts.jsonl {few} --show 2", hides=True)
    sets = tuple(
        f"sacreval evaluate chrf {SAMPLE} --where \"groups.domain == '{domain}'\" "
        f"-o {domain}.json --instances {domain}.jsonl --force"
        for domain in ("news", "travel", "weather")
    )
    for more in (JSON, "--format text"):
        yield Row(f"sacreval compare results news.json travel.json weather.json {more}", sets)


def correlate() -> Iterator[Row]:
    """Make the rows of `correlate`."""
    few = "--resamples 50"
    on_sample = f"sacreval correlate suite -m bleu -m ter {SAMPLE} --human adequacy"
    levels = " ".join(f"--level {level}" for level in LEVELS)
    for coefficient in COEFFICIENTS.split():
        yield Row(f"{on_sample} --coefficient {coefficient} {levels} --interval none {JSON}")
    formats = (f"--level system --format {form}" for form in FORMATS)
    for more in ("--format text", *lines(OF_CORRELATE), *formats):
        yield Row(f"{on_sample} {few} {more}")
    yield from on_corpora(few)
    before = (f"sacreval score chrf {SAMPLE} -o s.jsonl --force",)
    for more in (JSON, "--format text"):
        trust = f"sacreval correlate trust s.jsonl --human adequacy --least-outputs 5 {more}"
        yield Row(f"sacreval correlate judgments {SAMPLE} --human adequacy {more}")
        yield Row(f"sacreval correlate list s.jsonl {more}", before)
        yield Row(trust, before)


def on_corpora(few: str) -> Iterator[Row]:
    """Make those on real corpora."""
    on_news = "sacreval correlate suite -m bleu -m chrf corpora/news.jsonl --human mqm"
    every = " ".join(f"--coefficient {coefficient}" for coefficient in COEFFICIENTS.split())
    yield Row(f"{on_news} {every} --interval none {JSON}")
    two = f"{few} --level summary --level system --coefficient pearson --coefficient kendall {JSON}"
    for interval, units in UNITS:
        yield Row(f"{on_news} --interval {interval} --units {units} {two}")
    for test in OF_PAIRS.split():
        yield Row(f"{on_news} --test {test} --interval none {two}")
    for human in ("consistency", "fluency", "coherence"):
        yield Row(f"sacreval correlate bleu corpora/summaries.jsonl --human {human} {few} {JSON}")
    before = ("sacreval score suite -m bleu -m ter corpora/summaries.jsonl -o real.jsonl --force",)
    for more in ("--format text", *lines(OF_SCORES)):
        line = f"sacreval correlate scores real.jsonl --human relevance {few} {more}"
        yield Row(line, before, ties="spa" in more)
    yield Row(f"sacreval correlate judgments corpora/news.jsonl --human mqm {JSON}")
    yield Row("sacreval correlate list real.jsonl", before)


def lines(text: str) -> list[str]:
    """Return the lines of a block of options."""
    return text.strip().splitlines()
