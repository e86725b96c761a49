"""The driver of redis-py's Lock, which speaks the lines of driven.php."""

import os
import sys
from urllib.parse import urlsplit

sys.path.insert(0, os.environ["REDISLOCK_LIBRARY"])

import redis  # noqa: E402
from redis.exceptions import LockNotOwnedError, RedisError  # noqa: E402

server = urlsplit(sys.argv[1])
client = redis.Redis(server.hostname, server.port, socket_timeout=3.0, socket_connect_timeout=3.0)
lock = None


def acquire(key, ttl, wait):
    global lock
    lock = client.lock(key, timeout=int(ttl) / 1e3, sleep=0.05, thread_local=False)
    blocks = int(wait) > 0
    is_acquired = lock.acquire(blocking=blocks, blocking_timeout=int(wait) / 1e3 if blocks else None)
    return "acquired " + lock.local.token.decode() if is_acquired else "denied"


def refresh(ttl):
    if lock is None:
        return "gone"
    try:
        return "refreshed" if lock.extend(int(ttl) / 1e3, replace_ttl=True) else "gone"
    except LockNotOwnedError:
        return "gone"


def release():
    if lock is None or lock.local.token is None:
        return "gone"
    try:
        lock.release()
    except LockNotOwnedError:
        return "gone"
    return "released"


calls = {"acquire": acquire, "refresh": refresh, "release": release}
for line in sys.stdin:
    name, *words = line.split()
    try:
        answer = calls[name](*words)
    except (RedisError, OSError) as failure:
        answer = "failed " + str(failure).replace("\n", " ")
    try:
        print(answer, flush=True)
    except BrokenPipeError:
        os._exit(0)  # its client was killed
