import NIOCore
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// OSRM's answers as its documentation has them: a field that is missing, or of another type, is an error.
enum Answers {
  struct Waypoint: Decodable {
    var name: String
    var location: [Double]
    var distance: Double
    var hint: String?
    var nodes: [Int]?
  }

  struct Intersection: Decodable {
    var location: [Double]
    var bearings: [Int]
    var entry: [Bool]
    var `in`: Int?
    var out: Int?
    var classes: [String]?
    var lanes: [Lane]?
    var tunnel_name: String?
    var railway_crossing: Bool?
    var traffic_signal: Bool?
    var stop_sign: Bool?
    var yield_sign: Bool?
    var toll_collection: Toll?
    var geometry_index: Int?
  }

  struct Toll: Decodable {
    var type: String
  }

  struct Lane: Decodable, Equatable {
    var valid: Bool
    var indications: [String]
    var active: Bool?
    var valid_indication: String?
  }

  struct Maneuver: Decodable {
    var location: [Double]
    var bearing_before: Int
    var bearing_after: Int
    var type: String
    var modifier: String?
    var exit: Int?
    var instruction: String?
  }

  struct Voice: Decodable {
    var distanceAlongGeometry: Double
    var announcement: String
    var ssmlAnnouncement: String
  }

  struct Banner: Decodable {
    struct Line: Decodable {
      var text: String
      var type: String
      var modifier: String
      var degrees: Int?
      var driving_side: String
      var components: [Component]
    }

    struct Component: Decodable {
      var text: String
      var type: String
      var directions: [String]?
      var active: Bool?
      var active_direction: String?
    }

    var distanceAlongGeometry: Double
    var primary: Line
    var secondary: Line?
    var sub: Line?
  }

  struct Step: Decodable {
    var distance: Double
    var duration: Double
    var weight: Double
    var geometry: String
    var name: String
    var ref: String?
    var mode: String
    var driving_side: String
    var maneuver: Maneuver
    var intersections: [Intersection]
    var destinations: String?
    var exits: String?
    var rotary_name: String?
    var voiceInstructions: [Voice]?
    var bannerInstructions: [Banner]?
  }

  struct Annotation: Decodable {
    var distance: [Double]
    var duration: [Double]
    var speed: [Double]
    var datasources: [Int]
    var nodes: [Int64]?
  }

  struct Leg: Decodable {
    var distance: Double
    var duration: Double
    var weight: Double
    var summary: String
    var steps: [Step]
    var annotation: Annotation?
  }

  struct Route: Decodable {
    var distance: Double
    var duration: Double
    var weight: Double
    var weight_name: String
    var geometry: String?
    var legs: [Leg]
    var confidence: Double?
    var notices: [Notice]?
    var voiceLocale: String?
  }

  struct Routes: Decodable {
    var code: String
    var routes: [Route]
    var waypoints: [Waypoint]?
    var uuid: String?
  }

  struct Nearest: Decodable {
    var code: String
    var waypoints: [Waypoint]
  }

  struct Table: Decodable {
    var code: String
    var durations: [[Double?]]?
    var distances: [[Double?]]?
    var fallback_speed_cells: [[Int]]?
    var sources: [Waypoint]
    var destinations: [Waypoint]
    var notices: [Notice]?
  }

  struct Tracepoint: Decodable {
    var name: String
    var location: [Double]
    var distance: Double
    var waypoint_index: Int?
    var matchings_index: Int
    var alternatives_count: Int
  }

  struct Match: Decodable {
    var code: String
    var matchings: [Route]
    var tracepoints: [Tracepoint?]
  }

  struct Failure: Decodable {
    var code: String
    var message: String
    var blockers: [Rule]?
  }

  struct Rule: Decodable {
    struct Meaning: Decodable {
      var limit: String?
      var value: Int?
    }

    var text: String
    var reason: String
    var tag: String
    var rule: Meaning
    var needed: Int?
    var road: String?
    var wayID: Int?
    var position: [Double]
    var span: [Double]?
  }

  struct Notice: Decodable {
    var code: String
    var text: String
    var rule: Rule?
  }
}

extension ServedMap {
  /// Asks a service about places of the drawing.
  func ask<Answer: Decodable>(
    _ service: String, _ places: [String], _ options: String = "",
    profile: String = "driving", as: Answer.Type = Answer.self
  ) async throws -> Answer {
    let query = options.isEmpty ? "" : "?" + options
    let target = "/\(service)/v1/\(profile)/\(try coordinates(places))\(query)"
    let reply = try await get(target)
    return try JSONDecoder().decode(Answer.self, from: Data(reply.body.utf8))
  }

  /// Asks for a route.
  func route(
    _ places: [String], _ options: String = "", profile: String = "driving"
  ) async throws -> Answers.Route {
    let answer: Answers.Routes = try await ask("route", places, options, profile: profile)
    return answer.routes[0]
  }
}
