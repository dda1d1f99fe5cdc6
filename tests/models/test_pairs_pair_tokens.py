"""Joint inputs are those of transformers' own tokenizers, cut by the same rules."""

import json
import random

import pytest

from sacreval.errors import InputError
from sacreval.models.pairs import JointTokenizer, kept
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models

WORDS = "the cat sat on mat dog barked ünknown 猫 isn't".split()


def texts(seed, most=60):
    """Draw a text of at most `most` words."""
    draw = random.Random(seed)
    return " ".join(draw.choices(WORDS, k=draw.randrange(most)))


@pytest.fixture(params=["bert", "roberta"])
def found(request):
    """The checkpoint of a tiny classifier."""
    return checkpoint(str(tiny_classifiers.build(request.param, tiny_classifiers.NLI)))


def official(found):
    """Return transformers' own tokenizer of a checkpoint."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(
        tokenizer_file=str(found.folder / "tokenizer.json"),
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
