import Geo
import TestSupport
import Testing

@testable import MapServer

/// `/isochrone/v1`.
@Suite struct IsochroneServiceTests {
  @Test("an answer has a feature for each contour, the largest first")
  func contours() async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.coordinates(["A"])
      for path in ["driving", "mapbox/driving"] {
        let reply = try await served.get(
          "/isochrone/v1/\(path)/\(place)?contours_minutes=1,2&polygons=true"
            + "&contours_colors=0000ff,00ff00&show_locations=true")
        #expect(reply.status == 200)
        let first = try #require(reply.body.firstRange(of: "\"contour\":2"))
        let second = try #require(reply.body.firstRange(of: "\"contour\":1"))
        #expect(first.lowerBound < second.lowerBound)
        for part in [
          "\"type\":\"FeatureCollection\"", "\"type\":\"Polygon\"", "\"metric\":\"time\"",
          "\"color\":\"#00ff00\"", "\"fill\":\"#0000ff\"", "\"type\":\"Point\"", "\"error\":",
        ] {
          #expect(reply.body.contains(part), "\(part)")
        }
      }
    }
  }

  @Test("lines, distances, the network, and the names of Valhalla")
  func forms() async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.coordinates(["A"])
      func body(_ options: String) async throws -> String {
        let reply = try await served.get("/isochrone/v1/walking/\(place)?\(options)")
        #expect(reply.status == 200, "\(options)")
        return reply.body
      }
      let lines = try await body("contours_meters=100,200")
      #expect(lines.contains("\"LineString\"") && !lines.contains("\"Polygon\""))
      #expect(lines.contains("\"contour\":200") && lines.contains("\"metric\":\"distance\""))
      #expect(
        try await body("distance=0.1,0.2&color=ff0000,00ff00&reverse=true").contains("#ff0000"))
      #expect(try await body("time=1&denoise=0&polygons=true").contains("olygon\""))
      let network = try await body("time=1&network=true")
      #expect(network.contains("\"begin_s\":") && !network.contains("\"contour\""))
    }
  }

  @Test("each road of the network has two different points, also where the place is a junction")
  func networkLines() async throws {
    try await ServedMap.with(.town()) { served in
      for place in ["A", "B", "C"] {
        let place = try served.coordinates([place])
        for direction in ["false", "true"] {
          let reply = try await served.get(
            "/isochrone/v1/walking/\(place)?time=1&network=true&reverse=\(direction)")
          guard case .object(let answer) = try JSONTree(Array(reply.body.utf8)),
            case .list(let features)? = answer["features"], !features.isEmpty
          else {
            Issue.record("\(reply.body)")
            continue
          }
          for feature in features {
            guard case .object(let members) = feature,
              case .object(let geometry)? = members["geometry"],
              case .list(let points)? = geometry["coordinates"]
            else {
              Issue.record("\(feature)")
              continue
            }
            #expect(points.contains { $0 != points.first }, "\(place): \(points)")
          }
        }
      }
    }
  }

  @Test("ranges of energy, of a usual vehicle and of one with a model, and Mapbox's access token")
  func energy() async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.coordinates(["A"])
      func body(_ options: String) async throws -> String {
        let reply = try await served.get("/isochrone/v1/driving/\(place)?\(options)")
        #expect(reply.status == 200, "\(options): \(reply.body)")
        return reply.body
      }
      let usual = try await body("contours_kwh=0.01,0.02&polygons=true&access_token=pk.a-b_c")
      #expect(usual.contains("\"metric\":\"energy\"") && usual.contains("\"contour\":20"))
      #expect(usual.contains("\"code\":\"energyWithoutElevation\""))
      let thirsty = "ev[freeFlowSpeedTable]=0,2&ev[auxiliaryConsumption]=0"
      let few = try await body("contours_kwh=0.1&network=true&\(thirsty)")
      let many = try await body("contours_kwh=1&network=true&\(thirsty)")
      #expect(few.contains("\"end_wh\":100") || few.contains("\"end_wh\":99.9"))
      #expect(few.utf8.count < many.utf8.count)
      let refusal = try await served.get("/isochrone/v1/walking/\(place)?contours_kwh=1")
      #expect(refusal.status == 400 && refusal.body.contains("people on foot have none"))
    }
  }

  @Test(
    "what is not possible is refused with OSRM's codes",
    arguments: [
      ("polygons=true", "InvalidOptions"),
      ("contours_minutes=1&contours_meters=5", "InvalidOptions"),
      ("contours_minutes=0", "InvalidValue"), ("contours_minutes=-5", "InvalidValue"),
      ("contours_minutes=121", "TooBig"), ("contours_meters=200001", "TooBig"),
      ("contours_minutes=1,2,3,4,5,6,7,8,9,10,11", "TooBig"),
      ("contours_minutes=", "InvalidQuery"), ("contours_minutes=x", "InvalidQuery"),
      ("contours_minutes=1&contours_colors=ff00", "InvalidQuery"),
      ("contours_minutes=1&contours_colors=ff0000,00ff00", "InvalidOptions"),
      ("contours_minutes=1&denoise=2", "InvalidValue"),
      ("contours_minutes=1&generalize=-1", "InvalidValue"),
      ("contours_minutes=1&max_points=3", "InvalidValue"),
      ("contours_minutes=1&sources=0", "InvalidQuery"),
      ("contours_minutes=1&contours_kwh=1", "InvalidOptions"),
      ("contours_kwh=301", "TooBig"),
      ("contours_minutes=1&ev[model]=default", "InvalidOptions"),
      ("contours_kwh=1&ev[maxCharge]=9&ev[makeReachable]=true", "InvalidOptions"),
      ("contours_kwh=1&ev[ascent]=1&ev[descent]=2", "InvalidValue"),
      ("contours_minutes=1&token=x", "InvalidQuery"),
    ])
  func refusals(_ options: String, _ code: String) async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.coordinates(["A"])
      let reply = try await served.get("/isochrone/v1/driving/\(place)?\(options)")
      #expect(reply.status == 400 && reply.body.contains("\"code\":\"\(code)\""), "\(reply.body)")
    }
  }

  @Test("one coordinate is needed, on the earth and near a road")
  func places() async throws {
    try await ServedMap.with(.town()) { served in
      for (places, code) in [
        (try served.coordinates(["A", "B"]), "InvalidOptions"), ("200,10", "InvalidValue"),
      ] {
        let reply = try await served.get(
          "/isochrone/v1/driving/\(places)?contours_minutes=1")
        #expect(reply.status == 400 && reply.body.contains("\"code\":\"\(code)\""))
      }
      for radiuses in ["", "&radiuses=100", "&radiuses=unlimited"] {
        let far = try await served.get(
          "/isochrone/v1/driving/10,10?contours_minutes=1" + radiuses)
        #expect(
          far.body.contains("\"code\":\"NoSegment\"") == (radiuses != "&radiuses=unlimited"))
      }
    }
  }
}
