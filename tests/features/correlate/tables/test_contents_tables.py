"""Means of judgments as a table for people."""


def test_a_table_for_people(cli, judged):
    """A row for each system has, for each dimension, the mean and the number of inputs."""
    text = cli("correlate", "judgments", judged).out.splitlines()
    assert text[0].split() == ["system", "good", "n", "new", "n"]
    assert text[2].split() == ["b", "2.7500", "2", "1.0000", "1"]
    assert text[1].split() == ["a", "3.0000", "1", "-", "0"]
