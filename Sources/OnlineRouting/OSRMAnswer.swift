import RouteModel

/// The answer of an OSRM service, as far as it is of use; a member that must be there and is not, or is of another
/// type, is an error.
struct OSRMAnswer: Decodable {
  struct Waypoint: Decodable {
    /// Longitude, latitude.
    var location: [Double]
    var name: String
    var distance: Double?
  }

  struct Maneuver: Decodable {
    var location: [Double]
    var bearingBefore: Int
    var bearingAfter: Int
    var type: String
    var modifier: String?
    var exit: Int?

    private enum CodingKeys: String, CodingKey {
      case location, type, modifier, exit
      case bearingBefore = "bearing_before"
      case bearingAfter = "bearing_after"
    }
  }

  struct LegStep: Decodable {
    var distance: Double
    var duration: Double
    /// An encoded line at six decimals.
    var geometry: String
    var name: String
    var ref: String?
    var maneuver: Maneuver
    var mode: String?
    var drivingSide: String?
    var destinations: String?
    var exits: String?
    var pronunciation: String?
    var rotaryName: String?
    var intersections: [Intersection]?
    /// The whole sign, which `mapc serve` tells where words are asked for.
    var sign: Sign?

    private enum CodingKeys: String, CodingKey {
      case distance, duration, geometry, name, ref, maneuver, mode, destinations, exits
      case pronunciation, intersections, sign
      case drivingSide = "driving_side"
      case rotaryName = "rotary_name"
    }
  }

  /// A sign; nil where what stands there is none.
  struct Sign: Decodable {
    var sign: RoadSign?

    init(from decoder: any Decoder) throws {
      // Another service's: `sign` is no member of OSRM's.
      sign = try? RoadSign(from: decoder)
    }
  }

  struct Leg: Decodable {
    var distance: Double
    var duration: Double
    var steps: [LegStep]
    /// The OSM ways, where the service tells them.
    var wayIDs: [Int64]?

    private enum CodingKeys: String, CodingKey {
      case distance, duration, steps
      case wayIDs = "way_ids"
    }
  }

  struct Route: Decodable {
    var legs: [Leg]
    /// The notices that `mapc serve` adds to a route if the request asks for explanations.
    var notices: [Notice]?
  }

  /// A notice of a route; nil where what stands there has no words that can be read.
  struct Notice: Decodable {
    var notice: RouteNotice?

    private enum CodingKeys: String, CodingKey { case text }

    init(from decoder: any Decoder) throws {
      do { notice = try RouteNotice(from: decoder) } catch {
        // Another service's: `notices` is no member of OSRM's.
        let members = try? decoder.container(keyedBy: CodingKeys.self)
        notice = (try? members?.decode(String.self, forKey: .text)).map { .fromService($0) }
      }
    }

    /// The notice, with waypoints counted from a later one on.
    func numbered(from first: Int) -> RouteNotice? {
      switch notice {
      case .snappedFarther(let waypoint, let metres):
        .snappedFarther(waypoint: waypoint + first, metres: metres)
      case .endLimited(let waypoint, let metres, let blocker):
        .endLimited(waypoint: waypoint + first, metres: metres, blocker)
      default: notice
      }
    }
  }

  var routes: [Route]
  var waypoints: [Waypoint]
}

/// The members of every answer of an OSRM service.
struct OSRMCode: Decodable {
  var code: String
  var message: String?
  /// Between which waypoints there is no way, and why, where `mapc serve` was asked to explain.
  var from: Int?
  var to: Int?
  var blockers: [Refused]?

  /// A rule in the way; nil where what stands there is none.
  struct Refused: Decodable {
    var blocker: Blocker?

    init(from decoder: any Decoder) throws {
      // Another service's: `blockers` is no member of OSRM's.
      blocker = try? Blocker(from: decoder)
    }
  }
}
