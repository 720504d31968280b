import Bytes
import Geo
import RoadModel
import TestSupport
import Testing

@testable import MapServer

/// Isochrones in Valhalla's form: `/isochrone` with JSON.
@Suite struct ValhallaIsochroneTests {
  /// The object of a request at a place of the town.
  private static func object(
    _ served: ServedMap, _ members: String, costing: String = "pedestrian"
  ) throws -> String {
    let place = try served.roads.drawing.place("A")
    return #"{"locations":[{"lat":\#(place.latitude),"lon":\#(place.longitude)}],"#
      + #""costing":"\#(costing)",\#(members)}"#
  }

  /// The object as a value in a URL.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }

  @Test("GET and POST answer as the same request in the form of Mapbox does")
  func forms() async throws {
    try await ServedMap.with(.town()) { served in
      let object = try Self.object(
        served,
        ##""contours":[{"time":1,"color":"ff0000"},{"time":2,"color":"#00ff00"}],"##
          + #""polygons":true,"denoise":0.0,"reverse":true,"units":"km""#)
      let sent = try await served.post("/isochrone?api_key=x", object)
      let asked = try await served.get("/isochrone?json=\(Self.encoded(object))&api_key=x")
      let place = try served.coordinates(["A"])
      let other = try await served.get(
        "/isochrone/v1/walking/\(place)?contours_minutes=1,2&contours_colors=ff0000,00ff00"
          + "&polygons=true&denoise=0&reverse=true")
      #expect(sent.status == 200 && other.status == 200)
      #expect(sent.body == other.body)
      #expect(asked.body == other.body)
    }
  }

  @Test("distances are kilometres, and the answer repeats the id")
  func kilometres() async throws {
    try await ServedMap.with(.town()) { served in
      let object = try Self.object(
        served,
        #""contours":[{"distance":0.15},{"distance":1}],"id":"a \"b\"","show_locations":true"#)
      let body = try await served.post("/isochrone", object).body
      for part in [
        #""contour":0.15,"metric":"distance""#, #""contour":1,"metric":"distance""#,
        #""id":"a \"b\"""#, #""type":"snapped""#,
      ] {
        #expect(body.contains(part), "\(part)")
      }
    }
  }

  @Test("times and distances in one request are those of two, and each has its colour")
  func mixed() async throws {
    try await ServedMap.with(.town()) { served in
      func features(_ contours: String) async throws -> String {
        let object = try Self.object(served, #""contours":[\#(contours)],"polygons":true"#)
        let reply = try await served.post("/isochrone", object)
        #expect(reply.status == 200, "\(reply.body)")
        let list = try #require(reply.body.split(separator: #""features":["#).last)
        return String(try #require(list.split(separator: #"],"error":"#).first))
      }
      let times = try await features(
        #"{"time":1,"color":"aaaaaa"},{"time":2,"color":"bbbbbb"}"#)
      let distances = try await features(
        #"{"distance":0.1,"color":"aaaaaa"},{"distance":0.2,"color":"dddddd"}"#)
      let both = try await features(
        #"{"distance":0.2,"color":"dddddd"},{"time":2,"color":"bbbbbb"},"#
          + #"{"time":1,"distance":0.1,"color":"aaaaaa"}"#)
      #expect(both == times + "," + distances)
    }
  }

  @Test("a costing has its limits and exclusions, and a car with a height stays a car")
  func costing() throws {
    func query(_ costing: String, _ options: String) throws -> (Query, ServiceURL) {
      let json =
        #"{"locations":[{"lat":1,"lon":2}],"contours":[{"time":5}],"costing":"\#(costing)","#
        + #""costing_options":{"\#(costing)":{\#(options)}}}"#
      let url = try ServiceURL(ValhallaRequest(json: Array(json.utf8)))
      return (try Query(url), url)
    }
    let (truck, ofTruck) = try query(
      "truck", #""height":4.11,"weight":21.5,"axle_count":5,"hazmat":true,"use_tolls":0.5"#)
    let vehicle = try truck.vehicle(ofTruck.profile)
    #expect(vehicle.mode == .truck && vehicle[.height] == 4_110 && vehicle[.weight] == 21_500)
    #expect(vehicle[.axles] == 5 && vehicle[.hazmat] == 1)
    let (car, ofCar) = try query(
      "auto", #""height":1.6,"top_speed":100,"exclude_tolls":true,"exclude_ferries":false"#)
    #expect(try car.vehicle(ofCar.profile).mode == .car)
    #expect(car.maximumSpeed == 100 && car.exclude == .tolls)
    #expect(try query("motor_scooter", "").1.profile == .scooter)
    #expect(throws: ServiceError.self) { try query("truck", #""height":400"#) }
    let walk = try query("pedestrian", #""walking_speed":10,"cycling_speed":9"#).0.costs
    #expect(walk.speedFactors[.footway] == 2 && walk.speedFactors[.primary] == 2)
    #expect(walk.speedFactors[.ferry] == nil)
    let ride = try query("bicycle", #""walking_speed":10,"cycling_speed":9"#).0.costs
    #expect(ride.speedFactors[.cycleway] == 0.5)
    #expect(throws: ServiceError.self) { try query("pedestrian", #""walking_speed":0.1"#) }
  }

  @Test("a departure now, or at the time that a request says is the current one")
  func now() throws {
    let times = [
      #""type":0"#, #""type":0,"value":"2020-01-01T00:00""#, #""type":1,"value":"current""#,
    ]
    for time in times {
      let json =
        #"{"locations":[{"lat":1,"lon":2}],"contours":[{"time":5}],"costing":"auto","#
        + #""date_time":{\#(time)}}"#
      let earliest = ProcessClock.now
      let query = try Query(ServiceURL(ValhallaRequest(json: Array(json.utf8))))
      let departure = try #require(query.departure?.utc())
      #expect((earliest...ProcessClock.now).contains(departure), "\(time)")
    }
    let url = try ServiceURL("/route/v1/driving/1,2;3,4?depart_at=now")
    let departure = try #require(try Query(url).departure)
    #expect(departure.offset == 0 && abs(departure.time.seconds - ProcessClock.now) < 60)
  }

  @Test(
    "a time of departure, and of all roads where the isochrone is reversed", arguments: [1, 2, 3])
  func time(type: Int) async throws {
    try await ServedMap.with(.town()) { served in
      for isReversed in [false, true] {
        let object = try Self.object(
          served,
          #""contours":[{"time":1}],"reverse":\#(isReversed),"#
            + #""date_time":{"type":\#(type),"value":"2026-11-21T10:00"}"#)
        let reply = try await served.post("/isochrone", object)
        let isPossible = type == 1 || isReversed
        #expect(reply.status == (isPossible ? 200 : 400))
        #expect(reply.body.contains("\"code\":\"NotImplemented\"") == !isPossible)
      }
    }
  }

  @Test("an empty list of polygons excludes nothing")
  func noPolygons() async throws {
    try await ServedMap.with(.town()) { served in
      let object = try Self.object(
        served, #""contours":[{"time":1}],"exclude_polygons":[],"avoid_polygons":[]"#)
      let reply = try await served.post("/isochrone", object)
      #expect(reply.status == 200, "\(reply.body)")
    }
  }

  @Test(
    "what is wrong is refused by name",
    arguments: [
      (#""contours":[]"#, "InvalidOptions", "contours"),
      (#""contours":[{"time":5},{"color":"ff0000"}]"#, "InvalidOptions", "contours"),
      (#""contours":[{"time":5},{"distance":1000}]"#, "TooBig", "meters"),
      (#""contours":[{"time":"5"}]"#, "InvalidValue", "time takes a number"),
      (#""contours":[{"time":5}],"denoise":2"#, "InvalidValue", "denoise takes 0 to 1"),
      (#""contours":[{"time":5}],"polygons":1"#, "InvalidValue", "polygons takes true or false"),
      (#""contours":[{"time":5,"color":"red"}]"#, "InvalidValue", "color can't be 'red'"),
      (#""contours":[{"time":5}],"date_time":{"type":1}"#, "InvalidOptions", "needs a value"),
      (#""contours":[{"time":5}],"date_time":{"type":4}"#, "NotImplemented", "takes type 0"),
      (
        #""contours":[{"time":5,"color":"ff0000,00ff00"},{"distance":1,"color":"ff0000"}]"#,
        "InvalidOptions", "contours_colors"
      ),
      (#""contours":[{"time":5}],"exclude_polygons":[[]]"#, "NotImplemented", "exclude_polygons"),
      (#""contours":[{"time":500}]"#, "TooBig", "contour"),
      (#""contours":[{"time":5}"#, "InvalidQuery", "The request is not JSON: line 1, byte"),
    ])
  func refusals(_ members: String, _ code: String, _ word: String) async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await served.post("/isochrone", try Self.object(served, members))
      #expect(reply.status == 400 && reply.body.contains("\"code\":\"\(code)\""), "\(reply.body)")
      #expect(reply.body.contains(word), "\(reply.body)")
    }
  }

  @Test("a client that waits for leave to send its body gets it, after earlier answers")
  func heldBack() async throws {
    try await ServedMap.with(.town()) { served in
      let head = "POST /isochrone HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n"
      let asked = try await served.send(head + "Expect: 100-Continue\r\n\r\n[]")
      #expect(asked.status == 100 && asked.body.hasPrefix("HTTP/1.1 400 "), "\(asked.body)")
      let later = try await served.send(
        "GET /health HTTP/1.1\r\nHost: a\r\n\r\n" + head + "Expect: 100-continue\r\n\r\n[]")
      #expect(later.status == 200 && later.body.contains("HTTP/1.1 100 Continue"), "\(later.body)")
      let plain = try await served.send(head + "\r\n[]")
      #expect(plain.status == 400)
    }
  }

  @Test("bodies that are too long, empty or no object, and other paths are refused")
  func bodies() async throws {
    try await ServedMap.with(.town()) { served in
      let long = "[" + String(repeating: " ", count: ValhallaRequest.maximumBytes)
      for (target, body, status, code) in [
        ("/isochrone", long, 400, "TooBig"), ("/isochrone", "", 400, "InvalidQuery"),
        ("/isochrone", "[]", 400, "InvalidQuery"),
        ("/isochrone/v1/driving/1,2", "{}", 405, "InvalidMethod"),
        ("/isochrones", "{}", 405, "InvalidMethod"),
      ] {
        let reply = try await served.post(target, body)
        #expect(reply.status == status && reply.body.contains(code), "\(target): \(reply.body)")
      }
      let put = try await served.get("/isochrone?x=1", method: "PUT")
      #expect(put.status == 405 && put.headers.contains("Allow: GET, HEAD, OPTIONS, POST\r\n"))
      let other = try await served.get("/isochrone/v1/driving/1,2", method: "PUT")
      #expect(other.status == 405 && other.headers.contains("Allow: GET, HEAD, OPTIONS\r\n"))
      let missing = try await served.get("/isochrone?x=1")
      #expect(missing.status == 400 && missing.body.contains("json={"))
    }
  }
}
