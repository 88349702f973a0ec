"""Repeats requests that may succeed when they are repeated, without changing anything twice."""

from __future__ import annotations

import random
import time
from typing import Callable, TypeVar

from .errors import EngineError

T = TypeVar("T")

FIRST_PAUSE = 0.2
MAX_PAUSE = 10.0
# Statuses after which a request may be repeated; 0 is a broken connection or a timeout.
PASSING = frozenset((0, 408, 429, 502, 503, 504))
# Maximum number of attempts after internal errors of the engine, which may be temporary or caused by the request.
MAX_FAULTS = 3
# Statuses after which the engine has certainly not acted.
REFUSED = frozenset((429, 503))


def is_passing(error: EngineError, attempt: int, *, is_keyed: bool, is_awaited: bool, is_once: bool) -> bool:
    """Returns whether a failed request may succeed when it is repeated.

    ``attempt`` counts from 0. ``is_keyed``: the request creates something and has an idempotency key. ``is_awaited``: a 409
    with ``Retry-After`` means "not yet". ``is_once``: a second request would act again, so it is repeated only if the first
    one certainly had no effect.
    """
    if is_once:
        return error.status in REFUSED
    if error.status == 500:
        return is_keyed and attempt + 1 < MAX_FAULTS
    # Releases before 1.2.0 say 422.
    if error.status in (409, 422):
        return is_awaited and error.retry_after is not None
    return error.status in PASSING


def choose_pause(attempt: int, retry_after: "float | None", share: float) -> float:
    """Returns the pause in seconds: twice as long each time, up to 10, and never shorter than Retry-After.

    ``share`` is a random number from 0 to 1, which spreads the requests of clients that failed at the same time.
    """
    backoff = min(FIRST_PAUSE * 2.0 ** min(attempt, 10), MAX_PAUSE)
    jittered = backoff * (0.5 + share / 2)
    return jittered if retry_after is None else retry_after + jittered * 0.5


def with_retries(
    work: Callable[[], T], patience: float, *, is_keyed: bool = False, is_awaited: bool = False, is_once: bool = False
) -> T:
    """Runs work until it succeeds, fails permanently, or ``patience`` seconds would be exceeded. Raises the last error."""
    deadline = time.monotonic() + patience
    attempt = 0
    while True:
        try:
            return work()
        except EngineError as error:
            if not is_passing(error, attempt, is_keyed=is_keyed, is_awaited=is_awaited, is_once=is_once):
                raise
            pause = choose_pause(attempt, error.retry_after, random.random())
            if time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        attempt += 1
