"""Child processes: started, watched and ended by their own ids."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path


class Missing(Exception):
    """Something that a benchmark needs is not there."""


class Failed(Exception):
    """A benchmark could not be carried out."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(what: str, check, within: float = 30, every: float = 0.05):
    """The first answer of `check` that is not false; what it throws meanwhile is taken for a no."""
    end = time.monotonic() + within
    trouble: Exception | None = None
    while time.monotonic() < end:
        try:
            answer = check()
            if answer:
                return answer
        except Failed:
            raise
        except Exception as error:  # noqa: BLE001: nothing answers yet
            trouble = error
        time.sleep(every)
    raise Failed(f"{what} did not come about within {within:g} s" + (f" ({trouble})" if trouble else ""))


def accepts(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


class Process:
    """One child, whose output goes to a file."""

    def __init__(self, name: str, command: list[str], folder: Path, environment: dict[str, str] | None = None):
        self.name = name
        self.log = folder / f"{name}.log"
        with open(self.log, "ab") as output:
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env={**os.environ, **(environment or {})})

    @property
    def pid(self) -> int:
        return self.child.pid

    def check(self) -> None:
        status = self.child.poll()
        if status is not None:
            raise Failed(f"{self.name} ended with {status}:\n{self.words()}")

    def words(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])

    def ready(self, what, within: float = 30) -> None:
        def look():
            self.check()
            return what()

        eventually(f"{self.name} is ready", look, within)

    def kill(self) -> None:
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()

    def stop(self, grace: float = 20) -> None:
        if self.child.poll() is not None:
            return
        self.child.terminate()
        try:
            self.child.wait(grace)
        except subprocess.TimeoutExpired:
            self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def run(command: list[str], environment: dict[str, str] | None = None, limit: float = 120) -> str:
    """Standard output of a command that has to succeed."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit,
        env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise Failed(f"{' '.join(command[:3])}… ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def cpu_seconds(pids: list[int]) -> float:
    """Processor time that these and their ended children have used; those that are gone count nothing."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def is_running(pid: int) -> bool:
    """Whether it has not ended, whoever waits for it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def memory(pid: int) -> dict[str, int]:
    """Bytes: proportional and private memory now, and the highest resident so far."""
    found: dict[str, int] = {}
    for file, names in (("smaps_rollup", ("Pss", "Pss_Anon")), ("status", ("VmHWM", "RssAnon"))):
        for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name in names:
                found[name] = int(rest.split()[0]) * 1024
    return found
