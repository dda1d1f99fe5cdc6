"""Records from the rows of promptfoo."""

from sacreval.readers._promptfoo.layout import Row
from sacreval.readers._promptfoo.records import rendered


def test_rendered():
    """Variables of a template are filled in; an unknown one stays as it is."""
    row = Row(test_idx=0, prompt_idx=0, vars={"a": 1})
    assert rendered("{{a}} {{ b }}", None, row) == "1 {{ b }}"
    assert rendered(["{{a}}"], None, row) == ["{{a}}"]
