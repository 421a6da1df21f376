"""Errors of the store; each message is one sentence for the operator."""


class StoreError(Exception):
    """The store cannot be used like this; the base class."""


class Conflict(StoreError):  # noqa: N818 - names what happened
    """A change contradicts what is stored; nothing was written."""


class Damaged(StoreError):  # noqa: N818 - names the state of the store
    """What is stored is not what was written."""


class Unavailable(StoreError):  # noqa: N818 - names the state of the store
    """The database cannot be used now: locked, full, unreachable.

    If the connection broke during a commit, it is unknown whether it succeeded: read the table again.
    """
