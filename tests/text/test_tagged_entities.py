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
    own = "OBIES" if scheme == "lenient" else _RULES[scheme].prefixes
    tags = []
    for _ in range(random.randint(0, 9)):
        prefix = random.choice(own if random.random() < 0.97 else PREFIXES)
        kind = random.choice(["-A", "-B", "-A-B", "--A", "-", "-A-", "-é", ""])
        kind = kind if random.random() < 0.97 else "A"
        tags.append(prefix if prefix == "O" and random.random() < 0.97 else prefix + kind)
    return tags


def place(found, scheme):
    """Return seqeval's entities with the index after the last token, as the others have it."""
    return {(kind, a, b + 1) for kind, a, b in found} if scheme == "lenient" else found


def read_by_seqeval(tags, scheme):
    """Return seqeval's entities; None where it warns, fails, or reads a tag without a hyphen."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            right = place(official_entities(tags, scheme), scheme)
    except (UserWarning, ValueError, KeyError):
        return None
    beside = (tag for tag in tags if len(tag) > 1)
    return right if all(tag[0] != "O" and tag[1] == "-" for tag in beside) else None


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [400, long(3000)])
def test_random_tags(scheme, size):
    """Entities of random sequences are seqeval's; tags that it warns of or misreads are refused."""
    random = Random(5)
    refused = read = 0
    for _ in range(size):
        tags = sequence(random, scheme)
        right = read_by_seqeval(tags, scheme)
        if right is None:
            refused += 1
            for call in (entities, kinds):
                with pytest.raises(ValueError, match="tags are O, and"):
                    call(tags, scheme)
            continue
        read += 1
        assert entities(tags, scheme) == right, tags
        assert {kind for kind, _, _ in right} <= kinds(tags, scheme)
    assert min(refused, read) > size / 10


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("tag", ["", "NOUN", "o", "O-PER", "OUN", "PER-B", "b-PER", "B_PER", "-B"])
def test_no_tags(scheme, tag):
    """What is neither O nor a prefix alone or before -TYPE is refused by every scheme."""
    for call in (entities, kinds):
        with pytest.raises(ValueError, match=f"^'{tag}'; tags are O, and "):
            call(["O", tag], scheme)


def test_types():
    """The type is what follows the prefix; conlleval keeps all after the first hyphen."""
    assert [kind_of(tag, "lenient") for tag in ("B-A-B", "B", "B-")] == ["A-B", "_", "_"]
    assert [kind_of(tag, "IOB2") for tag in ("B-A-B", "B", "B--A-")] == ["A-B", "_", "A"]


def test_many_types_are_forgotten(monkeypatch):
    """What is remembered about pairs of tags is bounded, and forgetting changes nothing."""
    monkeypatch.setattr(tagged_entities, "_MOST", 3)
    tags = [f"B-{i}" for i in range(20)]
    assert entities(tags, "IOB2") == {(str(i), i, i + 1) for i in range(20)}
    assert len(tagged_entities._steps("IOB2")) <= 3
