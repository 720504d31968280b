import Geo

/// Finds the country of a place from the boundaries in the input.
///
/// An area counts only if its border is closed. Ways that the edge of an extract cuts, or that miss
/// a node, are left out with all connected ones. So the country of a place is unknown, and never
/// wrong, if the input contains only a part of it.
struct CountryFinder: Sendable {
  private struct Country: Sendable {
    var code: String
    var level: UInt8
    var outer: RingIndex
    var inner: RingIndex
  }

  /// The countries in descending order of level, then by code.
  private var countries: [Country] = []
  /// The ordered codes of the countries with a closed border, or a closed part, in the input.
  private(set) var complete: [String] = []
  /// The ordered codes of the countries that the input has without a closed border.
  private(set) var incomplete: [String] = []

  /// Whether no country is known.
  var isEmpty: Bool { countries.isEmpty }

  /// Joins the boundaries.
  ///
  /// - Parameters:
  ///   - boundaries: The boundaries of the input.
  ///   - nodes: The positions of its nodes, sealed.
  init(_ boundaries: BoundaryCollector, nodes: NodeStore) {
    var named: Set<String> = []
    for (_, relation) in boundaries.relations.sorted(by: { $0.key < $1.key }) {
      named.insert(relation.country)
      let outer = RingIndex(Self.closedRings(relation.outer, boundaries, nodes))
      guard !outer.isEmpty else { continue }
      let inner = RingIndex(Self.closedRings(relation.inner, boundaries, nodes))
      countries.append(
        Country(code: relation.country, level: relation.level, outer: outer, inner: inner))
    }
    countries.sort { ($1.level, $0.code) < ($0.level, $1.code) }
    let found = Set(countries.map(\.code))
    complete = found.sorted()
    incomplete = named.subtracting(found).sorted()
  }

  /// The country of a place; nil if none is known, or if two claim it.
  ///
  /// A dependent territory with a code is distinguished from its state.
  ///
  /// - Complexity: O(countries), and a few dozen edges for each whose box contains the place.
  func country(at place: Coordinate) -> String? {
    var found: Country?
    for country in countries {
      if let found, found.level > country.level { break }
      guard country.outer.contains(place), !country.inner.contains(place) else { continue }
      if let found, found.code != country.code { return nil }
      found = country
    }
    return found?.code
  }

  /// The country of more than half of some places; nil if there is none.
  func majority(of places: some Sequence<Coordinate>) -> String? {
    var counts: [String: Int] = [:]
    var total = 0
    for place in places {
      total += 1
      if let code = country(at: place) { counts[code, default: 0] += 1 }
    }
    return counts.first { $0.value * 2 > total }?.key
  }

  /// The edges of the ways that form closed rings.
  ///
  /// Ways that share an end form a group. A group is closed if an even number of ways meets at each of its ends; a
  /// point is then inside if an odd number of edges separates it from infinity, and the rings need not be walked.
  static func closedRings(
    _ ids: [Int64], _ boundaries: BoundaryCollector, _ nodes: NodeStore
  ) -> [RingIndex.Edge] {
    var edges: [RingIndex.Edge] = []
    var open: [(ends: [Int64], edges: [RingIndex.Edge])] = []
    var ends = EndGroups()
    var seen: Set<Int64> = []
    for id in ids where seen.insert(id).inserted {
      let refs = boundaries.nodes(ofWay: id)
      guard let first = refs.first, let last = refs.last, refs.count >= 2 else { continue }
      guard let line = line(refs, nodes) else { continue }
      if first == last {
        edges += line
      } else {
        ends.join(first, last)
        open.append(([first, last], line))
      }
    }
    let broken = ends.groupsWithOddEnd()
    for way in open where !broken.contains(ends.group(of: way.ends[0])) { edges += way.edges }
    return edges
  }

  /// A way as edges; nil if a node is missing or the way crosses the 180th meridian.
  ///
  /// Borders are cut along this meridian.
  private static func line(_ refs: ArraySlice<Int64>, _ nodes: NodeStore) -> [RingIndex.Edge]? {
    var edges: [RingIndex.Edge] = []
    edges.reserveCapacity(refs.count)
    var previous: Coordinate?
    var near = NodeStore.Hint()
    for ref in refs {
      guard let index = nodes.index(of: ref, near: &near) else { return nil }
      let place = nodes.position(index)
      if let previous {
        let span = Int64(place.longitudeUnits) - Int64(previous.longitudeUnits)
        if abs(span) > 1_800_000_000 { return nil }
        edges.append(RingIndex.Edge(previous, place))
      }
      previous = place
    }
    return edges
  }
}

/// Connected groups of the ends of ways, with the number of ways at each end.
private struct EndGroups {
  private var index: [Int64: Int] = [:]
  private var parent: [Int] = []
  private var isOdd: [Bool] = []

  /// Adds a way between two ends.
  mutating func join(_ a: Int64, _ b: Int64) {
    let (a, b) = (number(a), number(b))
    isOdd[a].toggle()
    isOdd[b].toggle()
    let (rootA, rootB) = (root(a), root(b))
    if rootA != rootB { parent[max(rootA, rootB)] = min(rootA, rootB) }
  }

  /// The group of an end of a way.
  mutating func group(of end: Int64) -> Int { root(number(end)) }

  /// The groups with an end at which an odd number of ways meets.
  mutating func groupsWithOddEnd() -> Set<Int> {
    var result: Set<Int> = []
    for end in isOdd.indices where isOdd[end] { result.insert(root(end)) }
    return result
  }

  private mutating func number(_ end: Int64) -> Int {
    if let known = index[end] { return known }
    let new = parent.count
    index[end] = new
    parent.append(new)
    isOdd.append(false)
    return new
  }

  private mutating func root(_ start: Int) -> Int {
    var node = start
    while parent[node] != node {
      parent[node] = parent[parent[node]]
      node = parent[node]
    }
    return node
  }
}
