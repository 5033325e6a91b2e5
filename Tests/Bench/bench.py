#!/usr/bin/env python3
"""Runs Docket's benchmarks with their peers, and prints what they found. `deploy/bench` prepares what this needs.

To add a benchmark, put a file into `benchmarks/`: a docstring that says what is and what is not in its figures, a SUMMARY of one
line, and `run(bench) -> list[Figure]`. It appears by itself. `harness/` starts Docket, Postgres, brokers and peers.
"""

import argparse
import importlib
import json
import os
import platform
import shutil
import signal
import sys
import tempfile
import time
import traceback
from datetime import datetime, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: Measured only where they are named: they take as long as all others together.
ALONE = {"scale"}


class Bench:
    """What a benchmark is given."""

    def __init__(self, programs: Path, folder: Path, quick: bool, submissions: int | None = None):
        self.programs = programs
        self.folder = folder
        self.quick = quick
        #: Of `scale`, how many there are.
        self.submissions = submissions or (20_000 if quick else 200_000)
        self.benchmark = ""
        self._folders = 0
        kafka = os.environ.get("KAFKA_BOOTSTRAP_SERVERS"), os.environ.get("DOCKET_TEST_KAFKA")
        self.broker_kind = "given" if kafka[0] else "apache" if kafka[1] else "embedded"

    @property
    def docket(self) -> str:
        """The command line; a build of its target alone names it after that."""
        return str(next((path for path in (self.programs / "docket", self.programs / "DocketCLI") if path.exists()), "docket"))

    def say(self, words: str) -> None:
        """Progress, for a person who waits."""
        print(f"bench: {self.benchmark}: {words}", file=sys.stderr, flush=True)

    def make_folder(self, name: str) -> Path:
        """A new folder, on the disk that is measured."""
        self._folders += 1
        folder = self.folder / f"{self._folders:02d}-{name}"
        folder.mkdir(mode=0o755)
        return folder

    def runs(self, count: int) -> int:
        """How many runs to make: fewer when it has to be quick."""
        return max(1, count // 3) if self.quick else count


def names() -> list[str]:
    return sorted(file.stem for file in (HERE / "benchmarks").glob("[a-z]*.py"))


def load(name: str):
    return importlib.import_module(f"benchmarks.{name}")


def summary(name: str) -> str:
    """Without importing it: what it imports need not be installed yet."""
    for line in (HERE / "benchmarks" / f"{name}.py").read_text().splitlines():
        if line.startswith("SUMMARY = "):
            return line.removeprefix("SUMMARY = ").strip('"')
    return ""


def machine() -> dict:
    model = next(
        (line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine())
    memory = int(Path("/proc/meminfo").read_text().split()[1]) // 1024
    return {
        "cores": len(os.sched_getaffinity(0)), "processor": model, "memoryMiB": memory, "kernel": platform.release(),
        "load": os.getloadavg()[0],
    }


def usage(parser: argparse.ArgumentParser, words: str):
    parser.print_usage(sys.stderr)
    print(f"bench: {words}", file=sys.stderr)
    sys.exit(64)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="deploy/bench", description="Measures Docket beside its peers, in one run, in release builds.",
        epilog="The embedded broker is used unless KAFKA_BOOTSTRAP_SERVERS names a running Apache Kafka without records of "
        "Docket's, or DOCKET_TEST_KAFKA a program that can start and erase one.")
    parser.add_argument("--list", action="store_true", help="list the benchmarks, and end")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these benchmarks")
    parser.add_argument("--json", metavar="FILE", help="write all runs to this file as well")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs: for trying it out, not for quoting")
    parser.add_argument("--folder", metavar="DIR", help="where databases and uploads are written: the disk that is measured")
    parser.add_argument("--submissions", type=int, metavar="N", help="how many submissions `scale` makes (200000; 20000 with --quick)")
    parser.add_argument("--require-goals", action="store_true", help="end with 1 when a goal was missed")
    parser.add_argument("--no-build", action="store_true", help="measure what was built before")
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    parser.error = lambda words: usage(parser, words)
    arguments = parser.parse_args()
    if arguments.list:
        for name in names():
            print(f"{name:<14}{summary(name)}")
        return 0
    chosen = arguments.only or [name for name in names() if name not in ALONE]
    unknown = [name for name in chosen if name not in names()]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(names())}")
    if arguments.folder and not os.path.isdir(arguments.folder):
        parser.error(f"--folder {arguments.folder} is no folder")
    if arguments.submissions is not None and not 1_000 <= arguments.submissions <= 100_000_000:
        parser.error("--submissions is a number from 1000 to 100000000")
    if arguments.check:
        return 0
    programs = os.environ.get("DOCKET_BENCH_PROGRAMS")
    if not programs:
        print("bench: start it as deploy/bench, which prepares it", file=sys.stderr)
        return 64

    sys.path.insert(0, str(HERE))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="docket-bench-", dir=arguments.folder or "/var/tmp"))
    folder.chmod(0o755)
    try:
        return measure(chosen, Bench(Path(programs), folder, arguments.quick, arguments.submissions), arguments)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(chosen: list[str], bench: Bench, arguments) -> int:
    from harness.figures import Figure, table
    from harness.processes import Failed, Missing

    figures: list[Figure] = []
    status, began, about = 0, datetime.now(timezone.utc), machine()
    for name in chosen:
        bench.benchmark = name
        start = time.monotonic()
        bench.say(summary(name))
        try:
            found = load(name).run(bench)
        except Missing as missing:
            bench.say(f"left out: this machine lacks {missing}")
            status = status or 69
            continue
        except Failed as failure:
            bench.say(f"failed: {failure}")
            status = 70
            continue
        except Exception:  # noqa: BLE001: the others are measured all the same
            bench.say(f"failed:\n{traceback.format_exc()}")
            status = 70
            continue
        except KeyboardInterrupt:
            bench.say("interrupted; what was measured before follows")
            status = 130
            break
        for figure in found:
            figure.benchmark = name
            bench.say(" · ".join(cell for cell in figure.row()[1:] if cell))
        figures += found
        bench.say(f"took {time.monotonic() - start:.0f} s")

    words = ["deploy/bench", *(word for word in sys.argv[1:] if word != "--no-build")]
    print(table(figures))
    print(f"\n`{' '.join(words)}` on {about['cores']} cores ({about['processor']}); medians, ratios pair by pair.")
    notes = [f"{figure.benchmark}, {figure.name}: {figure.note}" for figure in figures if figure.note]
    if notes:
        print("\n" + "\n".join(notes))
    if arguments.json:
        report = {
            "command": words, "began": began.isoformat(timespec="seconds"), "machine": about, "quick": bench.quick,
            "broker": bench.broker_kind, "figures": [figure.json() for figure in figures],
        }
        Path(arguments.json).write_text(json.dumps(report, indent=2) + "\n")
    if status == 0 and arguments.require_goals and any(figure.met is False for figure in figures):
        return 1
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
