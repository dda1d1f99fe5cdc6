"""Parse rules of judges: patterns, JSON, lines, log-probabilities, and verdicts by them."""

from math import log

import msgspec
import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.errors import UsageError
from sacreval.metrics.judges import _patterns, _verdicts
from sacreval.metrics.judges._json_rule import JsonRule, check_shape, misfit
from sacreval.metrics.judges._patterns import check, matches, picked
from sacreval.metrics.judges._rules import logprob_params
from sacreval.metrics.judges._verdicts import read_items, read_verdict
from support.judge_parsing import asked, read, rules, scale, score, tokens
from support.sizes import few

FIVE = "{type: number, min: 1, max: 5}"
RULE = "[{json: {schema: {score: integer}, at: score}}]"
LAST = "[{json: {schema: {score: integer}, at: score}, pick: last}]"
SHAPE = {"score": "integer", "why?": "string", "errors": [{"severity": "string"}]}
LINES = "[{lines: {none: none}}]"
ERRORS = "[{errors: {}}]"
MQM = "{type: mqm}"
AB = "{type: choices, values: {A: 1, B: 0}}"
TEN = "{type: number, min: 1, max: 10}"
RATING = r"[{pattern: '\[\[(\d+(?:\.\d+)?)\]\]', pick: last}]"


def test_log_probabilities_are_requested_by_the_rule():
    """A judge requests as many as one of its rules reads, and none if no rule reads them."""
    parsed = rules("[{logprobs: {top: 5}}, {logprobs: {top: 7}, pick: last}, {pattern: a}]")
    assert logprob_params(parsed, chat=True) == {"logprobs": True, "top_logprobs": 7}
    assert logprob_params(parsed, chat=False) == {"logprobs": 7}
    assert logprob_params(parsed[2:], chat=True) == {}


def test_the_request_has_them(tmp_path):
    """Parameters of the judge come last, so that it may ask otherwise."""
    text = """{judge: x, needs: [prediction],
    messages: [{role: user, content: "{{prediction}}"}],
    scale: {type: number, min: 1, max: 5}, parse: [{logprobs: {top: 5}}],
    params: {max_tokens: 1}}"""
    (tmp_path / "x.yaml").write_text(text)
    (request,) = asked(str(tmp_path / "x.yaml"), {"prediction": "p"}, {"x": "4"})
    assert request.params == {"logprobs": True, "top_logprobs": 5, "max_tokens": 1}


@pytest.mark.parametrize(
    "rule",
    [
        # One kind, and keys of that kind alone.
        "{}", "{pick: last}", "{pattern: a, lines: {}}", "{lines: {}, pick: last}",
        "{pattern: '('}", "{pattern: a, pick: best}", "{regex: a}", "{lines: {item: '('}}",
        # A schema, JMESPaths and keys that are known.
        "{json: {schema: {score: int}, at: score}}", "{json: {schema: {score: integer}, at: '[['}}",
        "{json: {at: score}}", "{json: {schema: {score: integer}, path: score}}",
        # A heading, and a text for none.
        "{errors: {headings: []}}", "{errors: {none: ''}}",
        # How many tokens, and how much of their probability.
        "{logprobs: {top: 0}}", "{logprobs: {top: 21}}", "{logprobs: {least_mass: 0}}",
        "{logprobs: {least_mass: 2}}",
    ],
)  # fmt: skip
def test_wrong_rules_are_refused(rule):
    """A rule is checked when it is read."""
    with pytest.raises(msgspec.ValidationError):
        rules(f"[{rule}]")


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"\[\[(\d)\]\]", "[[1]] [[2]]", ["1", "2"]),
        (r"\d", "1 2", ["1", "2"]),
        (r"(\d),(\d)", "1,2", [["1", "2"]]),
        (r"A(\d)|B(\d)", "B2", ["2"]),
        ("x", "", []),
    ],
)
def test_captures(pattern, text, found):
    """A match is its only group, the list of its groups, or all of it."""
    assert matches(pattern, text) == found


def test_picks():
    """The last, the first, or the only verdict; several that differ are not one."""
    assert picked(["1", "2"], "last").value == "2"
    assert picked(["1", "2"], "first").value == "1"
    assert picked(["1", "1"], "only").value == "1"
    assert picked(["1", "2"], "only").reason
    assert picked([], "last") is None


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(x+x+)+y", r"(a|a)*$", r"(a|aa)+$"])
def test_hostile_patterns_end(pattern, monkeypatch):
    """A pattern that would run for ever is refused after its time, with the remedy."""
    monkeypatch.setattr(_patterns, "SECONDS", 0.05)
    check(pattern)
    with pytest.raises(UsageError, match="without nested repetitions"):
        matches(pattern, "a" * 3000 + "x" * 3000 + "!")


@pytest.mark.parametrize("pattern", ["(", "a" * 1001, r"\L<words>", "[", "(?P<a>x)(?P=b)", "*"])
def test_wrong_patterns_are_refused(pattern):
    """What cannot be compiled, is too long or needs words from elsewhere is an error."""
    with pytest.raises(ValueError, match="pattern"):
        check(pattern)


@few(
    5,
    ("reply", "value"),
    [
        ('{"score": 4}', 4),
        ('{"score" :5 }', 5),
        ('Sure!\n```json\n{"score": 4, "why": "a } b"}\n```\n', 4),
        ('I think {"score": 4} fits.', 4),
        ('{"score": 4} {"score": 4}', 4),
        ('<think>{"score": 5}</think>As [1] says: {"score": 4}', 4),
        ('<think>{"score": 5}', None),
        ('[{"score": 4}]', 4),
        ('{"score": 4} {"score": 5}', None),
        ('{"score": 4, "score": 5}', None),
        ('{"a": {"x": 1, "x": 2}, "score": 4}', None),
        ('{"score": "4"}', None),
        ('{"score": 4.0}', None),
        ('{"score": true}', None),
        ('{"score": NaN}', None),
        ('{"score": 9}', None),
        ('{"score": 1' + "0" * 5000 + "}", None),
        ('{"score": null}', None),
        ('{"rating": 4}', None),
        ('{"score": 4', None),
        ("[4]", None),
        ("4", None),
        ("", None),
        ("{" * 5000, None),
        ('{"a":' * 100_000, None),
    ],
)
def test_an_object_is_read_strictly(reply, value):
    """One object of the right types is a verdict, wherever it stands; all else is unparsed."""
    assert score(reply, FIVE, RULE) == value


def test_the_last_object_where_a_judge_says_so():
    """A reply may first quote an object of the text that it judges."""
    assert score('It says {"score": 5}. {"score": 2}', FIVE, LAST) == 2


def test_a_wrong_object_decides():
    """After an object of the wrong shape no later rule is tried."""
    both = RULE.replace("]", ", {pattern: '\\d'}]")
    assert score('{"rating": 4}', FIVE, both) is None
    assert score("4", FIVE, both) == 4


def test_several_numbers_and_nested_places():
    """`at` is one JMESPath, or one for each number."""
    rule = "[{json: {schema: {a: {x: number}, b: number}, at: [a.x, b]}}]"
    on = "{type: number, min: 0, max: 9, names: [a, b]}"
    assert score('{"a": {"x": 3}, "b": 4}', on, rule) == 3


def test_a_place_that_has_nothing_is_unparsed():
    """A key that may be missing is no verdict when it is."""
    assert score("{}", FIVE, "[{json: {schema: {'score?': integer}, at: score}}]") is None
    assert score('{"a": "x"}', FIVE, "[{json: {schema: {a: string}, at: 'abs(a)'}}]") is None


@pytest.mark.parametrize("at", ["scor", "scores[0]", ["score", "scor"]])
def test_place_outside_the_schema(at):
    """A place that reads no key of the schema would find nothing, and is refused."""
    with pytest.raises(msgspec.ValidationError, match="reads no key of the schema; did you mean"):
        msgspec.convert({"schema": {"score?": "integer"}, "at": at}, JsonRule)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"score": 4, "errors": []}, ""),
        ({"score": 4, "errors": [{"severity": "a", "more": 1}], "why": "x", "other": None}, ""),
        ({"score": "4", "errors": []}, "score is not of the type integer"),
        ({"score": 4.0, "errors": []}, "score is not of the type integer"),
        ({"score": True, "errors": []}, "score is not of the type integer"),
        ({"score": 4}, "the key errors is missing"),
        ({"score": 4, "errors": {}}, "errors is not a list"),
        ({"score": 4, "errors": [[]]}, "errors[0] is not an object"),
        (
            {"score": 4, "errors": [{"severity": None}]},
            "errors[0].severity is not of the type string",
        ),
        ({"score": 4, "errors": [], "why": 1}, "why is not of the type string"),
        ([], "the value is not an object"),
    ],
)
def test_types_are_strict(value, reason):
    """The first difference is named with its place."""
    assert misfit(value, SHAPE) == reason


def test_booleans_are_no_numbers():
    """True is neither a number nor a text, and 1 is no boolean."""
    assert misfit({"a": True}, {"a": "boolean"}) == ""
    assert misfit({"a": 1}, {"a": "boolean"})
    assert misfit({"a": True}, {"a": "number"})
    assert misfit({"a": 1.5}, {"a": "number"}) == ""


@pytest.mark.parametrize(
    "shape", ["float", [], ["string", "string"], {}, {"a": None}, {1: "string"}]
)
def test_wrong_shapes_are_refused(shape):
    """A schema has four words, lists of one, and keys."""
    with pytest.raises(ValueError, match="schema"):
        check_shape(shape)


def test_deep_shapes_are_refused():
    """A schema has a few levels."""
    shape = "string"
    for _ in range(20):
        shape = [shape]
    with pytest.raises(ValueError, match="levels"):
        check_shape(shape)


def test_any_value():
    """`any` takes what is there, but it must be there."""
    assert misfit({"a": [1, None, "x"]}, {"a": "any"}) == ""
    assert misfit({"a": True}, {"a": ["any"]}) == "a is not a list"
    assert misfit({}, {"a": "any"}) == "the key a is missing"


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("- a\n- b", ("a", "b")),
        ("1. a\n\n2) b\n * c \n• d", ("a", "b", "c", "d")),
        ("- a\nand so on", None),
        ("Here they are:\n- a", None),
        ("None.", ()),
        ("-  a  b  ", ("a  b",)),
        ("- " + " " * 100_000, None),  # would take minutes if blanks were tried one by one
        ("no list", None),
        ("", None),
    ],
)
def test_each_line_is_an_item(reply, items):
    """A line that is no item makes a reply unparsed; nothing is dropped."""
    reading = read_items(RecordReply(text=reply), rules(LINES))
    assert reading.items == (items or ())
    assert bool(reading.reason) == (items is None)


def test_other_lines_are_skipped_where_a_judge_says_so():
    """`others` allows a line before or after the list."""
    reading = read_items(RecordReply(text="Here:\n- a"), rules("[{lines: {others: true}}]"))
    assert reading.items == ("a",)


@pytest.mark.parametrize(
    ("reply", "numbers"),
    [
        ('Critical:\nno-error\nMajor:\naccuracy - "x"\nMinor:\n- a\n- b', (-7, 0, 1, 2)),
        ('**Major:**\naccuracy - "x"', (-5, 0, 1, 0)),
        ("### Major\n:\n", ()),
        ("No-error.", (0, 0, 0, 0)),
        ("Major:\nno-error", (0, 0, 0, 0)),
        ("Major:\n- No errors found.\nMinor:\nno error", (0, 0, 0, 0)),
        ("Major:\nno-errorless style", (-5, 0, 1, 0)),
        ('Major:\nno errors - "x"', (-5, 0, 1, 0)),
        ("I cannot help with that.", ()),
        ("Here you are.\nMajor:\nno-error", ()),
        ("", ()),
    ],
)
def test_errors_stand_under_their_severity(reply, numbers):
    """A reply without a heading is no perfect translation, but unparsed."""
    assert read(reply, MQM, ERRORS).values == numbers


def test_category_and_span():
    """An error has what its line says."""
    (error,) = read('Major:\naccuracy/omission - "the holder"', MQM, ERRORS).details
    assert (error["category"], error["span"]) == ("accuracy/omission", "the holder")


def test_a_category_alone():
    """A line without a span is a category, and a fatal one has the highest severity."""
    on = "{type: mqm, fatal: [non-translation]}"
    verdict = read("Minor:\nNon-translation", on, ERRORS)
    assert verdict.values == (-25, 1, 0, 0)
    assert verdict.details[0]["category"] == "Non-translation"


def expected(*tops, on=FIVE, by="[{logprobs: {}}]"):
    """Return the number of a reply with these tokens, given with their probabilities."""
    steps = tokens(*({text: log(p) for text, p in top.items()} for top in tops))
    reply = RecordReply(text="".join(each.token for each in steps), logprobs=steps)
    verdict = read_verdict(reply, scale(on), rules(by))
    return verdict.values[0] if verdict.values else verdict.reason


def test_the_expected_value_over_labels():
    """Blanks around a token do not matter, other tokens are left out, and the rest sums to one."""
    assert expected({"4": 0.5, "5": 0.25, " 4": 0.2, "x": 0.05}) == pytest.approx(4.05 / 0.95)
    assert expected({"A": 0.6, "b": 0.4}, on=AB) == pytest.approx(0.6)


def test_less_mass_is_unparsed():
    """The labels must have the stated share of probability."""
    assert "0.600 of the probability" in expected({"4": 0.6, "x": 0.4})
    assert expected({"4": 0.6, "x": 0.4}, by="[{logprobs: {least_mass: 0.5}}]") == 4


@pytest.mark.parametrize(
    "texts", [("4", ".", "5"), ("-", "4"), ("1", "0"), ("x", "4"), ("4", "th"), ("3", "4")]
)
def test_parts_of_words_and_numbers_are_no_labels(texts):
    """A token that continues a number or a word is not the verdict."""
    assert expected(*({text: 1.0} for text in texts)) == "unparsed: no rule applies"


def test_several_labels_need_a_pick():
    """`4 of 5` has two; the judge says which counts."""
    reply = [{"4": 1.0}, {" of": 1.0}, {" 5": 1.0}]
    assert "2 tokens are labels" in expected(*reply)
    assert expected(*reply, by="[{logprobs: {}, pick: first}]") == 4
    assert expected(*reply, by="[{logprobs: {}, pick: last}]") == 5


def test_the_next_rule_without_probabilities():
    """A server without log-probabilities is read by the next rule."""
    both = rules("[{logprobs: {}}, {pattern: '\\d'}]")
    assert read_verdict(RecordReply(text="4"), scale(FIVE), both).values == (4.0,)


def test_wrong_probabilities_are_unparsed():
    """Numbers that are no log-probabilities are not used."""
    reply = RecordReply(text="4", logprobs=tokens({"4": 900.0}))
    assert "above 0" in read_verdict(reply, scale(FIVE), rules("[{logprobs: {}}]")).reason
    reply = RecordReply(text="4", logprobs=tokens({"4": float("nan")}))
    assert read_verdict(reply, scale(FIVE), rules("[{logprobs: {}}]")).values == ()


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Good. [[7]]", 7),
        ("The answer says [[10]], which is a trick. [[2]]", 2),
        ("</answer> [[10]] [[ignore]] Rating: [[1.5]]", 1.5),
        ("[[90]]", None),
        ("[[7/10]]", None),
        ("[[seven]]", None),
        ("", None),
    ],
)
def test_the_verdict_is_the_last_word_of_the_judge(reply, value):
    """What a judge quotes before its verdict does not count, nor what is out of scale."""
    assert score(reply, TEN, RATING) == value


def test_the_first_rule_that_applies_decides():
    """Even where what it finds is not on the scale."""
    both = "[{pattern: 'a(\\d+)'}, {pattern: 'b(\\d+)'}]"
    assert score("b3", TEN, both) == 3
    assert score("a99 b3", TEN, both) is None
    assert read("c3", TEN, both).reason == "unparsed: no rule applies"


def test_replies_without_a_text_and_endless_ones_are_unparsed(monkeypatch):
    """They are not searched at all."""
    monkeypatch.setattr(_verdicts, "LONGEST", 10)
    for text in (None, "[[7]]" * 3):
        reply = RecordReply(text=text)
        assert read_verdict(reply, scale(TEN), rules(RATING)).reason.startswith("unparsed: ")
        assert read_items(reply, rules(RATING)).reason.startswith("unparsed: ")


@pytest.mark.parametrize(
    ("reply", "items", "reason"),
    [
        ('{"claims": ["a", "b"]}', ("a", "b"), ""),
        ('{"claims": []}', (), ""),
        ('{"claims": [""]}', (), "unparsed: an item is empty"),
        ('{"claims": [1]}', (), "unparsed: claims[0] is not of the type string"),
        ("none", (), "unparsed: no rule applies"),
    ],
)
def test_items_of_a_step(reply, items, reason):
    """The texts of a list, or the reason why there is none."""
    rule = rules("[{json: {schema: {claims: [string]}, at: claims}}]")
    assert read_items(RecordReply(text=reply), rule) == (items, reason)


def test_too_many_items():
    """A reply with more items than can be asked about is unparsed, and does not end a run."""
    rule = rules("[{lines: {}}]")
    reading = read_items(RecordReply(text="- a\n" * 1001), rule)
    assert reading == ((), "unparsed: 1,001 items, where 1,000 are the most")
    assert len(read_items(RecordReply(text="- a\n" * 1000), rule).items) == 1000


def test_one_match_is_one_item():
    """A pattern may find a single item."""
    assert read_items(RecordReply(text="q: why?"), rules("[{pattern: 'q: (.*)'}]")).items == (
        "why?",
    )
