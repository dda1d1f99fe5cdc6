"""Names of labels that are stored as numbers."""

from sacreval.readers._hf_dataset.features import by_feature, labels_of

LABEL = {"_type": "ClassLabel", "names": ["no", "yes"]}


def test_names():
    """Labels have names wherever they are nested; -1 is a missing label."""
    features = {
        "plain": LABEL,
        "list": {"_type": "List", "feature": LABEL},
        "old_list": [LABEL],
        "rows": {"_type": "Sequence", "feature": {"label": LABEL, "text": {"_type": "Value"}}},
        "text": {"_type": "Value", "dtype": "string"},
    }
    name = by_feature(features)
    assert name is not None
    found = name({
        "plain": -1, "list": [0, 1], "old_list": [1, None], "text": "x",
        "rows": {"label": 1, "text": "x"},
    })  # fmt: skip
    assert found == {
        "plain": None, "list": ["no", "yes"], "old_list": ["yes", None], "text": "x",
        "rows": {"label": "yes", "text": "x"},
    }  # fmt: skip


def test_without_labels():
    """Nothing is changed without labels, or where the note cannot be read."""
    assert by_feature({"text": {"_type": "Value"}}) is None
    assert by_feature({"x": {"_type": "ClassLabel"}}) is None
    assert labels_of("") is None
    assert labels_of("[") is None
    assert labels_of('{"info": 1}') is None
