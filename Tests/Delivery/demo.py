"""Runs `.ci/demo-delivery` to its end, and ends it as Ctrl-C does: nothing that it started may be left.

    python3 Tests/Delivery/demo.py FOLDER-OF-THE-PROGRAMS
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import world


def begin(programs):
    # A group of its own, as a terminal gives to what is run in it.
    return subprocess.Popen(["sh", ".ci/demo-delivery", programs], cwd=world.SOURCES, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, start_new_session=True)


def left(group):
    """The processes of a group that are there."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name) as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open("/proc/%s/cmdline" % name) as file:
                command = file.read().replace("\0", " ")
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[2]) == group:
            found.append(command)
    return found


def expect_nothing_left(demo, output):
    deadline = time.monotonic() + 20
    while left(demo.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left(demo.pid), left(demo.pid)
    ports = set(re.findall(r"^http://127\.0\.0\.1:(\d+)", output, re.MULTILINE))
    for port in ports:
        with socket.socket() as connection:
            assert connection.connect_ex(("127.0.0.1", int(port))) != 0, "somebody listens on " + port
    return len(ports)


def main():
    programs = os.path.abspath(sys.argv[1])
    demo = begin(programs)
    output = demo.communicate(timeout=300)[0]
    assert demo.returncode == 0, output
    assert expect_nothing_left(demo, output) == 3, output
    # All three arrive, twice; the second time nothing happens; each is paid once; and what is stored is what they did.
    assert len(re.findall(r"^(?:\w+ +|  state: )submitted", output, re.MULTILINE)) == 15, output
    assert output.count("settled 10000 from") == 3 and output.count("The chain holds") == 1, output
    assert len(re.findall(r"^same, attested: ", output, re.MULTILINE)) == 6, output
    assert "11" * 32 not in output, "a key was printed"
    print("the demo ends well, and leaves nothing behind")

    demo = begin(programs)
    output = ""
    for line in demo.stdout:
        output += line
        if "intake-with-a-price" in line or "received-and-paid" in line:
            break
    time.sleep(1)
    assert len(left(demo.pid)) > 2, "nothing was started yet"
    os.killpg(demo.pid, signal.SIGINT)
    output += demo.communicate(timeout=60)[0]
    assert demo.returncode == 130, (demo.returncode, output)
    assert expect_nothing_left(demo, output) >= 2, output
    print("Ctrl-C ends the demo and what it started")


main()
