import Geo
import RouteModel
import TraceIO

/// Routes in GPX.
extension ForeignRoute {
  /// Metres between the segments of a track that have no gap between them.
  private static let segmentGap = 20.0
  /// Metres between the end of a section and the waypoint that names it.
  private static let nameReach = 200.0

  /// Whether a file is XML.
  static func isGPX(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// The first route or track of GPX, without edges.
  ///
  /// A file of this program has a segment for each section, and the places of the request as waypoints. Segments of
  /// others are gaps between fixes, and their waypoints are places beside the route.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name in messages.
  /// - Returns: The route; nil if the file is not GPX.
  /// - Throws: `TextError`, or ``Failure`` if no track has two points.
  static func routeOfGPX(_ bytes: [UInt8], _ name: String) throws -> RouteModel.Route? {
    guard isGPX(bytes) else { return nil }
    let legs = try gpx(bytes, name)
    let found = GPXPlaces(bytes)
    guard found.creator == "mapc" else {
      return section(Array(legs.joined())).map { RouteModel.Route(sections: [$0], notices: []) }
    }
    var sections = legs.compactMap { section($0, least: 1) }
    let places = found.places.filter { $0.symbol == nil }
    let stations = found.places.count { $0.symbol == "Charging Station" }
    // Otherwise each place between the ends is the end of a section.
    if places.count > 2, sections.count - 1 <= stations {
      pass(places.dropFirst().dropLast().map(\.position), in: &sections)
    }
    nameEnds(of: &sections, after: found.places)
    return RouteModel.Route(sections: sections, notices: [])
  }

  /// The legs of the first route or track of GPX: the segments of a track, each of which begins where the one before
  /// ends.
  ///
  /// A file of this program has the maneuvers as a route with the same name before the track, and
  /// alternatives with other names after it. Segments of a track with small gaps between them are one leg.
  static func gpx(_ bytes: [UInt8], _ name: String) throws -> [[Coordinate]] {
    var reader = try TraceReader(bytes: bytes, name: name)
    let traces = try reader.rest()
    let routes = GPXPlaces(bytes).routeCount
    let named = traces.indices.filter { traces[$0].name == traces[0].name }
    let tracks = named.filter { $0 >= routes }
    var lines: [[[Coordinate]]] = []
    for index in tracks.isEmpty ? named : tracks {
      let line = traces[index].locations.compactMap {
        Coordinate(latitude: $0.latitude, longitude: $0.longitude)
      }
      guard let first = line.first else { continue }
      if let last = lines.last?.last?.last, Distance.metres(last, first) < segmentGap {
        let leg = lines[lines.count - 1].count - 1
        if last == first {
          lines[lines.count - 1].append(line)
        } else {
          lines[lines.count - 1][leg] += line
        }
      } else {
        lines.append([line])
      }
    }
    let counts = lines.map { $0.reduce(0) { $0 + $1.count } }
    guard let longest = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[longest] > 1
    else {
      throw Failure(status: .badData, message: "\(name): no route: its tracks have no two points")
    }
    return lines[longest]
  }

  /// Makes sections pass places in order, each at the nearest point of their lines behind the one before.
  private static func pass(_ places: [Coordinate], in sections: inout [RouteSection]) {
    var (section, first) = (0, 0)
    for place in places {
      var best: (metres: Double, section: Int, point: Int)?
      for index in sections.indices where index >= section {
        let line = sections[index].polyline
        for point in line.indices where index > section || point >= first {
          let metres = Distance.metres(line[point], place)
          if metres < best?.metres ?? .infinity { best = (metres, index, point) }
        }
      }
      guard let nearest = best else { return }
      (section, first) = (nearest.section, nearest.point)
      let passed = waypoint(sections[section].polyline[first])
      sections[section].passed.append(PassedWaypoint(waypoint: passed, edge: 0, point: first))
    }
  }

  /// Names the ends of sections and the places that they pass after the waypoints nearest to them.
  private static func nameEnds(
    of sections: inout [RouteSection], after places: [GPXPlaces.Place]
  ) {
    // Places without a name have their number.
    var left = places.enumerated().filter { index, place in
      place.name != "\(index + 1)" && place.symbol != "Danger Area"
    }
    .map(\.element)
    func taken(_ position: Coordinate) -> String? {
      let metres = left.map { Distance.metres($0.position, position) }
      guard let nearest = metres.indices.min(by: { metres[$0] < metres[$1] }),
        metres[nearest] <= nameReach
      else { return nil }
      return left.remove(at: nearest).name
    }
    for index in sections.indices {
      sections[index].departure.name =
        index > 0 ? sections[index - 1].arrival.name : taken(sections[0].departure.position)
      for passed in sections[index].passed.indices {
        sections[index].passed[passed].waypoint.name = taken(
          sections[index].passed[passed].waypoint.position)
      }
      sections[index].arrival.name = taken(sections[index].arrival.position)
    }
  }
}
