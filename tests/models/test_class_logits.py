"""Logits of an input are those of transformers, depend on it alone, and are computed once."""

import json
import random
import shutil

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.class_logits import Classifier, JointTokenizer, kept
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models

PAIRS = [
    ("the cat sat on the mat", "a cat"),
    ("the dog barked at boys", "nothing in common"),
    ("", "a dog"),
    ("a", ""),
    ("the cat " * 11, "on a mat " * 3),  # 34 tokens
    *((f"the cat {'sat ' * n}", "dog " * (n % 5)) for n in range(12)),
]

SINGLES = [("the cat sat",), ("",), ("dog " * 20,)]


@pytest.fixture(params=["bert", "roberta"])
def found(request):
    """The checkpoint of a tiny classifier."""
    return checkpoint(str(tiny_classifiers.build(request.param, tiny_classifiers.NLI)))


def logits(checkpoint, inputs, *, together=True, dtype="float32"):
    """Return the logits of inputs by a new classifier, in one call or one by one."""
    classifier = Classifier(checkpoint, dtype, "cpu")
    joined = JointTokenizer(checkpoint, 0, "longest_first").encode(inputs)
    calls = [joined] if together else [[tokens] for tokens in joined]
    return np.array([row for call in calls for row in classifier.logits(call)])


@pytest.mark.parametrize("inputs", [PAIRS, SINGLES])
def test_logits_are_those_of_transformers(found, inputs):
    """Logits equal transformers' own model and tokenizer, one input at a time, to 1e-5."""
    most = JointTokenizer(found, 0, "longest_first").limit
    expected = tiny_classifiers.official_logits(
        found.folder, inputs, truncation=True, max_length=most
    )
    assert np.ptp(expected, axis=0).max() > 0.1
    np.testing.assert_allclose(logits(found, inputs), expected, atol=1e-5)


def test_logits_do_not_depend_on_neighbours(found):
    """Together, apart and backwards, an input has equal bytes."""
    together = logits(found, PAIRS + SINGLES)
    assert together.tobytes() == logits(found, PAIRS + SINGLES, together=False).tobytes()
    backwards = logits(found, (PAIRS + SINGLES)[::-1])[::-1]
    assert together.tobytes() == backwards.tobytes()


def test_each_input_is_classified_once(found):
    """An input that is repeated, in one call or in another, is classified once."""
    classifier = Classifier(found, "float32", "cpu")
    joined = JointTokenizer(found, 0, "longest_first").encode(PAIRS)
    classifier.logits(joined + joined[:3])
    classifier.logits(joined[:5])
    assert classifier.store.computed == len({tokens[:2] for tokens in joined})


def test_a_smaller_type_differs(found):
    """In bfloat16 logits differ in the second digit, and are returned as float32."""
    exact, rough = (logits(found, PAIRS, dtype=dtype) for dtype in ("float32", "bfloat16"))
    assert rough.dtype == np.float32
    assert 1e-4 < np.abs(exact - rough).max() < 0.5


def test_an_encoder_without_a_head():
    """A model without the weights of a head is refused, and one of them is named."""
    tiny_models.needed()
    tiny = checkpoint(str(tiny_models.build("bert")))
    with pytest.raises(InputError, match="the weights lack classifier"):
        logits(tiny, PAIRS)


def test_tokens_outside_the_vocabulary(tmp_path):
    """A tokenizer with more tokens than the model is refused in one sentence."""
    source = tiny_classifiers.build("bert", tiny_classifiers.NLI)
    folder = shutil.copytree(source, tmp_path / "model")
    path = folder / "tokenizer.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["model"]["vocab"]["cat"] = 99_999
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError, match="model: the tokenizer has the id 99999, and the model"):
        logits(checkpoint(str(folder)), PAIRS)


def test_no_cuda(found):
    """A device that is not there is refused with the remedy."""
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    joined = JointTokenizer(found, 0, "longest_first").encode(PAIRS)
    with pytest.raises(UsageError, match="use --device cpu"):
        Classifier(found, "float32", "cuda").logits(joined)


SMALL = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
         "intermediate_size": 24, "vocab_size": 400, "num_labels": 2}  # fmt: skip

ARCHITECTURES = {
    "Albert": {**SMALL, "embedding_size": 8},
    "DistilBert": {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24, "vocab_size": 400},
    "DebertaV2": {**SMALL, "type_vocab_size": 0},
    "Electra": {**SMALL, "embedding_size": 8},
    "RemBert": {**SMALL, "input_embedding_size": 8},
}  # fmt: skip


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_architectures(kind, tmp_path):
    """Logits of each architecture are those of the model without padding, to 1e-5."""
    tiny_models.needed()
    import torch
    import transformers

    config = getattr(transformers, f"{kind}Config")(**ARCHITECTURES[kind])
    model = getattr(transformers, f"{kind}ForSequenceClassification")(config).eval()
    model.save_pretrained(tmp_path)
    source = tiny_models.build("bert")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (tmp_path / name).write_bytes((source / name).read_bytes())
    saved = checkpoint(str(tmp_path))
    ids = [tokens.ids for tokens in JointTokenizer(saved, 0, "longest_first").encode(PAIRS[:2])]
    types = [tokens.types for tokens in JointTokenizer(saved, 0, "longest_first").encode(PAIRS[:2])]
    takes = kind != "DistilBert"
    with torch.inference_mode():
        expected = [
            model(torch.tensor([x]), **({"token_type_ids": torch.tensor([y])} if takes else {}))
            .logits[0].numpy()
            for x, y in zip(ids, types, strict=True)
        ]  # fmt: skip
    np.testing.assert_allclose(logits(saved, PAIRS[:2]), expected, atol=1e-5)


WORDS = "the cat sat on mat dog barked ünknown 猫 isn't".split()


def texts(seed, most=60):
    """Draw a text of at most `most` words."""
    draw = random.Random(seed)
    return " ".join(draw.choices(WORDS, k=draw.randrange(most)))


def official(checkpoint):
    """Return transformers' own tokenizer of a checkpoint."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(
        tokenizer_file=str(checkpoint.folder / "tokenizer.json"),
        model_input_names=["input_ids", "token_type_ids"],
    )


@pytest.mark.parametrize("policy", ["only_first", "longest_first"])
@pytest.mark.parametrize("limit", [20, 21, 64])
def test_pairs_are_those_of_transformers(found, policy, limit):
    """Ids, types and cuts of pairs equal transformers' with the same rule of truncation."""
    tokenizer = official(found)
    ours = JointTokenizer(found, limit, policy)
    pairs = [(texts(i), texts(100 + i, 12 if policy == "only_first" else 60)) for i in range(40)]
    for pair, joined in zip(pairs, ours.encode(pairs), strict=True):
        whole = tokenizer([pair[0]], [pair[1]])["input_ids"][0]
        if policy == "only_first" and len(tokenizer(pair[1])["input_ids"]) > limit - 4:
            continue  # transformers raises an error there
        expected = tokenizer([pair[0]], [pair[1]], truncation=policy, max_length=ours.limit)
        assert joined.ids == tuple(expected["input_ids"][0])
        assert joined.types == tuple(expected["token_type_ids"][0])
        assert joined.cut == len(whole) - len(joined.ids)


def test_single_texts_are_those_of_transformers(found):
    """A text alone has its own special tokens, and loses its end."""
    tokenizer = official(found)
    singles = [(texts(i),) for i in range(20)] + [("",)]
    for (text,), joined in zip(singles, JointTokenizer(found, 30, "longest_first").encode(singles),
                               strict=True):  # fmt: skip
        assert joined.ids == tuple(tokenizer(text, truncation=True, max_length=30)["input_ids"])


@pytest.mark.parametrize(
    ("first", "second", "room", "policy", "expected"),
    [(5, 5, 10, "only_first", (5, 5)),
     (50, 5, 10, "only_first", (5, 5)),
     (50, 10, 10, "only_first", (5, 5)),
     (3, 50, 10, "only_first", (3, 7)),
     (50, 3, 10, "longest_first", (7, 3)),
     (50, 60, 11, "longest_first", (5, 6)),
     (60, 50, 11, "longest_first", (6, 5)),
     (60, 60, 11, "longest_first", (5, 6)),
     (50, 60, 11, "longest_first_tie_second", (6, 5)),
     (60, 60, 11, "longest_first_tie_second", (6, 5)),
     (4, 60, 11, "longest_first_tie_second", (4, 7)),
     (7, 7, 0, "longest_first", (0, 0))],
)  # fmt: skip
def test_kept(first, second, room, policy, expected):
    """By hand: the tokens that are kept of each text."""
    assert kept(first, second, room, policy) == expected


def test_a_tie_cuts_the_second():
    """The rule with ties equals removing one token after the other from the longer text."""
    for a in range(12):
        for b in range(12):
            for room in range(12):
                x, y = a, b
                while x + y > room:
                    x, y = (x - 1, y) if x > y else (x, y - 1)
                assert kept(a, b, room, "longest_first_tie_second") == (x, y)


def test_the_smaller_limit_holds(found):
    """A limit above the model's is the model's; without both, nothing is cut."""
    assert JointTokenizer(found, 1000, "longest_first").limit in {64, 68}
    assert JointTokenizer(found, 10, "longest_first").limit == 10


def test_a_tokenizer_without_pairs(tmp_path):
    """A tokenizer that puts the second text first is refused."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path)
    path = folder / "tokenizer.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": x, "type_id": 0}} for x in "BA"],
        "special_tokens": {},
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError, match="does not join texts to an input in their order"):
        JointTokenizer(checkpoint(str(folder)), 0, "longest_first")
