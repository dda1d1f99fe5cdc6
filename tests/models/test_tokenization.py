"""Tokens, parameters and batches: what is cut, read and left out."""

import json

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models import tokenization
from sacreval.models.sentence import ACTIVATIONS, Layer, depth, plain_model
from sacreval.models.tokenization import limit, tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models, tiny_seq2seq


@pytest.fixture
def bert():
    """The checkpoint of a tiny BERT."""
    tiny_models.needed()
    return checkpoint(str(tiny_models.build("bert")))


@pytest.fixture
def roberta():
    """The checkpoint of a tiny RoBERTa, whose tokens are bytes."""
    tiny_models.needed()
    return checkpoint(str(tiny_models.build("roberta")))


def test_ids_are_those_of_transformers(bert):
    """Ids equal those of the tokenizer that transformers loads, for texts of several scripts."""
    from transformers import AutoTokenizer

    texts = ["The cat sat.", "naïve Café – zu viel", "猫が座った", "a [SEP] b", ""]
    theirs = AutoTokenizer.from_pretrained(str(bert.folder))
    ours = tokenizer(bert).encode(texts)
    assert [list(tokens.ids) for tokens in ours] == [theirs(text)["input_ids"] for text in texts]


def test_special_tokens_are_not_counted(bert):
    """An empty text has no words, and a text has its tokens without [CLS] and [SEP]."""
    empty, text = tokenizer(bert).encode(["", "the cat"])
    assert (empty.words, len(empty.ids)) == (0, 2)
    assert (text.words, len(text.ids)) == (2, 4)
    assert tokenizer(bert).ends == {empty.ids[0], empty.ids[-1]}


def test_what_is_cut_is_counted(bert):
    """A text of 100 words keeps 62 and the special tokens, and 38 are counted."""
    (tokens,) = tokenizer(bert).encode(["cat " * 100])
    assert (len(tokens.ids), tokens.words, tokens.cut) == (64, 62, 38)
    assert tokens.ids[-1] in tokenizer(bert).ends
    (short,) = tokenizer(bert).encode(["cat " * 62])
    assert (len(short.ids), short.cut) == (64, 0)


def test_the_limit_of_positions(roberta):
    """Without a stated limit it is the number of positions, less the two that RoBERTa skips."""
    assert tokenizer(roberta).limit == 68


def test_the_prefix_space(roberta, bert):
    """The blank before a text is one more byte for RoBERTa, none in an empty text or for BERT."""
    with_it, without = (tokenizer(roberta, prefix_space=on) for on in (True, False))
    assert with_it.encode(["cat"])[0].words == without.encode(["cat"])[0].words + 1
    assert with_it.encode([""]) == without.encode([""])
    assert tokenizer(bert, prefix_space=True).encode(["cat"]) == tokenizer(bert).encode(["cat"])


def test_surrogates(roberta):
    """A lone surrogate, which no UTF-8 has, is tokenized as a question mark."""
    assert tokenizer(roberta).encode(["a\ud800"]) == tokenizer(roberta).encode(["a?"])


def test_a_damaged_tokenizer(tmp_path):
    """A tokenizer that cannot be read is refused in one sentence with its folder."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path)
    (folder / "tokenizer.json").write_text(json.dumps({"version": "1.0"}))
    with pytest.raises(InputError, match="no tokenizer that can be read .*; add a tokenizer.json"):
        tokenizer(checkpoint(str(folder)))


def test_a_vocabulary_alone(bert, tmp_path):
    """A checkpoint with vocab.txt in place of tokenizer.json has the same ids."""
    folder = tiny_models.copied("bert", tmp_path)
    whole = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = sorted(whole["model"]["vocab"].items(), key=lambda item: item[1])
    (folder / "vocab.txt").write_text("".join(f"{name}\n" for name, _ in vocabulary))
    (folder / "tokenizer.json").unlink()
    texts = ["The cat sat on the mat!", ""]
    assert tokenizer(checkpoint(str(folder))).encode(texts) == tokenizer(bert).encode(texts)


def test_text_outside_the_vocabulary_is_counted(bert, roberta):
    """A word that no piece covers is one unknown token for BERT; bytes cover every text."""
    (tokens,) = tokenizer(bert).encode(["the cat मौसम 猫"])
    assert (tokens.words, tokens.unknown) == (4, 2)
    (other,) = tokenizer(roberta).encode(["погода"])
    assert (other.words, other.unknown) == (12, 0)


def test_without_special_tokens(bert):
    """Special tokens can be left out, and a shorter limit than the model's can be set."""
    (whole,) = tokenizer(bert).encode(["the cat sat"])
    (bare,) = tokenizer(bert, special=False).encode(["the cat sat"])
    assert whole.ids[1:-1] == bare.ids
    (short,) = tokenizer(bert, special=False, longest=2).encode(["the cat sat"])
    assert (short.ids, short.cut) == (bare.ids[:2], 1)
    assert tokenizer(bert, longest=4).encode(["the cat sat"])[0].ids == (*whole.ids[:3], 3)


def test_the_id_of_a_token(bert):
    """A token of the vocabulary has an id, and any other text has none."""
    assert tokenizer(bert).id_of("[SEP]") == 3
    assert tokenizer(bert).piece(3) == "[SEP]"
    assert tokenizer(bert).id_of("no such token") is None


def test_limits_of_other_architectures():
    """GPT-2 states its positions by another name; T5 has relative ones and no limit."""
    tiny_models.needed()
    limits = {kind: limit(checkpoint(str(tiny_seq2seq.build(kind)))) for kind in ("gpt2", "t5")}
    assert limits == {"gpt2": tiny_seq2seq.POSITIONS, "t5": 0}


def test_another_limit(roberta):
    """A limit that is asked for replaces the model's, shorter or longer."""
    (short,) = tokenizer(roberta, longest=10).encode(["x" * 100])
    (long,) = tokenizer(roberta, longest=90).encode(["x" * 100])
    assert (len(short.ids), short.cut) == (10, 92)
    assert (len(long.ids), long.cut) == (90, 12)


@pytest.mark.parametrize("prefix", [False, True])
def test_offsets(roberta, bert, prefix):
    """Each token has its place in the text, whatever is put before it; special ones have none."""
    words = tokenizer(bert, prefix_space=prefix).offsets("the cat")
    assert words == [(0, 0), (0, 3), (4, 7), (0, 0)]
    letters = tokenizer(roberta, prefix_space=prefix).offsets("ab")
    assert letters[-3:] == [(0, 1), (1, 2), (0, 0)]
    assert len(tokenizer(roberta, longest=10).offsets("x" * 100)) == 10
    assert tokenizer(bert).offsets("") == [(0, 0), (0, 0)]


def test_tokens_are_held_up_to_a_number(monkeypatch):
    """Texts are forgotten once their tokens are too many, and have the same tokens again."""
    tiny_models.needed()
    monkeypatch.setattr(tokenization, "_MOST", 40)
    words = tokenization.tokenizer.__wrapped__(checkpoint(str(tiny_models.build("bert"))))
    texts = [f"{'the cat ' * 5}{i}" for i in range(9)]
    first = [words.encode([text])[0] for text in texts]
    assert sum(len(tokens.ids) for tokens in words._known.values()) <= 40 + len(first[-1].ids)
    assert [words.encode([text])[0] for text in texts] == first


@pytest.fixture
def model():
    """The tiny BERT, with mean pooling."""
    tiny_models.needed()
    return plain_model(str(tiny_models.build("bert")), "mean")


def test_prompts(model):
    """The default prompt is used if none is named, and an unknown one is refused."""
    assert model.prompt("") == ""
    prompted = model._replace(prompts={"q": "ask: "}, default_prompt="q")
    assert prompted.prompt("") == prompted.prompt("q") == "ask: "
    with pytest.raises(UsageError, match="has no prompt 'r'; its prompts are: q"):
        prompted.prompt("r")


def test_tokens(model):
    """A prompt is put before each text, and both are in lower case and cut if the model says so."""
    (plain,) = model.tokens(["ab cat"], "the ")
    (joined,) = model.tokens(["the ab cat"], "")
    assert plain == joined
    (cut,) = model._replace(most=4, lowercase=True).tokens(["The cat sat on"], "")
    assert (len(cut.ids), cut.cut) == (4, 2)


def test_depth(model, tmp_path):
    """The number of layers has several names; a configuration without any is refused."""
    assert depth(model.encoder) == 3
    for name in ("n_layers", "n_layer", "num_layers", "encoder_layers"):
        (tmp_path / "config.json").write_text(f'{{"{name}": 5}}')
        assert depth(model.encoder._replace(folder=tmp_path)) == 5
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(InputError, match="config.json: no num_hidden_layers; add it"):
        depth(model.encoder._replace(folder=tmp_path))


VECTOR = np.array([0.5, -1.5, 2.0])

WEIGHT = np.float32([[1, 2, 3], [-1, 0.5, 0.25]])

BIAS = np.float32([0.5, -0.5])


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name):
    """A dense layer with each activation equals torch's, to 1e-6."""
    tiny_models.needed()
    import torch

    summed = torch.tensor(WEIGHT @ np.float32(VECTOR) + BIAS)
    expected = getattr(torch.nn, name)()(summed).numpy()
    output = Layer("Dense", name, WEIGHT, BIAS).apply(VECTOR)
    np.testing.assert_allclose(output, expected, atol=1e-6)


def test_normalisation():
    """A normalised vector has length 1; zeros stay zeros; dropout changes nothing."""
    assert np.linalg.norm(Layer("Normalize").apply(VECTOR)) == pytest.approx(1)
    assert not Layer("Normalize").apply(np.zeros(3)).any()
    assert Layer("Dropout").apply(VECTOR) is VECTOR


def test_layer_norm():
    """By hand: mean 0 and variance 1, then scaled and shifted."""
    layer = Layer("LayerNorm", weight=np.float32([1, 2]), bias=np.float32([0, 1]))
    np.testing.assert_allclose(layer.apply(np.array([1.0, -1.0])), [1, -1], atol=1e-5)
