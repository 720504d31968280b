import RoadModel
import RouteModel
import Testing

@testable import MapServer

/// What is wrong with a request is said with OSRM's codes, at once, and the service goes on.
@Suite struct BadRequestTests {
  /// A request and the code of its answer; `P` stands for two places on the map, `Q` for three.
  struct Case: Sendable {
    var target: String
    var code: String
    var status: Int

    init(_ target: String, _ code: String, _ status: Int = 400) {
      self.target = target
      self.code = code
      self.status = status
    }
  }

  static let urls: [Case] = [
    Case("//", "InvalidUrl", 404), Case("/route", "InvalidUrl"),
    Case("/route/", "InvalidUrl"), Case("/route/v1", "InvalidUrl"),
    Case("/route/v1/", "InvalidUrl"), Case("/route/v1/driving", "InvalidUrl"),
    Case("/route/v1/driving/", "InvalidUrl"), Case("/route/v1//P", "InvalidUrl"),
    Case("/route/vx/driving/P", "InvalidUrl"), Case("/route/1/driving/P", "InvalidUrl"),
    Case("/route/v1/driving/%zz", "InvalidUrl"), Case("/route/v1/driving/%", "InvalidUrl"),
    Case("/route/v1/driving/%00", "InvalidUrl"), Case("/route/v1/driving/+1,2;3,4", "InvalidUrl"),
    Case("/route/v1/driving/1,2;3,4%ff", "InvalidUrl"),
    Case("/%2e%2e/etc/passwd", "InvalidUrl", 404),
    Case("/../../etc/passwd", "InvalidUrl", 404), Case("*", "InvalidUrl"),
    Case("/page.html", "InvalidUrl", 404),
    Case("/nope", "InvalidUrl", 404), Case("/routes/v1", "InvalidUrl", 404),
    Case("/trip/v1", "InvalidUrl"), Case("/route/v1/dri ving/P", "InvalidUrl"),
    Case("/route/v2/driving/P", "InvalidVersion"), Case("/route/v0/driving/P", "InvalidVersion"),
    Case("/nearest/v9/driving/P", "InvalidVersion"),
    Case("/trip/v1/driving/P", "InvalidService"),
    Case("/isoline/v1/driving/P", "InvalidService"),
    Case("/Route/v1/driving/P", "InvalidService"), Case("/viaroute/v1/driving/P", "InvalidService"),
    Case("/route/v1/flying/P", "InvalidValue"), Case("/table/v1/DRIVING/P", "InvalidValue"),
    Case("/nearest/v1/car1/P", "InvalidValue"), Case("/directions/", "InvalidUrl"),
    Case("/directions/v5/mapbox/P", "InvalidUrl"), Case("/directions/v5//driving/P", "InvalidUrl"),
    Case("/directions/v1/mapbox/driving/P", "InvalidVersion"),
    Case("/directions/v5/mapbox/flying/P", "InvalidValue"),
    Case("/route/v5/driving/P", "InvalidVersion"),
  ]

  static let coordinates: [Case] = [
    Case("/route/v1/driving/a,b;c,d", "InvalidQuery"), Case("/route/v1/driving/;", "InvalidQuery"),
    Case("/route/v1/driving/,", "InvalidQuery"), Case("/route/v1/driving/1", "InvalidQuery"),
    Case("/route/v1/driving/1,", "InvalidQuery"), Case("/route/v1/driving/1,2;", "InvalidQuery"),
    Case("/route/v1/driving/1,2;3", "InvalidQuery"),
    Case("/route/v1/driving/1,2;;3,4", "InvalidQuery"),
    Case("/route/v1/driving/1,2,3;4,5", "InvalidQuery"),
    Case("/route/v1/driving/nan,nan;1,2", "InvalidQuery"),
    Case("/route/v1/driving/1,2;inf,2", "InvalidQuery"),
    Case("/route/v1/driving/1e309,0;1,2", "InvalidQuery"),
    Case("/route/v1/driving/1e1,0;1,2", "InvalidQuery"),
    Case("/route/v1/driving/0x1,0;1,2", "InvalidQuery"),
    Case("/route/v1/driving/--1,0;1,2", "InvalidQuery"),
    Case("/route/v1/driving/.,0;1,2", "InvalidQuery"),
    Case("/route/v1/driving/-,-;1,2", "InvalidQuery"),
    Case("/route/v1/driving/1,2%3B3", "InvalidQuery"),
    Case("/route/v1/driving/1,%202;3,4", "InvalidQuery"),
    Case("/route/v1/driving/P.xml", "InvalidQuery"), Case("/route/v1/driving/P.", "InvalidQuery"),
    Case("/route/v1/driving/P/", "InvalidQuery"), Case("/route/v1/driving/P;", "InvalidQuery"),
    Case("/route/v1/driving/polyline()", "InvalidQuery"),
    Case("/route/v1/driving/polyline(_ibE_seK", "InvalidQuery"),
    Case("/route/v1/driving/polyline(_)", "InvalidQuery"),
    Case("/route/v1/driving/polyline(~~~~~~~~~~~~~~~~)", "InvalidQuery"),
    Case("/route/v1/driving/polyline6(_ibE_seK)x", "InvalidQuery"),
    Case("/route/v1/driving/polyline7(_ibE_seK)", "InvalidQuery"),
    Case("/route/v1/driving/1,2", "InvalidOptions"),
    Case("/table/v1/driving/1,2", "InvalidOptions"),
    Case("/match/v1/driving/1,2", "InvalidOptions"),
    Case("/route/v1/driving/181,0;1,2", "InvalidValue"),
    Case("/route/v1/driving/-180.1,0;1,2", "InvalidValue"),
    Case("/route/v1/driving/1,90.5;1,2", "InvalidValue"),
    Case("/route/v1/driving/1,-91;1,2", "InvalidValue"),
    Case("/nearest/v1/driving/999999999999999999999999,1", "InvalidValue"),
    Case("/match/v1/driving/1,2;400,3", "InvalidValue"),
    Case("/route/v1/driving/polyline(_ibE_seK)", "InvalidOptions"),
  ]

  static let options: [Case] = [
    Case("/route/v1/driving/P?", "InvalidQuery"), Case("/route/v1/driving/P?&", "InvalidQuery"),
    Case("/route/v1/driving/P?foo=bar", "InvalidQuery"),
    Case("/route/v1/driving/P?steps", "InvalidQuery"),
    Case("/route/v1/driving/P?steps=", "InvalidQuery"),
    Case("/route/v1/driving/P?steps=1", "InvalidQuery"),
    Case("/route/v1/driving/P?steps=TRUE", "InvalidQuery"),
    Case("/route/v1/driving/P?steps=true&", "InvalidQuery"),
    Case("/route/v1/driving/P?steps=true;overview=full", "InvalidQuery"),
    Case("/route/v1/driving/P?overview=half", "InvalidQuery"),
    Case("/route/v1/driving/P?overview=fullest", "InvalidQuery"),
    Case("/route/v1/driving/P?geometries=wkt", "InvalidQuery"),
    Case("/route/v1/driving/P?geometries=polyline7", "InvalidQuery"),
    Case("/route/v1/driving/P?alternatives=-1", "InvalidQuery"),
    Case("/route/v1/driving/P?alternatives=1.5", "InvalidQuery"),
    Case("/route/v1/driving/P?alternatives=99999999999999999999", "InvalidQuery"),
    Case("/route/v1/driving/P?alternatives=4", "TooBig"),
    Case("/directions/v5/mapbox/driving/P?arrive_by=2026-11-21T10:00", "InvalidValue"),
    Case("/directions/v5/mapbox/driving/P?include=hov2", "InvalidValue"),
    Case("/route/v1/driving/P?annotations=speed,", "InvalidQuery"),
    Case("/route/v1/driving/P?annotations=height", "InvalidQuery"),
    Case("/route/v1/driving/P?annotations=nodes", "NotImplemented"),
    Case("/route/v1/driving/P?continue_straight=maybe", "InvalidQuery"),
    Case("/route/v1/driving/P?radiuses=5", "InvalidOptions"),
    Case("/route/v1/driving/P?radiuses=5;5;5", "InvalidOptions"),
    Case("/route/v1/driving/P?radiuses=a;b", "InvalidQuery"),
    Case("/route/v1/driving/1,2;3,4?radiuses=5;5", "NoSegment"),
    Case("/route/v1/driving/P?bearings=90;", "InvalidQuery"),
    Case("/route/v1/driving/P?bearings=90,10", "InvalidOptions"),
    Case("/route/v1/driving/P?bearings=361,10;", "InvalidOptions"),
    Case("/route/v1/driving/P?bearings=-1,10;", "InvalidOptions"),
    Case("/route/v1/driving/P?bearings=90,181;", "InvalidOptions"),
    Case("/route/v1/driving/P?approaches=left;", "InvalidQuery"),
    Case("/route/v1/driving/P?approaches=curb", "InvalidOptions"),
    Case("/route/v1/driving/P?hints=abc;", "InvalidQuery"),
    Case("/route/v1/driving/P?hints=", "InvalidOptions"),
    Case("/route/v1/driving/P?hints=!!!!;", "InvalidQuery"),
    Case("/route/v1/driving/P?generate_hints=no", "InvalidQuery"),
    Case("/route/v1/driving/P?skip_waypoints=0", "InvalidQuery"),
    Case("/route/v1/driving/P?snapping=all", "InvalidQuery"),
    Case("/route/v1/driving/P?exclude=", "InvalidQuery"),
    Case("/route/v1/driving/P?exclude=bridges", "InvalidValue"),
    Case("/route/v1/driving/P?exclude=toll,bridges", "InvalidValue"),
    Case("/route/v1/driving/P?avoid=", "InvalidQuery"),
    Case("/route/v1/driving/P?avoid=bridges", "InvalidValue"),
    Case("/route/v1/driving/P?waypoints=0", "InvalidValue"),
    Case("/route/v1/driving/P?waypoints=1;0", "InvalidValue"),
    Case("/route/v1/driving/P?waypoints=0;1;0", "InvalidValue"),
    Case("/route/v1/driving/P?radiuses=-5;", "NoSegment"),
    Case("/route/v1/driving/Q?waypoints=0;1", "InvalidValue"),
    Case("/route/v1/driving/P?waypoints=0;5", "InvalidOptions"),
    Case("/route/v1/driving/P?waypoints=a", "InvalidQuery"),
    Case("/route/v1/driving/P?number=1", "InvalidQuery"),
    Case("/route/v1/driving/P?gaps=split", "InvalidQuery"),
    Case("/route/v1/driving/P?height=", "InvalidQuery"),
    Case("/route/v1/driving/P?height=tall", "InvalidQuery"),
    Case("/route/v1/driving/P?height=4&height=2", "InvalidQuery"),
    Case("/route/v1/driving/P?height=0", "InvalidValue"),
    Case("/route/v1/driving/P?height=-4", "InvalidValue"),
    Case("/route/v1/driving/P?height=51", "InvalidValue"),
    Case("/route/v1/truck/P?weight=5000", "InvalidValue"),
    Case("/route/v1/truck/P?axle_count=101", "InvalidValue"),
    Case("/route/v1/truck/P?axle_count=0", "InvalidValue"),
    Case("/route/v1/truck/P?trailers=x", "InvalidQuery"),
    Case("/route/v1/truck/P?hazmat=blue", "InvalidQuery"),
    Case("/route/v1/truck/P?tunnel_category=A", "InvalidQuery"),
    Case("/route/v1/cycling/P?height=2", "InvalidOptions"),
    Case("/route/v1/walking/P?weight=2", "InvalidOptions"),
    Case("/route/v1/driving/P?depart_at=today", "InvalidQuery"),
    Case("/route/v1/driving/P?depart_at=nowadays", "InvalidQuery"),
    Case("/route/v1/driving/P?depart_at=2026-02-30T10:00", "InvalidQuery"),
    Case("/route/v1/driving/P?depart_at=", "InvalidQuery"),
    Case("/route/v1/driving/P?shortest=1", "InvalidQuery"),
    Case("/route/v1/driving/P?strict_conditions=", "InvalidQuery"),
    Case("/route/v1/driving/P?allow_violations=all", "InvalidQuery"),
    Case("/route/v1/driving/P?holidays=", "InvalidQuery"),
    Case("/route/v1/driving/P?holidays=2026-02-30", "InvalidQuery"),
    Case("/route/v1/driving/P?holidays=2026-12-25,", "InvalidQuery"),
    Case("/route/v1/driving/P?max_speed=0", "InvalidValue"),
    Case("/route/v1/driving/P?max_speed=nan", "InvalidQuery"),
    Case("/route/v1/truck/P?weight_rating=all", "InvalidQuery"),
    Case("/route/v1/driving/P?language=", "InvalidQuery"),
    Case("/route/v1/driving/P?language=tlh", "InvalidValue"),
    Case("/route/v1/driving/P?language=de;en", "InvalidQuery"),
    Case("/route/v1/driving/P?voice_units=", "InvalidQuery"),
    Case("/route/v1/driving/P?voice_units=furlongs", "InvalidValue"),
    Case("/route/v1/driving/P?steps=true&voice_instructions=1", "InvalidQuery"),
    Case("/route/v1/driving/P?voice_instructions=true", "InvalidOptions"),
    Case("/route/v1/driving/P?banner_instructions=true&steps=false", "InvalidOptions"),
    Case("/route/v1/driving/P?roundabout_exits=maybe", "InvalidQuery"),
    Case("/route/v1/driving/P?access_token=a", "InvalidQuery"),
    Case("/directions/v5/mapbox/driving/P?steps=maybe", "InvalidQuery"),
    Case("/directions/v5/mapbox/driving/P?language=tlh", "InvalidValue"),
    Case("/directions/v5/mapbox/driving/P?exclude=point(1)", "InvalidValue"),
    Case("/directions/v5/mapbox/walking/P?max_height=2", "InvalidOptions"),
  ]

  static let services: [Case] = [
    Case("/nearest/v1/driving/P?number=0", "InvalidOptions"),
    Case("/nearest/v1/driving/P?number=101", "TooBig"),
    Case("/nearest/v1/driving/P?number=-1", "InvalidQuery"),
    Case("/nearest/v1/driving/P?steps=true", "InvalidQuery"),
    Case("/nearest/v1/driving/1,2?radiuses=1", "NoSegment"),
    Case("/table/v1/driving/P?sources=2", "InvalidOptions"),
    Case("/table/v1/driving/P?sources=", "InvalidQuery"),
    Case("/table/v1/driving/P?destinations=0;9", "InvalidOptions"),
    Case("/table/v1/driving/P?destinations=some", "InvalidQuery"),
    Case("/table/v1/driving/P?annotations=speed", "InvalidQuery"),
    Case("/table/v1/driving/P?annotations=true", "InvalidQuery"),
    Case("/table/v1/driving/P?annotations=false", "InvalidQuery"),
    Case("/table/v1/driving/P?annotations=duration,speed", "InvalidQuery"),
    Case("/table/v1/driving/P?fallback_speed=0", "InvalidOptions"),
    Case("/table/v1/driving/P?fallback_speed=-3", "InvalidOptions"),
    Case("/table/v1/driving/P?fallback_speed=fast", "InvalidQuery"),
    Case("/table/v1/driving/P?fallback_coordinate=x", "InvalidQuery"),
    Case("/table/v1/driving/P?scale_factor=0", "InvalidOptions"),
    Case("/table/v1/driving/P?scale_factor=-1", "InvalidOptions"),
    Case("/table/v1/driving/P?overview=full", "InvalidQuery"),
    Case("/match/v1/driving/P?timestamps=1", "InvalidOptions"),
    Case("/match/v1/driving/P?banner_instructions=true", "InvalidOptions"),
    Case("/nearest/v1/driving/P?language=de", "InvalidQuery"),
    Case("/table/v1/driving/P?language=de", "InvalidQuery"),
    Case("/match/v1/driving/P?timestamps=2;1", "InvalidValue"),
    Case("/match/v1/driving/P?timestamps=4294967295;4294967296", "InvalidQuery"),
    Case("/match/v1/driving/P?alternatives=true", "InvalidQuery"),
    Case("/match/v1/driving/P?continue_straight=true", "InvalidQuery"),
    Case("/match/v1/driving/P?timestamps=-1;1", "InvalidQuery"),
    Case("/match/v1/driving/P?timestamps=99999999999999999999;1", "InvalidQuery"),
    Case("/match/v1/driving/P?gaps=fill", "InvalidQuery"),
    Case("/match/v1/driving/P?tidy=2", "InvalidQuery"),
    Case("/match/v1/driving/P?waypoints=1", "InvalidValue"),
    Case("/match/v1/driving/P?waypoints=0;7", "InvalidOptions"),
  ]

  /// Requests that are too long for the limits, named by what they repeat.
  static let long: [(name: String, target: String, code: String)] = [
    (
      "route", "/route/v1/driving/" + [String](repeating: "1,2", count: 501).joined(separator: ";"),
      "TooBig"
    ),
    (
      "table", "/table/v1/driving/" + [String](repeating: "1,2", count: 101).joined(separator: ";"),
      "TooBig"
    ),
    (
      "match", "/match/v1/driving/" + [String](repeating: "1,2", count: 101).joined(separator: ";"),
      "TooBig"
    ),
    (
      "nearest",
      "/nearest/v1/driving/" + [String](repeating: "1,2", count: 11).joined(separator: ";"),
      "TooBig"
    ),
    (
      "table rows",
      "/table/v1/driving/1,2;3,4?sources="
        + [String](repeating: "0", count: 101).joined(separator: ";"),
      "TooBig"
    ),
    ("line", "/route/v1/driving/" + String(repeating: "1", count: 100_000), "InvalidUrl"),
  ]

  @Test("the position of a byte that no URL has is told, not that of what is read before it")
  func foreignByte() {
    let error = #expect(throws: ServiceError.self) {
      _ = try ServiceURL("/isochrone/v1/driving/1,2?contours_minutes=5&color=%23ff0000")
    }
    #expect(
      error?.message == "URL string malformed close to position 51: \"or=#ff\"")
  }

  @Test("there are a hundred bad requests and more")
  func count() {
    let all = Self.urls.count + Self.coordinates.count + Self.options.count + Self.services.count
    #expect(all + Self.long.count >= 100)
  }

  @Test("every bad request is refused with OSRM's code as JSON")
  func refused() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try (served.coordinates(["A", "E"]), served.coordinates(["A", "B", "E"]))
      let cases = Self.urls + Self.coordinates + Self.options + Self.services
      for item in cases + Self.long.map({ Case($0.target, $0.code) }) {
        let target = String(item.target.map { $0 == " " ? "\u{7}" : $0 })
          .replacingLast("/P", places.0).replacingLast("/Q", places.1)
        let reply = try await served.get(target)
        #expect(reply.status == item.status, "\(item.target.prefix(90))")
        #expect(
          reply.body.hasSuffix("\"code\":\"\(item.code)\"}"),
          "\(item.target.prefix(90)): \(reply.body)")
        #expect(reply.body.hasPrefix("{\"message\":\""), "\(item.target.prefix(90))")
        #expect(!reply.body.hasPrefix("{\"message\":\"\""), "\(item.target.prefix(90))")
      }
      let good = try await served.get("/route/v1/driving/\(places.0)")
      #expect(good.status == 200)
    }
  }

  @Test(
    "methods, and bytes that are no HTTP, are refused as JSON",
    arguments: [
      ("PUT / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405, "InvalidMethod"),
      (
        "DELETE /route/v1/driving/1,2;3,4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405,
        "InvalidMethod"
      ),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}", 405,
        "InvalidMethod"
      ),
      ("GARBAGE\r\n\r\n", 400, "InvalidUrl"), ("GET / HTTP/9.9\r\n\r\n", 400, "InvalidUrl"),
      ("GET /route/v1/driving/1, 2;3,4 HTTP/1.1\r\n\r\n", 400, "InvalidUrl"),
      ("GET /search?q=Straße HTTP/1.1\r\n\r\n", 400, "InvalidUrl"),
      ("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 100_000))\r\n\r\n", 400, "InvalidUrl"),
    ])
  func notHTTP(request: String, status: Int, code: String) async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await served.send(request)
      #expect(reply.status == status)
      #expect(reply.body.hasSuffix("\"code\":\"\(code)\"}"))
      #expect(reply.body.contains("percent-encoded") == (code == "InvalidUrl"))
    }
  }

  @Test("a place is told where a query can't be read, as OSRM counts")
  func position() async throws {
    try await ServedMap.with(.town()) { served in
      let prefix = "/route/v1/driving/7.4197,43.7311;"
      // Seen with osrm-routed 26.10.
      for (rest, place) in [
        ("7.4273", 39), ("a,b", 32), ("1e309,0", 34), ("7.4273,43.7396?foo=bar", 48),
        ("7.4273,43.7396?steps=maybe", 54), ("7.4273,43.7396?overview=false&", 62),
        ("7.4273,43.7396;?overview=false", 47),
      ] {
        let reply = try await served.get(prefix + rest)
        #expect(
          reply.body
            == "{\"message\":\"Query string malformed close to position \(place)\","
            + "\"code\":\"InvalidQuery\"}", "\(rest)")
      }
    }
  }
}

/// What requests may say in several ways.
@Suite struct QueryWordTests {
  @Test("hazardous goods are named by true, the words of the command, and classes")
  func goods() throws {
    for (words, isHazardous, isForWater) in [
      ("true", true, false), ("any", true, false), ("water", true, true), ("any,water", true, true),
      ("3", true, false), ("1.4,water", true, true), ("false", false, false),
    ] {
      let query = try Query(ServiceURL("/route/v1/truck/7.4,43.7;7.5,43.7?hazmat=\(words)"))
      #expect((query.limits[.hazmat] == 1) == isHazardous, "\(words)")
      #expect((query.limits[.hazmatWater] == 1) == isForWater, "\(words)")
    }
  }

  @Test("a word that avoid does not know is refused with those that it knows")
  func avoided() {
    let error = #expect(throws: ServiceError.self) {
      _ = try Query(ServiceURL("/route/v1/driving/7.4,43.7;7.5,43.7?avoid=toll,bridges"))
    }
    #expect(error?.message == "avoid takes toll, ferry, motorway, tunnel, unpaved.")
  }
}

extension String {
  /// Puts coordinates in the place of a letter behind a slash.
  fileprivate func replacingLast(_ letter: String, _ text: String) -> String {
    guard let range = ranges(of: letter).last else { return self }
    let next = range.upperBound < endIndex ? self[range.upperBound] : "?"
    guard "?./;".contains(next) else { return self }
    return String(self[..<range.lowerBound]) + "/" + text + String(self[range.upperBound...])
  }
}
