"""Texts are generated token by token, with the model's own log-probabilities."""

import pytest

from sacreval.models.causal import Sampling, generate, log_likelihoods
from sacreval.models.loading import load_with_head
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq

PROMPT = [5, 6, 7]


@pytest.fixture
def model():
    """The tiny GPT-2."""
    tiny_models.needed()
    return load_with_head(checkpoint(str(tiny_seq2seq.build("gpt2"))), "CausalLM", "float32", "cpu")


def text_of(ids):
    """Write ids as words."""
    return "".join(f"<{i}>" for i in ids)


def test_log_probabilities_of_generated_tokens(model):
    """Those of generated tokens, with states that are kept, equal those of the whole text."""
    done = generate(model, PROMPT, Sampling(6, top=2), text_of)
    ids = [one.token for one in done.steps]
    whole = log_likelihoods(model, PROMPT + ids)[len(PROMPT) - 1 :]
    assert [one.logprob for one in done.steps] == pytest.approx(whole, abs=1e-4)
    assert all(one.top[0] == (one.token, one.logprob) for one in done.steps)
    assert (done.text, done.stopped) == (text_of(ids), False)


def test_ends_and_stops(model):
    """A text ends before an end token, which is not kept, and before a stop text."""
    ids = [one.token for one in generate(model, PROMPT, Sampling(6), text_of).steps]
    ended = generate(model, PROMPT, Sampling(6, ends=frozenset(ids[2:3])), text_of)
    assert [one.token for one in ended.steps] == ids[: ids.index(ids[2])]
    stopped = generate(model, PROMPT, Sampling(6, stop=(f"{ids[1]}>",)), text_of)
    whole = text_of(ids)
    assert stopped.text == whole[: whole.index(f"{ids[1]}>")]
    assert ended.stopped
    assert stopped.stopped
    assert generate(model, PROMPT, Sampling(0), text_of).text == ""


def test_drawing(model):
    """Draws follow from the seed; the frequency of the first token is its probability."""
    first = [
        generate(model, PROMPT, Sampling(1, temperature=1.0, seed=i), text_of).steps[0].token
        for i in range(200)
    ]
    again = [
        generate(model, PROMPT, Sampling(1, temperature=1.0, seed=i), text_of).steps[0].token
        for i in range(20)
    ]
    assert first[:20] == again
    assert len(set(first)) > 20
    best = generate(model, PROMPT, Sampling(1), text_of).steps[0].token
    few = [
        generate(model, PROMPT, Sampling(1, temperature=1.0, top_p=0.001, seed=i), text_of)
        for i in range(5)
    ]
    assert {one.steps[0].token for one in few} == {best}
