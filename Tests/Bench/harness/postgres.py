"""A private Postgres, as durable as one in production: fsync and synchronous commits are on."""

import os
import pwd
import shutil
import signal
from pathlib import Path

import psycopg

from .processes import Failed, Missing, eventually, free_port, is_running, run

SETTINGS = {
    "listen_addresses": "127.0.0.1", "max_connections": "100", "shared_buffers": "256MB", "max_wal_size": "4GB", "jit": "off",
    "fsync": "on", "synchronous_commit": "on", "shared_preload_libraries": "pg_stat_statements", "autovacuum_naptime": "10s",
    # As on any disk without moving parts.
    "random_page_cost": "1.1",
}


class Postgres:
    def __init__(self, folder: Path, settings: dict[str, str] | None = None):
        self.tools = self._tools()
        self.folder = folder / "postgres"
        self.port = free_port()
        self.folder.mkdir()
        self._user: list[str] = []
        if os.geteuid() == 0:
            # Postgres refuses to run as root.
            try:
                account = pwd.getpwnam("postgres")
            except KeyError:
                raise Missing("an account 'postgres' to run Postgres as") from None
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        self._do("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "docket", "-E", "UTF8", "--locale", "C.UTF-8")
        settings = {**SETTINGS, **(settings or {}), "port": str(self.port), "unix_socket_directories": str(self.folder)}
        with open(self.folder / "data/postgresql.auto.conf", "a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.start()

    def start(self, within: int = 60) -> None:
        self._do("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-t", str(within), "start", limit=within + 60)

    def crash(self) -> None:
        """Kills the head of the server's processes, as a machine that runs out of memory does; the others end by themselves."""
        head, *others = self.pids()
        os.kill(head, signal.SIGKILL)
        eventually("the server's processes have ended", lambda: not any(is_running(pid) for pid in (head, *others)))
        # One that nobody has waited for is taken for the server.
        (self.folder / "data/postmaster.pid").unlink(missing_ok=True)

    @staticmethod
    def _tools() -> Path:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
        if found:
            return found[-1].parent
        on_path = shutil.which("initdb")
        if not on_path:
            raise Missing("Postgres (initdb)")
        return Path(on_path).parent

    def _do(self, tool: str, *arguments: str, limit: float = 120) -> None:
        run([*self._user, str(self.tools / tool), *arguments], {"LC_ALL": "C.UTF-8", "TZ": "UTC"}, limit)

    def url(self, database: str = "docket") -> str:
        return f"postgresql://docket@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "docket") -> psycopg.Connection:
        return psycopg.connect(self.url(database), autocommit=True)

    def make(self, database: str, template: str = "template1") -> None:
        """A new copy of the template, whatever there was before. What was written is on disk before it answers."""
        with self.connect("postgres") as connection:
            connection.execute(f'drop database if exists "{database}" with (force)')
            connection.execute(f'create database "{database}" template "{template}"')
            connection.execute("checkpoint")

    def pids(self) -> list[int]:
        """The server's processes."""
        head = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
        return [head] + [int(pid) for pid in children]

    def stop(self) -> None:
        try:
            self._do("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")
        except Failed:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
