"""CodeBLEU and instructions: beside the package codebleu, strict and loose."""

import json
from typing import get_args

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures import _data_flow, codebleu
from sacreval.metrics.structures._data_flow import LANGUAGES, normalized
from sacreval.metrics.structures.codebleu import KEYWORDS, Lang, parsed, without_comments
from sacreval.metrics.structures.instruction_checks import InstructionChecks, loosened
from support import missing
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few
from support.tasks import scores_of

GOLDEN = json.loads((CHECKOUT / "tests" / "golden" / "codebleu.json").read_text(encoding="utf-8"))

CASES = GOLDEN["cases"]

PROGRAM = "def f(x):\n    y = x + 1\n    return y"


def scores(predictions, references, **options):
    """Score a corpus."""
    metric = metrics.get("codebleu")(**options)
    pairs = zip(predictions, references, strict=True)
    rows = metric.rows(Batch([Instance(prediction=p, references=r) for p, r in pairs]))
    return {name: float(x) for name, x in metric.reduce(rows.sum(axis=0)).items()}


@few(15, "case", CASES, ids=lambda case: case["lang"])
def test_numbers_of_the_package(case):
    """All five numbers of all languages are those of the package, for corpora too."""
    values = scores(case["predictions"], case["references"], lang=case["lang"])
    assert values == pytest.approx(case["expected"], abs=1e-12)


def test_no_match_of_data_flow_counts_as_one():
    """Where no reference has any, the match is 0, is said to be undefined, and counts as 1."""
    metric = metrics.get("codebleu")(weights=(0, 0, 0, 1))
    rows = metric.rows(Batch([Instance(prediction="1 + 1", references=["print('a')"])]))
    scores = metric.reduce(rows[0])
    assert (scores["codebleu"], scores["codebleu_dataflow_match"]) == (1.0, 0.0)
    assert "codebleu_dataflow_match" in metric.undefined(rows)
    rows = metric.rows(Batch([Instance(prediction="", references=[PROGRAM])]))
    assert metric.undefined(rows) == {}
    assert metric.reduce(rows[0])["codebleu"] == 1.0


def test_keywords_weigh_five_times_as_much():
    """Of `return x`, a keyword and a name, the keyword alone is 1 of 1.2."""
    metric = metrics.get("codebleu")()
    [row] = metric.rows(Batch([Instance(prediction="return", references=["return x"])]))
    assert row[11] / row[15] == pytest.approx(1 / 1.2)


def test_weights():
    """The score is the mean of the parts by their weights."""
    other = PROGRAM.replace("+ 1", "* 2")
    parts = scores([PROGRAM], [[other]])
    mixed = scores([PROGRAM], [[other]], weights=(0.1, 0.2, 0.3, 0.4))
    values = [parts[f"codebleu_{name}"] for name in (
        "ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match")]  # fmt: skip
    assert mixed["codebleu"] == pytest.approx(np.dot([0.1, 0.2, 0.3, 0.4], values))


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 0.0, 0.0, -1.0), (float("nan"),) * 4])
def test_wrong_weights(weights):
    """Four numbers of 0 or more are needed."""
    with pytest.raises(UsageError, match="four numbers"):
        metrics.get("codebleu")(weights=weights)


def test_programs_nested_too_deeply():
    """A program of 5,000 nested brackets is refused; one of hundreds is scored."""
    with pytest.raises(RecordError, match=r"1,000 levels"):
        scores(["(" * 5000 + ")" * 5000], [[PROGRAM]])
    assert scores(["[" * 300 + "]" * 300], [[PROGRAM]])["codebleu"] >= 0


@pytest.mark.parametrize("text", ["\ud800 = 1", "\x00", "é = '🙂' # ü", "x = 'unclosed", "\t\r\n"])
def test_odd_texts(text):
    """Any text is scored, also one that is no program."""
    assert 0 <= scores([text], [[PROGRAM]])["codebleu"] <= 1
    assert 0 <= scores([PROGRAM], [[text]])["codebleu"] <= 1


def test_without_the_grammar(monkeypatch):
    """Without the extra there is one sentence with the remedy."""
    monkeypatch.setattr(codebleu, "find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[codebleu\]'"):
        metrics.get("codebleu")(lang="go")


@missing.needs("tree_sitter_python", "CodeBLEU of programs")
def test_versions_in_the_signature(cli, tmp_path):
    """The signature has the versions of the parser and of the grammar."""
    line = json.dumps({"prediction": PROGRAM, "references": [PROGRAM]})
    (tmp_path / "k.jsonl").write_text(f"{line}\n")
    done = cli("evaluate", "codebleu", "k.jsonl", "--format", "json")
    [first, *_] = done.json()["results"]
    assert "|tree-sitter-python:" in first["signature"]
    assert first["value"] == 1.0


def test_the_same_languages_everywhere():
    """The option names the languages that have keywords and rules."""
    assert set(get_args(Lang)) == set(LANGUAGES) == set(KEYWORDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_types_of_nodes_are_known(lang):
    """Each language has some of the nodes that its rules name in its grammar, and keywords."""
    grammar = codebleu._grammar(lang)
    named = LANGUAGES[lang].assignments | LANGUAGES[lang].branches | LANGUAGES[lang].definitions
    assert any(grammar.id_for_node_kind(name, True) is not None for name in named)
    assert "if" in KEYWORDS[lang]
    assert codebleu.parsed("", lang).child_count == 0


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("java", "a; // b\n\nc; /* d\ne */ f;", "a;  \nc;   f;"),
        ("c", 's = "// no"; // yes', 's = "// no";  '),
        ("ruby", "a # b", "a # b"),
        ("python", 'def f():\n    """Doc."""\n    return "x"  # y', 'def f():\n    return "x"  '),
        ("python", "x = (  # open", "x = (  # open"),
    ],
)
def test_comments(lang, text, left):
    """Comments, docstrings and blank lines go; literals, and what cannot be read, stay."""
    assert without_comments(text, lang) == left


def test_subtrees():
    """`a + 1` is in both programs twice of three subtrees, whatever the names are."""
    counts = codebleu.matches(parsed("x = b + 2", "python"), parsed("a + 1", "python"))
    assert counts == (1, 3)


def flow(text, lang="python"):
    """Return the edges of a program."""
    return _data_flow.data_flow(codebleu.parsed(text, lang), text, LANGUAGES[lang])


def test_assignments():
    """In `a = b` and `c = a`, a is computed from b, and c from the a of the first line."""
    assignments = [(x.name, x.kind, x.sources, x.places) for x in flow("a = b\nc = a")]
    assert assignments == [
        ("a", "computedFrom", ("b",), (2,)),
        ("b", "comesFrom", (), ()),
        ("c", "computedFrom", ("a",), (5,)),
        ("a", "comesFrom", ("a",), (0,)),
    ]


def test_branches_are_joined():
    """After a condition a variable may be from both branches, or from before without an else."""
    both = flow("if p:\n    a = 1\nelse:\n    a = 2\nb = a")
    single = flow("a = 0\nif p:\n    a = 1\nb = a")
    assert [len(x[-1].places) for x in (both, single)] == [2, 2]


def test_names_do_not_matter():
    """Programs with other names have the same flow, and those with another order have not."""
    first, second = flow("a = b\nc = a + b"), flow("x = y\nz = x + y")
    assert normalized(first) == normalized(second)
    assert _data_flow.matches(first, second) == (len(second), len(second))
    assert _data_flow.matches(flow("c = b + a\na = b"), first)[0] < len(first)


def test_what_cannot_be_read():
    """A program nested more deeply than Python's stack has no flow; nor has an empty one."""
    assert flow("") == []
    assert flow("x = " + "-" * 900 + "1") == []


NO_COMMA, QUOTED, JSON = (
    "punctuation:no_comma", "startend:quotation", "detectable_format:json_format",
)  # fmt: skip


def record(text, *names, **meta):
    return {
        "prediction": text,
        "meta": {"instruction_id_list": list(names), "kwargs": [{}] * len(names), **meta},
    }


def test_levels():
    """Prompts count once, instructions each: 1 of 2 prompts, 2 of 4 instructions."""
    records = [record("a; b", NO_COMMA), record("a, b", NO_COMMA, QUOTED, JSON)]
    scores = scores_of("instruction-checks", [*records])
    assert scores["prompt_level_strict_acc"] == 0.5
    assert scores["inst_level_strict_acc"] == 0.25
    records = [record('"a, b"', NO_COMMA, QUOTED, JSON), record("a", NO_COMMA)]
    assert scores_of("instruction-checks", records)["inst_level_strict_acc"] == 0.75


def test_loose():
    """Loose scores try a text without its first and last lines, and without asterisks."""
    scores = scores_of("instruction-checks", [record('Sure, here:\n*"a"*\nBye', QUOTED, NO_COMMA)])
    assert list(scores.values()) == [0.0, 0.0, 1.0, 1.0]
    assert loosened("a\n*b*\nc") == [
        "a\n*b*\nc",
        "*b*\nc",
        "a\n*b*",
        "*b*",
        "a\nb\nc",
        "b\nc",
        "a\nb",
        "b",
    ]
    assert loosened("") == [""]


def test_checks_for_all():
    """Checks of a run need nothing in the records."""
    options = {"checks": [NO_COMMA, 'startend:end_checker{"end_phrase": "b"}']}
    records = [{"prediction": text} for text in ("a b", "a, b")]
    scores = scores_of("instruction-checks", records, options)
    assert (scores["prompt_level_strict_acc"], scores["inst_level_strict_acc"]) == (0.5, 0.75)


@pytest.mark.parametrize(
    ("meta", "why"),
    [
        ({"instruction_id_list": []}, "no list `instruction_id_list`"),
        ({"instruction_id_list": NO_COMMA}, "no list `instruction_id_list`"),
        ({"kwargs": []}, "no list of 1 objects"),
        ({"kwargs": [{"relation": "x"}]}, "has no argument 'relation'"),
        ({"instruction_id_list": ["x:y"]}, "there is no instruction 'x:y'"),
    ],
)
def test_errors_of_data(meta, why):
    """Instructions that are missing or wrong are errors with the place of their record."""
    with pytest.raises(InputError, match=f"records:1: .*{why}"):
        scores_of("instruction-checks", [record("a", NO_COMMA, **meta)])


def test_what_is_not_set_up(tmp_path, monkeypatch):
    """An instruction that needs punkt or py3langid is refused before anything is scored."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    spec = 'length_constraints:number_sentences{"num_sentences": 1, "relation": "at least"}'
    with pytest.raises(NotSetUpError, match="setup-metric punkt"):
        InstructionChecks(checks=(spec,))
    monkeypatch.setattr("sacreval.text.language_detection.available", lambda: False)
    with pytest.raises(NotSetUpError, match="sacreval.language"):
        InstructionChecks(checks=("change_case:english_capital",))


def test_languages_are_noticed():
    """A run with an instruction about languages states that they are found in another way."""
    metric = InstructionChecks()
    english = {"instruction_id_list": ["change_case:english_capital"], "kwargs": [{}]}
    for meta, count in ((record("a", NO_COMMA)["meta"], 0), (english, 1)):
        watch = metric.watch()
        watch.add(Batch([Instance(prediction="a", meta=meta)]))
        assert len(watch.notices()) == count


def test_one_record_that_needs_more(cli, tmp_path, monkeypatch):
    """A record whose instruction needs what is not set up is missing, and the others are scored."""

    def gone():
        raise NotSetUpError("the data of punkt is not installed; run: sacreval setup-metric punkt")

    monkeypatch.setattr("sacreval.io.resources.punkt_folder", gone)
    kinds = ("punctuation:no_comma", "length_constraints:number_sentences")
    arguments = ({}, {"num_sentences": 1, "relation": "at least"})
    lines = [
        {"prediction": "one two", "meta": {"instruction_id_list": [name], "kwargs": [values]}}
        for name, values in zip(kinds, arguments, strict=True)
    ]
    write_jsonl(tmp_path / "in.jsonl", lines)
    done = cli("evaluate", "instruction-checks", "in.jsonl", "--format", "json")
    assert done.code == 3
    assert "in.jsonl:2: the data of punkt is not installed" in done.err
    assert done.json()["results"][0]["value"] == 1
