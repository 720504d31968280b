"""Chromium without a window, driven through the DevTools protocol."""

import base64
import itertools
import json
import os
import re
import socket
import struct
import subprocess
import time
import urllib.request

# Reads a copy of a canvas, so that the page's own stays where it is quick.
PIXELS = """window.pixels = (c) => { const g = new OffscreenCanvas(c.width, c.height).getContext('2d',
  { willReadFrequently: true }); g.drawImage(c, 0, 0);
  return g.getImageData(0, 0, c.width, c.height).data; }; 1"""


class Socket:
    """A WebSocket's client side, as far as DevTools needs it (RFC 6455)."""

    def __init__(self, url):
        host, port, path = re.match(r"ws://([^:/]+):(\d+)(/.*)", url).groups()
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.socket.recv(4096)
        self.rest = self.rest.split(b"\r\n\r\n", 1)[1]

    def read(self, count):
        while len(self.rest) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the browser closed the connection")
            self.rest += more
        part, self.rest = self.rest[:count], self.rest[count:]
        return part

    def send(self, text):
        body, mask = text.encode(), os.urandom(4)
        size = len(body)
        head = bytes([0x81]) + (
            bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack(">H", size) if size < 65536
            else bytes([0xFF]) + struct.pack(">Q", size))
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(body))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        message = b""
        while True:
            first, second = self.read(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.read(8))[0]
            body = self.read(size)
            if first & 15 in (0, 1):
                message += body
                if first & 0x80:
                    return message.decode()


class Browser:
    """Chromium without a window, with one page."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "--headless=new", "--lang=en-AU", "--accept-lang=en-AU", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-port=0", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={folder}",
             "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            found = re.search(r"DevTools listening on ws://([^/]+)", line)
            if found:
                break
        else:
            raise RuntimeError("the browser does not start")
        with urllib.request.urlopen(f"http://{found.group(1)}/json/list", timeout=10) as reply:
            pages = [page for page in json.load(reply) if page["type"] == "page"]
        self.socket = Socket(pages[0]["webSocketDebuggerUrl"])
        self.numbers = itertools.count(1)
        self.errors = []
        self.requests = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        method, found = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(found["exceptionDetails"])[:600])
        elif method == "Runtime.consoleAPICalled" and found["type"] in ("error", "warning", "assert"):
            self.errors.append(json.dumps(found["args"])[:600])
        elif method == "Log.entryAdded" and found["entry"]["level"] in ("error", "warning"):
            # A refusal has a status of 400, which the browser tells, and which the page shows.
            if "400 (Bad Request)" not in found["entry"]["text"]:
                self.errors.append(found["entry"]["text"] + " " + found["entry"].get("url", ""))
        elif method == "Network.requestWillBeSent":
            self.requests.append(found["request"]["url"])

    def run(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def until(self, expression, seconds=15):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(expression):
                return True
            time.sleep(0.05)
        return False

    def size(self, width, height, phone=False, dark=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                      {"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, url):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && document.body.dataset.answer !== undefined")
        self.run(PIXELS)
        return self.settle()

    def settle(self):
        """Waits for the tiles and for two frames."""
        ready = self.until("document.body.dataset.tiles === 'ready'")
        self.drawn()
        return ready

    def drawn(self):
        time.sleep(0.3)
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, button="left"):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button=button, clickCount=1)
        self.mouse("mouseReleased", x, y, button=button, clickCount=1)

    def drag(self, x, y, to_x, to_y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for step in range(1, 6):
            self.mouse("mouseMoved", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5, button="left", buttons=1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def key(self, name, text=""):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def answered(self):
        self.until("document.body.dataset.answer && document.body.dataset.answer !== 'busy'")
        self.settle()
        return self.run("document.body.dataset.answer")

    def picture(self, folder, name):
        if not folder:
            return
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stderr.close()
