import ArgumentParser
import Places

/// The options for places along a route.
struct AlongRouteOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start of a route.", valueName: "place"))
  var from: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Destination of a route.", valueName: "place"))
  var to: String?
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A stop of the route; may be repeated.", valueName: "place"))
  var via: [String] = []
  @Option(
    help: ArgumentHelp(
      "A route of another engine: the JSON of OSRM, Valhalla, GraphHopper or mapc, GeoJSON or GPX. "
        + "The trip follows it except for the detours.",
      valueName: "file"),
    completion: .file(extensions: ["json", "geojson", "gpx"]))
  var route: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum detour: 10 or 10min, 90s, 1h30min.", valueName: "minutes"))
  var detour: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum distance from the route, up to 50000; 2000, or as far as --detour allows.",
      valueName: "m"))
  var within: Double?
  @Option(
    help: ArgumentHelp(
      "Reached after a time or distance: 90min, 1h30min, 120km, or 90 for minutes. May be given for "
        + "both.",
      valueName: "span"))
  var after: [String] = []
  @Option(
    help: ArgumentHelp(
      "Reached before a time or distance; with --by-time, within a time.", valueName: "span"))
  var before: [String] = []
  @Flag(help: "The last places instead of the first.")
  var last = false

  /// Whether the options give a route.
  var isWanted: Bool { from != nil || route != nil }

  /// The places that the route passes.
  var stops: [String] { [from].compactMap { $0 } + via + [to].compactMap { $0 } }

  /// The maximum detour in seconds; nil without one, or if the option is none.
  private var detourSeconds: Double? {
    guard case .seconds(let seconds)? = detour.flatMap({ TimeOrDistance($0) }) else { return nil }
    return seconds
  }

  func validate() throws {
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to go together")
    }
    if route != nil, from != nil {
      throw ValidationError("--route has its own ends: leave out --from and --to")
    }
    guard from != nil || via.isEmpty else { throw ValidationError("--via needs --from and --to") }
    for text in stops { try NamedPlaces.check(text) }
    if let detour, detourSeconds == nil {
      throw ValidationError("--detour takes minutes, or a time such as 90s, not '\(detour)'")
    }
    try OptionRange.check(within, 0...50_000, "--within", "metres")
    try checkSpans()
    if !isWanted, !after.isEmpty || last || detour != nil {
      throw ValidationError("--after, --last and --detour are for places along a route")
    }
    if !isWanted, within != nil {
      throw ValidationError("--within is for places along a route")
    }
  }

  /// The maximum travel time in seconds; nil without one, or if it is a distance.
  var beforeSeconds: Double? {
    before.lazy.compactMap { TimeOrDistance($0) }.first { $0.isTime }?.value
  }

  /// Throws for spans that can't be read, that repeat, or between which no place can be.
  private func checkSpans() throws {
    var bounds: [[(text: String, span: TimeOrDistance)]] = []
    for (name, texts) in [("--after", after), ("--before", before)] {
      var spans: [(text: String, span: TimeOrDistance)] = []
      for text in texts {
        guard let span = TimeOrDistance(text) else {
          throw ValidationError(
            "\(name) takes a span such as 90min, 1h30min or 120km, not '\(text)'")
        }
        if let (other, _) = spans.first(where: { $0.span.isTime == span.isTime }) {
          throw ValidationError(
            "\(name) takes one time and one distance: \(other) or \(text), not both")
        }
        spans.append((text, span))
      }
      bounds.append(spans)
    }
    for (text, first) in bounds[0] {
      for (end, last) in bounds[1] where first.isTime == last.isTime && first.value > last.value {
        throw ValidationError("no place is reached after \(text) and before \(end)")
      }
    }
  }

  /// The query for places along the route.
  func query(_ filter: PlaceFilter, limit: Int) throws -> AlongRouteQuery {
    var query = AlongRouteQuery(categories: [], limit: limit)
    query.filter = filter
    query.corridorMetres = within
    query.maximumDetourSeconds = detourSeconds
    for span in after.compactMap({ TimeOrDistance($0) }) {
      switch span {
      case .seconds(let seconds): query.afterSeconds = seconds
      case .metres(let metres): query.afterMetres = metres
      }
    }
    for span in before.compactMap({ TimeOrDistance($0) }) {
      switch span {
      case .seconds(let seconds): query.beforeSeconds = seconds
      case .metres(let metres): query.beforeMetres = metres
      }
    }
    query.isLast = last
    return query
  }
}

/// A time or a distance from the beginning of a trip.
enum TimeOrDistance: Equatable {
  case seconds(Double)
  case metres(Double)

  var isTime: Bool {
    if case .seconds = self { true } else { false }
  }

  /// The seconds or metres.
  var value: Double {
    switch self {
    case .seconds(let value), .metres(let value): value
    }
  }

  /// Reads `90` (minutes), `90min`, `4h30`, `4h30min`, `600s`, `120km` or `500m`; nil for others.
  init?(_ text: String) {
    var seconds = 0.0
    var rest = text.lowercased().filter { $0 != " " }[...]
    var isFirst = true
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      guard let number = Double(digits), 0...1_000_000 ~= number else { return nil }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      switch unit {
      case "km" where isFirst && rest.isEmpty:
        self = .metres(1_000 * number)
        return
      case "m" where isFirst && rest.isEmpty:
        self = .metres(number)
        return
      case "h" where isFirst: seconds += 3_600 * number
      case "min", "": seconds += 60 * number
      case "s": seconds += number
      default: return nil
      }
      isFirst = false
    }
    if isFirst { return nil }
    self = .seconds(seconds)
  }
}
