internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension PlaceSearch {
  /// The words between the names of two streets that cross.
  private static let separators = [
    " and ", " und ", " et ", " e ", " y ", " & ", " / ", "//", " x ",
  ]

  /// The junctions of two streets, for a text such as `A and B`.
  func crossings(_ text: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    guard query.categories.isEmpty else { return [] }
    let lower = text.lowercased()
    for separator in Self.separators {
      guard let (first, second) = lower.halves(at: separator) else { continue }
      var options = query
      options.categories = [.street]
      options.isUnfinished = false
      options.limit = 6
      options.text = first
      let left = try streets(options)
      if left.isEmpty { continue }
      options.text = second
      options.isUnfinished = query.isUnfinished
      let right = try streets(options)
      var found: [FoundPlace] = []
      for a in left {
        for b in right where a.place != b.place {
          guard Distance.metres(a.position, b.position) < 20_000 else { continue }
          guard let junction = try Crossing(map).junction(of: a, b) else { continue }
          var place = FoundPlace(
            kind: .intersection, name: "\(a.name) / \(b.name)", position: junction.position)
          place.surroundings = a.surroundings
          place.edge = junction.edge
          place.share = junction.share
          place.distanceMetres = query.near.map { Distance.metres($0, place.position) }
          place.score = 1 + (a.score + b.score) / 2
          if !found.contains(where: { $0.position == place.position }) { found.append(place) }
        }
      }
      if !found.isEmpty { return Array(found.sorted { $0.score > $1.score }.prefix(3)) }
    }
    return []
  }

  private func streets(_ query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    let typed = TypedWords(query.text)
    if typed.words.isEmpty { return [] }
    let search = try CandidateSearch(map, typed, query)
    return try search.results(limit: query.limit, allowsLacking: false).filter(\.isComplete)
  }
}

extension String {
  /// The parts before and after a separator; nil if one of them is empty.
  fileprivate func halves(at separator: String) -> (String, String)? {
    let (all, wanted) = (Array(utf8), Array(separator.utf8))
    guard all.count > wanted.count else { return nil }
    for start in 1..<all.count - wanted.count
    where all[start..<start + wanted.count].elementsEqual(wanted) {
      let (first, second) = (all[..<start], all[(start + wanted.count)...])
      return (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
    }
    return nil
  }
}

/// Walks along a street until it meets another.
private struct Crossing {
  /// The most segments that are walked.
  private static let maximumSegments = 4_000

  private let map: NavMap

  init(_ map: NavMap) { self.map = map }

  /// The junction of two streets that is nearest to the middle of the first.
  func junction(
    of a: FoundPlace, _ b: FoundPlace
  ) throws(NavError) -> (position: Coordinate, edge: EdgeID, share: Double)? {
    guard let edge = a.edge, let start = try map.place(ofEdge: edge), let place = a.place,
      let other = b.place
    else { return nil }
    let map = self.map
    let places = try map.places()
    let (name, wanted) = (places.nameOffset(place), places.nameOffset(other))
    let tile = try map.tile(start.tile)
    var queue: [JunctionPlace] = []
    for end in [tile.from(start.segment), tile.to(start.segment)] where tile.layout.isOwn(end) {
      queue.append(JunctionPlace(tile: start.tile, junction: end))
    }
    for edge in [start.edge, start.edge.reversed] {
      let end = try map.arrival(of: edge, in: tile.layout)
      queue.append(JunctionPlace(tile: end.tile, junction: end.junction))
    }
    var seen = Set(queue)
    var next = 0
    while next < queue.count, next < Self.maximumSegments {
      let stop = queue[next]
      next += 1
      let here = try map.tile(stop.tile)
      for index in here.outRange(stop.junction) {
        let edge = here.out(index)
        let way = here.way(edge.segment)
        let names = (here.nameOffset(way), here.refOffset(way))
        if names.0 == wanted || names.0 == 0 && names.1 == wanted {
          let home = try map.home(of: edge, in: here.layout)
          let tile = try map.tile(home.tile)
          let number = map.number(
            of: EdgeIndex(home.edge.segment, .forward), in: tile.layout)
          let isForward = home.edge.direction == .forward
          return (here.position(stop.junction), map.edgeID(number), isForward ? 0 : 1)
        }
        guard names.0 == name || names.0 == 0 && names.1 == name else { continue }
        let end = try map.arrival(of: edge, in: here.layout)
        let stop = JunctionPlace(tile: end.tile, junction: end.junction)
        if seen.insert(stop).inserted { queue.append(stop) }
      }
    }
    return nil
  }
}
