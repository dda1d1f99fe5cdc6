"""Parts of records: replies, error spans, names of groups, and what stays on this machine."""

import msgspec
import pytest

from sacreval.core.group_names import bin_labels, group_name, group_order
from sacreval.core.private_records import check_not_private
from sacreval.core.record_parts import ErrorSpan, RecordReply, TokenLogprob
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError


@pytest.mark.parametrize(("reference", "more"), [(None, {}), (0, {"reference": 0})])
def test_json(reference, more):
    """A span has the fields of comet-score, and the reference where there are several."""
    fields = {"text": "rot", "confidence": 0.5, "severity": "major", "start": 9, "end": 12}
    span = ErrorSpan(**fields, reference=reference)
    assert msgspec.to_builtins(span) == fields | more
    assert msgspec.convert(fields | more, ErrorSpan) == span


def test_what_is_written():
    """Defaults are left out, and a reply is read again as it was."""
    reply = RecordReply(ask="judge", text="4", logprobs=(TokenLogprob("4", -0.1, {"4": -0.1}),))
    line = msgspec.json.encode(reply)
    assert set(msgspec.json.decode(line)) == {"ask", "text", "logprobs"}
    assert msgspec.json.decode(line, type=RecordReply) == reply


def test_names_of_pairs():
    """Fields are joined by commas, each with its value."""
    assert group_name(["topic", "language"], ["a", "de"]) == "topic=a,language=de"


def test_bins_are_named_by_their_edges():
    """There is a bin below the first edge, between any two, and from the last on."""
    assert bin_labels([20.0]) == ["<20", "20 or more"]
    assert bin_labels([-0.5, 20, 1e15]) == [
        "<-0.5", "-0.5 to <20", "20 to <1e+15", "1e+15 or more",
    ]  # fmt: skip


def test_bins_are_sorted_by_number_and_other_values_by_letters():
    """100 follows 20 in bins, and the order of a pair is that of its parts."""
    labels = [f"n={label}" for label in bin_labels([-3, 20, 100])]
    assert sorted(set(labels), key=group_order) == labels
    pairs = [f"t={topic},{label}" for topic in "ab" for label in labels]
    assert sorted(set(pairs), key=group_order) == pairs
    assert sorted(["d=b", "d=(none)", "d=a"], key=group_order) == ["d=(none)", "d=a", "d=b"]


def test_a_value_that_looks_like_a_bin_is_sorted_too():
    """Names of all kinds can be compared with each other."""
    names = ["d=<5", "d=<b>", "d=5 or more,", "d=x=<5", ""]
    assert len(sorted(names, key=group_order)) == len(names)


def batch(*metas):
    return Batch([Instance(prediction="a", meta=meta) for meta in metas], "f.jsonl")


def test_others_pass():
    """Records without the mark, or with false, are no error."""
    check_not_private(batch(None, {}, {"private": False}, {"other": True}))


@pytest.mark.parametrize("value", [True, "yes", 1, None, "false"])
def test_private(value):
    """A marked record is an error with its line, whatever the mark is."""
    with pytest.raises(InputError, match="f.jsonl:2: this record has `meta.private`"):
        check_not_private(batch(None, {"private": value}))
