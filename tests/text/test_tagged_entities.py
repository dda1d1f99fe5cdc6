"""Entities of tagged tokens are those of seqeval."""

import warnings
from random import Random

import pytest

from sacreval.metrics.labels.sequence_labelling import official_entities
from sacreval.text import tagged_entities
from sacreval.text.tagged_entities import _RULES, entities, kind_of, kinds
from support.sizes import long

SCHEMES = ("lenient", *_RULES)
PREFIXES = "OBIESULX."  # X and . only trip readers


def sequence(random, scheme):
    """Return random tags: mostly those of the scheme, with odd types."""
    own = PREFIXES if scheme == "lenient" else _RULES[scheme].prefixes
    tags = []
    for _ in range(random.randint(0, 9)):
        prefix = random.choice(own if random.random() < 0.97 else PREFIXES)
        kind = random.choice(["-A", "-B", "-A-B", "--A", "A", "-", "-A-", "-é", ""])
        tags.append(prefix if prefix == "O" and random.random() < 0.9 else prefix + kind)
    return tags


def place(found, scheme):
    """Return seqeval's entities with the index after the last token, as the others have it."""
    return {(kind, a, b + 1) for kind, a, b in found} if scheme == "lenient" else found


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [400, long(3000)])
def test_random_tags(scheme, size):
    """Entities of many random sequences are seqeval's, and so is which of them are refused."""
    random = Random(5)
    refused = 0
    for _ in range(size):
        tags = sequence(random, scheme)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                want = place(official_entities(tags, scheme), scheme)
            except (ValueError, KeyError):
                want = None
        if want is None:
            refused += 1
            for call in (entities, kinds):
                with pytest.raises(ValueError, match="prefixes are"):
                    call(tags, scheme)
            continue
        assert entities(tags, scheme) == want, tags
        assert {kind for kind, _, _ in want} <= kinds(tags, scheme)
    assert (refused > 0) == (scheme != "lenient")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_empty_tag(scheme):
    """An empty tag is refused with a sentence, not with an IndexError."""
    with pytest.raises(ValueError, match="is empty"):
        entities(["O", ""], scheme)


def test_types():
    """The type is what follows the prefix; conlleval keeps all after the first hyphen."""
    assert [kind_of(tag, "lenient") for tag in ("B-A-B", "B", "B-", "BA")] == ["A-B", "_", "_", "A"]
    assert [kind_of(tag, "IOB2") for tag in ("B-A-B", "B", "B--A-", "BA")] == ["A-B", "_", "A", "A"]


def test_many_types_are_forgotten(monkeypatch):
    """What is remembered about pairs of tags is bounded, and forgetting changes nothing."""
    monkeypatch.setattr(tagged_entities, "_MOST", 3)
    tags = [f"B-{i}" for i in range(20)]
    assert entities(tags, "IOB2") == {(str(i), i, i + 1) for i in range(20)}
    assert len(tagged_entities._steps("IOB2")) <= 3
