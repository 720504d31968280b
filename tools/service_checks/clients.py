"""Connections that misbehave, other protocols, compression."""

import gzip
import http.client
import socket
import subprocess
import time

from .program import Service, check, places


def connections(mapc, one):
    """Slow clients and broken connections disturb nobody."""
    service = Service(mapc, one)
    slow = []
    for _ in range(200):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.sendall(b"GET /nearest/v1/driving/7.4")
        slow.append(connection)
    start = time.time()
    status, _ = service.get("/nearest/v1/driving/7.4,43.7")
    check("200 clients that never finish do not hold up another", status == 200 and time.time() - start < 1)
    for connection in slow[:100]:
        connection.close()
    for _ in range(50):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.sendall(b"GET /route/v1/driving/7.42,43.73;7.43,43.74 HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
    check("50 connections cut before the answer", service.get("/health")[0] == 200)
    busy = subprocess.run(
        [mapc, "serve", one, "--port", str(service.port)], capture_output=True, text=True, timeout=20)
    check("a port in use is said in one line, with status 73", busy.returncode == 73, f"{busy.returncode} {busy.stderr}")
    check("SIGTERM ends it while slow clients hang on", service.end() == 0)
    for connection in slow[100:]:
        connection.close()


def hang_ups(mapc, one):
    """Who hangs up is worked for no longer."""
    service = Service(mapc, one, "--workers", "1")
    target = f"/route/v1/driving/{places(service, 500)}?steps=true&overview=full"
    start = time.time()
    service.get(target, timeout=60)
    alone = time.time() - start
    count = int(6 / alone) + 4
    asking = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        asking.append(connection)
    time.sleep(0.3)
    for connection in asking:
        connection.close()
    start = time.time()
    status, _ = service.get("/nearest/v1/driving/" + places(service, 1), timeout=60)
    waited = time.time() - start
    check(
        f"{count} clients hung up, whose requests take {alone * count:.1f} s: the next is answered at once",
        status == 200 and waited < 2, f"after {waited:.1f} s")
    counted = service.metrics()
    check("they are counted as gone", 'code="ClientGone"' in counted, counted[:400])
    # One that keeps its connection is answered on it again and again.
    kept = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    answers = []
    for _ in range(20):
        kept.request("GET", "/health")
        answers.append(kept.getresponse().read())
        kept.request("GET", "/nearest/v1/driving/" + places(service, 1))
        answers.append(kept.getresponse().read())
    check("a connection serves many requests", len(answers) == 40 and all(answers))
    kept.close()
    check("SIGTERM ends it after that", service.end() == 0)


def hoarders(mapc, one):
    """Who asks and takes nothing costs little; who sends little by little is not waited for."""
    service = Service(mapc, one)
    service.get("/health")
    before, _ = service.resident()
    greedy = []
    for target in ("/", "/tile/v1/driving/tile(0,0,0).mvt?layers=roads", "/map.json"):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.setblocking(False)
        text = f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * 20000
        for _ in range(40):
            try:
                text = text[connection.send(text):]
            except BlockingIOError:
                time.sleep(0.05)
        greedy.append(connection)
    time.sleep(1)
    after, _ = service.resident()
    check("3 x 20,000 requests whose answers nobody takes cost less than 30 MB", after - before < 30,
          f"{before:.0f} MB before, {after:.0f} MB after")
    print(f"        resident: {before:.0f} MB before, {after:.0f} MB while they wait")
    check("others are answered meanwhile", service.get("/health")[0] == 200)
    gone = service.until(lambda: service.metrics().count('code="ClientStalled"} 3') == 1, 90)
    check("they are cut in time", gone, service.metrics()[:400])
    for connection in greedy:
        connection.close()
    check("SIGTERM ends it after that", service.end() == 0)


def other_protocols(mapc, one):
    """Who would speak another protocol is answered in this one, and what follows is not kept."""
    service = Service(mapc, one)
    service.get("/health")
    upgrade = b"Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\n"
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=10)
    answers = []
    try:
        for _ in range(3):
            connection.sendall(b"GET /health HTTP/1.1\r\n" + upgrade)
            reply = http.client.HTTPResponse(connection)
            reply.begin()
            answers.append((reply.status, reply.read()[:15], reply.getheader("Connection")))
    except OSError as error:
        answers.append(error)
    check("a connection that would rather speak HTTP/2 goes on in HTTP/1.1",
          answers == [(200, b'{"status":"ok",', None)] * 3, str(answers))
    connection.close()
    for name, first, status in (("Upgrade", b"GET /health HTTP/1.1\r\n" + upgrade, b"200"),
                                ("CONNECT", b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", b"405")):
        before, _ = service.resident()
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(first)
            start, sent, most = time.time(), 0, before
            reply = connection.recv(65536)
            try:
                while sent < 500 << 20 and time.time() < start + 20:
                    connection.sendall(b"x" * (1 << 20))
                    sent += 1 << 20
                    most = max(most, service.resident()[0])
            except OSError:
                pass
        check(f"{name} is answered with {status.decode()}", reply.split()[1:2] == [status], str(reply[:200]))
        check(f"what follows {name} is not kept", most - before < 30,
              f"{before:.0f} MB before, {most:.0f} MB after {sent >> 20} MB")
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    connection.request("GET", "http://maps.example:80/health")
    check("a target with scheme and host is that of this service", connection.getresponse().status == 200)
    connection.close()
    check("SIGTERM ends it after that", service.end() == 0)


def no_descriptors(mapc, one):
    """Without a descriptor left the service waits, and does not spin."""
    service = Service(mapc, one, descriptors=60)
    service.get("/health")
    many = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(120)]
    time.sleep(0.5)
    _, before = service.resident()
    time.sleep(2)
    _, after = service.resident()
    check("120 connections with 60 descriptors: the service waits", after - before < 0.4, f"{after - before:.2f} s of 2 s")
    warned = service.text().count("can't be accepted")
    check("and says so once", warned == 1, f"{warned} times: {service.text()[-600:]}")
    for connection in many:
        connection.close()
    check("when they are gone it goes on", service.get("/health", timeout=20)[0] == 200)
    check("SIGTERM ends it with status 0 then", service.end() == 0)


def compression(mapc, one):
    """Page, tiles and answers of size are compressed for who takes it."""
    service = Service(mapc, one)

    def get(target, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        connection.request("GET", target, headers={name.replace("_", "-"): value for name, value in fields.items()})
        reply = connection.getresponse()
        body = reply.read()
        connection.close()
        return reply, body

    west, south, east, north = service.get("/map.json")[1]["bounds"]
    tile = "/tile/v1/driving/tile(0,0,0).mvt?layers=roads"
    route = f"/route/v1/driving/{places(service, 20)}?steps=true&overview=full&geometries=geojson"
    for name, target, ratio in (("the page", "/", 0.5), ("a tile", tile, 1.0), ("a route", route, 0.5)):
        plain_reply, plain = get(target)
        for again in ("", ", again"):
            reply, packed = get(target, Accept_Encoding="br;q=1, gzip;q=0.9")
            if len(plain) < 1400:
                check(f"{name}{again}: too small to be compressed", reply.getheader("Content-Encoding") is None)
                continue
            check(f"{name}{again}: compressed it is the same", reply.getheader("Content-Encoding") == "gzip"
                  and gzip.decompress(packed) == plain and len(packed) < ratio * len(plain),
                  f"{len(packed)} of {len(plain)} bytes, {reply.getheader('Content-Encoding')}")
        check(f"{name}: caches are told", {reply.getheader("Vary"), plain_reply.getheader("Vary")} == {"Accept-Encoding"})
        refused, body = get(target, Accept_Encoding="gzip;q=0, *")
        check(f"{name}: who refuses gzip gets plain bytes", refused.getheader("Content-Encoding") is None and body == plain)
        if not reply.getheader("ETag"):
            continue
        check(f"{name}: the two have names of their own", reply.getheader("Content-Encoding") is None
              or reply.getheader("ETag") != plain_reply.getheader("ETag"))
        for tag in (reply.getheader("ETag"), plain_reply.getheader("ETag")):
            known, body = get(target, Accept_Encoding="gzip", If_None_Match=tag)
            check(f"{name}: who has it is not sent it again", known.status == 304 and not body)
    check("SIGTERM ends it", service.end() == 0)
