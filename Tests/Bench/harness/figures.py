"""What a benchmark found: figures, with their peers' and their goals."""

from dataclasses import dataclass, field
from statistics import median


@dataclass
class Figure:
    """One line of the table. `ours` and `theirs` hold a value for each run; runs with the same place were paired."""

    name: str
    unit: str
    ours: list[float]
    peer: str = ""
    theirs: list[float] = field(default_factory=list)
    #: The least ratio of ours to the peer's that is aimed for, in units where more is better.
    goal_ratio: float | None = None
    #: The most, in units where less is better.
    goal_ratio_at_most: float | None = None
    #: The most, in the figure's unit, that is aimed for.
    goal_at_most: float | None = None
    #: The least.
    goal_at_least: float | None = None
    note: str = ""
    #: Set by the harness.
    benchmark: str = ""

    @property
    def median(self) -> float:
        return median(self.ours)

    @property
    def ratio(self) -> float | None:
        pairs = [own / other for own, other in zip(self.ours, self.theirs) if other > 0]
        return median(pairs) if pairs else None

    @property
    def met(self) -> bool | None:
        if self.goal_ratio is not None and self.ratio is not None:
            return self.ratio >= self.goal_ratio
        if self.goal_ratio_at_most is not None and self.ratio is not None:
            return self.ratio <= self.goal_ratio_at_most
        if self.goal_at_most is not None:
            return self.median <= self.goal_at_most
        if self.goal_at_least is not None:
            return self.median >= self.goal_at_least
        return None

    @property
    def goal(self) -> str:
        if self.goal_ratio is not None:
            wanted = f"at least {self.goal_ratio:g}"
        elif self.goal_ratio_at_most is not None:
            wanted = f"at most {self.goal_ratio_at_most:.3g}"
        elif self.goal_at_most is not None:
            wanted = f"at most {number(self.goal_at_most)} {self.unit}"
        elif self.goal_at_least is not None:
            wanted = f"at least {number(self.goal_at_least)} {self.unit}"
        else:
            return ""
        return wanted + {True: "", False: ": **missed**", None: ": not measured"}[self.met]

    def row(self) -> list[str]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        beside = f"{self.peer}: {number(median(self.theirs))} {self.unit}" if self.theirs else ""
        return [self.benchmark, self.name, f"{number(self.median)} {self.unit}", beside, ratio, self.goal]

    def json(self) -> dict:
        return {
            "benchmark": self.benchmark, "figure": self.name, "unit": self.unit, "runs": self.ours, "median": self.median,
            "peer": self.peer or None, "peerRuns": self.theirs,
            "peerMedian": median(self.theirs) if self.theirs else None, "ratio": self.ratio,
            "goalRatio": self.goal_ratio, "goalRatioAtMost": self.goal_ratio_at_most, "goalAtMost": self.goal_at_most,
            "goalAtLeast": self.goal_at_least, "goalMet": self.met, "note": self.note or None,
        }


def number(value: float) -> str:
    """Three significant digits, thousands separated."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.3g}"


def table(figures: list[Figure]) -> str:
    """As Markdown, aligned for a terminal."""
    head = ["benchmark", "figure", "Docket", "beside it", "ratio", "goal"]
    rows = [head] + [figure.row() for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def percentile(values: list[float], share: float) -> float:
    """The smallest value that this share (0 to 1) of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * share // 1).__int__() - 1))]
