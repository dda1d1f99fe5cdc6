"""SummaC: scores of summac 0.0.4, the image, and the layer of SummaC-Conv."""

import hashlib

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.resources import data_folder
from sacreval.metrics.neural.summac_conv import PERCENTILE, edges_of
from support import tiny_models, tiny_punkt
from support.summac_records import PAIRS, layers
from support.tiny_classifiers import NLI, build, official_probabilities


def test_the_image():
    """Its classes are found by name; without parts it is a single 0 of each."""
    metric = metrics.get("summac-zs")(model=str(build("bert", NLI)), splitting="rule")
    image = metric.image(np.log([[[0.1, 0.2, 0.7]], [[0.5, 0.3, 0.2]]]))
    np.testing.assert_allclose(image, [[[0.7], [0.2]], [[0.1], [0.5]]])
    np.testing.assert_array_equal(metric.image(np.zeros((2, 0, 1))), np.zeros((2, 1, 1)))


BATCH = Batch([Instance(prediction=output, sources=[source]) for source, output in PAIRS])

SENTENCES = ("The cat sat on the mat.", "It barked at three running boys!",
             "Nothing is in common here.")  # fmt: skip


def summac(**options):
    """Create the metric on a tiny classifier."""
    return metrics.get("summac-zs")(
        model=str(build("bert", NLI)), **({"splitting": "rule"} | options)
    )


def test_official_numbers():
    """Scores equal SummaCZS(granularity="sentence") of summac 0.0.4 with transformers 4.57.6."""
    expected = [0.7161769, 0.7589074, 0.0, 0.6965387, 0.7428991, 0.7643841, 0.0, 0.7135394]
    np.testing.assert_allclose(summac().rows(BATCH)[:, 0], expected, atol=1e-6)


@pytest.mark.parametrize(
    ("options", "fold"),
    [({}, lambda e, c: (e.max(0) - c.max(0)).mean()),
     ({"over_document": "mean", "over_output": "min"}, lambda e, c: (e.mean(0) - c.mean(0)).min()),
     ({"inference": "entailment", "over_output": "max"}, lambda e, _: e.max(0).max()),
     ({"inference": "contradiction", "over_document": "min"}, lambda _, c: (1 - c.min(0)).mean())],
)  # fmt: skip
def test_the_formula(options, fold):
    """By hand from transformers' probabilities of each pair of sentences of one record."""
    claims = ("The cat barked at the boys.", "Nothing is there.")
    pairs = [(premise, claim) for premise in SENTENCES for claim in claims]
    probabilities = official_probabilities(build("bert", NLI), pairs).reshape(3, 2, 3)
    score = summac(**options).rows(BATCH[:1])[0, 0]
    assert score == pytest.approx(fold(probabilities[..., 2], probabilities[..., 0]), abs=1e-6)


def test_parts():
    """Short sentences are dropped; two sentences overlap; empty lines end paragraphs."""
    source = PAIRS[-1][0]
    sentences = summac().premises([source])
    assert summac().premises([PAIRS[0][0]]) == SENTENCES
    assert summac(document_parts="paragraph").premises([source]) == tuple(source.split("\n\n"))
    assert summac(document_parts="document").premises([source, "b"]) == (source, "b")
    pairs = summac(document_parts="two-sentences").premises([source])
    assert pairs[0] == " ".join(sentences[:2])
    assert pairs[-1] == sentences[-1]
    assert summac().premises(["one line of text\nanother line."]) == (
        "one line of text\nanother line.",
    )
    lines = summac(document_parts="paragraph").premises(["one line of text\nanother line."])
    assert lines == ("one line of text", "another line.")


def test_most_sentences_of_a_document():
    """Sentences of the sources after the hundredth are not read, with a notice."""
    source = "The cat is here. " * 101
    batch = Batch([Instance(prediction="The dog is here.", sources=[source])])
    metric = summac()
    assert metric.grid("The dog is here.", [source]).shape == (100, 1)
    watch = metric.watch()
    watch.add(batch)
    (notice,) = watch.notices()
    assert notice.startswith(
        "system: summac-zs reads the first 100 parts of the sources of 1 of 1 records"
    )


def test_what_is_told():
    """Outputs without sentences and cut pairs are counted."""
    watch = summac().watch()
    watch.add(BATCH)
    (notice,) = watch.notices()
    assert "finds no part of more than 10 characters in 2 of 8 outputs" in notice
    watch = summac(document_parts="document").watch()
    watch.add(Batch([Instance(prediction="A dog is here.", sources=["cat " * 80])]))
    (notice,) = watch.notices()
    assert "summac-zs cuts 1 of 1 inputs of the model after 64 tokens" in notice


def test_punkt(monkeypatch, tmp_path):
    """By default sentences are punkt's, whose files the rows rest on."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = summac(splitting="punkt")
    assert english in metric.rests_on()
    assert metric.hypotheses("Mr. Fox sat here. A dog barked.") == (
        "Mr. Fox sat here.", "A dog barked.")  # fmt: skip
    assert summac().hypotheses("Mr. Fox sat here.") == ("Fox sat here.",)


def test_without_punkt(monkeypatch, tmp_path):
    """Without punkt the command that fetches it is named."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        summac(splitting="punkt")


def test_a_model_without_contradiction():
    """A model whose classes do not have both labels is refused."""
    with pytest.raises(UsageError, match="none of the labels entailment, other is contradiction"):
        metrics.get("summac-zs")(
            model=str(build("bert", ("entailment", "other"))), splitting="rule"
        )


@pytest.fixture
def files(tmp_path):
    """The made-up layers as safetensors, and as a pickle."""
    tiny_models.needed()
    import torch
    from safetensors.torch import save_file

    paths = {}
    for bins in ("percentile", "even50"):
        weights = layers(len(edges_of(bins)) - 1)
        tensors = {name: torch.tensor(value) for name, value in weights.items()}
        save_file(tensors, tmp_path / f"{bins}.safetensors")
        torch.save(tensors, tmp_path / f"{bins}.bin")
        paths[bins] = tmp_path / f"{bins}.safetensors"
    return paths


def conv(path, **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("summac-conv")(
        model=str(build("bert", NLI)), layers=str(path), splitting="rule", **options
    )


def test_official_numbers_of_conv(files):
    """Scores equal SummaCConv(bins="percentile") of summac 0.0.4 with transformers 4.57.6."""
    first = [0.1103177, 0.1103177, 0.3923368, 0.1103177]
    other = [0.0515391, 0.0515391, 0.3923368, 0.0515391]
    scores = conv(files["percentile"]).rows(BATCH)[:, 0]
    np.testing.assert_allclose(scores, first + other, atol=1e-6)


def test_the_formula_of_conv(files):
    """By hand: weights of bins, their mean over sentences, and the second layer."""
    metric = conv(files["even50"], bins="even50")
    probabilities = [
        [[0.2, 0.19, 0.61], [0.1, 0.79, 0.11]],
        [[0.07, 0.06, 0.87], [0.3, 0.39, 0.31]],
    ]
    logits = np.log(probabilities)
    weights = np.array(layers(50)["mlp.weight"][0])
    first = weights[30] + weights[43] + 0.25
    second = weights[5] + weights[15] + 0.25
    mean = (first + second) / 2
    low, high = -1.0 * mean + 0.1, 1.75 * mean - 0.2
    expected = np.exp(high) / (np.exp(low) + np.exp(high))
    assert metric.combine(logits)[0] == pytest.approx(expected, abs=1e-7)


def test_edges():
    """Bins are those of the original: 23 percentiles, or 50 of equal width."""
    assert len(PERCENTILE) == 24
    assert edges_of("even50") == (*np.arange(0, 1, 1 / 50), 1.0)


def test_ten_sentences(files):
    """Ten sentences of an output are scored, with a notice; an option scores all."""
    metric, whole = conv(files["percentile"]), conv(files["percentile"], most_sentences=0)
    assert metric.grid(PAIRS[3][1], [PAIRS[3][0]]).shape == (3, 10)
    assert whole.grid(PAIRS[3][1], [PAIRS[3][0]]).shape == (3, 12)
    watch = metric.watch()
    watch.add(BATCH)
    assert any("scores the first 10 parts of 2 of 8 outputs" in text for text in watch.notices())
    watch = whole.watch()
    watch.add(BATCH)
    assert not any("scores the first" in text for text in watch.notices())


def test_a_pickle_is_read_if_it_is_allowed(files):
    """The original's pickle needs --pickles, and has the same numbers."""
    pickle = files["percentile"].with_suffix(".bin")
    with pytest.raises(UsageError, match="the weights are a pickle"):
        conv(pickle)
    allowed = conv(pickle, pickles=True)
    assert allowed.rows(BATCH).tobytes() == conv(files["percentile"]).rows(BATCH).tobytes()


@pytest.mark.usefixtures("alone")
def test_the_published_layers(files, monkeypatch):
    """They are found where they were set up, and read without --pickles by their SHA-256."""
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric summac-conv-layers"):
        conv("")
    path = data_folder() / "summac-conv" / "summac_conv_vitc_sent_perc_e.bin"
    path.parent.mkdir(parents=True)
    pickle = files["percentile"].with_suffix(".bin")
    path.write_bytes(pickle.read_bytes())
    with pytest.raises(UsageError, match="the weights are a pickle"):
        conv("")
    digest = hashlib.sha256(pickle.read_bytes()).hexdigest()
    monkeypatch.setattr("sacreval.metrics.neural.summac_conv.PUBLISHED", digest)
    published = conv("")
    assert published.rows(BATCH).tobytes() == conv(files["percentile"]).rows(BATCH).tobytes()
    assert from_signature(published.signature()) == published
    assert path in published.rests_on()


def test_layers_that_do_not_fit(files, tmp_path):
    """Missing, foreign and damaged files, and those for other bins, are refused."""
    with pytest.raises(InputError, match="No such file or directory; name the file: --layers FILE"):
        conv(tmp_path / "none")
    with pytest.raises(InputError, match=r"shape \(1, 23\), not \(1, 50\); name the layers"):
        conv(files["percentile"], bins="even50")
    with pytest.raises(InputError, match=r"mlp.weight has the shape None, not \(1, 23\)"):
        conv(build("bert", NLI) / "model.safetensors")
    with pytest.raises(UsageError, match="most_sentences is -1"):
        conv(files["percentile"], most_sentences=-1)
    files["percentile"].write_bytes(b"no")
    with pytest.raises(InputError, match="the weights cannot be read"):
        conv(files["percentile"])


def test_the_signature_names_the_layers(files):
    """A signature has the hash of the layers, and refuses others."""
    metric = conv(files["percentile"])
    assert from_signature(metric.signature()) == metric
    assert files["percentile"] in metric.rests_on()
    with pytest.raises(UsageError, match="is not that of the signature"):
        conv(files["percentile"], layers_sha256="0" * 64)
