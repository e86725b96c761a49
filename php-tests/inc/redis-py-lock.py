"""Runs redis-py's own Lock: reads commands from standard input, and prints the results as lines."""

import sys

import redis
from redis.exceptions import LockError

client = redis.Redis(unix_socket_path=sys.argv[1])
lock = client.lock("k", timeout=60)
print("ready", flush=True)
for line in sys.stdin:
    command = line.strip()
    try:
        if command == "acquire":
            answer = lock.acquire(blocking=False)
        elif command == "acquire for a moment":
            lock = client.lock("k", timeout=0.3)
            answer = lock.acquire(blocking=False)
        elif command == "wait":
            answer = lock.acquire(blocking_timeout=60)
        elif command == "release":
            lock.release()
            answer = True
        elif command == "reacquire":
            answer = lock.reacquire()
        else:
            answer = lock.owned()
    except LockError as error:
        answer = type(error).__name__
    print(f"redis-py: {command}: {answer}", flush=True)
