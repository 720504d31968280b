internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// The names of the roads around a coordinate, with their distances.
struct RoadsAround {
  /// The maximum distance in metres, and the maximum number of segments.
  private static let (reach, maximumSegments) = (150.0, 40)

  private var metresByName: [UInt32: Double] = [:]
  /// Whether a name may be one of them, by its lowest bits, as few are.
  private var mayBe: [Bool] = []

  /// No roads.
  init() {}

  init(_ map: NavMap, at position: Coordinate) throws(NavError) {
    var lists = [NearestRoads(within: Self.reach, .count(Self.maximumSegments))]
    try map.findNearest(to: position, &lists) { tile, segment in
      Self.name(of: segment, tile) == 0 ? 0 : 1
    }
    mayBe = [Bool](repeating: false, count: 256)
    for point in lists[0].points {
      let tile = try map.tile(point.tile)
      let name = Self.name(of: point.segment, tile)
      // The nearest segment of a road comes first.
      guard metresByName[name] == nil else { continue }
      metresByName[name] = point.distance
      mayBe[Int(name & 255)] = true
    }
  }

  /// The name of a road, otherwise its number, as that of its street; 0 if it has none.
  static func name(of segment: SegmentIndex, _ tile: borrowing TileView) -> UInt32 {
    let way = tile.way(segment)
    return tile.nameOffset(way) != 0 ? tile.nameOffset(way) : tile.refOffset(way)
  }

  /// The distance of the road with a name; nil if it is not among them.
  func metres(_ name: UInt32) -> Double? {
    mayBe.isEmpty || !mayBe[Int(name & 255)] ? nil : metresByName[name]
  }
}

extension CandidateSearch {
  /// The maximum distance in metres of the middle of a street that one is on; others have the same name elsewhere.
  private static let longestHalf = 5_000.0

  /// The bonus for nearness: over kilometres, and more within some metres.
  func nearness(_ position: Coordinate) -> Double {
    guard let plane else { return 0 }
    let (x, y) = plane.project(position)
    return Self.nearness((x * x + y * y).squareRoot())
  }

  /// The bonus for the nearness of a place.
  ///
  /// A street on which the coordinate of the search lies is as near as its road, not as its middle.
  func nearness(of place: Int, _ places: borrowing PlacesView) -> Double {
    guard let plane else { return 0 }
    let (x, y) = plane.project(places.position(place))
    let metres = (x * x + y * y).squareRoot()
    guard metres <= Self.longestHalf, places.category(place) == .street,
      let road = roads.metres(places.nameOffset(place))
    else { return Self.nearness(metres) }
    return Self.nearness(min(road, metres))
  }

  /// The maximum number of streets of one name that are as near as a road around the coordinate of the search.
  private static let mostOfName = 2

  /// The streets that may be those of the roads around the coordinate: of each name, those with the nearest middles.
  ///
  /// A road through many settlements is a street in each of them. All of them, as near as the road, would leave no room
  /// for others.
  func streetsOnRoads(_ streets: [Int], _ places: borrowing PlacesView) -> Set<Int> {
    guard let plane else { return [] }
    var byName: [UInt32: [(distance: Double, place: Int)]] = [:]
    for place in streets where places.category(place) == .street {
      let name = places.nameOffset(place)
      guard roads.metres(name) != nil else { continue }
      let (x, y) = plane.project(places.position(place))
      byName[name, default: []].append((x * x + y * y, place))
    }
    return Set(byName.values.flatMap { $0.sorted { $0 < $1 }.prefix(Self.mostOfName).map(\.place) })
  }

  private static func nearness(_ metres: Double) -> Double {
    0.4 / (1 + metres / 2_000) + 0.25 / (1 + metres / 50)
  }

  /// An upper bound of a place's score without reading names, as if it lacked no word.
  func bound(_ place: Int, _ places: borrowing PlacesView) -> Double {
    let words = Double(max(typed.words.count, 1))
    var score = 0.6 * Double(places.importance(place)) / 255
    score += 0.4 * Double(exact[place].nonzeroBitCount) / words
    score += 0.3 * Double(own[place].nonzeroBitCount) / words
    if plane != nil { score += 2 * nearness(of: place, places) }
    return score
  }
}
