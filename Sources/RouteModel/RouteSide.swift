import Geo

/// The side on which a route runs, seen from other routes between the same places.
public enum RouteSide: String, Sendable, Hashable {
  case north, east, south, west
  /// Between the others.
  case middle
  /// Between the others, and on this side of those that are there as well.
  case innerNorth = "inner north"
  case innerEast = "inner east"
  case innerSouth = "inner south"
  case innerWest = "inner west"

  /// The same side among several routes in the middle.
  var inner: RouteSide {
    switch self {
    case .north: .innerNorth
    case .east: .innerEast
    case .south: .innerSouth
    case .west: .innerWest
    case .middle, .innerNorth, .innerEast, .innerSouth, .innerWest: self
    }
  }
}

/// On which side of each other routes run where they do not run together.
struct RouteSides {
  /// A line between neighbouring points of a route.
  private struct Piece: Hashable {
    let begin: Coordinate
    let end: Coordinate
  }

  private let pieces: [[Piece]]
  private let sets: [Set<Piece>]
  private let plane: LocalPlane

  /// The routes, with their lines.
  init(_ routes: [Route]) {
    pieces = routes.map { route in
      route.sections.flatMap { section in
        zip(section.polyline, section.polyline.dropFirst()).map { Piece(begin: $0, end: $1) }
      }
    }
    sets = pieces.map(Set.init)
    let origin = pieces.first?.first?.begin ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    plane = LocalPlane(at: origin)
  }

  /// A smaller difference is no side: it may be due to rounding.
  private static let leastMetres = 1.0

  /// The side of a route, farther out than all of some others; nil if it has no line of its own.
  ///
  /// No two of these routes have the same one, except ``RouteSide/middle``.
  func side(of route: Int, among routes: some Sequence<Int>) -> RouteSide? {
    var offsets: [(x: Double, y: Double)] = []
    for other in routes where other != route {
      guard let place = middle(of: route, without: other),
        let there = middle(of: other, without: route)
      else { return nil }
      offsets.append((place.x - there.x, place.y - there.y))
    }
    let sides: [(side: RouteSide, metres: Double?)] = [
      (.north, offsets.map(\.y).min()), (.east, offsets.map(\.x).min()),
      (.south, offsets.map { -$0.y }.min()), (.west, offsets.map { -$0.x }.min()),
    ]
    var best: (side: RouteSide, metres: Double)?
    for (side, metres) in sides {
      if let metres, metres > best?.metres ?? Self.leastMetres { best = (side, metres) }
    }
    return best?.side ?? (offsets.count > 1 ? .middle : nil)
  }

  /// The middle of those pieces of a route on which another one does not run; nil if there are none.
  private func middle(of route: Int, without other: Int) -> (x: Double, y: Double)? {
    var (x, y, metres) = (0.0, 0.0, 0.0)
    for piece in pieces[route] where !sets[other].contains(piece) {
      let length = Distance.metres(piece.begin, piece.end)
      let (begin, end) = (plane.project(piece.begin), plane.project(piece.end))
      x += (begin.x + end.x) / 2 * length
      y += (begin.y + end.y) / 2 * length
      metres += length
    }
    return metres > 0 ? (x / metres, y / metres) : nil
  }
}
