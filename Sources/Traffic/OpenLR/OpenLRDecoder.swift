import Geo
public import MapReader
import NavFormat
import RoadModel

/// Finds the road of a location reference on a map.
///
/// Near each point, every directed edge is a candidate, at a junction or between two. The cost of a
/// candidate grows with its distance from the point, and with the differences of direction, class
/// and form from the reference. Shortest paths join the candidates of one point with those of the
/// next. The cost of a path is the difference of its length from the reference. The chain of
/// candidates with the lowest total cost wins. It need not be the first that fits, because another
/// map rarely agrees in everything.
public struct OpenLRDecoder: Sendable {
  /// The minimum confidence; roads below it are refused.
  public static let minimumConfidence = 0.25

  private let network: OpenLRNetwork

  /// A decoder for a map.
  public init(map: NavMap) { network = OpenLRNetwork(map: map) }

  /// The road of a reference.
  ///
  /// - Parameter reference: A reference of any encoder.
  /// - Returns: The road, without the parts before and behind the offsets.
  /// - Throws: ``OpenLRDecodingError``.
  /// - Complexity: A few shortest paths about as long as the distances of the reference; milliseconds in a town.
  public func location(
    of reference: OpenLRReference
  ) throws(OpenLRDecodingError) -> OpenLRLocation {
    var budget = OpenLRSearch.maximumSettled
    return try location(of: reference, budget: &budget)
  }

  /// The road of a reference, within a budget of settled nodes that several references share.
  func location(
    of reference: OpenLRReference, budget: inout Int
  ) throws(OpenLRDecodingError) -> OpenLRLocation {
    let reading = try reading(of: reference, budget: &budget)
    guard reading.confidence >= Self.minimumConfidence else { throw .unsure(reading.confidence) }
    let map = network.map
    var parts: [OpenLRLocation.Part] = []
    do throws(NavError) {
      for stretch in try trimmed(reading, reference) {
        let tile = try map.tile(stretch.place.tile)
        parts.append(
          OpenLRLocation.Part(
            edge: map.edgeID(map.number(of: stretch.place.edge, in: tile.layout)),
            fromMetres: stretch.from, toMetres: stretch.to,
            edgeLengthMetres: Double(tile.length(stretch.place.segment)) / 100))
      }
    } catch { throw .map(error) }
    if parts.isEmpty { throw .offsets }
    return OpenLRLocation(parts: parts, confidence: reading.confidence)
  }

  // MARK: Offsets

  /// A part of an edge in metres.
  struct Stretch: Hashable {
    var place: EdgePlace
    var from: Double
    var to: Double
  }

  /// The best chain of candidates: the path from the first point to the last.
  struct Reading {
    var path: [Stretch]
    /// The lengths of the first and of the last leg in metres.
    var firstLeg: Double
    var lastLeg: Double
    var confidence: Double
  }

  /// The stretches between the offsets; for a point, the place at the first offset.
  private func trimmed(
    _ reading: Reading, _ reference: OpenLRReference
  ) throws(NavError) -> [Stretch] {
    let length = reading.path.reduce(0) { $0 + $1.to - $1.from }
    let low = OpenLRReference.share(reference.startOffset) * reading.firstLeg
    var high = length - OpenLRReference.share(reference.endOffset) * reading.lastLeg
    let isPoint = reference.kind != .line
    if isPoint { high = low }
    // A centimetre is the resolution of lengths.
    guard isPoint || high - low >= 0.01 else { return [] }
    var stretches: [Stretch] = []
    var begin = 0.0
    for (index, stretch) in reading.path.enumerated() {
      let end = begin + stretch.to - stretch.from
      defer { begin = end }
      if isPoint {
        guard low <= end || index == reading.path.count - 1 else { continue }
        let place = min(stretch.from + low - begin, stretch.to)
        return [Stretch(place: stretch.place, from: place, to: place)]
      }
      let from = stretch.from + max(low - begin, 0)
      let to = stretch.to - max(end - high, 0)
      if from < to { stretches.append(Stretch(place: stretch.place, from: from, to: to)) }
    }
    return stretches
  }

  // MARK: Chains

  /// A chain up to a candidate.
  private struct Chain {
    var cost = Double.infinity
    var before = 0
  }

  /// The best chain over the candidates of all points.
  func reading(of reference: OpenLRReference) throws(OpenLRDecodingError) -> Reading {
    var budget = OpenLRSearch.maximumSettled
    return try reading(of: reference, budget: &budget)
  }

  /// The best chain over the candidates of all points.
  ///
  /// If the budget of settled nodes is exhausted, the result so far is a guess, without a path.
  func reading(
    of reference: OpenLRReference, budget: inout Int
  ) throws(OpenLRDecodingError) -> Reading {
    let points = reference.points
    guard points.count >= 2 else { throw .noRoad(point: 0) }
    do {
      var candidates: [[OpenLRCandidate]] = []
      for (number, point) in points.enumerated() {
        let isLast = number == points.count - 1
        let found = try OpenLRCandidate.near(point, isLast: isLast, network)
        guard !found.isEmpty else { throw OpenLRDecodingError.noRoad(point: number) }
        candidates.append(found)
      }
      let granted = min(budget, OpenLRSearch.maximumSettled)
      var search = OpenLRSearch(network, budget: granted)
      defer { budget -= granted - search.budget }
      var chains = [candidates[0].map { Chain(cost: $0.cost) }]
      for number in 1..<points.count {
        var next = candidates[number].map { _ in Chain() }
        for (place, from) in candidates[number - 1].enumerated()
        where chains[number - 1][place].cost < .infinity {
          var leg = OpenLRLeg(from, to: candidates[number], points[number - 1], points[number])
          try leg.find(&search, network)
          for (target, length) in leg.lengths.enumerated() {
            guard let length else { continue }
            let cost =
              chains[number - 1][place].cost + leg.cost(length) + candidates[number][target].cost
            if cost < next[target].cost { next[target] = Chain(cost: cost, before: place) }
          }
        }
        guard search.budget > 0, next.contains(where: { $0.cost < .infinity }) else {
          throw OpenLRDecodingError.noPath(from: number - 1)
        }
        chains.append(next)
      }
      return try reading(points, candidates, chains)
    } catch let error as OpenLRDecodingError {
      throw error
    } catch let error as NavError {
      throw .map(error)
    } catch {
      preconditionFailure("only the errors above are thrown")
    }
  }

  /// The path of the best chain.
  private func reading(
    _ points: [OpenLRPoint], _ candidates: [[OpenLRCandidate]], _ chains: [[Chain]]
  ) throws -> Reading {
    let last = chains[points.count - 1]
    guard var place = last.indices.min(by: { last[$0].cost < last[$1].cost }) else {
      throw OpenLRDecodingError.noPath(from: 0)
    }
    let mean = last[place].cost / Double(2 * points.count - 1)
    var legs: [[Stretch]] = []
    // Finding the same path again settles the same number of nodes.
    var search = OpenLRSearch(network)
    for number in (1..<points.count).reversed() {
      let before = chains[number][place].before
      var leg = OpenLRLeg(
        candidates[number - 1][before], to: [candidates[number][place]], points[number - 1],
        points[number])
      try leg.find(&search, network)
      legs.append(try leg.path(search, network))
      place = before
    }
    legs.reverse()
    var path: [Stretch] = []
    for stretch in legs.joined() {
      if let last = path.last, last.place == stretch.place, last.to == stretch.from {
        path[path.count - 1].to = stretch.to
      } else {
        path.append(stretch)
      }
    }
    func length(_ leg: [Stretch]) -> Double { leg.reduce(0) { $0 + $1.to - $1.from } }
    return Reading(
      path: path, firstLeg: length(legs[0]), lastLeg: length(legs[legs.count - 1]),
      confidence: OpenLRRating.confidence(mean))
  }
}
