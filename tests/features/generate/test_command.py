"""generate: outputs for records, replies kept, failures as errors, few-shot examples, choices."""

import json
import sys

import pytest

from sacreval.asking.requests import Failure, Reply, request
from sacreval.core.records import Instance
from sacreval.features.generate.command import JoinedOutputs
from sacreval.features.generate.generation_requests import RecordRequests
from support.variant_outputs import write

RECORDS = [
    {"instance_id": str(i), "input": f"question {i}", "references": [f"answer {i}"]}
    for i in range(1, 6)
]

PROMPT = "prompt: 'Q: {{input}}\n\n  A:'\nparams: {temperature: 1, seed: 10}\n"

MODEL = """
from sacreval.asking.requests import Failure, Reply

def echo(requests):
    with open("calls.txt", "a") as stream:
        stream.writelines(f"{one.id}\\n" for one in requests)
    return [Reply(id=x.id, text=f"{x.prompt}|{x.params.get('seed')}") for x in requests]

def chat(requests):
    return [" / ".join(f"{m.role}: {m.content}" for m in one.messages) for one in requests]

def likelihood(requests):
    return [Reply(id=x.id, logprob=-len(x.continuation), n_tokens=3) for x in requests]

def colours(requests):
    return ["\\x9b31mred"] * len(requests)

def faulty(requests):
    made = {
        "1": dict(text="fine", finish_reason="stop"),
        "2": dict(error=Failure("limit", "429 after 6 attempts")),
        "3": dict(text="cut of", finish_reason="length"),
        "4": dict(text="", refusal="I cannot say"),
        "5": dict(text=""),
    }
    return [Reply(id=x.id, **made[x.places[0].instance_id]) for x in requests]
"""


@pytest.fixture
def run(cli, tmp_path, monkeypatch):
    """Runs generate with a function of a module, and returns code, records and messages."""
    (tmp_path / "own_model.py").write_text(MODEL)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "own_model", raising=False)
    write(tmp_path / "data.jsonl", RECORDS)

    def call(function, *words, prompt=PROMPT, data="data.jsonl"):
        (tmp_path / "p.yaml").write_text(prompt)
        words = (
            "generate",
            data,
            "--prompt",
            "p.yaml",
            "--with",
            f"py:own_model:{function}",
            *words,
        )
        code, out, err = cli(*words)
        assert out.replace("\n", "").isprintable()
        lines = [json.loads(line) for line in out.splitlines()] if "--dry-run" not in words else out
        return code, lines, err

    return call


def test_each_record_has_an_output(run):
    """The record stays as it is, with its prediction and the system."""
    code, outputs, err = run("echo", "--system", "mine")
    assert code == 0, err
    assert [output.pop("prediction") for output in outputs] == [
        f"Q: question {i}\nA:|10" for i in range(1, 6)
    ]
    assert {output.pop("system_id") for output in outputs} == {"mine"}
    assert outputs == RECORDS


def test_outputs_are_evaluated(run, cli, tmp_path):
    """Any metric, and any suite, reads what generate writes."""
    out = tmp_path / "outputs.jsonl"
    assert run("echo", "-o", out)[0] == 0
    assert cli("evaluate", "rouge", out, "--ci")[0] == 0
    assert run("echo", "-o", out)[0] == 2
    assert run("echo", "-o", out, "--force")[0] == 0


def test_what_models_write_is_escaped(run):
    """A text with characters that a terminal obeys is escaped on standard output."""
    _, outputs, _ = run("colours")
    assert outputs[0]["prediction"] == "\x9b31mred"


def test_samples_have_seeds_of_their_own(run):
    """Each is a request with the next seed, in order."""
    _, outputs, _ = run("echo", prompt=f"{PROMPT}samples: 3\n")
    assert [text.rpartition("|")[2] for text in outputs[0]["samples"]] == ["10", "11", "12"]
    assert "prediction" not in outputs[0]


def test_failures_are_errors_and_never_empty_outputs(run):
    """Failed, cut and refused replies; an empty text that the model wrote is an output."""
    code, outputs, err = run("faulty")
    assert code == 3
    assert "1 failed, 1 refused, 1 truncated" in err
    assert [output.get("error") for output in outputs] == [
        None,
        "failed: limit, 429 after 6 attempts",
        "truncated: the reply is cut at the limit of tokens",
        "refused: I cannot say",
        None,
    ]
    assert [output.get("prediction") for output in outputs] == ["fine", None, None, None, ""]
    assert run("faulty", "--allow-errors")[0] == 0
    _, outputs, _ = run("faulty", prompt=f"{PROMPT}truncated: keep\n")
    assert outputs[2]["prediction"] == "cut of"


def test_only_what_is_missing_is_asked(run, tmp_path):
    """Replies are kept in a file; a second run asks nothing, a failed reply is asked again."""
    replies = tmp_path / "replies.jsonl"
    first = run("echo", "--replies", replies, "--max-requests", "2")
    assert first[0] == 3
    assert [output.get("error", "")[:9] for output in first[1]].count("not asked") == 3
    second = run("echo", "--replies", replies)
    assert second[0] == 0
    assert len((tmp_path / "calls.txt").read_text().splitlines()) == 5
    third = run("echo", "--replies", replies)
    assert third[1] == second[1]
    assert len((tmp_path / "calls.txt").read_text().splitlines()) == 5


def test_equal_prompts_are_asked_once(run, tmp_path):
    """Records that ask the same share the reply."""
    write(tmp_path / "data.jsonl", [{"input": "same"}, {"input": "same"}])
    _, outputs, _ = run("echo")
    assert outputs[0]["prediction"] == outputs[1]["prediction"]
    assert len((tmp_path / "calls.txt").read_text().splitlines()) == 1


def test_a_dry_run_asks_nothing(run, tmp_path):
    """The first prompt and the counts are printed."""
    code, out, _ = run("echo", "--dry-run")
    assert code == 0
    assert "Q: question 1" in out
    assert "to ask: 5" in out
    assert not (tmp_path / "calls.txt").exists()


EXAMPLES = """
examples:
  file: data.jsonl
  n: 2
  seed: 3
"""


def test_examples_are_drawn_by_seed_and_never_the_record_itself(run, tmp_path):
    """They precede the prompt, and depend on nothing but seed and instance."""
    prompt = f"{PROMPT}{EXAMPLES}  prompt: 'Q: {{{{input}}}} A: {{{{references[0]}}}}. '\n"
    _, outputs, _ = run("echo", prompt=prompt)
    for i, output in enumerate(outputs, start=1):
        before, _, _ = output["prediction"].rpartition("Q: ")
        assert before.count("answer") == 2
        assert f"question {i} " not in before
    write(tmp_path / "data.jsonl", RECORDS[::-1])
    assert run("echo", prompt=prompt)[1][::-1] == outputs
    other = run("echo", prompt=prompt.replace("seed: 3", "seed: 4"))[1][::-1]
    assert other != outputs


def test_examples_of_a_chat_follow_the_system(run):
    """Messages of the system, then the examples, then the question."""
    prompt = (
        "messages: [{role: system, content: Be brief.}, {role: user, content: '{{input}}'}]\n"
        f"{EXAMPLES}  messages: [{{role: user, content: '{{{{input}}}}'}}, "
        "{role: assistant, content: '{{references[0]}}'}]\n"
    )
    code, outputs, err = run("chat", prompt=prompt)
    assert code == 0, err
    roles = [part.partition(":")[0] for part in outputs[0]["prediction"].split(" / ")]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    assert outputs[0]["prediction"].endswith("user: question 1")


def test_too_few_examples_are_an_error(run):
    """The record itself does not count."""
    prompt = f"{PROMPT}{EXAMPLES.replace('n: 2', 'n: 5')}  prompt: '{{{{input}}}}'\n"
    code, _, err = run("echo", prompt=prompt)
    assert code == 2
    assert "there are 4 records beside instance '1'" in err


def test_choices_are_scored(run, tmp_path, cli):
    """Each has its log-probability and number of tokens, which metrics of choices read."""
    lines = [{"input": "2 + 2?", "choices": ["four", {"text": "5", "id": "b"}], "gold": "four"}]
    write(tmp_path / "data.jsonl", lines)
    prompt = "prompt: 'Q: {{input}} A:'\nchoices: ' {{text}}'\n"
    code, output, err = run("likelihood", "-o", tmp_path / "out.jsonl", prompt=prompt)
    assert code == 0, err
    (output,) = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert output["choices"] == [
        {"text": "four", "logprob": -5.0, "tokens": 3},
        {"text": "5", "id": "b", "logprob": -2.0, "tokens": 3},
    ]
    assert cli("evaluate", "multiple-choice", tmp_path / "out.jsonl")[0] == 0
    code, (failed,), _ = run("echo", prompt=prompt)
    assert code == 3
    assert failed["error"] == "failed: the reply has no log-probability"
    assert failed["choices"] == lines[0]["choices"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"prediction": "x"}, "has a `prediction` already"),
        ({"samples": ["x"]}, "has a `samples` already"),
        ({"input": None}, "finds nothing in the record"),
        ({"meta": {"private": True}}, "meta.private"),
    ],
)
def test_records_that_cannot_be_asked_are_named(run, tmp_path, change, why):
    """Nothing is asked before all records are checked."""
    write(tmp_path / "data.jsonl", [RECORDS[0], RECORDS[1] | change])
    code, _, err = run("echo")
    assert code == 2
    assert "data.jsonl:2" in err
    assert why in err
    assert not (tmp_path / "calls.txt").exists()


def test_the_file_of_replies_is_a_file_of_its_own(run, tmp_path):
    """It is neither the output nor an input."""
    for words in (("--replies", "data.jsonl"), ("--replies", "o.jsonl", "-o", "o.jsonl")):
        code, _, err = run("echo", *words)
        assert code == 2
        assert "another use" in err
    assert not (tmp_path / "o.jsonl").exists()


def test_variants_are_asked_and_compared(run, cli, tmp_path):
    """perturb, generate for both files, robustness: an evaluation of a model."""
    write(tmp_path / "data.jsonl", RECORDS)
    assert (
        cli("perturb", "data.jsonl", "--type", "butter-finger", "--n", 2, "-o", "v.jsonl")[0] == 0
    )
    assert run("echo", "-o", "o.jsonl")[0] == run("echo", "-o", "p.jsonl", data="v.jsonl")[0] == 0
    code, out, err = cli("robustness", "chrf", "o.jsonl", "p.jsonl", "--format", "json")
    assert code == 0, err
    assert json.loads(out)["results"][0]["variants"] == 2


def test_a_real_server_is_asked(cli, tmp_path, tiny_server):
    """Records and their variants are asked over HTTP, and all outputs are compared."""
    data = write(tmp_path / "data.jsonl", RECORDS[:2])
    prompt = tmp_path / "p.yaml"
    prompt.write_text(
        "messages: [{role: user, content: '{{input}}'}]\n"
        "params: {temperature: 0, max_tokens: 4, seed: 1}\ntruncated: keep\n"
    )
    asked = ("--with", f"openai:{tiny_server.model}", "--base-url", tiny_server.url)
    varied = tmp_path / "varied.jsonl"
    words = ("--type", "whitespace-add-remove", "--n", 2, "-o", varied)
    assert cli("perturb", data, *words)[0] == 0
    for inputs, out in ((data, "o.jsonl"), (varied, "p.jsonl")):
        words = ("--prompt", prompt, *asked, "--replies", tmp_path / "replies.jsonl")
        code, _, err = cli("generate", inputs, *words, "-o", tmp_path / out)
        assert code == 0, err
        assert tiny_server.model in err
    files = tmp_path / "o.jsonl", tmp_path / "p.jsonl"
    code, out, err = cli("robustness", "chrf", *files, "--format", "json")
    assert code == 0, err
    (result,) = json.loads(out)["results"]
    assert (result["n"], result["variants"]) == (2, 2)


def test_a_server_without_log_probabilities_is_found(cli, tmp_path, tiny_server):
    """Choices are not scored by a server that gives no log-probabilities of given texts."""
    data = write(tmp_path / "pairs.jsonl", [{"choices": ["He drove.", "She drove."]}])
    asked = ("--with", f"openai:{tiny_server.model}", "--base-url", tiny_server.url)
    code, out, err = cli("stereotyping", data, *asked, "--prefix", "So: ")
    assert (code, out) == (2, "")
    assert "log-probabilities" in err


ASKED = request(prompt="a", kind="completion")

FILTER, CUT = "a content filter ended the reply", "the reply is cut at the limit of tokens"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (None, "not asked: the model was not asked"),
        ({"error": Failure("timeout", "60 s")}, "failed: timeout, 60 s"),
        ({"error": Failure("filtered")}, "refused: filtered"),
        ({"text": "", "finish_reason": "content_filter"}, f"refused: {FILTER}"),
        ({"text": "", "refusal": "No."}, "refused: No."),
        ({"text": None}, "failed: the reply has no text"),
        ({"text": "a", "finish_reason": "length"}, f"truncated: {CUT}"),
    ],
)  # fmt: skip
def test_a_reply_that_is_no_answer_is_an_error(reply, error):
    """The record has the reason, and no prediction."""
    replies = {} if reply is None else {ASKED.id: Reply(id=ASKED.id, **reply)}
    outputs = JoinedOutputs(replies, "m")
    (output,) = outputs.of([RecordRequests(Instance(input="a"), [ASKED])])
    assert (output.error, output.prediction, output.system_id) == (error, None, "m")
    assert outputs.states == {error.partition(":")[0]: 1}


def test_one_failed_sample_fails_the_record():
    """A record never has fewer samples than others."""
    more = request(prompt="a", kind="completion", repeat=1)
    replies = {ASKED.id: Reply(id=ASKED.id, text="x")}
    (output,) = JoinedOutputs(replies, "m", several=True).of(
        [RecordRequests(Instance(), [ASKED, more])]
    )
    assert (output.samples, output.error) == (None, "not asked: the model was not asked")
    replies[more.id] = Reply(id=more.id, text="y")
    (output,) = JoinedOutputs(replies, "m", several=True).of(
        [RecordRequests(Instance(), [ASKED, more])]
    )
    assert (output.samples, output.error) == (["x", "y"], None)
