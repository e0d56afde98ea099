"""The command: it becomes the program. Where the program is not what it should be, that is an error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import daymark
from conftest import PHONE_AND_WATCH, REPOSITORY, program

COMMAND = [sys.executable, "-m", "daymark"]


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize("line", [["--version"], ["rnu"], ["aggregate", "/none"], ["aggregate", "--zone"]])
def test_output_and_exit_code_are_those_of_the_program(line: list[str]) -> None:
    direct = subprocess.run([program(), *line], capture_output=True, text=True)
    ended = call(*line)
    assert (ended.returncode, ended.stdout, ended.stderr) == (direct.returncode, direct.stdout, direct.stderr)


def test_the_process_is_the_program(pretend: Callable[[str], Path]) -> None:
    pretend('echo $$; echo "$@"; exec cat /proc/self/status')
    process = subprocess.Popen([*COMMAND, "a b", "\udcff"], stdout=subprocess.PIPE, restore_signals=True)
    printed, _ = process.communicate()
    lines = printed.split(b"\n")
    assert lines[:2] == [str(process.pid).encode(), b"a b \xff"]
    # Python ignores SIGPIPE and SIGXFSZ; the program decides on these by itself.
    (ignored,) = (int(line.split()[1], 16) for line in lines if line.startswith(b"SigIgn:"))
    assert not ignored & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1)


def test_a_signal_reaches_the_program(pretend: Callable[[str], Path], tmp_path: Path) -> None:
    pretend(f"trap 'exit 143' TERM; touch {tmp_path}/ready; while :; do sleep 0.05; done")
    process = subprocess.Popen(COMMAND)
    wait_for(tmp_path / "ready")
    process.terminate()
    assert process.wait(20) == 143


def wait_for(path: Path) -> None:
    """Waits until a file is there."""
    for _ in range(1000):
        if path.exists():
            return
        time.sleep(0.02)
    raise AssertionError(f"{path} never came")


def test_an_interrupted_call_ends_the_program(pretend: Callable[[str], Path], tmp_path: Path) -> None:
    pretend(
        f"trap 'touch {tmp_path}/ended; exit 143' TERM\n"
        f"echo $$ > {tmp_path}/pid; touch {tmp_path}/ready; while :; do sleep 0.05; done")

    def interrupt() -> None:
        wait_for(tmp_path / "ready")
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        daymark.run("pipeline")
    assert (tmp_path / "ended").exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_ctrl_c_in_a_terminal_is_one_signal(pretend: Callable[[str], Path], tmp_path: Path) -> None:
    """A second one would end the program at once, whatever it is writing."""
    told = tmp_path / "told"
    pretend(
        f"trap 'echo one >> {told}' INT TERM; touch {tmp_path}/ready\n"
        "for turn in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done; exit 130")
    # A terminal signals the whole group; whoever starts this may ignore the signal.
    caller = (
        "import daymark, signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try: daymark.run('pipeline')\nexcept KeyboardInterrupt: print('interrupted')")
    process = subprocess.Popen([sys.executable, "-c", caller], stdout=subprocess.PIPE, start_new_session=True)
    wait_for(tmp_path / "ready")
    os.killpg(process.pid, signal.SIGINT)
    printed, _ = process.communicate(timeout=20)
    assert (printed, told.read_text()) == (b"interrupted\n", "one\n")


@pytest.mark.parametrize(
    ("script", "says"), [
        ("kill -KILL $$", "signal 9"), ("exit 0", "without an answer"), ("echo nonsense", "of one version"),
        ("echo '[1]'", "of one version"), ("echo '{}'; exit 77", "ended with 77"),
        ("echo '{\"errors\":[{}]}'; exit 2", "of one version"), ("exit 2", "without an answer"),
        ("exit 3", "has no days"), ("echo '{}'; exit 2", "has no days"), ("echo '{}'", "of one version"),
        ("""echo '{"aggregates":[{}],"findings":[]}'""", "of one version"),
    ])
def test_what_is_no_answer_is_an_error(pretend: Callable[[str], Path], script: str, says: str) -> None:
    pretend(script)
    with pytest.raises(daymark.ProgramError, match=says):
        daymark.aggregate(PHONE_AND_WATCH)


def test_runs_and_checks_that_cannot_be_read(pretend: Callable[[str], Path]) -> None:
    pretend("echo '{}'")
    with pytest.raises(daymark.ProgramError, match="of one version"):
        daymark.run("pipeline")
    pretend("""echo '{"subjects":[{}]}'""")
    with pytest.raises(daymark.ProgramError, match="of one version"):
        daymark.verify("evidence.json")


def test_a_program_that_is_this_command_does_not_start_itself_for_ever(pretend: Callable[[str], Path]) -> None:
    pretend(f'exec {sys.executable} -m daymark "$@"')
    ended = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, timeout=20)
    assert ended.returncode == 2 and "carries no program" in ended.stderr


def test_only_an_exit_code_that_says_so_is_evidence_that_holds(pretend: Callable[[str], Path]) -> None:
    pretend("""echo '{"same":true,"subjects":[],"checks":[]}'; exit 3""")
    assert not daymark.verify("evidence.json").holds
    pretend("exit 3")
    assert not daymark.verify("log").holds


def test_without_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAYMARK_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(daymark.ProgramError, match="DAYMARK_PROGRAM names no program"):
        daymark.aggregate(PHONE_AND_WATCH)
    ended = call("--version")
    assert ended.returncode == 2 and "DAYMARK_PROGRAM names no program" in ended.stderr
    monkeypatch.delenv("DAYMARK_PROGRAM")
    monkeypatch.setattr("daymark.program.CARRIED", str(tmp_path / "none"))
    with pytest.raises(daymark.ProgramError, match="carries no program"):
        daymark.find_program()


def test_the_version_is_that_of_the_program() -> None:
    from importlib.metadata import version

    assert call("--version").stdout.strip() == version("daymark-evidence")


def test_types() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(REPOSITORY / "python/pyproject.toml"),
         str(REPOSITORY / "python/src/daymark")], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout
    # Without it, whoever uses the package has none of its types.
    assert Path(daymark.__file__).with_name("py.typed").exists()
