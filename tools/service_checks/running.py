"""Arguments, workers, and the end of a service."""

import collections
import http.client
import signal
import socket
import subprocess
import sys
import threading
import time

from .program import Service, check, places


def ending(mapc, one):
    """SIGTERM under load: whoever was let in is answered, and nobody is reset."""
    faults, answered = collections.Counter(), [0]
    for number in range(5):
        service = Service(mapc, one)
        place = places(service, 2)
        stop = threading.Event()

        def ask(keeps, target):
            connection = None
            while not stop.is_set():
                if connection is None:
                    try:
                        connection = socket.create_connection(("127.0.0.1", service.port), timeout=20)
                    except ConnectionRefusedError:
                        return
                    except OSError as error:
                        faults[f"connecting: {error}"] += 1
                        return
                try:
                    ending = "" if keeps else "Connection: close\r\n"
                    connection.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\n{ending}\r\n".encode())
                    reply = http.client.HTTPResponse(connection)
                    reply.begin()
                    reply.read()
                    answered[0] += 1
                    if reply.will_close:
                        connection.close()
                        connection = None
                except (OSError, http.client.HTTPException) as error:
                    faults[f"{'kept' if keeps else 'new'} {target[:10]}: {type(error).__name__} {error}"] += 1
                    return

        threads = [threading.Thread(target=ask, args=(keeps, target)) for keeps in (True, False) for target in (
            "/health", f"/route/v1/driving/{place}?overview=full", f"/nearest/v1/driving/{place.split(';')[0]}")]
        idle = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        idle.request("GET", "/health")
        idle.getresponse().read()
        for thread in threads:
            thread.start()
        time.sleep(0.3 + 0.07 * number)
        service.process.send_signal(signal.SIGTERM)
        if number == 0:
            time.sleep(0.2)
            idle.request("GET", "/health")
            reply = idle.getresponse()
            check("a connection that is idle on SIGTERM is answered once more, and told that it was the last",
                  reply.status == 200 and reply.getheader("Connection") == "close")
        check(f"SIGTERM under load ends it with status 0 ({number + 1})", service.process.wait(20) == 0)
        stop.set()
        for thread in threads:
            thread.join()
        idle.close()
    check(f"none of {answered[0]} requests was reset or lost on SIGTERM", not faults and answered[0] > 100, str(faults))


def arguments(mapc, one):
    """What is wrong with the command is said before it serves."""
    for options, status in (
        (["nowhere.nav"], 66), ([one, "--port", "70000"], 64), ([one, "--timeout", "0"], 64),
        ([one, "--max-table-size", "1"], 64), ([one, "--log-level", "loud"], 64),
        ([one, "--warm", "truck?hight=4"], 64), ([sys.argv[0]], 65),
        ([one, "--default-profile", "spaceship"], 64), ([one, "--max-connections", "0"], 64),
        ([one, "--default-radius", "0"], 64), ([one, "--workers", "257"], 64), ([one, "--workers", "0"], 64),
    ):
        ended = subprocess.run([mapc, "serve", *options], capture_output=True, text=True, timeout=20)
        check(f"serve {' '.join(options)[:60]}: status {status}", ended.returncode == status, f"{ended.returncode} {ended.stderr}")


def most_workers(mapc, one):
    """The greatest number of workers there may be serves."""
    service = Service(mapc, one, "--workers", "256")
    check("256 workers answer", service.get("/health")[0] == 200)
    check("and end with status 0", service.end() == 0)
