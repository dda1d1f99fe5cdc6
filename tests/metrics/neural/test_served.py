"""Metrics whose model runs behind a server: equal numbers, texts sent once, nothing private."""

from dataclasses import replace

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.execution import SERIAL, RowTask
from support import tiny_classifiers, tiny_models
from support.vector_server import LABELS, LONG, MODEL, probabilities, vector

RECORDS = [Instance(prediction=text, references=["a cat sat", "dogs"])
           for text in ("a cat", "dogs bark", "", "a cat", "banana")]  # fmt: skip
LAYOUTS = [("sentence-similarity", "openai", {}), ("sentence-similarity", "tei", {}),
           ("toxicity", "tei", {}), ("toxicity", "vllm", {"labels": LABELS}),
           ("regard", "tei", {})]  # fmt: skip


def made(server, name="sentence-similarity", **options):
    """Create a metric that asks the server."""
    path = "/v1" if name == "sentence-similarity" and options.get("server_layout") != "tei" else ""
    return metrics.get(name)(server=server.url + path, **options)


def run(metric, records):
    """Return the rows of records, and the sentences on those that fail."""
    ((_, (done,)),) = SERIAL.run(RowTask((metric,)), [Batch(records)])
    return done.rows, done.failures


def cosine(a, b):
    """Return the cosine of the vectors of two texts."""
    a, b = np.array(vector(a)), np.array(vector(b))
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


@pytest.mark.parametrize("layout", ["openai", "tei"])
def test_similarity(vector_server, layout):
    """The score is the cosine of the server's vectors; each text is sent once."""
    metric = made(vector_server, server_layout=layout)
    rows, _ = run(metric, RECORDS)
    expected = [max(cosine(x.prediction, y) for y in x.references) for x in RECORDS]
    np.testing.assert_allclose(rows[:, 0], expected, atol=1e-12)
    metric.leave_one_out_rows(Batch(RECORDS))
    replace(metric, multi_reference="mean").rows(Batch(RECORDS))
    assert {vector_server.texts[x] for x in ("a cat", "dogs bark", "", "dogs")} == {1}


@pytest.mark.parametrize(("layout", "labels"), [("tei", LABELS), ("tei", ()), ("vllm", LABELS)])
def test_classes(vector_server, layout, labels):
    """Probabilities are the server's, one output a class, in the order of --labels."""
    metric = made(vector_server, "toxicity", server_layout=layout, labels=labels)
    assert metric.labels == (labels or tuple(sorted(LABELS)))
    rows, _ = run(metric, RECORDS)
    names = list(metric.labels)
    for row, record in zip(rows, RECORDS, strict=True):
        found = {label: row[names.index(label)] for label in LABELS}
        assert list(found.values()) == pytest.approx(probabilities(record.prediction))


@pytest.mark.parametrize(("name", "layout", "options"), LAYOUTS)
def test_signature_rebuilds(vector_server, name, layout, options):
    """The signature has server, layout, model and classes, and rebuilds the metric unasked."""
    metric = made(vector_server, name, server_layout=layout, model="asked", **options)
    assert f"server_layout:{layout}" in metric.signature()
    expected = "unnamed" if layout == "tei" else MODEL
    assert f"served:{expected}" in metric.signature()
    before = len(vector_server.bodies)
    again = from_signature(metric.signature())
    assert again == metric
    assert again.signature() == metric.signature()
    assert len(vector_server.bodies) == before


def test_the_requested_model(vector_server):
    """--model is the name that is requested; without it none is sent."""
    made(vector_server, model="asked")
    made(vector_server)
    assert [body.get("model") for body in vector_server.bodies] == ["asked", None]


def test_long_texts(vector_server):
    """A text that the server refuses as too long fails its record alone."""
    long = "b" * (LONG + 1)
    records = [*RECORDS, Instance(prediction=long, references=["dogs"])]
    rows, failures = run(made(vector_server), records)
    assert list(failures) == [5]
    assert "must have less tokens" in failures[5]
    assert np.isfinite(rows[:5]).all()
    assert vector_server.texts[long] == 2


def test_private(vector_server):
    """The texts of a private record are not sent; the record fails, and others are scored."""
    secret = Instance(prediction="secret", references=["hidden"], meta={"private": True})
    for metric in (made(vector_server), made(vector_server, "toxicity")):
        rows, failures = run(metric, [*RECORDS[:2], secret])
        assert list(failures) == [2]
        assert "meta.private" in failures[2]
        assert np.isfinite(rows[:2]).all()
    assert not {"secret", "hidden"} & set(vector_server.texts)


def test_batches(vector_server):
    """Scores do not depend on which texts are sent together."""
    records = [Instance(prediction="a" * i, references=["b" * i, "c"]) for i in range(150)]
    metric = made(vector_server)
    together = metric.rows(Batch(records))
    metric._remote.forget()
    alone = np.concatenate([metric.rows(Batch([one])) for one in records])
    assert together.tobytes() == alone.tobytes()
    assert max(len(body["input"]) for body in vector_server.bodies) == 32


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (lambda body: body | {"data": body["data"][1:]}, "replies with"),
        (lambda body: body | {"data": body["data"] * 2}, "indices"),
        (lambda _: {"vectors": []}, "another form than expected"),
        (lambda _: [[1.0]], "another form than expected"),
        (lambda _: 404, "answers 404: refused; check --server"),
        (lambda _: 401, "check the key"),
        (lambda _: 400, "does not answer for a text of one letter"),
        (lambda body: body | {"data": [{"index": 0, "embedding": []}]}, "without numbers"),
    ],
)
def test_bad_replies(vector_server, reply, message):
    """A server that replies otherwise ends the run with one sentence."""
    vector_server.change = reply
    with pytest.raises(UsageError, match=message) as error:
        made(vector_server, model="wrong")
    assert len(str(error.value)) < 500
    vector_server.change = lambda body: body
    metric = made(vector_server)
    vector_server.change = lambda body: body | {"data": body["data"][1:]}
    with pytest.raises(UsageError, match=r"replies with|indices"):
        metric.rows(Batch(RECORDS))


@pytest.mark.parametrize("bad", [float("nan"), None, 1e999])
def test_numbers_that_are_not_finite(vector_server, bad):
    """A vector with null fails its record; NaN and infinity are no JSON, and end the run."""
    metric = made(vector_server)
    vector_server.vector = lambda text: [bad, 1, 1, 1] if text == "banana" else vector(text)
    if bad is None:
        _, failures = run(metric, RECORDS)
        assert list(failures) == [4]
        assert "not finite" in failures[4]
    else:
        with pytest.raises(UsageError, match="another form than expected"):
            run(metric, RECORDS)


def test_another_model(vector_server):
    """A server whose model changes is refused, and so is another one than the signature's."""
    metric = made(vector_server)
    signature = metric.signature()
    vector_server.model = "another"
    with pytest.raises(UsageError, match="changes the model from tiny-served to another"):
        metric.rows(Batch(RECORDS))
    metric._remote.forget()
    with pytest.raises(UsageError, match="runs another, and not tiny-served as the signature"):
        from_signature(signature).rows(Batch(RECORDS))


def test_vectors_of_another_size(vector_server):
    """Vectors of different sizes end the run."""
    metric = made(vector_server)
    vector_server.vector = lambda text: vector(text)[:2]
    with pytest.raises(UsageError, match="changes the number of numbers a text from 4 to 2"):
        metric.rows(Batch(RECORDS))


def test_no_server(vector_server):
    """A server that is not there is named, with the option."""
    url = vector_server.url
    vector_server.server_close()
    with pytest.raises(UsageError, match="No server answers at 127.0.0.1.*correct --server"):
        metrics.get("toxicity")(server=url)


def test_key(vector_server, monkeypatch):
    """The key comes from the variable that is named, and goes into no message or signature."""
    monkeypatch.setenv("MY_KEY", "sk-secret-secret")
    metric = made(vector_server, key_env="MY_KEY")
    assert vector_server.keys == ["Bearer sk-secret-secret"]
    assert "key_env:MY_KEY" in metric.signature()
    assert "sk-secret" not in metric.signature()
    monkeypatch.delenv("MY_KEY")
    with pytest.raises(NotSetUpError, match="key-env"):
        made(vector_server, key_env="MY_KEY")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dtype": "float16"}, "--dtype has no effect with --server"),
        ({"device": "cuda"}, "--device has no effect with --server"),
        ({"pooling": "mean"}, "--pooling is not possible with --server"),
        ({"prompt": "query"}, "--prompt is not possible with --server"),
    ],
)
def test_options_of_this_machine(vector_server, options, message):
    """Options of a model on this machine are refused beside a server."""
    with pytest.raises(UsageError, match=message):
        made(vector_server, **options)
    assert not vector_server.bodies


@pytest.mark.parametrize("option", ["key_env", "served"])
def test_options_of_a_server(option):
    """Options of a server are refused without one."""
    with pytest.raises(UsageError, match=f"--{option.replace('_', '-')} needs --server"):
        metrics.get("toxicity")(model="x", **{option: "X"})


@pytest.mark.parametrize(
    "url", ["127.0.0.1:80", "ftp://a/b", "http://example.org/v1", "http://u:p@a"]
)
def test_bad_addresses(url):
    """An address that is none, or not safe, is refused with the option."""
    with pytest.raises(UsageError, match="^--server"):
        metrics.get("toxicity")(server=url)


@pytest.mark.parametrize(
    ("labels", "message"),
    [((), "does not name its classes"), (("a", "b"), "3 without names"),
     (("a", "a", "b"), "labels are equal")],
)  # fmt: skip
def test_labels(vector_server, labels, message):
    """vLLM names no classes, so they are options, as many as there are."""
    with pytest.raises(UsageError, match=message):
        made(vector_server, "toxicity", server_layout="vllm", labels=labels)
    with pytest.raises(UsageError, match="are not the classes of"):
        made(vector_server, "toxicity", labels=("toxic", "neutral", "other"))


def test_the_host_is_told(vector_server):
    """A notice names the server and its model."""
    metric = made(vector_server)
    watch = metric.watch()
    watch.add(Batch(RECORDS))
    host = vector_server.url.removeprefix("http://")
    assert f"sentence-similarity sends texts to {host}, whose model is {MODEL}" in watch.notices()


@pytest.mark.parametrize("how", ["max", "mean"])
def test_the_model_on_this_machine(vector_server, how):
    """A server that runs the same model gives the scores of this machine."""
    tiny_models.needed()
    folder = str(tiny_models.build("bert"))
    here = metrics.get("sentence-similarity")(model=folder, pooling="mean", multi_reference=how)
    vector_server.vector = lambda text: here._vectors([text])[0].tolist()
    there = made(vector_server, multi_reference=how)
    records = Batch([one for one in RECORDS if one.prediction])
    np.testing.assert_allclose(there.rows(records), here.rows(records), atol=1e-12)


def test_a_classifier_on_this_machine(vector_server):
    """A server that runs the same classifier gives the probabilities of this machine."""
    tiny_models.needed()
    here = metrics.get("toxicity")(model=str(tiny_classifiers.build("bert", LABELS, None)))
    vector_server.probabilities = lambda text: list(here.scores(text, ()))
    there = made(vector_server, "toxicity", labels=LABELS)
    np.testing.assert_allclose(there.rows(Batch(RECORDS)), here.rows(Batch(RECORDS)), atol=1e-12)


@pytest.mark.long
def test_a_real_server(embedding_server):
    """llama.cpp's vectors are used, too long a text fails, and the signature has its model."""
    metric = metrics.get("sentence-similarity")(server=embedding_server.url)
    assert metric.served == embedding_server.model
    records = [Instance(prediction="a cat", references=["a cat"]),
               Instance(prediction="a cat", references=["dogs bark", "a car"]),
               Instance(prediction="x" * 10_000, references=["a"])]  # fmt: skip
    rows, failures = run(metric, records)
    assert rows[0, 0] == pytest.approx(1, abs=1e-6)
    assert -1 <= rows[1, 0] < 1 - 1e-6
    assert list(failures) == [2]


def test_commands(cli, vector_server, tmp_path, monkeypatch):
    """Commands have the options, count records that fail, and `verify` asks no server."""
    monkeypatch.chdir(tmp_path)
    lines = ['{"prediction": "a cat sat", "references": ["a cat", "dogs"]}',
             '{"prediction": "%s", "references": ["a"]}' % ("b" * (LONG + 1))]  # fmt: skip
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    words = ("evaluate", "sentence-similarity", "a.jsonl", "--server", vector_server.url,
             "--server-layout", "tei", "--allow-errors", "-o", "r.json")  # fmt: skip
    done = cli(*words)
    assert done.code == 0, done.err
    host = vector_server.url.removeprefix("http://")
    assert f"sends texts to {host}" in done.err
    assert "must have less tokens" in done.err
    assert cli(*words[:5], *words[5:7], "--force").code == 3
    refused = cli("verify", "r.json", "a.jsonl")
    assert (refused.code, "names a server, to which" in refused.err) == (2, True)


def test_metrics_that_need_more_of_a_model(cli):
    """bertscore has no --server, and its error gives the reason."""
    done = cli("evaluate", "bertscore", "a.jsonl", "--server", "http://127.0.0.1:1")
    assert done.code == 2
    assert "bertscore has no --server: it needs more of its model than the vector" in done.err
