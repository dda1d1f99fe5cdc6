"""`datasets` in configs: wrong keys and values name their lines."""

from support.sizes import few
from support.two_sets import RECORDS, write_lines, write_two_sets


@few(
    4,
    ("text", "sentence"),
    [
        ("datasets:\n  a: {wehre: x, inputs: [o.jsonl]}\n", "s.yaml:2: data set a: unknown key"),
        ("datasets:\n  a: {inputs: [o.jsonl]}\n  a: {}\n", "s.yaml:3: 'a' is repeated"),
        ("datasets: [a]\n", "s.yaml:1: data sets are names with their inputs"),
        ("datasets:\n  a:\n    map: {input: x}\n", "s.yaml:2: data set a: it has no inputs"),
        (
            "datasets:\n  a:\n    inputs: o.jsonl\n    metrics:\n      - chrf: {foo: 1}\n",
            "s.yaml:5: chrf has no option 'foo'",
        ),
        (
            "datasets:\n  a:\n    inputs: o.jsonl\n    metrics:\n      - chfr\n",
            "s.yaml:5: There is no metric 'chfr'",
        ),
        ("datasets:\n  a:\n    inputs: {x: 3}\n", "s.yaml:3: data set a: inputs must be text"),
        ("dataset: {a: o.jsonl}\n", "s.yaml:1: unknown key 'dataset'; did you mean 'datasets'?"),
    ],
)
def test_wrong_data_sets_name_their_lines(cli, tmp_path, text, sentence):
    """Unknown keys, repeated names, values of other forms and wrong metrics have file and line."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text(text)
    done = cli("evaluate", "suite", "s.yaml")
    assert (done.code, sentence in done.err) == (2, True), done.err


def test_config_show_writes_a_config(cli, tmp_path):
    """What config show prints is a config with the same results."""
    write_two_sets(tmp_path)
    (tmp_path / "again.yaml").write_text(cli("config", "show", "suite.yaml").out)
    plain = cli("evaluate", "suite", "suite.yaml", "--format", "json").json()["results"]
    again = cli("evaluate", "suite", "again.yaml", "--format", "json").json()["results"]
    assert again == plain


def test_verbs_of_one_set_refuse_them(cli, tmp_path):
    """correlate and robustness do not drop the data sets of a config."""
    write_two_sets(tmp_path)
    for verb in ("correlate", "robustness"):
        done = cli(verb, "suite", "suite.yaml")
        assert "suite.yaml:2: this command takes one set of records" in done.err
