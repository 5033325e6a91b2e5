"""Filters of a listing that are awkward together: each alone is easy."""

import itertools
import random
import time
import urllib.parse

from .archive import RARE_TYPE
from .figures import percentile
from .processes import Failed

#: Values that many satisfy and values that few do, by the filter's name. A mark at the end tells several of one filter apart.
COMMON_AND_RARE = {
    "journey": {"common": "proof-of-address", "rare": "proof-of-ownership"},
    "state": {"common": "accepted", "some": "rejected", "rare": "in_review"},
    "documentType": {"common": "utility-bill", "some": "payslip", "rare": RARE_TYPE, "none": "gift-letter"},
    "reason": {"common": "document.issue-date-recent", "rare": "file.not-empty"},
    "not.journey": {"common": "proof-of-address"},
    "not.state": {"common": "accepted"},
    "not.documentType": {"common": "utility-bill"},
    "not.reason": {"common": "document.issue-date-recent"},
}


def values(moments: dict[str, str], references: dict[str, str], subject: str) -> list[tuple[str, str, str]]:
    """Of each filter its names, how many satisfy it, and the parameter's value. `moments` are `lately` and `long ago`."""
    found = [(name, mark, value) for name, marks in COMMON_AND_RARE.items() for mark, value in marks.items()]
    for name in ("createdAfter", "createdBefore", "submittedAfter", "submittedBefore"):
        found += [(name, mark, moment) for mark, moment in moments.items()]
    found += [("reference", mark, text) for mark, text in references.items()]
    return found + [("subject", "rare", subject)]


def combinations(all: list[tuple[str, str, str]], more: int) -> list[tuple[str, dict[str, str]]]:
    """Every pair of them, each filter with the other orders, and some of three to five: the same ones each time."""
    chance = random.Random(7)

    def named(some, **others: str) -> tuple[str, dict[str, str]]:
        words = [f"{name} ({mark})" for name, mark, _ in some] + list(others.values())
        return ", ".join(words), {name: value for name, _, value in some} | others

    found = [named(pair) for pair in itertools.combinations(all, 2) if pair[0][0] != pair[1][0]]
    found += [named([one], sort=order) for one in all for order in ("createdAt", "-updatedAt", "updatedAt")]
    while more > 0:
        some = chance.sample(all, chance.randint(3, 5))
        if len({name for name, _, _ in some}) == len(some):
            found.append(named(some, sort=chance.choice(["-createdAt", "-createdAt", "createdAt", "-updatedAt"])))
            more -= 1
    return found


def timed_listings(gateway, kinds: list[tuple[str, dict]], times: int) -> tuple[list[tuple[float, str]], list[float]]:
    """Asks for each kind so many times after two to warm up. Milliseconds: the median of each kind, the slowest first, and all."""
    medians, pooled = [], []
    for name, parameters in kinds:
        path, own = "/v1/submissions?" + urllib.parse.urlencode({"limit": 50, **parameters}), []
        for number in range(2 + times):
            start = time.perf_counter()
            status, _ = gateway.send("GET", path)
            if status != 200:
                raise Failed(f"the listing “{name}” was answered {status}")
            if number >= 2:
                own.append((time.perf_counter() - start) * 1000)
        medians.append((percentile(own, 0.5), name))
        pooled += own
    medians.sort(reverse=True)
    return medians, pooled
