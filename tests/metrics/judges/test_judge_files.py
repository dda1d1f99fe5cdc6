"""Judge files: lookup, definitions, hostile YAML, and errors with file and line."""

import msgspec
import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.judges import _judge_files
from sacreval.metrics.judges._definition import Definition, Message, OpponentPair, Step
from sacreval.metrics.judges._definition_checks import checked
from sacreval.metrics.judges._judge_files import find, key_error, names
from sacreval.metrics.judges._rules import LinesRule, ParseRule
from sacreval.metrics.judges._scales import ChoicesScale, ListScale, NumberScale
from support import judges
from support.judges import PREFERENCE, QUALITY, SUPPORT

JUDGE = """\
judge: quality
about: How good a text is.
needs: [sources, prediction]
messages:
  - {role: user, content: "{{sources[0]}} {{prediction}}"}
scale: {type: choices, values: {yes: 1, no: 0}}
parse:
  - pattern: '\\b(yes|no)\\b'
"""
HELLO = (Message("user", "Rate: {{prediction}}"),)
SCALE = NumberScale(min=1, max=5)
RULES = (ParseRule(pattern="[1-5]"),)
FIRST, SECOND = SUPPORT["steps"]


@pytest.fixture
def file(tmp_path):
    def write(old="", new=""):
        path = tmp_path / "quality.yaml"
        path.write_text(JUDGE.replace(old, new) if old else JUDGE, encoding="utf-8")
        return str(path)

    return write


def test_path(file):
    """A path is read; keys such as yes and no are texts."""
    definition = _judge_files.definition(file())
    assert definition.judge == "quality"
    assert definition.scale == ChoicesScale(values={"yes": 1, "no": 0})


def test_names(monkeypatch, tmp_path):
    """A name is found among the judges of sacreval, then among those that were set up."""
    shipped, home = tmp_path / "shipped", tmp_path / "home"
    for folder in (shipped, home / "judges"):
        folder.mkdir(parents=True)
    (shipped / "a.yaml").write_text(JUDGE)
    (home / "judges" / "a.yaml").write_text("other")
    (home / "judges" / "b.yaml").write_text(JUDGE)
    monkeypatch.setattr(_judge_files, "SHIPPED", shipped)
    monkeypatch.setenv("SACREVAL_HOME", str(home))
    assert names() == ["a", "b"]
    assert find("a") == shipped / "a.yaml"
    assert find("b") == home / "judges" / "b.yaml"
    with pytest.raises(UsageError, match="There is no judge 'c'; available: a, b"):
        find("c")
    with pytest.raises(NotSetUpError, match="name a YAML file or one of a, b"):
        find("")


def test_missing_file():
    """A path without a file is an error."""
    with pytest.raises(InputError, match="No such file"):
        _judge_files.definition("there/is/none.yaml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("judge: quality", "judge: 3", ":1: `judge` must be text"),
        ("about:", "abuot:", ":2: there is no key 'abuot'; did you mean 'about'"),
        ("about:", "judge: x\nabout:", ":2: the key 'judge' is repeated"),
        ("[sources, prediction]", "[sources]", ":5: messages: 'prediction' is not among"),
        ("role: user", "role: usr", ":5: `messages[0].role` cannot be 'usr'"),
        ("{{prediction}}", "{{prediction", ":5: messages: the judge: {{prediction"),
        ("about: How", "repeats: 1.5\nabout: How", ":2: `repeats` must be a whole number"),
        ("type: choices", "type: choice", ":6: `scale.type` cannot be 'choice'; write number"),
        ("{yes: 1, no: 0}", "{yes: 1}", ":6: `scale`: a scale of choices needs at least two"),
        ("pattern: '", "pattern: '(", ":8: `parse[0]`"),
        (JUDGE, "", "this file is empty"),
        (JUDGE, "- a\n", "must be an object"),
    ],
)
def test_errors(file, old, new, place):
    """An error names the file, the line and the key."""
    with pytest.raises(InputError) as error:
        _judge_files.definition(file(old, new))
    assert place in str(error.value)
    assert str(error.value).startswith(file(old, new))


@pytest.mark.parametrize(
    "hostile",
    [
        "about: !!python/object/apply:os.system ['touch {marker}']",
        "about: !!python/name:os.system",
        "about: &a [*a]",
        "about: " + "[" * 200,
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 10)}]\n"
            for i in range(8)
        ),
        "about: " + "x" * 2**21,
        "params: {a: !!set {b, c}}",
        "params: {a: !!omap [b: 1]}",
        "params: {a: .nan}",
        "params: {model: another}",
        'about: "\\ud800"',
    ],
)  # fmt: skip
def test_hostile_files(file, tmp_path, hostile):
    """Tags run no code, and nesting, aliases and size are limited."""
    marker = tmp_path / "marker"
    with pytest.raises(InputError):
        _judge_files.definition(
            file("about: How good a text is.", hostile.replace("{marker}", str(marker)))
        )
    assert not marker.exists()


def test_changed_file_is_read_again(file):
    """A judge file that changes is read again."""
    before = _judge_files.definition(file()).digest()
    assert _judge_files.definition(file("sources[0]", "sources[1]")).digest() != before


def test_outputs_in_place_of_a_judge(tmp_path, monkeypatch):
    """A file of outputs that is named first is not taken for the name of a judge."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outputs.jsonl").write_text("")
    with pytest.raises(UsageError, match=r"outputs\.jsonl is no judge file"):
        _judge_files.definition("outputs.jsonl")


def judge(**changes):
    values = {"judge": "quality", "messages": HELLO, "scale": SCALE, "parse": RULES, **changes}
    return checked(Definition(**values))


def test_single_prompt_is_a_step():
    """A judge with one prompt has one step of its name."""
    assert [(step.ask, step.messages) for step in judge().asked] == [("quality", HELLO)]


def test_digest():
    """The digest depends on all that determines prompts and verdicts, and on nothing else."""
    base = judge()
    assert judge(judge="other", about="x", source="y").digest() == base.digest()
    changes = [
        {"scale": NumberScale(min=1, max=6)}, {"repeats": 2}, {"fold": "median"},
        {"params": {"temperature": 0}}, {"needs": ("prediction", "input")},
        {"truncated": "parse"}, {"parse": (ParseRule(pattern="[1-5]", pick="last"),)},
        {"higher_is_better": False},
        {"messages": (Message("system", "Rate: {{prediction}}"),)},
    ]  # fmt: skip
    assert len({judge(**change).digest() for change in changes} | {base.digest()}) == 10


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"judge": "a b"}, "judge is 'a b'"),
        ({"needs": ("predicton",)}, "did you mean 'prediction'"),
        ({"needs": ()}, "at least one"),
        ({"needs": ("prediction", "prediction")}, "once"),
        ({"needs": ("input",)}, "messages: 'prediction' is not among the needed fields"),
        ({"repeats": 0}, "repeats is 0"),
        ({"repeats": 1001}, "repeats is 1001"),
        ({"prompt": "x"}, "either messages or a prompt"),
        ({"messages": ()}, "either messages or a prompt"),
        ({"steps": (Step(ask="a", messages=HELLO),)}, "remove the others"),
        (
            {"messages": (Message("user", "{{opponent}}"),)},
            "'opponent' is not among the needed fields (prediction); it is for judges with `pair`",
        ),
        ({"messages": (Message("user", "{{item}}"),)}, "'item' is not among"),
        ({"params": {"temprature": 0}}, "params: there is no parameter 'temprature'"),
        ({"each": "claims"}, "each: 'claims' is not among"),
        (
            {"each": "prediction", "messages": (Message("user", "{{item}}"),)},
            "scale: a verdict for each item needs the type list",
        ),
        ({"parse": ()}, "parse: a rule is missing"),
    ],
)
def test_contradictions(changes, sentence):
    """A definition that contradicts itself is refused with its key."""
    with pytest.raises(UsageError) as error:
        judge(**changes)
    assert sentence in str(error.value)


def test_steps():
    """A later step reads the replies of earlier ones, and an earlier one does not."""
    first = Step(ask="claims", messages=HELLO, parse=(ParseRule(lines=LinesRule()),))
    each = {"each": "claims", "prompt": "{{item}} {{index}} {{steps.claims}}"}
    second = Step(ask="support", parse=RULES, **each)
    shared = {"messages": (), "parse": (), "scale": ListScale(values={"yes": 1, "no": 0})}
    definition = judge(steps=(first, second), **shared)
    assert [step.ask for step in definition.asked] == ["claims", "support"]
    with pytest.raises(UsageError, match=r"steps\[0\].each: 'claims' is not among"):
        judge(steps=(second, first), **shared)
    with pytest.raises(UsageError, match="two steps are 'claims'"):
        judge(steps=(first, first), **shared)


def test_pair():
    """The templates of a pair read the opponent's output."""
    both = (Message("user", "{{prediction}} or {{opponent}}?"),)
    assert judge(messages=both, pair=OpponentPair()).pair == OpponentPair(
        order="both", disagree="tie"
    )


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({**QUALITY, "scales": 1}, "there is no key 'scales'; did you mean 'scale'?"),
        (
            {**QUALITY, "scale": {"type": "number", "minn": 1, "max": 5}},
            "there is no key 'minn'; did you mean 'min'?",
        ),
        (
            {**QUALITY, "parse": [{"pattern": "x", "pik": "last"}]},
            "there is no key 'pik'; did you mean 'pick'?",
        ),
        (
            {**QUALITY, "parse": [{"json": {"shema": {"a": "any"}}}]},
            "there is no key 'shema'; did you mean 'schema'?",
        ),
        (
            {**SUPPORT, "steps": [{**SUPPORT["steps"][0], "eech": "x"}]},
            "there is no key 'eech'; did you mean 'each'?",
        ),
        ({**QUALITY, "fold": "sum"}, "`fold` cannot be 'sum'; write mean, median or majority"),
        ({**PREFERENCE, "pair": {"order": "bth"}}, "`pair.order` cannot be 'bth'; write both or"),
        (
            {**QUALITY, "parse": [{"pattern": "x", "pick": "second"}]},
            "`parse[0].pick` cannot be 'second'; write last, first or only",
        ),
        (
            {**QUALITY, "scale": {"type": "numbers"}},
            "cannot be 'numbers'; write number, choices, checklist, list or mqm",
        ),
        ({**QUALITY, "messages": [{"role": "usr", "content": "x"}]}, "cannot be 'usr'; write "),
        ({**QUALITY, "repeats": "x"}, "`repeats` must be a whole number, not text"),
    ],
)
def test_what_would_be_valid(values, sentence):
    """An unknown key or word is answered with those of its place."""
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(values, Definition)
    assert sentence in key_error(error.value)


def said(text):
    return [{"role": "user", "content": text}]


def test_judges_that_pass():
    """A prompt, a pair and steps with all that they need are accepted."""
    assert [judges.definition(judge).judge for judge in (QUALITY, PREFERENCE, SUPPORT)] == [
        "quality",
        "preference",
        "support",
    ]


@pytest.mark.parametrize(
    ("values", "changes", "sentence"),
    [
        (QUALITY, {"messages": said("Rate it")}, "messages: it has no field of the record"),
        (PREFERENCE, {"messages": said("{{prediction}}")}, "a pair needs {{prediction}} and"),
        (PREFERENCE, {"messages": said("{{opponent}}")}, "a pair needs {{prediction}} and"),
        (
            SUPPORT,
            {"steps": [FIRST, {**SECOND, "messages": said("{{sources[0]}}: true?")}]},
            "steps[1].messages: the prompt about each item is without {{item}}; add it",
        ),
        (
            SUPPORT,
            {"steps": [{**FIRST, "parse": []}, SECOND]},
            "steps[1].each: the reply to 'claims' is a text, since that step has no `parse`",
        ),
        (
            SUPPORT,
            {"steps": [FIRST, {**SECOND, "messages": said("{{item}} {{steps.claim}}")}]},
            "steps[1].messages: no earlier step is 'claim'; did you mean 'claims'?",
        ),
        (
            QUALITY,
            {"parse": [{"json": {"schema": {"score": "integer"}}}]},
            "parse[0].json: an object is no verdict on this scale; name its place, as in at: score",
        ),
    ],
)
def test_prompts_that_say_the_same(values, changes, sentence):
    """Prompts that would be equal for different records, orders or items are refused."""
    with pytest.raises(UsageError) as error:
        judges.definition(values, **changes)
    assert sentence in str(error.value)
