"""Models of texts: log-probabilities, gaps, pooled states, layers and heads."""

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models import scorer
from sacreval.models.causal import CausalScorer, Sampling, generate, log_likelihoods
from sacreval.models.loading import load_with_head
from sacreval.models.masked import Gaps, MaskedModel
from sacreval.models.pooling import (
    MODES,
    Mix,
    Pooling,
    mixed,
    one_layer,
    pooled,
    softmax,
    sparsemax,
)
from sacreval.models.scorer import Seq2SeqScorer, TokenPair, load_replaced, weight_file
from sacreval.models.tokenization import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq

TEXTS = ["the cat", "x" * 8, "x" * 16, "", "a", "the cat sat on the mat " * 4]


@pytest.fixture
def gpt2():
    """The checkpoint of the tiny GPT-2."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("gpt2")))


def ids_of(checkpoint):
    """Return the ids of all texts."""
    return [tokens.ids for tokens in tokenizer(checkpoint).encode(TEXTS)]


def test_numbers_are_those_of_the_model_alone(gpt2):
    """Log-probabilities equal those of one text without padding, to 1e-5; of one token none."""
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(str(gpt2.folder), dtype=torch.float32).eval()
    texts = ids_of(gpt2)
    for ids, logs in zip(texts, CausalScorer(gpt2, "float32", "cpu").log_probabilities(texts),
                         strict=True):  # fmt: skip
        assert len(logs) == max(len(ids) - 1, 0)
        if len(ids) > 1:
            with torch.inference_mode():
                logits = model(torch.tensor([ids])).logits[0, :-1].log_softmax(-1)
            expected = logits[range(len(ids) - 1), list(ids[1:])].numpy()
            np.testing.assert_allclose(logs, expected, atol=1e-5)


@pytest.mark.parametrize("size", [1, 4])
def test_numbers_do_not_depend_on_neighbours(gpt2, size):
    """Scored in parts of any size and in reverse, a text has equal bytes, and is scored once."""
    texts = ids_of(gpt2)
    scorer = CausalScorer(gpt2, "float32", "cpu")
    together = [logs.tobytes() for logs in scorer.log_probabilities(texts)]
    scorer.log_probabilities(texts[:3])
    assert scorer.store.computed == len(set(texts))
    apart = CausalScorer(gpt2, "float32", "cpu")
    parts = [apart.log_probabilities(texts[i : i + size]) for i in range(0, len(texts), size)]
    assert together == [logs.tobytes() for part in parts for logs in part]


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
    ids = [step.token for step in done.steps]
    whole = log_likelihoods(model, PROMPT + ids)[len(PROMPT) - 1 :]
    assert [step.logprob for step in done.steps] == pytest.approx(whole, abs=1e-4)
    assert all(step.top[0] == (step.token, step.logprob) for step in done.steps)
    assert (done.text, done.stopped) == (text_of(ids), False)


def test_ends_and_stops(model):
    """A text ends before an end token, which is not kept, and before a stop text."""
    ids = [step.token for step in generate(model, PROMPT, Sampling(6), text_of).steps]
    ended = generate(model, PROMPT, Sampling(6, ends=frozenset(ids[2:3])), text_of)
    assert [step.token for step in ended.steps] == ids[: ids.index(ids[2])]
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
    assert {generated.steps[0].token for generated in few} == {best}


MASKED_TEXTS = ["the cat sat", "three boys barked at the mat here", "a b c d e f", "x " * 30]


@pytest.fixture
def masked_bert():
    """The checkpoint of the tiny BERT with its head."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("masked")))


def gaps_of(masked_bert):
    """Return every text with its second and last word masked."""
    words = tokenizer(masked_bert)
    mask = words.id_of("[MASK]")
    texts = []
    for tokens in words.encode(MASKED_TEXTS):
        places = (2, len(tokens.ids) - 2)
        ids = tuple(mask if i in places else x for i, x in enumerate(tokens.ids))
        texts.append(Gaps(ids, places))
    return texts


def test_gaps_are_filled_as_by_the_model_alone(masked_bert):
    """Tokens are those of largest logit of one text without padding, and not all alike."""
    import torch
    from transformers import AutoModelForMaskedLM

    model = AutoModelForMaskedLM.from_pretrained(
        str(masked_bert.folder), dtype=torch.float32
    ).eval()
    texts = gaps_of(masked_bert)
    filled = MaskedModel(masked_bert, "float32", "cpu").fill(texts)
    for text, tokens in zip(texts, filled, strict=True):
        with torch.inference_mode():
            logits = model(torch.tensor([text.ids])).logits[0]
        assert tokens.tolist() == logits.argmax(-1)[list(text.places)].tolist()
    assert len(set(np.concatenate(filled).tolist())) > 1


def test_each_text_is_filled_once(masked_bert):
    """Filled one by one a text has the same tokens, and repeated texts are filled once."""
    texts = gaps_of(masked_bert)
    model = MaskedModel(masked_bert, "float32", "cpu")
    together = [tokens.tolist() for tokens in model.fill([*texts, *texts])]
    assert model.store.computed == len(texts)
    alone = [MaskedModel(masked_bert, "float32", "cpu").fill([text])[0].tolist() for text in texts]
    assert together == [*alone, *alone]


SCORER_TEXTS = ["the cat", "a dog barked at it", "x" * 6, "the cat sat on the mat" * 3, "", "a"]


@pytest.fixture(params=["bart", "t5", "fsmt"])
def seq2seq(request):
    """The checkpoint of a tiny model."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build(request.param)))


def pairs_of(seq2seq):
    """Return every pair of texts, empty ones and those as wide as a batch included."""
    ids = [tokens.ids for tokens in tokenizer(seq2seq).encode(SCORER_TEXTS)]
    return [TokenPair(a, b) for a in ids for b in ids]


def seq2seq_scorer(seq2seq):
    """Return a scorer that has scored nothing yet."""
    return Seq2SeqScorer(seq2seq, "float32", "cpu", None)


def sources_of(seq2seq):
    """Return the ids of all texts."""
    return [tokens.ids for tokens in tokenizer(seq2seq).encode(SCORER_TEXTS)]


def test_numbers_are_those_of_the_model_alone_of_scorer(seq2seq):
    """Log-probabilities equal those of one pair without padding, to 1e-5."""
    import torch
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(str(seq2seq.folder), dtype=torch.float32).eval()
    pairs = pairs_of(seq2seq)
    for pair, logs in zip(pairs, seq2seq_scorer(seq2seq).log_probabilities(pairs), strict=True):
        labels = torch.tensor([pair.target])
        ids = torch.tensor([[model.config.decoder_start_token_id, *pair.target[:-1]]])
        with torch.inference_mode():
            logits = model(
                input_ids=torch.tensor([pair.source]), decoder_input_ids=ids, use_cache=False
            ).logits
        expected = logits.log_softmax(-1).gather(-1, labels[..., None])[0, :, 0].numpy()
        np.testing.assert_allclose(logs, expected, atol=1e-5)


@pytest.mark.parametrize("size", [1, 5])
def test_numbers_do_not_depend_on_neighbours_of_scorer(seq2seq, size):
    """Scored in parts of any size and in reverse, a pair has equal bytes."""
    pairs = pairs_of(seq2seq)
    together = [logs.tobytes() for logs in seq2seq_scorer(seq2seq).log_probabilities(pairs)]
    apart = seq2seq_scorer(seq2seq)
    parts = [apart.log_probabilities(pairs[i : i + size]) for i in range(0, len(pairs), size)]
    assert together == [logs.tobytes() for part in parts for logs in part]
    backwards = seq2seq_scorer(seq2seq).log_probabilities(pairs[::-1])[::-1]
    assert together == [logs.tobytes() for logs in backwards]


def test_a_source_is_encoded_once(seq2seq):
    """Targets of one source share its states, in one call and in others; pairs are scored once."""
    scorer = seq2seq_scorer(seq2seq)
    pairs = pairs_of(seq2seq)
    scorer.log_probabilities(pairs[:20])
    scorer.log_probabilities(pairs)
    assert scorer.sources.computed == len({pair.source for pair in pairs})
    assert scorer.store.computed == len(set(pairs))


def test_states_that_do_not_fit_at_once(seq2seq, monkeypatch):
    """Sources are split so that their states fit in memory, with equal bytes."""
    pairs = pairs_of(seq2seq)
    whole = seq2seq_scorer(seq2seq).log_probabilities(pairs)
    monkeypatch.setattr(scorer, "AT_ONCE", 8)
    assert sum(1 for _ in scorer._parts([pair.source for pair in pairs])) > 2
    parts = seq2seq_scorer(seq2seq).log_probabilities(pairs)
    assert [a.tobytes() for a in whole] == [b.tobytes() for b in parts]


def test_first_step_logits(seq2seq):
    """Logits of the first step are those of one source alone, of the tokens that are asked for."""
    import torch
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(str(seq2seq.folder), dtype=torch.float32).eval()
    start = torch.tensor([[model.config.decoder_start_token_id]])
    sources = sources_of(seq2seq)
    together = seq2seq_scorer(seq2seq).first_step_logits(sources, (3, 20))
    for ids, logits in zip(sources, together, strict=True):
        with torch.inference_mode():
            all_logits = model(
                input_ids=torch.tensor([ids]), decoder_input_ids=start, use_cache=False
            ).logits[0, 0]
        np.testing.assert_allclose(logits, all_logits[[3, 20]], atol=1e-5)
    alone = [seq2seq_scorer(seq2seq).first_step_logits([ids], (3, 20))[0] for ids in sources]
    assert [a.tobytes() for a in alone] == [b.tobytes() for b in together]


def test_a_token_that_the_vocabulary_lacks(seq2seq):
    """A model without the token whose logit is asked for is refused."""
    with pytest.raises(InputError, match="and none with id 250089; use a model that was trained"):
        seq2seq_scorer(seq2seq).first_step_logits([(3, 1)], (250_089,))


@pytest.fixture
def bart():
    """The checkpoint of the tiny BART."""
    tiny_models.needed()
    return checkpoint(str(tiny_seq2seq.build("bart")))


@pytest.fixture
def states(bart):
    """The weights of the tiny BART, doubled."""
    model = load_with_head(bart, "Seq2SeqLM", "float32", "cpu")
    return {name: 2 * value for name, value in model.state_dict().items()}


def loaded(bart, path):
    """Load the model with the weights of a file."""
    return load_replaced(bart, "float32", "cpu", weight_file(str(path), pickles=True))


def test_all_weights_are_replaced(bart, states, tmp_path):
    """Every weight is that of the file, pickled or not; the model of other metrics is unchanged."""
    import torch
    from safetensors.torch import save_file

    torch.save(states, tmp_path / "bart.pth")
    unshared = {name: value.clone() for name, value in states.items()}
    save_file(unshared, tmp_path / "bart.safetensors")
    before = load_with_head(bart, "Seq2SeqLM", "float32", "cpu").state_dict()
    for name in ("bart.pth", "bart.safetensors"):
        after = loaded(bart, tmp_path / name).state_dict()
        assert all(torch.equal(after[key], states[key]) for key in states)
    assert all(torch.equal(2 * before[key], states[key]) for key in states)


def test_weights_of_another_model(bart, states, tmp_path):
    """A file without some weights, or with others, is refused."""
    import torch

    torch.save(dict(list(states.items())[1:]), tmp_path / "less.pth")
    with pytest.raises(InputError, match="less.pth: not the weights of bart .*Missing key"):
        loaded(bart, tmp_path / "less.pth")


def test_a_pickle_that_runs_code(bart, tmp_path):
    """A pickle with anything but numbers is refused, and its code does not run."""
    import torch

    torch.save({"a": pytest.approx}, tmp_path / "code.pth")
    with pytest.raises(
        InputError, match="code.pth: the pickle holds .*; save the model's state_dict"
    ):
        loaded(bart, tmp_path / "code.pth")


def test_a_damaged_file(bart, tmp_path):
    """A file that is no pickle and no safetensors is refused."""
    for name, fault in (("a.pth", "no pickle of tensors"), ("a.safetensors", "not the weights of")):
        (tmp_path / name).write_bytes(b"nothing")
        with pytest.raises(InputError, match=f"{name}: {fault}"):
            loaded(bart, tmp_path / name)


def test_pickles_need_the_flag(tmp_path):
    """Without --pickles only safetensors are read; a missing file is an error."""
    with pytest.raises(UsageError, match="give --pickles to read numbers only"):
        weight_file(str(tmp_path / "bart.pth"), pickles=False)
    with pytest.raises(InputError, match="no such file of weights; correct the name"):
        weight_file(str(tmp_path / "bart.safetensors"), pickles=False)


STATES = np.array([[[1.0, -8.0], [2.0, 0.0], [6.0, 2.0]]], dtype=np.float32)


@pytest.mark.parametrize(
    ("mode", "skip", "wanted"),
    [
        ("cls", 0, [1, -8]),
        ("cls", 1, [2, 0]),
        ("lasttoken", 0, [6, 2]),
        ("max", 1, [6, 2]),
        ("mean", 0, [3, -2]),
        ("mean", 1, [4, 1]),
        ("mean_sqrt_len_tokens", 0, [9 / 3**0.5, -6 / 3**0.5]),
        ("weightedmean", 0, [23 / 6, -2 / 6]),
        ("weightedmean", 1, [22 / 5, 6 / 5]),
    ],
)
def test_modes(mode, skip, wanted):
    """Each mode with and without the tokens of a prompt."""
    np.testing.assert_allclose(pooled(STATES, Pooling((mode,), skip))[0], wanted, rtol=1e-6)


def test_several_modes():
    """Vectors of several modes are concatenated in their order."""
    assert pooled(STATES, Pooling(("lasttoken", "cls"))).tolist() == [[6, 2, 1, -8]]


@pytest.mark.parametrize("mode", MODES)
def test_no_tokens(mode):
    """Without a token the vector is zero."""
    assert pooled(STATES, Pooling((mode,), 3)).tolist() == [[0, 0]]


def test_softmax():
    """Shares are those of the exponentials, also of large numbers."""
    np.testing.assert_allclose(softmax(np.log([[1.0, 3.0, 6.0]])), [[0.1, 0.3, 0.6]])
    np.testing.assert_allclose(softmax(np.array([1e4, 1e4])), [0.5, 0.5])


@pytest.mark.parametrize(
    ("z", "shares"),
    [
        ([0.5, 0.5], [0.5, 0.5]),
        ([3.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
        ([1.0, 0.8, -5.0], [0.6, 0.4, 0.0]),
        ([0.3, 0.2, 0.1], [13 / 30, 1 / 3, 7 / 30]),
    ],
)
def test_sparsemax(z, shares):
    """Shares by hand: numbers less a threshold that makes their sum 1, and none below 0."""
    np.testing.assert_allclose(sparsemax(np.array(z)), shares, atol=1e-12)


def test_sparsemax_is_nearest():
    """No other point of the simplex is nearer to z."""
    random = np.random.default_rng(1)
    z = random.normal(size=6)
    best = np.linalg.norm(sparsemax(z) - z)
    others = random.dirichlet(np.ones(6), size=500)
    assert (np.linalg.norm(others - z, axis=1) >= best).all()


@pytest.mark.parametrize("normalise", [False, True])
def test_mixing(normalise):
    """A mix is the weighted sum of layers, each first normalised over its text if asked."""
    tiny_models.needed()
    import torch

    random = np.random.default_rng(2)
    states = random.normal(2, 3, size=(3, 2, 5, 4)).astype(np.float32)
    lengths, weights = (5, 3), (0.5, 0.0, 2.0)
    mask = torch.tensor([[i < n for i in range(5)] for n in lengths]).long()
    mixture = mixed([torch.from_numpy(x) for x in states], mask, Mix(weights, normalise)).numpy()
    for text, n in enumerate(lengths):
        layers = states[:, text, :n]
        if normalise:
            mean, sd = (f(layers, axis=(1, 2), keepdims=True) for f in (np.mean, np.std))
            layers = (layers - mean) / sd
        expected = np.tensordot(weights, layers, 1)
        np.testing.assert_allclose(mixture[text, :n], expected, atol=1e-5)


def test_one_layer():
    """One layer alone is a mix with the bytes of that layer."""
    tiny_models.needed()
    import torch

    layers = [torch.full((1, 2, 3), x) for x in (float("inf"), 0.1, 7.0)]
    mixture = mixed(layers, torch.ones(1, 2), one_layer(1, 3))
    assert torch.equal(mixture, layers[1])
