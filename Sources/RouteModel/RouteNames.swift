/// What tells each of several routes from the others: a road, otherwise the side on which it runs.
struct RouteNames {
  /// The share of a route's metres on a road that another one may drive there, if the road is to tell them apart.
  private static let sharing = 0.75

  /// The road of each route, or two roads.
  private(set) var vias: [String?]
  /// The sides of the routes without a road that clearly tells them from the others.
  private(set) var sides: [RouteSide?]

  init(_ routes: [Route]) {
    let roads = RoadNames(routes)
    vias = routes.indices.map { roads.distinction(of: $0, sharing: Self.sharing) }
    sides = vias.map { _ in nil }
    let unclear = vias.indices.filter { index in
      vias[index] == nil || vias.count(where: { $0 == vias[index] }) > 1
    }
    if unclear.isEmpty || routes.count < 2 { return }
    let places = RouteSides(routes)
    for index in unclear { sides[index] = places.side(of: index, among: routes.indices) }
    separateMiddle(places)
    for index in unclear {
      vias[index] = sides[index] == nil ? roads.distinction(of: index, sharing: 1) : nil
    }
    removeRepeatedVias()
  }

  /// Tells several routes in the middle apart by their sides of each other.
  private mutating func separateMiddle(_ places: RouteSides) {
    let middle = sides.indices.filter { sides[$0] == .middle }
    if middle.count < 2 { return }
    for index in middle { sides[index] = places.side(of: index, among: middle)?.inner }
    // Those in the middle even there are told apart by nothing.
    if sides.count(where: { $0 == .middle }) > 1 { sides = sides.map { $0 == .middle ? nil : $0 } }
  }

  /// Removes the names of routes that have the same two roads, each more than one of the others.
  private mutating func removeRepeatedVias() {
    let all = vias
    vias = all.map { via in all.count(where: { $0 == via }) > 1 ? nil : via }
  }
}

/// The length that each route drives on each road, by the road's number or name.
private struct RoadNames {
  private var metres: [[String: Double]] = []

  init(_ routes: [Route]) {
    for route in routes {
      var sums: [String: Double] = [:]
      for section in route.sections {
        if section.edges.isEmpty {
          for step in section.steps {
            if let title = step.roadNumber ?? step.roadName {
              sums[title, default: 0] += step.lengthMetres
            }
          }
        }
        for edge in section.edges {
          if let title = edge.title { sums[title, default: 0] += edge.lengthMetres }
        }
      }
      metres.append(sums)
    }
  }

  /// The road on which a route exceeds the length of all others by the most metres; if there is none, two roads.
  ///
  /// - Parameters:
  ///   - route: The index of the route.
  ///   - sharing: The share of its metres on a road that another route may drive there, at most 1.
  /// - Returns: The road, or two separated by a comma; nil if there are none.
  func distinction(of route: Int, sharing: Double) -> String? {
    let ahead = metres[route].map { title, length in
      let others = metres.indices.filter { $0 != route }.map { metres[$0][title] ?? 0 }
      let most = others.max() ?? 0
      return (title: title, metres: most <= sharing * length ? length - most : 0)
    }
    // Of equal roads the first in the alphabet, so that answers are reproducible.
    let best = ahead.min { ($1.metres, $0.title) < ($0.metres, $1.title) }
    if let best, best.metres > 0 { return best.title }
    return pair(of: route, sharing: sharing)
  }

  /// Two roads so that a route is longer than each other route on at least one of them; nil if there are none.
  ///
  /// Routes with several stops combine the same legs, so none of them may have a road of its own.
  private func pair(of route: Int, sharing: Double) -> String? {
    let others = metres.indices.filter { $0 != route }
    func lead(_ title: String, over other: Int) -> Double {
      let (own, most) = (metres[route][title] ?? 0, metres[other][title] ?? 0)
      return most <= sharing * own ? own - most : 0
    }
    // The best road against each of the others.
    let roads = Set(
      others.compactMap { other in
        metres[route].keys.min { (lead($1, over: other), $0) < (lead($0, over: other), $1) }
      }
    ).sorted()
    var best: (title: String, lead: Double)?
    for (index, first) in roads.enumerated() {
      for second in roads[(index + 1)...] {
        let least = others.map { max(lead(first, over: $0), lead(second, over: $0)) }.min() ?? 0
        if least > best?.lead ?? 0 { best = ("\(first), \(second)", least) }
      }
    }
    return best?.title
  }
}
