"""MAUVE passes features to its package in the order of ids, and returns what that finds."""

from importlib.util import find_spec

import numpy as np
import pytest

from sacreval.core.contract.declarations import runs_model
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.execution.distribution import in_main_process
from support import missing, tiny_models, tiny_seq2seq
from support.classic_cases import others
from support.tasks import scores_of

STAND_IN = """
from types import SimpleNamespace
def compute_mauve(p_features, q_features, num_buckets, mauve_scaling_factor, seed):
    found = p_features[:, 0].tolist() + q_features[:, 0].tolist()
    number = float("".join(str(int(x)) for x in found))
    return SimpleNamespace(mauve=number, mauve_star=seed, frontier_integral=mauve_scaling_factor)
"""
RECORDS = [
    {"instance_id": "10", "prediction": [3, 0], "references": [[7, 0], [8, 0]]},
    {"instance_id": "9", "prediction": [2, 0], "references": [[6, 0]]},
]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A module in place of the package, which returns what it is given."""
    (tmp_path / "mauve.py").write_text(STAND_IN)
    (tmp_path / "mauve_text-0.4.0.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: mauve-text\nVersion: 0.4.0\n"
    (tmp_path / "mauve_text-0.4.0.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "mauve", raising=False)
    yield tmp_path
    __import__("sys").modules.pop("mauve", None)


def test_worked_numbers():
    """Given features have the package's scores, for two seeds and two numbers of clusters."""
    if find_spec("mauve") is None:
        missing.say("MAUVE's worked numbers: mauve-text is not installed")
        pytest.skip("no mauve-text")
    rng = np.random.default_rng(7)
    p = rng.normal(size=(200, 16)).astype(np.float32)
    q = (rng.normal(size=(200, 16)) + 0.3).astype(np.float32)
    records = [
        {"instance_id": str(i), "prediction": b.tolist(), "references": [a.tolist()]}
        for i, (a, b) in enumerate(zip(p, q, strict=True))
    ]
    for case in others("mauve")["cases"]:
        buckets = 0 if case["num_buckets"] == "auto" else case["num_buckets"]
        options = {"kmeans_seed": case["seed"], "buckets": buckets}
        scores = scores_of("mauve", records, options)
        assert scores == pytest.approx({name: case[name] for name in scores}, abs=1e-6)


@pytest.mark.usefixtures("package")
def test_order():
    """References come first, and records in the order of their ids, 9 before 10."""
    scores = scores_of("mauve", RECORDS, {"kmeans_seed": 4, "scaling": 2.5})
    assert scores == {"mauve": 67823.0, "mauve_star": 4, "frontier_integral": 2.5}
    assert scores_of("mauve", RECORDS[::-1])["mauve"] == 67823.0


def test_files(package):
    """Predictions and references may be numbers of rows; signatures have the files' checksums."""
    paths = {name: str(package / f"{name}.npy") for name in ("features", "reference_features")}
    for path in paths.values():
        np.save(path, [[1, 0], [2, 0], [3, 0]])
    rows = [{"prediction": 2, "references": [0, 1]}]
    assert scores_of("mauve", rows, paths)["mauve"] == 123.0
    text = metrics.get("mauve")(**paths).signature()
    assert from_signature(text).signature() == text
    with pytest.raises(InputError, match="has no row 3; its rows are 0 to 2"):
        scores_of("mauve", [{"prediction": 3, "references": [0]}], paths)
    with pytest.raises(InputError, match=r"has no row 0\.5"):
        scores_of("mauve", [{"prediction": 0.5, "references": [0]}], paths)
    with pytest.raises(UsageError, match="name their file: --features FILE.npy"):
        scores_of("mauve", rows)
    np.save(paths["features"], [[5, 0]])
    with pytest.raises(UsageError, match="not those of the signature"):
        from_signature(text)


@pytest.mark.usefixtures("package")
def test_lengths():
    """Features of several lengths are refused."""
    with pytest.raises(InputError, match="several lengths"):
        scores_of("mauve", [{"prediction": [1.0], "references": [[1.0], [1.0, 2.0]]}])
    with pytest.raises(InputError, match="2 dimensions and those of references 1"):
        scores_of("mauve", [{"prediction": [1.0, 2.0], "references": [[1.0]]}])


def test_without_the_package(monkeypatch):
    """Without the package one sentence names the extra."""
    monkeypatch.setattr("sacreval.metrics.texts.mauve.find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"run: pip install 'sacreval\[mauve\]'$"):
        metrics.get("mauve")()


WORDS = "the a cat dog sat ran on mat red big it was".split()


@pytest.fixture
def folder(tmp_path):
    """Copy the tiny GPT-2 to a path that the package takes for one of its models."""
    tiny_models.needed()
    if find_spec("mauve") is None:
        missing.say("MAUVE's features beside those of its package: mauve-text is not installed")
        pytest.skip("no mauve-text")
    (tmp_path / "gpt2").mkdir()
    return tiny_seq2seq.copied("gpt2", tmp_path / "gpt2")


def texts_of_records():
    """Return texts of different lengths."""
    random = np.random.default_rng(3)
    texts = [" ".join(random.choice(WORDS, random.integers(1, 8))) for _ in range(120)]
    return [
        Instance(instance_id=str(i), prediction=a, references=[b])
        for i, (a, b) in enumerate(zip(texts[:60], texts[60:], strict=True))
    ]


@pytest.mark.long
def test_the_package(folder):
    """Scores equal those of mauve-text with the same model, to 1e-6."""
    from mauve import compute_mauve

    batch = Batch(texts_of_records())
    metric = metrics.get("mauve")(model=str(folder), buckets=5)
    theirs = compute_mauve(
        p_text=[r.references[0] for r in batch], q_text=[r.prediction for r in batch],
        num_buckets=5, featurize_model_name=str(folder), device_id=-1, seed=25, verbose=False,
        batch_size=4,
    )  # fmt: skip
    ours = metric.measure(batch)
    assert ours == pytest.approx({name: getattr(theirs, name) for name in ours}, abs=1e-6)


def test_what_is_stated(folder):
    """The signature has the SHA-256 of the model, which the main process runs."""
    metric = metrics.get("mauve")(model=str(folder))
    assert in_main_process(metric)
    assert not runs_model(metrics.get("mauve"))
    assert from_signature(metric.signature()) == metric
    assert metric.model_sha256 in metric.signature()
    assert "torch" in metric.origin.libraries
    watch = metric.watch()
    watch.add(Batch([Instance(prediction="x" * 500, references=["a"])]))
    assert "mauve cuts 1 of 2 texts" in watch.notices()[0]
    with pytest.raises(UsageError, match="leave one out"):
        metrics.get("mauve")(model=str(folder), features="a.npy")
    with pytest.raises(UsageError, match="is not that of the signature"):
        metrics.get("mauve")(model=str(folder), model_sha256="0" * 64)


def test_a_command(cli, folder, tmp_path):
    """`evaluate mauve --model` reads texts."""
    lines = [
        f'{{"prediction": "{record.prediction}", "references": ["{record.references[0]}"]}}\n'
        for record in texts_of_records()
    ]
    (tmp_path / "a.jsonl").write_text("".join(lines))
    done = cli("evaluate", "mauve", "a.jsonl", "--model", str(folder), "--buckets", "5")
    assert done.code == 0, done.err
    assert "MAUVE star ↑" in done.out
