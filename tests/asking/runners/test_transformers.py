"""`transformers:`: a causal model on this machine."""

import json
import math

import pytest

from sacreval.asking.requests import Message, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import InputError, NotSetUpError, UsageError
from support import tiny_models, tiny_seq2seq

TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"


@pytest.fixture
def folder(tmp_path):
    """Copy a tiny GPT-2, and give it a chat template."""
    tiny_models.needed()
    checkpoint = tiny_seq2seq.copied("gpt2", tmp_path)
    path = checkpoint / "tokenizer_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"chat_template": TEMPLATE}))
    return checkpoint


def completion(prompt, **params):
    return request(kind="completion", prompt=prompt, params=params)


def ask(folder, *asked, **options):
    return list(runner_from_spec(f"transformers:{folder}", **options).replies(iter(asked)))


def test_greedy_tokens_are_those_of_the_model(folder):
    """Without temperature the text is that of transformers' own greedy search."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = AutoModelForCausalLM.from_pretrained(folder).eval()
    words = AutoTokenizer.from_pretrained(folder)
    ids = words("the cat", return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        whole = model.generate(ids, max_new_tokens=12, do_sample=False, pad_token_id=0)
    new = [i for i in whole[0, ids.shape[1] :].tolist() if i != 0]
    (reply,) = ask(folder, completion("the cat", max_tokens=12))
    assert reply.text == words.decode(new)
    assert reply.finish_reason == ("length" if len(new) == 12 else "stop")
    assert (reply.usage.prompt, reply.usage.reply) == (ids.shape[1], len(new))
    assert (reply.model, reply.host, reply.error) == (folder.name, "", None)


def test_chats_are_written_by_the_template(folder):
    """A chat is the completion of its template, with all messages."""
    messages = (Message("system", "short"), Message("user", "a cat"))
    prompt = "system: short\nuser: a cat\nassistant:"
    params = {"max_tokens": 5}
    chat, plain = ask(
        folder, request(messages=messages, params=params), completion(prompt, **params)
    )
    assert chat.text == plain.text
    assert chat.usage == plain.usage


def test_without_a_chat_template():
    """A model without chat template refuses chats, and completes prompts."""
    tiny_models.needed()
    chat = request(messages=(Message("user", "a"),), params={"max_tokens": 2})
    refused, whole = ask(tiny_seq2seq.build("gpt2"), chat, completion("a", max_tokens=2))
    assert refused.error.kind == "refused"
    assert "no chat template" in refused.error.message
    assert whole.error is None


def test_a_reply_depends_on_its_request_alone(folder):
    """In any order, greedy or drawn, replies are the same; repetitions are drawn anew."""
    asked = [completion("the cat", max_tokens=8), completion("a dog barked", max_tokens=8)]
    drawn = {"max_tokens": 8, "temperature": 1.5, "seed": 3}
    asked += [
        request(kind="completion", prompt="the", params=drawn, repeat=repeat) for repeat in range(3)
    ]
    asked.append(completion("the", **drawn | {"seed": 4}))
    texts = [reply.text for reply in ask(folder, *asked)]
    assert [reply.text for reply in ask(folder, *asked[::-1])][::-1] == texts
    assert len(set(texts[2:])) == 4


def test_sampling_from_the_most_probable(folder):
    """With top_p 0 a drawn token is the most probable one."""
    greedy, drawn = ask(
        folder,
        completion("the", max_tokens=6),
        completion("the", max_tokens=6, temperature=2.0, top_p=0.0),
    )
    assert greedy.text == drawn.text


def test_stop_texts(folder):
    """A reply ends before the first stop text, however it is given."""
    (whole,) = ask(folder, completion("the cat", max_tokens=12))
    mark = whole.text[4]
    single, several = ask(
        folder,
        completion("the cat", max_tokens=12, stop=mark),
        completion("the cat", max_tokens=12, stop=["never", mark]),
    )
    assert single.text == several.text == whole.text[: whole.text.index(mark)]
    assert single.finish_reason == "stop"


def test_log_probabilities(folder):
    """Log-probabilities of chosen tokens are the largest in their places when greedy."""
    params = {"max_tokens": 4, "logprobs": True, "top_logprobs": 3}
    chat, number, none = ask(
        folder,
        request(messages=(Message("user", "a"),), params=params),
        completion("a", max_tokens=4, logprobs=2),
        completion("a", max_tokens=4),
    )
    for reply, top in ((chat, 3), (number, 2)):
        assert len(reply.logprobs) == reply.usage.reply
        assert all(1 <= len(token.top) <= top for token in reply.logprobs)
        assert all(token.logprob == max(token.top.values()) for token in reply.logprobs)
        assert all(token.logprob <= 0 for token in reply.logprobs)
    assert none.logprobs is None


def test_log_likelihoods(folder):
    """Log-likelihoods of parts add up to that of the whole, and count tokens."""

    def asked(prompt, continuation):
        return request(kind="loglikelihood", prompt=prompt, continuation=continuation)

    whole, first, last, empty, nothing = ask(
        folder, asked("a", " cat sat"), asked("a", " cat"), asked("a cat", " sat"),
        asked("", "cat"), asked("a", ""),
    )  # fmt: skip
    assert whole.logprob == pytest.approx(first.logprob + last.logprob, abs=1e-4)
    assert (whole.n_tokens, first.n_tokens, empty.n_tokens) == (8, 4, 2)
    assert (nothing.logprob, nothing.n_tokens) == (0, 0)
    assert math.isfinite(empty.logprob)


def test_what_fails_alone(folder):
    """Prompts that are too long and unknown or wrong parameters fail; others are answered."""
    long, unknown, wrong, empty, fine = ask(
        folder,
        completion("x" * 2000, max_tokens=1),
        completion("a", n=2),
        completion("a", temperature="hot"),
        completion(""),
        completion("a", max_tokens=1),
    )
    assert (long.error.kind, unknown.error.kind, wrong.error.kind) == (
        "context",
        "refused",
        "refused",
    )
    assert "tokens, and" in long.error.message
    assert "`n`" in unknown.error.message
    assert "temperature" in wrong.error.message
    assert empty.error.kind == "refused"
    assert fine.error is None


def test_the_end_of_what_the_model_reads(folder):
    """A reply ends with the last token that the model reads, and says that it was cut."""
    (reply,) = ask(folder, completion("x" * (tiny_seq2seq.POSITIONS - 3), max_tokens=50))
    assert reply.usage.reply <= 3
    assert reply.finish_reason in {"length", "stop"}


def test_the_identity_names_the_files(folder):
    """Another chat template, other weights or another type are another model."""
    identity = runner_from_spec(f"transformers:{folder}").identity()
    assert identity.startswith(f"transformers:{folder.name}@")
    (folder / "chat_template.jinja").write_text("{{ messages }}")
    assert runner_from_spec(f"transformers:{folder}").identity() != identity
    assert runner_from_spec(f"transformers:{folder}", dtype="bfloat16").identity() != identity


def test_models_that_cannot_be_read(tmp_path, monkeypatch):
    """A pickle, no model, and no torch are refused in a sentence each."""
    tiny_models.needed()
    with pytest.raises(UsageError, match="is no folder"):
        ask(tmp_path / "none", completion("a"))
    with pytest.raises(InputError, match=r"config\.json"):
        ask(tmp_path, completion("a"))
    folder = tiny_seq2seq.copied("gpt2", tmp_path)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(UsageError, match="the weights are a pickle"):
        ask(folder, completion("a"))
    monkeypatch.setattr("sacreval.models.loading.find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"transformers:MODEL needs torch.*sacreval\[neural\]"):
        ask(folder, completion("a"))
