import RouteModel

/// The used members of an OSRM service's answer.
///
/// A required member that is missing or of another type is an error.
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
    /// The whole sign, an extension of `mapc serve` for requests with words.
    var sign: Sign?

    private enum CodingKeys: String, CodingKey {
      case distance, duration, geometry, name, ref, maneuver, mode, destinations, exits
      case pronunciation, intersections, sign
      case drivingSide = "driving_side"
      case rotaryName = "rotary_name"
    }
  }

  /// A sign; nil if the member is not a sign.
  struct Sign: Decodable {
    var sign: RoadSign?

    init(from decoder: any Decoder) throws {
      // `sign` is not a member of OSRM's; other services may use it otherwise.
      sign = try? RoadSign(from: decoder)
    }
  }

  struct Leg: Decodable {
    var distance: Double
    var duration: Double
    var steps: [LegStep]
    /// The OSM ways, if the service has them.
    var wayIDs: [Int64]?
    /// The traffic that `mapc serve` considered.
    var traffic: Traffic?

    private enum CodingKeys: String, CodingKey {
      case distance, duration, steps, traffic
      case wayIDs = "way_ids"
    }
  }

  /// The traffic on a leg; nil if the member is something else.
  struct Traffic: Decodable {
    var spans: [TrafficSpan]?

    init(from decoder: any Decoder) throws {
      // OSRM has no member `traffic`; other services may use the name for something else.
      spans = try? [TrafficSpan](from: decoder)
    }
  }

  struct Route: Decodable {
    var legs: [Leg]
    /// The notices that `mapc serve` adds to a route if the request asks for explanations.
    var notices: [Notice]?
  }

  /// A notice of a route; nil if it can't be read.
  struct Notice: Decodable {
    var notice: RouteNotice?

    private enum CodingKeys: String, CodingKey { case text }

    init(from decoder: any Decoder) throws {
      do { notice = try RouteNotice(from: decoder) } catch {
        // `notices` is not a member of OSRM's; other services may use it otherwise.
        let members = try? decoder.container(keyedBy: CodingKeys.self)
        notice = (try? members?.decode(String.self, forKey: .text)).map { .fromService($0) }
      }
    }

    /// The notice, with the waypoint indices of the request.
    ///
    /// - Parameter run: The indices of the waypoints that were sent.
    /// - Returns: The notice; nil for a waypoint that was not sent.
    func numbered(on run: ClosedRange<Int>) -> RouteNotice? {
      var isSent = true
      let numbered = notice?.numbered { waypoint in
        isSent = 0..<run.count ~= waypoint
        return isSent ? run.lowerBound + waypoint : waypoint
      }
      return isSent ? numbered : nil
    }
  }

  var routes: [Route]
  var waypoints: [Waypoint]
  /// The version of the traffic that `mapc serve` considered.
  var trafficVersion: TrafficVersion?

  /// A number as text; nil if the member is something else.
  struct TrafficVersion: Decodable {
    var number: UInt64?

    init(from decoder: any Decoder) throws {
      // OSRM has no member `traffic_version`; other services may use the name for something else.
      number = (try? decoder.singleValueContainer().decode(String.self)).flatMap { UInt64($0) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case routes, waypoints
    case trafficVersion = "traffic_version"
  }
}

/// The members of every answer of an OSRM service.
struct OSRMCode: Decodable {
  var code: String
  var message: String?
  /// The waypoints without a route, and the reasons, if `mapc serve` explains refusals.
  var from: Int?
  var to: Int?
  var blockers: [Refused]?

  /// A rule in the way; nil if the member is not a rule.
  struct Refused: Decodable {
    var blocker: Blocker?

    init(from decoder: any Decoder) throws {
      // `blockers` is not a member of OSRM's; other services may use it otherwise.
      blocker = try? Blocker(from: decoder)
    }
  }
}
