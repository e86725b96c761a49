#!/usr/bin/env python3
"""The checker of histories: check_histories.py <history.jsonl>

For each key it searches an order of all operations in which a lock with leases could have given these answers, one operation after the
other: each one takes effect at one moment between its call and its answer. This is linearizability, searched as porcupine and stateright
search it, just in time: a set of configurations is carried from event to event, and each answer keeps those in which its operation has
taken effect. If none is left, no such order exists.

The lock with leases: an acquisition takes effect if there is room beside the present claims, and its fencing token is greater than those
before. A release, a refresh or a check that was answered "yes" finds its claim present, one that was answered "no" finds it absent. A claim
may vanish by itself, but not before its lease ends.

Prints one JSON object. Shares no code with check-intervals.php.
"""

import json
import resource
import sys

EXAMPLES = 5
NEVER = 1 << 62
# What was acquired for so many ns after a failover may still be lost.
REPLICATION = 1_500_000_000


class Claim:
    """One acquisition, as its process saw it."""

    def __init__(self, process, number, event):
        self.name = f"{process}#{number}"
        self.keys = event["keys"]
        self.weight = event["weight"]
        self.called = event["t"]
        self.answered = None
        self.token = event.get("token")
        self.fences = {}
        self.taken_over = event["e"] == "take over"
        self.lease = None  # the end of the lease that is promised now; None: nothing is
        self.operation = None  # what was called and is not answered yet: name, time, ttl
        self.first_release = None
        self.operations = []  # (kind, call, answer)
        self.excused = False

    def grant(self, time):
        """The process knows that it has the lock."""
        if self.answered is None:
            self.answered = time

    def shorten(self, time):
        if self.lease is not None and time < self.lease:
            self.lease = time

    def vanishes(self):
        """The first moment at which the claim may be gone without a broken promise."""
        if self.operation is not None and self.operation[0] == "release":
            self.shorten(self.operation[1])  # a release without an answer may have had its effect
        asked = [call for kind, call, _ in self.operations if kind == "present"]
        return max([self.called if self.lease is None else self.lease] + asked)


class History:
    """Reads a history."""

    def __init__(self, path):
        self.capacities = {}
        self.claims = []
        self.failovers = []  # (begin, end); the last one may have no end
        present = {}
        with open(path) as file:
            for line in file:
                try:
                    event = json.loads(line)
                except ValueError:
                    continue  # its process was killed while it wrote
                process, what = event["p"], event["e"]
                if process == "!conductor":
                    self.conduct(event, present)
                elif what in ("acquire", "take over"):
                    if process in present:
                        present[process].shorten(event["t"])
                    present[process] = Claim(process, event["n"], event)
                    self.claims.append(present[process])
                elif process in present:
                    self.follow(present[process], event["t"], what, event)

    def conduct(self, event, present):
        what, fault = event["e"], event.get("fault")
        if what == "run":
            self.capacities = event["capacities"]
        elif what == "fault" and fault == "client killed":
            for process, claim in present.items():
                if process.split(":")[0] == event["of"]:  # it, or a fiber of it
                    claim.shorten(event["t"])
        elif fault == "failover" and what == "fault":
            self.failovers.append((event["t"], NEVER))
        elif fault == "failover" and what == "healed":
            self.failovers[-1] = (self.failovers[-1][0], event["t"])

    @staticmethod
    def follow(claim, time, what, event):
        if what == "held":
            claim.grant(time)
            claim.lease = event["until"]
        elif what == "acquired":
            claim.grant(time)
            claim.token = event.get("token")
            claim.fences = event.get("fences", {})
        elif what == "lost":
            claim.operations.append(("absent", time, time))
        elif what in ("refresh", "check", "release", "leave"):
            claim.operation = (what, time, event.get("ttl"))
            if what == "refresh" and claim.lease is not None:
                # It may become shorter at once, less its allowance for drift.
                claim.shorten(time + int(event["ttl"] * 0.98) - 3_000_000)
            elif what in ("check", "leave"):
                claim.shorten(time)
        elif claim.operation is not None:
            operation, called, ttl = claim.operation
            claim.operation = None
            if operation == "release":
                # If a release got no answer, the next one is its repetition: either may have had the effect.
                claim.first_release = claim.first_release or called
            if what in ("refreshed", "owned"):
                claim.grant(time)
                claim.operations.append(("present", called, time))
                claim.lease = time
            elif what == "released":
                claim.operations.append(("release", claim.first_release, time))
            elif what == "gone" and operation == "refresh" and time - called > ttl * 0.98 - 3_000_000:
                claim.shorten(called)  # the answer took longer than the lease, so it says nothing of the server
            elif what == "gone":
                claim.operations.append(("absent", called, time))
            elif what == "failed":
                claim.shorten(called)

    def allow_loss(self, claim):
        """If a failover came while a claim lasted, or shortly before, nothing is promised for it: two masters may answer."""
        last = max([claim.called, claim.lease or 0] + [answer for _, _, answer in claim.operations])
        releases = [call for kind, call, _ in claim.operations if kind == "release"]
        for begin, end in self.failovers:
            if begin <= last and end + REPLICATION >= claim.called:
                claim.operations, claim.excused = [], True
                # Its release may have had its effect before the failover, and its answer came after.
                claim.shorten(min(releases + [max(begin, claim.called)]))


class Search:
    """Searches the order of one key's operations."""

    def __init__(self, key, capacity, claims):
        self.key, self.capacity = key, capacity
        self.claims = claims
        self.violations = []

    def events(self):
        """Calls and answers in the order of time; of the same time, calls come first."""
        events = []
        for number, claim in enumerate(self.claims):
            operations = [("acquire", claim.called, claim.answered)] + claim.operations
            released = any(kind == "release" for kind, _, _ in operations)
            for kind, called, answered in operations:
                operation = (kind, number, called)
                events.append((called, 0, operation))
                events.append((answered, 2, operation))
            if not released:
                events.append((claim.vanishes(), 1, ("vanish", number, 0)))
        events.sort(key=lambda event: (event[0], event[1]))
        return events

    def after(self, state, operation):
        """The state after an operation; None: it cannot take effect there."""
        present, fence, token = state
        kind, number, _ = operation
        claim = self.claims[number]
        if kind == "acquire":
            if sum(self.claims[other].weight for other in present) + claim.weight > self.capacity:
                return None
            own = claim.fences.get(self.key)
            if own is None or claim.excused:
                return present | {number}, fence, token
            # A token that is known to the process may be acquired again, with its fence.
            if own < fence or own == fence and claim.token != token:
                return None
            return present | {number}, own, claim.token
        if kind == "absent":
            return None if number in present else state
        if number not in present:
            return None
        return (present - {number}, fence, token) if kind == "release" else state

    def vanish(self, configuration, vanishing, pending):
        """Lets all claims vanish that may, and that no called operation still needs. That never harms another operation."""
        done, (present, fence, token) = configuration
        gone = {
            number
            for number in present & vanishing
            if not any(kind == "present" and of == number and (kind, of, at) not in done for kind, of, at in pending)
        }
        return (done, (present - gone, fence, token)) if gone else configuration

    def run(self):
        configurations = {(frozenset(), (frozenset(), 0, None))}
        pending, vanishing = set(), set()
        for time, order, operation in self.events():
            if order == 0:
                pending.add(operation)
                continue
            if order == 1:
                vanishing.add(operation[1])
                continue
            found, seen = set(), set()
            stack = [self.vanish(configuration, vanishing, pending) for configuration in configurations]
            while stack:
                done, state = configuration = stack.pop()
                if configuration in seen:
                    continue
                seen.add(configuration)
                if operation in done:
                    found.add(configuration)
                    continue
                for candidate in pending - done:
                    next_state = self.after(state, candidate)
                    if next_state is not None:
                        stack.append(self.vanish((done | {candidate}, next_state), vanishing, pending))
            pending.discard(operation)
            if not found:
                self.violations.append(self.describe(time, operation, configurations))
                found = {self.forced(min(configurations, key=lambda configuration: len(configuration[1][0])), operation)}
            configurations = {(done - {operation}, state) for done, state in found}
        return self

    @staticmethod
    def forced(configuration, operation):
        """After a violation: goes on as if the answer had been right."""
        done, (present, fence, token) = configuration
        kind, number, _ = operation
        present = present - {number} if kind in ("release", "absent") else present | {number}
        return done, (present, fence, token)

    def describe(self, time, operation, configurations):
        kind, number, called = operation
        claim = self.claims[number]
        present = sorted({self.claims[other].name for _, (all_present, _, _) in configurations for other in all_present})
        return {
            "key": self.key,
            "operation": kind,
            "claim": claim.name,
            "called": called,
            "answered": time,
            "fence": claim.fences.get(self.key),
            "present before": present,
        }


def main(path):
    history = History(path)
    broken, examples, acquisitions, operations = {}, {}, 0, 0
    granted = [claim for claim in history.claims if claim.answered is not None]
    for key, capacity in history.capacities.items():
        claims = [claim for claim in granted if key in claim.keys]
        for claim in claims:
            history.allow_loss(claim)
        search = Search(key, capacity, claims).run()
        acquisitions += len(claims)
        operations += sum(1 + len(claim.operations) for claim in claims)
        for violation in search.violations:
            promise = {
                "acquire": "there is room for each acquisition, and its fencing token is greater",
                "release": "release() is true for a present claim only",
                "present": "refresh() and isOwned() are true for a present claim only",
                "absent": "no claim vanishes before its lease ends",
            }[violation["operation"]]
            broken[promise] = broken.get(promise, 0) + 1
            if len(examples.setdefault(promise, [])) < EXAMPLES:
                examples[promise].append(violation)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    found = {"acquisitions": len(granted), "operations": operations, "MB of memory": memory, "broken": broken, "examples": examples}
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main(sys.argv[1])
