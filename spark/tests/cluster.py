"""A standalone cluster on loopback addresses, whose parts can be killed, frozen and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pyspark

_QUIET = """\
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
"""


def eventually(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Waits until something is true, or fails with what it was."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"after {seconds} s: {what}"
        time.sleep(0.1)


class Cluster:
    """A master and two workers of a core each; the second has an address of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mark = uuid.uuid4().hex
        self._home = Path(pyspark.__file__).parent
        conf = folder / "conf"
        conf.mkdir(parents=True)
        (conf / "log4j2.properties").write_text(_QUIET)
        self.environment = {
            **os.environ,
            "DAYMARK_SPARK_TEST": self.mark,
            "SPARK_HOME": str(self._home),
            "SPARK_CONF_DIR": str(conf),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_PUBLIC_DNS": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_DAEMON_MEMORY": "256m",
            # Anybody on this machine could submit there.
            "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false",
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
            "TMPDIR": str(folder / "tmp"),
        }
        (folder / "tmp").mkdir()
        self._port = _free_port()
        self.url = f"spark://127.0.0.1:{self._port}"
        self._daemons: dict[str, subprocess.Popen[bytes]] = {}
        self._start("master", "org.apache.spark.deploy.master.Master",
                    "--host", "127.0.0.1", "--port", str(self._port),
                    "--webui-port", str(_free_port()))
        eventually(lambda: _listens(self._port), 60, "the master does not listen")
        for name in ("one", "two"):
            self.start_worker(name)

    def start_worker(self, name: str) -> None:
        """Starts a worker daemon, also one that was killed."""
        address = "127.0.0.1" if name == "one" else "127.0.0.2"
        self._start(name, "org.apache.spark.deploy.worker.Worker",
                    "--host", address, "--cores", "1", "--memory", "1g",
                    "--webui-port", str(_free_port()),
                    "--work-dir", str(self.folder / name), self.url)

    def _start(self, name: str, daemon: str, *arguments: str) -> None:
        environment = {**self.environment}
        if name == "two":
            environment |= {"SPARK_LOCAL_IP": "127.0.0.2", "SPARK_PUBLIC_DNS": "127.0.0.2"}
        log = open(self.folder / f"{name}.log", "ab")
        self._daemons[name] = subprocess.Popen(
            [str(self._home / "bin/spark-class"), daemon, *arguments],
            env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        log.close()

    def kill_worker(self, name: str) -> None:
        """Ends a worker daemon at once."""
        daemon = self._daemons[name]
        daemon.send_signal(signal.SIGKILL)
        daemon.wait()

    def executors(self) -> list[int]:
        """The processes of executors."""
        return [pid for pid in self.processes() if "CoarseGrainedExecutorBackend" in _command(pid)]

    def processes(self) -> list[int]:
        """Every process that was started for this cluster and what runs on it."""
        mark = f"DAYMARK_SPARK_TEST={self.mark}".encode()
        found = []
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) != os.getpid():
                try:
                    environment = Path(f"/proc/{entry}/environ").read_bytes()
                except OSError:
                    continue
                if mark in environment.split(b"\0"):
                    found.append(int(entry))
        return found

    def stop(self) -> None:
        """Ends the daemons as an operator does, and what is left after that at once."""
        for daemon in self._daemons.values():
            daemon.terminate()
        for daemon in self._daemons.values():
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def clean(self) -> None:
        """Ends whatever is left."""
        self.stop()
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.folder / "local", ignore_errors=True)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0
