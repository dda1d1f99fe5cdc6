"""Laws of extractors and of readers of logs."""

import random
from collections import Counter
from contextlib import suppress

import pytest
from jmespath.functions import Functions

from sacreval.errors import SENTENCE, InputError, RecordError
from sacreval.readers import _by_content
from sacreval.readers._by_content import by_content
from sacreval.scoring.entries.wrapper_options import Wrapping
from sacreval.text.answers.answer_extractors import (
    EXTRACTORS,
    NONE,
    WITH_ARGUMENT,
    WRITTEN,
    extractor,
)
from sacreval.text.expressions import OwnFunctions, compiled
from sacreval.text.normalizers import NORMALIZERS, normalizer
from sacreval.text.tokenizers import TOKENIZERS
from support import missing, tool_logs
from support.mirror import CHECKOUT, MIRROR
from support.program import ends

ARGUMENTS = {
    "regex": "regex:(a+)",
    "json": "json:a",
    "list": "list:;",
    "closest-label": "closest-label:good,bad",
    "after-thinking": "after-thinking:last-number",
    "py": "py:string:capwords",
}

OWN = sorted(OwnFunctions.FUNCTION_TABLE.keys() - Functions.FUNCTION_TABLE.keys())

SPECS = [*EXTRACTORS, *ARGUMENTS.values(), "boxed+yes-no+number"]

PIECES = [
    "yes", "no", "42", "-3.5", "1,000", "$", "\\boxed{", "}", "####", "The answer is", "A",
    "(B)", "\n", " ", "\t", ";", "[", "]", '"', "{", '"a": 1', "é", "日本", "\u200f", "\x00",
    "</think>", ".",
]  # fmt: skip

PAGE = (CHECKOUT / "docs" / "values.md").read_text()


def texts(seed, count=200):
    """Draw texts of pieces that extractors look for."""
    draw = random.Random(seed)
    return ["".join(draw.choices(PIECES, k=draw.randrange(12))) for _ in range(count)]


def test_arguments_are_complete():
    """Every extractor with an argument has an example here, and is written out in messages."""
    assert ARGUMENTS.keys() == WITH_ARGUMENT.keys() == WRITTEN.keys()


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_or_a_record_error(spec):
    """An extractor finds the same answer each time, or none, whatever the text."""

    def extracted(text):
        try:
            return extractor(spec)(text)
        except RecordError as error:
            return f"none: {error}"

    for text in texts(spec):
        assert extracted(text) == extracted(text)
        assert isinstance(extracted(text), str | list | int | float | bool | dict)
        assert len(str(extracted(""))) < SENTENCE


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_time_grows_with_length(spec):
    """The time that a text takes grows with its length, not with its square."""
    for piece in ("1", "a", "\n", "answer: ", "\\boxed{", "yes no ", ";", "[", "A "):
        with ends(), suppress(RecordError):
            extractor(spec)(piece * 50_000)


def test_extractors_are_documented():
    """Each extractor is in --help and on the page of values."""
    for name in (*EXTRACTORS, *WRITTEN.values()):
        head, colon, _ = name.partition(":")
        assert f"{head}{colon}" in (Wrapping.__doc__ or "")
        assert name == NONE or f"`{head}{colon}" in PAGE


def test_functions_are_documented():
    """Each function of our own is on the page of values, with its arguments."""
    assert [name for name in OWN if f"`{name}(" not in PAGE] == []


def test_functions_of_jmespath_are_kept():
    """All functions of JMESPath are there beside our own."""
    assert OwnFunctions.FUNCTION_TABLE.keys() > Functions.FUNCTION_TABLE.keys()


@pytest.mark.parametrize("name", OWN)
def test_functions_refuse_in_one_sentence(name):
    """A function returns a value of JSON for any value, or one sentence says why it does not."""
    first = {"split": "',', ", "replace": "'a', 'b', "}.get(name, "")
    call = compiled(f"{name}({first}a)", "--map x=")
    for value in (None, True, 1, 2.5, "x", "", [], ["a"], {}, {"a": 1}):
        refused = []
        try:
            answer = call({"a": value})
        except InputError as error:
            refused, answer = [str(error)], None
        assert isinstance(answer, str | list | int | float | bool | None), value
        assert all(len(sentence) < SENTENCE for sentence in refused), value


def test_normalisers_return_texts():
    """A normaliser returns a text or refuses the record, whatever the text."""
    for name in NORMALIZERS:
        for text in texts(name, 50):
            with suppress(RecordError):
                assert isinstance(normalizer(name)(text), str), (name, text)


def test_tokenizers_are_in_the_help(cli):
    """--help of a metric with tokenizers names each."""
    shown = cli("evaluate", "bleu", "--help").out
    assert [name for name in TOKENIZERS if name not in shown] == []


TOOLS = sorted(path.name for path in tool_logs.LOGS.glob("*") if path.is_dir())


def files(folder):
    """List the files of a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def listed(tool):
    """Map the files that are listed with their records to the readers."""
    return {tool_logs.LOGS / tool / e["file"]: e["reader"] for e in tool_logs.entries(tool)}


@pytest.mark.parametrize("tool", TOOLS or [None])
def test_shared_logs(tool):
    """A shared log is recognised by the reader that is named with its records, or else by none."""
    if tool is None:
        missing.say("laws of logs: SACREVAL_CASES names no folder with logs beside it")
        pytest.skip("there are no shared logs")
    readers = listed(tool)
    for path in files(tool_logs.LOGS / tool):
        reader = by_content(str(path))
        if path in readers:
            assert reader == readers[path], path


def test_real_logs():
    """Of the real logs each is recognised by one reader or none, and each tool's by its own."""
    folders = sorted(MIRROR.glob(tool_logs.EXCHANGED))
    if not folders:
        missing.say("laws of real logs, of every_eval_ever, which SACREVAL_MIRROR lacks")
        pytest.skip("the mirror has no such logs")
    counts = Counter(
        (path.relative_to(folder).parts[0], by_content(str(path)))
        for folder in folders
        for path in files(folder)
    )
    names = {"lm_eval": "lm-eval", "inspect": "inspect", "helm": "helm"}
    for tool, name in names.items():
        assert counts[tool, name] >= 1
        assert counts[tool, None] + counts[tool, name] == sum(
            count for (of, _), count in counts.items() if of == tool
        )


def test_records_and_texts_cost_nothing(tmp_path, monkeypatch):
    """Records of sacreval and plain texts are known before any reader of logs is imported."""

    def imported():
        pytest.fail("the readers were imported")

    monkeypatch.setattr(_by_content, "_recognising", imported)
    for name, text in (("a.jsonl", '{"prediction": "x", "meta": {"doc_id": 1}}'), ("a.txt", "x")):
        (tmp_path / name).write_text(f"{text}\n")
        assert by_content(str(tmp_path / name)) is None
