"""The errors sacreval raises on purpose; each message is one sentence that ends with the remedy."""


class SacrevalError(Exception):
    """Something the user can mend: input, options or set-up. The command exits with 2."""

    exit_code = 2


class UsageError(SacrevalError):
    """An option, a name or a configuration that cannot be used."""


class InputError(SacrevalError):
    """A file or a record that cannot be read as asked."""


class NotSetUpError(SacrevalError):
    """Something a metric or a reader needs is not installed or not fetched."""


class GateError(SacrevalError):
    """A threshold was missed or a result could not be reproduced. The command exits with 1."""

    exit_code = 1
