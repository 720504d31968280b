"""A service on a free port, and the count of what does not hold."""

import http.client
import json
import os
import random
import re
import resource
import signal
import subprocess
import tempfile
import time

failures = 0


def check(name, holds, detail=""):
    global failures
    failures += not holds
    print(("ok      " if holds else "FAILED  ") + name + (f": {detail}" if detail and not holds else ""))


class Service:
    """A service on a free port."""

    def __init__(self, mapc, path, *options, descriptors=None):
        self.log = tempfile.TemporaryFile("w+")
        limit = descriptors and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors)))
        self.process = subprocess.Popen(
            [mapc, "serve", path, "--port", "0", *options], stderr=self.log, stdout=subprocess.PIPE, preexec_fn=limit)
        self.port = None
        for _ in range(200):
            found = re.search(r"port=(\d+)", self.text())
            if found:
                self.port = int(found.group(1))
                return
            time.sleep(0.05)

    def text(self):
        self.log.seek(0)
        return self.log.read()

    def until(self, holds, seconds=60):
        """Waits until something holds; whether it did in time."""
        end = time.time() + seconds
        while time.time() < end:
            if holds():
                return True
            time.sleep(0.05)
        return False

    def reloads(self, result):
        """How often the file was read again, with this result."""
        found = re.search(rf'mapc_reloads_total{{result="{result}"}} (\d+)', self.metrics())
        return int(found.group(1)) if found else 0

    def resident(self):
        """Megabytes of memory, and seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/status") as status:
            kilobytes = int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return kilobytes / 1024, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def get(self, path, timeout=10):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()

    def metrics(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/metrics")
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "killed"


def places(service, count):
    """So many places on the map, the same every time, as a URL has them."""
    west, south, east, north = service.get("/map.json")[1]["bounds"]
    dice = random.Random(1)
    return ";".join(f"{dice.uniform(west, east):.5f},{dice.uniform(south, north):.5f}" for _ in range(count))
