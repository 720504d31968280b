import Geo
import JSON
import MapMatching
import MapReader
import NavFormat
import RoadModel
import RouteModel

extension MapAnswers {
  /// A piece of the answer, with its legs.
  private struct Matching {
    /// The number of the piece among all pieces of the trace.
    var piece: Int
    var confidence: Double
    var legs: [LegPath]
    var violations: [MatchedViolation]
  }

  /// A fix of the answer.
  private struct Tracepoint {
    var position: RoadPosition
    var matching: Int
    /// Its number among the stops of the matching; nil if it is not a stop.
    var stop: Int?
  }

  /// `/match/v1`.
  func match(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    var options = MatchOptions()
    options.exclude = query.exclude
    let matcher = MapMatcher(map: map, vehicle: vehicle, options: options)
    var worker = MatchWorker(matcher)
    var isNowhere = false
    var matchings: [Matching] = []
    var (stops, offRoad): ([MatchedStop], [OffRoadStretch]) = ([], [])
    var tracepoints = [Tracepoint?](repeating: nil, count: query.places.count)
    do throws(MatchingError) {
      let result = try worker.match(Trace(Self.locations(query)))
      isNowhere = result.points.allSatisfy { $0.outcome == .dropped(.noRoad) }
      for (number, piece) in result.pieces.enumerated() {
        let points = Self.points(of: number, result, query)
        guard points.count > 1 else { continue }
        let section = try matcher.section(of: piece)
        matchings.append(
          Self.matching(
            number, piece, section, points, query, as: matchings.count, &tracepoints))
      }
      (stops, offRoad) = (result.stops, result.offRoad)
    } catch { throw ServiceError(error) }
    if isNowhere {
      throw ServiceError(.noSegment, "Could not find a matching segment for any coordinate.")
    }
    guard !matchings.isEmpty else {
      throw ServiceError(.noMatch, "Could not match the trace.")
    }
    let writer = RouteWriter(map: map, mode: vehicle.mode, query: query)
    do throws(NavError) {
      return try json(matchings, tracepoints, url, query, writer) { json in
        Self.explain(stops, offRoad, matchings.map(\.piece), to: &json)
      }
    } catch { throw ServiceError(error) }
  }

  /// The fixes of a query for a trace.
  static func locations(_ query: Query) -> [Location] {
    query.places.enumerated().map { index, place in
      var location = Location(latitude: place.latitude, longitude: place.longitude)
      if !query.timestamps.isEmpty { location.time = Double(query.timestamps[index]) }
      if !query.radiuses.isEmpty, let radius = query.radiuses[index], radius > 0,
        radius.isFinite
      {
        location.accuracyMetres = radius
      }
      // A tolerance of 180 degrees allows any direction: clients write it for an unknown heading.
      if !query.bearings.isEmpty, let course = query.bearings[index], course.tolerance < 180 {
        location.headingDegrees = Double(course.degrees)
      }
      return location
    }
  }

  /// The fixes on a piece; merged ones only if requested.
  private static func points(
    of piece: Int, _ result: MatchResult, _ query: Query
  ) -> [(index: Int, position: RoadPosition)] {
    result.points.compactMap { point in
      guard let position = point.position, position.piece == piece else { return nil }
      if query.isTidy, case .merged = point.outcome { return nil }
      return (point.index, position)
    }
  }

  /// The legs between the stops of a piece; records its fixes.
  private static func matching(
    _ number: Int, _ piece: MatchedPiece, _ section: RouteSection,
    _ points: [(index: Int, position: RoadPosition)], _ query: Query, as matching: Int,
    _ tracepoints: inout [Tracepoint?]
  ) -> Matching {
    var starts = [0.0]
    for edge in piece.edges { starts.append(starts[starts.count - 1] + edge.lengthMetres) }
    var marks: [SectionCutter.Mark] = []
    for (offset, point) in points.enumerated() {
      let isEnd = offset == 0 || offset == points.count - 1
      let isStop = isEnd || query.waypoints?.contains(point.index) ?? true
      tracepoints[point.index] = Tracepoint(
        position: point.position, matching: matching, stop: isStop ? marks.count : nil)
      guard isStop else { continue }
      let edge = min(max(point.position.edge, 0), piece.edges.count - 1)
      let along = point.position.alongMetres - piece.edges[edge].startMetres
      let metres = starts[edge] + min(max(along, 0), piece.edges[edge].lengthMetres)
      marks.append(
        SectionCutter.Mark(
          metres: max(metres, marks.last?.metres ?? 0), position: point.position.position))
    }
    return Matching(
      piece: number, confidence: piece.confidence,
      // A piece may begin before its first fix, where the vehicle came back to the roads, and end behind its last.
      legs: SectionCutter.legs(of: section, between: marks),
      violations: piece.edges.flatMap(\.violations))
  }

  private func json(
    _ matchings: [Matching], _ tracepoints: [Tracepoint?], _ url: ServiceURL, _ query: Query,
    _ writer: RouteWriter, explain: (inout JSONWriter) -> Void
  ) throws(NavError) -> [UInt8] {
    var json = JSONWriter()
    var failure: NavError?
    json.object { object in
      open(&object, url)
      object.array("matchings") { list in
        for matching in matchings {
          list.object { object in
            object.number("confidence", matching.confidence, decimals: 9)
            if query.explains { MatchMembers.write(matching.violations, to: &object) }
            do throws(NavError) { try writer.write(matching.legs, to: &object) } catch {
              failure = error
            }
          }
        }
      }
      if query.explains { explain(&object) }
      if query.skipsWaypoints { return }
      object.array("tracepoints") { list in
        for point in tracepoints { write(point, query, to: &list) }
      }
    }
    if let failure { throw failure }
    return json.bytes
  }

  /// Writes stops and stretches off the roads; matchings are numbered as in the answer.
  private static func explain(
    _ stops: [MatchedStop], _ offRoad: [OffRoadStretch], _ pieces: [Int], to json: inout JSONWriter
  ) {
    json.array("stops") { list in
      for var stop in stops {
        stop.road = stop.road.flatMap { road in
          var road = road
          guard let number = pieces.firstIndex(of: road.piece) else { return nil }
          road.piece = number
          return road
        }
        list.object { MatchMembers.write(stop, to: &$0) }
      }
    }
    json.array("off_road") { list in
      for var stretch in offRoad {
        stretch.piece = pieces.count { $0 < stretch.piece }
        list.object { MatchMembers.write(stretch, to: &$0) }
      }
    }
  }

  private func write(_ point: Tracepoint?, _ query: Query, to list: inout JSONWriter) {
    guard let point else { return list.null() }
    list.object { object in
      // The matcher compares all roads at once, and does not count the others.
      object.int("alternatives_count", 0)
      if let stop = point.stop {
        object.int("waypoint_index", stop)
      } else {
        object.null("waypoint_index")
      }
      object.int("matchings_index", point.matching)
      write(
        point.position.position, name: point.position.name,
        metres: point.position.distanceMetres, hint: query.generatesHints, to: &object)
    }
  }
}

extension ServiceError {
  /// A matcher's error with OSRM's code.
  init(_ error: MatchingError) {
    switch error {
    case .map, .unknownEdge, .invalidPiece, .unknown: self = .damagedMap
    case .invalidSetting: self.init(.invalidValue, error.description)
    case .cancelled: self.init(.timeout, "The request took too long.")
    }
  }
}
