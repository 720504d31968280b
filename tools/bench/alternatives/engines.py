"""The engines, asked for alternatives and for pieces of them."""
import json
import time

from guidance import engines
from matching.geometry import decode
from .judge import Route


def _spread(durations, total):
    """The times along a line, the time of turns spread over all of it."""
    times, scale = [0.0], total / max(sum(durations), 1e-9)
    for seconds in durations:
        times.append(times[-1] + seconds * scale)
    return times


class _OverHTTP:
    options = "overview=full&geometries=geojson&annotations=duration&steps=false"

    def asked(self, pair, count):
        """The routes of a pair, with times along them."""
        return self._routes(self.get(pair, f"{self.options}&alternatives={count}{self.vehicle()}"))

    def vehicle(self):
        return ""

    def timed(self, pair, count):
        """The milliseconds of a request for lines without times along them."""
        options = "overview=full&geometries=polyline6" + (f"&alternatives={count}" if count else "") + self.vehicle()
        start = time.perf_counter()
        self.get(pair, options)
        return (time.perf_counter() - start) * 1e3

    def through(self, places):
        """The route through places with a direction each; None if there is none."""
        coordinates = ";".join(f"{lon:.7f},{lat:.7f}" for lat, lon, _ in places)
        bearings = ";".join(f"{round(degrees) % 360},25" for _, _, degrees in places)
        text = self.ask(coordinates, f"{self.options}&bearings={bearings}&continue_straight=true{self.vehicle()}")
        routes = self._routes(text)
        return routes[0] if routes else None

    def _routes(self, text):
        answer = json.loads(text)
        if answer.get("code") != "Ok":
            return []
        routes = []
        for route in answer["routes"]:
            line = [(lat, lon) for lon, lat in route["geometry"]["coordinates"]]
            durations = [x for leg in route["legs"] for x in leg["annotation"]["duration"]]
            if len(durations) == len(line) - 1:
                routes.append(Route(line, _spread(durations, route["duration"])))
        return routes


class Osrm(_OverHTTP, engines.Osrm):
    pass


class Mapc(_OverHTTP, engines.Mapc):
    pass


class MapcTruck(Mapc):
    name = "mapc truck"

    def vehicle(self):
        return "&height=4&weight=18"


class Valhalla(engines.Valhalla):
    """Times along a line are those of its maneuvers, spread over each."""

    def asked(self, pair, count):
        return self._routes(self._between(pair, count))

    def timed(self, pair, count):
        start = time.perf_counter()
        self._between(pair, count)
        return (time.perf_counter() - start) * 1e3

    def through(self, places):
        stops = [{"lat": lat, "lon": lon, "heading": round(degrees) % 360, "heading_tolerance": 25, "type": "through"}
                 for lat, lon, degrees in places]
        stops[0]["type"] = stops[-1]["type"] = "break"
        routes = self._routes(self._answer(stops, 0))
        return routes[0] if routes else None

    def _between(self, pair, count):
        return self._answer([{"lat": lat, "lon": lon} for lat, lon in (pair[:2], pair[2:])], count)

    def _answer(self, places, count):
        if not self.actor:
            self.open()
        try:
            return json.loads(self.actor.route(json.dumps(
                {"locations": places, "costing": "auto", "alternates": count, "shape_format": "geojson"})))
        except RuntimeError:
            return None

    def _routes(self, answer):
        if answer is None:
            return []
        routes = []
        for trip in [answer["trip"]] + [other["trip"] for other in answer.get("alternates", [])]:
            line, times = [], []
            for leg in trip["legs"]:
                shape = leg["shape"]
                points = [(lat, lon) for lon, lat in shape["coordinates"]] if isinstance(shape, dict) else \
                    decode(shape)
                base = times[-1] if times else 0.0
                spans = [base] * len(points)
                for maneuver in leg["maneuvers"]:
                    first, last = maneuver["begin_shape_index"], maneuver["end_shape_index"]
                    for i in range(first + 1, last + 1):
                        spans[i] = spans[first] + maneuver["time"] * (i - first) / (last - first)
                line += points if not line else points[1:]
                times += spans if not times else spans[1:]
            routes.append(Route(line, times))
        return routes
