import Geo
import Guidance
import MapMatching
import RoadModel
import RouteModel

/// The places of maneuvers, sentences and lanes on a leg, and the spans of the route.
///
/// It follows from the route and the language, and is made at the beginning of a leg.
struct LegPlan: Sendable {
  /// A sentence, with the place where it is due in metres from the beginning of the route.
  struct Sentence: Sendable {
    var metres: Double
    var maneuver: Double
    var text: String
    var ssml: String
    /// The step on which it is spoken, and how it says how far its maneuver is; nil if it does not.
    var step: Int
    var said: SpokenInstruction.SaidDistance?
    /// The metres that it says.
    var saidMetres: Double
  }

  /// Lanes before an intersection.
  struct Lanes: Sendable {
    var metres: Double
    var lanes: [RouteLane]
  }

  /// The share of the distance that a sentence says from which it is right.
  private static let rightShare = 0.75

  /// The section of the route.
  let section: Int
  /// Metres from the beginning of the route to those of the leg and its end.
  let start: Double
  let end: Double
  /// Metres from the beginning of the route to each step's maneuver.
  let maneuvers: [Double]
  let sentences: [Sentence]
  let lanes: [Lanes]

  /// The plan of a section.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - line: Its line.
  ///   - index: The index of the section.
  ///   - words: The words; nil for no sentences.
  init(_ route: Route, _ line: RouteLine, section index: Int, words: Instructions?) {
    section = index
    let section = route.sections[index]
    let first = line.sectionPoints[index]
    let last = line.sectionPoints[index + 1] - 1
    start = line.metres[first]
    end = line.metres[last]
    let maneuvers = section.steps.map { line.metres[first + $0.points.lowerBound] }
    self.maneuvers = maneuvers
    var lanes: [Lanes] = []
    for step in section.steps {
      for place in step.intersections
      where !place.lanes.isEmpty && section.polyline.indices.contains(place.point) {
        lanes.append(Lanes(metres: line.metres[first + place.point], lanes: place.lanes))
      }
    }
    self.lanes = lanes
    guard let words, section.steps.count > 1 else {
      sentences = []
      return
    }
    let stop = GuidanceStop(route, endOfSection: index)
    var sentences: [Sentence] = []
    for (step, spoken) in words.announcements(for: section, at: stop).enumerated() {
      guard step + 1 < maneuvers.count else { continue }
      let end = maneuvers[step + 1]
      for sentence in spoken {
        sentences.append(
          Sentence(
            metres: max(end - sentence.distanceBeforeManeuver, sentences.last?.metres ?? 0),
            maneuver: end, text: sentence.text, ssml: sentence.ssml, step: step,
            said: sentence.saidDistance, saidMetres: sentence.distanceBeforeManeuver))
      }
    }
    self.sentences = sentences
  }

  /// The words of a sentence that is spoken with some metres left to its maneuver.
  ///
  /// Where a new route is found, or after seconds without a fix, the vehicle may be much nearer than the sentence says.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, one of this plan.
  ///   - left: The metres left.
  ///   - route: The route of this plan.
  ///   - words: The words of this plan.
  /// - Returns: Its text and its SSML, with the true distance.
  func words(
    of sentence: Sentence, left: Double, _ route: Route, _ words: Instructions?
  ) -> (text: String, ssml: String) {
    guard let words, let said = sentence.said, left < Self.rightShare * sentence.saidMetres else {
      return (sentence.text, sentence.ssml)
    }
    let spoken = words.announcement(
      said, on: sentence.step, of: route.sections[section].steps,
      at: GuidanceStop(route, endOfSection: section), metres: left)
    return (spoken.text, spoken.ssml)
  }

  /// The next sentence in a plan of the same leg with other times.
  ///
  /// Sentences move with the times of the roads. If the next maneuver had n sentences left, it has its last n left now:
  /// none is left out, and none is spoken again.
  ///
  /// - Parameters:
  ///   - old: The plan until now.
  ///   - spoken: The number of its sentences that were spoken.
  ///   - moved: Returns the place in this plan of a maneuver of the old one; it is another if the leg begins elsewhere.
  /// - Returns: The number of sentences of this plan that count as spoken.
  func spoken(
    after old: LegPlan, _ spoken: Int, moved: (Double) -> Double = { $0 }
  ) -> Int {
    guard spoken < old.sentences.count else { return old.sentences.isEmpty ? 0 : sentences.count }
    let next = old.sentences[spoken].maneuver
    let left = old.sentences[spoken...].prefix { $0.maneuver == next }.count
    let maneuver = moved(next)
    let begin = sentences.firstIndex { $0.maneuver >= maneuver } ?? sentences.count
    let count = sentences[begin...].prefix { $0.maneuver == maneuver }.count
    return begin + max(count - left, 0)
  }

  /// The spans of a route, by their beginning.
  static func spans(_ route: Route, _ line: RouteLine, _ vehicle: Vehicle) -> [TripSpan] {
    var open: [TripSpan.Kind: ClosedRange<Double>] = [:]
    var spans: [TripSpan] = []
    for (index, place) in line.edges.enumerated() {
      let edge = route.sections[place.section].edges[place.edge]
      let range =
        line.edgeMetres[index]...max(line.endMetres(ofEdge: index), line.edgeMetres[index])
      let kinds = kinds(of: edge, vehicle)
      for kind in TripSpan.Kind.allCases {
        if kinds.contains(kind) {
          open[kind] = (open[kind]?.lowerBound ?? range.lowerBound)...range.upperBound
        } else if let range = open.removeValue(forKey: kind) {
          spans.append(TripSpan(kind: kind, metres: range))
        }
      }
    }
    for kind in TripSpan.Kind.allCases {
      if let range = open[kind] { spans.append(TripSpan(kind: kind, metres: range)) }
    }
    spans.sort {
      ($0.metres.lowerBound, $0.kind.rawValue) < ($1.metres.lowerBound, $1.kind.rawValue)
    }
    return spans
  }

  /// The crossings of a route into another country or time zone.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - line: Its line.
  ///   - region: Returns the country and time zone of an edge; nil if unknown.
  /// - Returns: The crossings in order, except those with an unknown side.
  static func crossings(
    _ route: Route, _ line: RouteLine, region: (EdgeID) -> MapRegion?
  ) -> [TripCrossing] {
    var crossings: [TripCrossing] = []
    var last = MapRegion(country: "", timeZone: "")
    for (place, metres) in zip(line.edges, line.edgeMetres) {
      guard let here = region(route.sections[place.section].edges[place.edge].id) else { continue }
      func enter(_ kind: TripCrossing.Kind, _ part: KeyPath<MapRegion, String>) {
        let (old, new) = (last[keyPath: part], here[keyPath: part])
        guard !old.isEmpty, !new.isEmpty, old != new else { return }
        crossings.append(TripCrossing(kind: kind, metres: metres, into: new))
      }
      if here == last { continue }
      enter(.country, \.country)
      enter(.timeZone, \.timeZone)
      last = here
    }
    return crossings
  }

  private static func kinds(of edge: RouteEdge, _ vehicle: Vehicle) -> Set<TripSpan.Kind> {
    var kinds: Set<TripSpan.Kind> = []
    let direction: Direction = edge.isForward ? .forward : .backward
    let flags = edge.road.flags
    if edge.road.access(direction)[vehicle.mode].isEndOnly { kinds.insert(.restricted) }
    if !edge.conditionalRules.isEmpty { kinds.insert(.conditional) }
    if edge.limits.contains(where: vehicle.violates) { kinds.insert(.violated) }
    if flags.contains(.tunnel) { kinds.insert(.tunnel) }
    if flags.contains(.ferry) { kinds.insert(.ferry) }
    let paysToll = flags.contains(.toll) || vehicle.mode == .truck && flags.contains(.truckToll)
    if paysToll { kinds.insert(.toll) }
    return kinds
  }
}
