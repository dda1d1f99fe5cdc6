"""Rows of `plan`, of gates and other shared options of `evaluate`, and of `verify`."""

from collections.abc import Iterator

from lock.of_comparisons import FORMATS, JSON, SAMPLE, lines
from lock.rows import Row

SUITE = f"sacreval evaluate suite -m bleu -m ter {SAMPLE}"
BEFORE = (f"{SUITE} -o run.json --instances run.jsonl --force",)

GUESSES = """
--accuracy .5 .9 --items 40
--accuracy .5 .9 --items 40 --discordant .5
--accuracy .5 .9 --items 40 --discordant .5 --method mcnemar
--accuracy .6 .7 --items 50 --items 200
--sd 0.3 --difference 0.05
--sd 0.3 --difference 0.05 --method normal
--sd 0.3 --difference 0.05 --power 0.9 --comparisons 9
--sd 0.3 --difference 0.05 --correlation 0.5
--sd 0.3 --difference 0.05 --within 0.2 --samples 1 --samples 4
--sd 0.3 --difference 0.05 --icc 0.2 --group-size 5
--sd 0.3 --difference 0.05 --within 0.2 --cost-item 5 --cost-sample 1 --budget 5000
--sd 0.3 --difference 0.1 --rater-sd 0.5 --raters 1 --raters 3
--sd 0.3 --half-width 0.02 --confidence 0.9
--proportion 0.8 --half-width 0.02
"""
OF_PLAN = """
--metric bleu --simulations 10 --trials 100
--metric bleu --simulations 10 --trials 100 --method simulation
--metric ter --simulations 10 --trials 100 --base literal --other terse
--metric ter --simulations 10 --trials 100 --resample-by domain --difference 30
--metric ter --half-width 1
--metric ter --difference 2 --items 100
"""
GATES = """
--fail-under bleu=10
--fail-under bleu=30
--fail-under nope=3
--fail-under 'ter[domain=weather]=40' --by domain
--check 'ter <= 60'
--check 'bleu > 20'
--check 'bleu[domain=news] > 30' --by domain
--check 'share(ter <= 40) >= 0.95'
--check 'count(ter > 80) <= 3'
--check 'min(ter) > 0'
"""
OF_BASELINES = """
--workers 1
--not-worse ter=1
--significant-drop ter=1
--max-drop ter=0.5
--no-new-failures 'ter <= 40'
"""
CHANGED = "--map 'prediction=references[1]' --force-baseline"
OF_SUITES = """
--ci --interval auto --resamples 200
--ci --interval expanded --resamples 200
--ci --interval percentile --resamples 200
--ci --interval jackknife
--ci --interval shifted --resamples 200
--ci --interval bca --resamples 200
--ci --seed 3
--ci --confidence 0.9
--ci --resample-by domain
--by domain --summary mean --summary worst
--engine official
--exclude terse
--limit 5
--sample 7
--sort score
--systems literal
--where "groups.domain == 'news'"
--workers 2
"""
OF_MEANS = """
--as other
--ci --anytime
--ci --strata domain:news=0.4,travel=0.3,weather=0.2,recipes=0.1
--extract first-line --unextracted empty
--extract first-word
--normalize lower
--reduce-references max
--reduce-references mean
--rename token_f1_f1=other
"""
OTHER = """
exact-match sample/outputs.jsonl --normalize lower --ci --interval wilson
exact-match sample/outputs.jsonl --normalize lower --ci --interval clopper-pearson
exact-match sample/outputs.jsonl --normalize lower --ci --guarantee
token-f1 corpora/news.jsonl --humans token_f1_f1=mqm --corrected --check 'token_f1_f1 > 0.5'
classification sample/labels.jsonl --average macro --ci
pass-at-k sample/code.jsonl --k 1 --k 5
suite classification sample/labels.jsonl
suite code sample/code.jsonl
suite gsm8k sample/solutions.jsonl
suite machine-translation sample/outputs.jsonl
suite question-answering sample/answers.jsonl
suite simplification sample/simplification.jsonl
suite summarization sample/outputs.jsonl
"""


def plan() -> Iterator[Row]:
    """Make the rows of `plan`."""
    yield Row("sacreval plan --sd 0.3 --difference 0.05")
    for more in lines(GUESSES):
        yield Row(f"sacreval plan {more} {JSON}")
    for more in lines(OF_PLAN):
        yield Row(f"sacreval plan run.json {more} {JSON}", BEFORE)


def gates() -> Iterator[Row]:
    """Make the rows of gates."""
    yield Row(f"{SUITE} --fail-under bleu=30")
    for more in lines(GATES):
        yield Row(f"{SUITE} {more} {JSON}")
    for more in lines(OF_BASELINES):
        yield Row(f"{SUITE} --baseline run.json {more} {JSON}", BEFORE)
        yield Row(f"{SUITE} --baseline run.json {more} {CHANGED} {JSON}", BEFORE)
    junit = "--check 'bleu > 20' --junit gates.xml --junit-records --force"
    yield Row(f"{SUITE} {junit}", read="gates.xml")


def options() -> Iterator[Row]:
    """Make the rows of other options of `evaluate` that are not a metric's."""
    for more in lines(OF_SUITES):
        yield Row(f"{SUITE} {more} {JSON}")
    for more in lines(OF_MEANS):
        yield Row(f"sacreval evaluate token-f1 {SAMPLE} {more} {JSON}")
    formats = (f"--ci --format {form}" for form in FORMATS)
    for more in ("--ci --details", "--by domain", "--ci --style paper --format tex", *formats):
        yield Row(f"{SUITE} {more}")
    for ending in ("jsonl", "csv", "tsv"):
        line = f"{SUITE} --limit 3 --instances records.{ending} --details --force"
        yield Row(line, read=f"records.{ending}")
    for words in lines(OTHER):
        yield Row(f"sacreval evaluate {words} {JSON}")


def verify() -> Iterator[Row]:
    """Make the rows of `verify`."""
    yield Row(f"sacreval verify none.json {SAMPLE}")
    for name in ("bleu", "rouge", "wer", "token-f1", "readability"):
        yield of_result(name, SAMPLE, SAMPLE)
    yield of_result("chrf", SAMPLE, "sample/simplification.jsonl")
    yield of_result("exact-match", "sample/answers.jsonl", "sample/answers.jsonl")
    yield of_result("pass-at-k", "sample/code.jsonl", "sample/code.jsonl")
    yield of_result("nist", "corpora/news-texts.jsonl", "corpora/news-texts.jsonl")


def of_result(name: str, scored: str, checked: str) -> Row:
    """Make a row that checks the result of some records with the same or others."""
    before = f"sacreval evaluate {name} {scored} --ci --resamples 50 -o of-{name}.json --force"
    return Row(f"sacreval verify of-{name}.json {checked}", (before,))
