"""What can go wrong with a store, each as one sentence for whoever runs the server."""


class StoreError(Exception):
    """A store that cannot be used so, and why."""


class Conflict(StoreError):  # noqa: N818 - it says what happened
    """What was to be written contradicts what is there; nothing was written."""


class Damaged(StoreError):  # noqa: N818 - it says what the store is
    """What is there is not what was written."""


class Unavailable(StoreError):  # noqa: N818 - it says what the store is
    """The database cannot do its work now: locked, full, out of reach.

    If a connection broke during a commit, nobody knows on which side of it: read the table again.
    """
