"""Parsers of judges equal the originals on saved replies, or differ as docs/differences.md says.

The replies and the originals' numbers are read from SACREVAL_CASES; they were made on 2026-11-22 by
GEMBA a7a7eff, G-Eval 6f84404, FastChat 0e6d3e4b, inspect_ai 499e6152e, ragas 3e28e9de and deepeval
a2e0d4cfd, whose parsers were run unchanged.
"""

import json
from functools import cache
from math import log
from random import Random
from statistics import fmean

import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import MetricRecipe
from sacreval.metrics.judges._scales import filled
from sacreval.metrics.judges._verdicts import read_verdict
from support import missing
from support.cases import COLLECTIONS
from support.differences import rows as rows_of_page
from support.judge_parsing import read, rules, scale, score, tokens

TWO = (  # the patterns of judges that no recipe fetches: two ratings, and inspect_ai's grades
    "{type: number, min: 1, max: 10, names: [a, b]}",
    r"[{pattern: '\[\[(\d+(?:\.\d+)?), ?(\d+(?:\.\d+)?)\]\]', pick: last}]",
)
GRADE = (
    "{type: choices, values: {C: 1, P: 0.5, I: 0}}",
    r"[{pattern: '(?i)(?<!\w)grade\s*:\s*([CPI])', pick: last}]",
)


@cache
def fetched(judge):
    """Return the scale and the rules of a judge that `setup-metric` writes: RECIPE/NAME."""
    recipe, _, name = judge.partition("/")
    steps = {step.output: step.judge for step in place.recipe(recipe, MetricRecipe).builds}
    rest = steps[f"judges/{name}.yaml"].rest
    return rest["scale"], rest["parse"]


# Replies of other forms, with the numbers of GEMBA a7a7eff and G-Eval 6f84404, whose parsers were
# run unchanged on 2026-11-29; G-Eval's 0 for a reply without a number is None.
MORE = {
    "gemba/gemba-da": {
        "85/100": 85,
        "85/100\n": 85,
        "0/100": 0,
        "100/100": 100,
        "101/100": None,
        "85/10": None,
        "85/100.": None,
        "Score: 85/100": None,
        "Score: 100/100": None,
        "100 100": None,
        "85, that is 85": None,
        "1,000": None,
        "85%": 85,
        "I'd say 85!": 85,
        "٨٥": 85,
        "８５": 85,
        "８５/100": None,
    },
    "gemba/gemba-mqm": {
        "Major:\nnon-translation": -25,
        "Minor:\nNon-translation": -25,
        "Critical:\nno-error\nMajor:\n- non-translation\nMinor:\nno-error": -25,
        "Major:\nnon-translation: the whole text": -25,
        'Minor:\nfluency - "a"\nnon-translation': -25,
        'Major:\nnon-translation - "x"': -25,
        'Major:\naccuracy/mistranslation - "non-translation"': -25,
        '{"improved translation": "x", "errors": {"major": [{"class": "non-translation"}]}}': -5,
        "Major:\naccuracy/omission": -5,
        "Critical:\nno errors\nMajor:\nNo errors.\nMinor:\nno error": 0,
        "No errors.": 0,
        "Minor:\nno-error (the style is fine)": 0,
        "Minor:\nnon translation": -1,
    },
    "geval/geval-coherence": {
        "4.5.1": None,
        "4.5.": None,
        "4..": None,
        "4.5.1 good": None,
        "1.2.3.4": None,
        "  4": None,
        "4.5": 4.5,
        "5.": 5,
        "3.00 ": 3,
        "4.5/5": 4.5,
        "4,5": 4,
        "４": 4,
        "٤": 4,
    },
}

# Replies that are read otherwise than by the original: judge and reply to the number here.
DIFFERENT = {(row["judge"], row["reply"]): row["here"] for row in rows_of_page() if "judge" in row}


def collection(name):
    """Read a collection of saved replies."""
    path = COLLECTIONS / f"{name}.json"
    if not path.is_file():
        missing.say(f"parsers of judges: SACREVAL_CASES holds no {name}.json")
        pytest.skip(f"no {name}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def check(judge, rows):
    """Check that each reply has the original's value, or the one that is listed as different."""
    for row in rows:
        reply, there = row["answer"], row["value"]
        here = DIFFERENT.get((judge, reply), there)
        assert score(reply, *fetched(judge)) == here, reply
        assert ((judge, reply) in DIFFERENT) == (here != there), f"{reply} is wrongly listed"


@pytest.mark.parametrize("judge", MORE)
def test_more_replies(judge):
    """Replies of forms that the saved ones lack; those by sqm and by the score of esa are da's."""
    check(judge, [{"answer": reply, "value": value} for reply, value in MORE[judge].items()])


def test_judges_of_a_number_have_one_rule():
    """The rules of gemba-da are those of its variants, and of the second step of gemba-esa."""
    rules_of_da = fetched("gemba/gemba-da")[1]
    for name in ("gemba-sqm", "gemba-da-ref", "gemba-sqm-ref"):
        assert fetched(f"gemba/{name}")[1] == rules_of_da
    steps = {step.output: step.judge for step in place.recipe("gemba", MetricRecipe).builds}
    assert steps["judges/gemba-esa.yaml"].steps[1].parse == rules_of_da


def test_random_scores():
    """A number of 0 to 100 is read with and without its scale, in digits of any script."""
    random = Random(6)
    zeros = [0x30, 0x660, 0x966, 0xFF10]  # Latin, Arabic-Indic, Devanagari, full width
    on, by = fetched("gemba/gemba-da")
    for _ in range(200):
        number, zero = random.randint(0, 130), random.choice(zeros)
        right = number if number <= 100 else None
        text = "".join(chr(zero + int(digit)) for digit in str(number))
        around = random.choice(["{}", "Score: {}", "**{}**", "{}.", "I give it {} points"])
        assert score(around.format(text), on, by) == right
        assert score(f"{number}/100", on, by) == right
        assert score(f"{number} of {number}", on, by) is None


def test_gemba_numbers():
    """One number of 0 to 100."""
    check("gemba/gemba-da", collection("gemba")["number_0_100"])


def test_gemba_stars():
    """One to five stars, as digits, words or marks."""
    check("gemba/gemba-stars", collection("gemba")["stars"])


def test_gemba_classes():
    """One of five classes."""
    check("gemba/gemba-classes", collection("gemba")["classes"])


def test_gemba_mqm():
    """Errors by severity, as lines or as JSON."""
    judge = "gemba/gemba-mqm"
    rows = collection("gemba")["mqm"]
    check(judge, rows)
    for row in rows:
        if (judge, row["answer"]) not in DIFFERENT:
            there = [len(row["errors"].get(name, ())) for name in ("critical", "major", "minor")]
            assert list(read(row["answer"], *fetched(judge)).values[1:]) == there


def test_gemba_mqm_takes_unparsed_for_perfect_by_name():
    """The mode `perfect` gives the original's 0 to an empty reply."""
    assert filled(scale(fetched("gemba/gemba-mqm")[0]), "perfect")[0] == 0


def test_geval():
    """A number at the start; the mode `zero` gives the original's 0 to others, and its means."""
    cases, judge = collection("geval"), "geval/geval-coherence"
    on, by = fetched(judge)
    (zero,) = filled(scale(on), "zero")
    check(judge, [{**row, "value": row["value"] or None} for row in cases["parse"]])
    for case in cases["means"]:
        if case["responses"]:
            numbers = [score(reply, on, by) for reply in case["responses"]]
            assert fmean(zero if x is None else x for x in numbers) == case["geval_mean"]
            there = [x for x in numbers if x is not None]
            assert (fmean(there), len(there)) == (case["missing_left_out"], case["n_parsed"])


def weighted(logprobs, low, high, least=1e-9):
    """Return the expected value of a token's probabilities on a scale of numbers."""
    steps = tokens(logprobs)
    reply = RecordReply(text=steps[0].token, logprobs=steps)
    on = scale(f"{{type: number, min: {low}, max: {high}}}")
    return read_verdict(reply, on, rules(f"[{{logprobs: {{least_mass: {least:.9f}}}}}]"))


def test_expected_values():
    """Tokens count without blanks around them, and the labels' share of probability is checked."""
    for case in collection("geval")["logprob_weighted"]:
        verdict = weighted(case["tokens"], *case["scale"])
        if case["expected_stripped"] is None:
            assert verdict.values == ()
            continue
        assert verdict.values[0] == pytest.approx(case["expected_stripped"], abs=1e-12)
        assert verdict.details["mass"] == pytest.approx(case["mass_stripped"], abs=1e-12)
        enough = weighted(case["tokens"], *case["scale"], least=0.9).values
        assert bool(enough) == (case["mass_stripped"] >= 0.9)


# deepeval leaves out tokens below 1 %, does not read ` 9`, and counts 100 on a scale to 10.
DEEPEVAL = [(4 * 0.6 + 5 * 0.3 + 3 * 0.05 + 2 * 0.009) / 0.959, 7.8 / 0.9, None, 3.0]


def test_expected_values_of_deepeval():
    """Each of its four cases differs but the last, for the reasons above."""
    cases = collection("geval")["deepeval_weighted"]["cases"]
    for case, here in zip(cases, DEEPEVAL, strict=True):
        verdict = weighted({text: log(p) for text, p in case["top"]}, 0, 10)
        value = verdict.values[0] if verdict.values else None
        assert value == (None if here is None else pytest.approx(here, abs=1e-9))
        assert (value == pytest.approx(case["deepeval"])) == (case["raw_score"] == 3)


def test_mt_bench_single():
    """One rating in double brackets; the original's -1 is a missing verdict."""
    rows = collection("mt_bench")["single"]
    rows = [{**row, "value": None if row["value"] == -1 else row["value"]} for row in rows]
    check("mt-bench/mt-bench-single", rows)


def test_mt_bench_two_scores():
    """Two ratings, whose difference of more than 0.1 is a win."""

    def winner(reply):
        values = read(reply, *TWO).values
        if not values:
            return "error"
        return "tie" if abs(values[0] - values[1]) < 0.1 else "A" if values[0] > values[1] else "B"

    # FastChat reads any two numbers in brackets, and ends with a SyntaxError at a leading zero.
    different = {"[8, 9]": "error", "[[08,7]]": "A"}
    for row in collection("mt_bench")["two_scores"]:
        assert winner(row["answer"]) == different.get(row["answer"], row["value"])


def test_mt_bench_pair():
    """A, B or C for a tie, in double brackets."""
    values = {"A": 1, "B": 0, "tie": 0.5, "error": None}
    rows = collection("mt_bench")["pair"]
    check("mt-bench/mt-bench-pair", [{**row, "value": values[row["value"]]} for row in rows])


def test_inspect_grades():
    """The last grade of C, P or I counts."""
    grades = {1.0: "C", 0.5: "P", 0.0: "I", None: None}
    for row in collection("inspect_grade")["cases"]:
        assert grades[score(row["answer"], *GRADE)] == row["value"]


def folded(values, fold):
    """Return the fold of values; None where there are no items."""
    verdict = scale(f"{{type: list, values: {{'yes': 1, 'no': 0}}, fold: {fold}}}").folded(values)
    return verdict.values[0] if verdict.values else None


def test_ragas_formulas():
    """Shares are equal; average precision is without the 1e-10 that ragas adds to its divisor."""
    cases = collection("ragas")["cases"]
    for case in cases["context_precision"]:
        here = folded(case["verdicts"], "average-precision")
        assert here == pytest.approx(case["value"], abs=1.1e-10)
        assert (here == 1) == (set(case["verdicts"]) == {1})
    for case in cases["faithfulness"]:
        assert folded(case["verdicts"], "share") == case["value"]
    for case in cases["context_recall"]:
        assert folded(case["attributed"], "share") == case["value"]


def test_alpaca_eval():
    """The verdict is p(m) / (p(m) + p(M)), upper and lower case apart."""
    steps = tokens({"M": log(0.7), "m": log(0.25), "x": log(0.05)})
    on, by = fetched("alpaca-eval/alpaca-eval")
    verdict = read_verdict(RecordReply(text="M", logprobs=steps), scale(on), rules(by))
    assert verdict.values == pytest.approx((0.25 / 0.95,))


@pytest.mark.parametrize(("judge", "reply"), DIFFERENT)
def test_different(judge, reply):
    """Each reply of the page has the number of its row, or is unparsed, on any machine."""
    assert score(reply, *fetched(judge)) == DIFFERENT[judge, reply]
