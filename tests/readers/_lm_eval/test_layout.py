"""The layouts of lm-eval's rows."""

import msgspec

from sacreval.readers._lm_eval.layout import Row


def test_requests():
    """Requests are objects by name, and were lists before 0.4.3."""
    new = {"gen_args_0": {"arg_0": "a", "arg_1": " b"}, "gen_args_1": {"arg_0": "a"}}
    for arguments in (new, [["a", " b"], ["a"]]):
        fields = {"doc_id": 0, "resps": [], "filtered_resps": [], "arguments": arguments}
        row = msgspec.json.decode(msgspec.json.encode(fields), type=Row)
        assert [(one.arg_0, bytes(one.arg_1)) for one in row.requests()] == [
            ("a", b'" b"'), ("a", b"null"),
        ]  # fmt: skip
