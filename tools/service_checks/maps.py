"""The map of a service: replaced while it runs, prepared, with its profiles."""

import http.client
import json
import os
import shutil
import signal
import threading
import time

from .program import Service, check, places


def reload(mapc, one, other, folder):
    """SIGHUP opens the replaced file, and no request fails meanwhile."""
    path = os.path.join(folder, "map.nav")
    shutil.copy(one, path)
    service = Service(mapc, path)
    before = service.get("/health")[1]["edges"]
    stop, bad, done = threading.Event(), [], [0]

    def ask():
        while not stop.is_set():
            try:
                status, body = service.get("/nearest/v1/driving/7.4,43.7")
                done[0] += 1
                if status != 200 or body["code"] != "Ok":
                    bad.append(body)
            except (OSError, http.client.HTTPException) as error:
                bad.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(20):
        fresh = os.path.join(folder, "fresh.nav")
        shutil.copy(other if number % 2 == 0 else one, fresh)
        os.replace(fresh, path)
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.05)
    with open(one, "rb") as file:
        good = file.read()
    with open(other, "rb") as file:
        noted = replace(service, path, file.read(), "ok")
    after = service.get("/health")[1]["edges"]
    check("a replaced map is read on SIGHUP", noted and before != after, f"{before} edges before, {after} after")
    for place in (len(good) // 3, len(good) // 2, len(good) - 100):
        noted = replace(service, path, good[:place] + bytes([good[place] ^ 4]) + good[place + 1:], "failed")
        check(f"a map with one bit changed at byte {place} does not take the place of a good one",
              noted and service.get("/health")[1]["edges"] == after)
    stop.set()
    for thread in threads:
        thread.join()
    check(f"none of {done[0]} requests failed while the map was replaced", not bad and done[0] > 20, str(bad[:2]))
    noted = replace(service, path, b"no map", "failed")
    check("a broken map does not take the place of a good one",
          noted and service.get("/health")[1]["edges"] == after)
    check("and the log says so", "not read again" in service.text())
    os.unlink(path)
    noted = reread(service, "failed")
    check("nor does a missing one", noted and service.get("/nearest/v1/driving/7.4,43.7")[0] == 200)
    check("SIGTERM ends it with status 0", service.end() == 0)


def replace(service, path, content, result):
    """Renames another file over the map; whether it was read with this result."""
    fresh = path + ".fresh"
    with open(fresh, "wb") as file:
        file.write(content)
    os.replace(fresh, path)
    return reread(service, result)


def reread(service, result):
    """Whether the file, as it is now, was read with this result.

    Files are read one after the other. The first read that ends may have opened the file before; the second has not.
    """
    for _ in range(2):
        reads = service.reloads(result)
        service.process.send_signal(signal.SIGHUP)
        if not service.until(lambda: service.reloads(result) > reads):
            return False
    return True


def preparation(mapc, one):
    """Vehicles that are named, and those that were seen, are prepared for when the file is read again."""
    service = Service(mapc, one, "--warm", "truck?height=4.0&weight=40")
    service.until(lambda: "vehicles=1" in service.text())
    check("a vehicle that is named is prepared for", "vehicles=1" in service.text(), service.text())
    service.get("/route/v1/truck/" + places(service, 2) + "?height=3.9&exclude=toll")
    service.get("/route/v1/driving/" + places(service, 2))
    service.process.send_signal(signal.SIGHUP)
    service.until(lambda: "vehicles=2" in service.text())
    check("so is one that was seen, when the file is read again", "vehicles=2" in service.text(), service.text())
    check("SIGTERM ends it with status 0 then", service.end() == 0)


def profiles(mapc, one):
    """A profile that is not known is refused, unless there is one for it."""
    service = Service(mapc, one, "--default-profile", "bike")
    place = places(service, 2)
    for name in ("nearest", "table", "route"):
        target = f"/{name}/v1/spaceship/{place}"
        try:
            with_default = service.get(target)[1]
        except json.JSONDecodeError as error:
            with_default = {"code": str(error)}
        known = service.get(f"/{name}/v1/cycling/{place}")[1]
        check(f"{name}: an unknown profile is the default, and the answer says so",
              with_default.pop("profile", None) == "cycling" and with_default == known, str(with_default)[:200])
    check("SIGTERM ends it", service.end() == 0)
