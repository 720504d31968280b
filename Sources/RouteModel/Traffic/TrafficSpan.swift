/// The traffic on a stretch of a section.
public struct TrafficSpan: Sendable, Hashable, Codable {
  /// The severity of the traffic by its jam factor, for colours.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Below 4.
    case light
    /// From 4.
    case slow
    /// From 8.
    case severe
    /// 10.
    case blocked
  }

  /// Metres from the beginning of the section to its beginning and its end.
  public var metres: ClosedRange<Double>
  /// The speed without traffic in metres per second.
  public var baseSpeed: Double
  /// The speed in the traffic in metres per second, delays included.
  public var speed: Double
  /// The jam factor, 0 to 10: that of the source, otherwise ten times the relative loss of speed.
  public var jamFactor: Double
  /// The delay compared with the duration without traffic, in seconds; negative if the stretch takes less time.
  public var delaySeconds: Double
  /// The incident there; nil if unknown.
  public var incident: TrafficIncident?

  /// A span from its parts.
  public init(
    metres: ClosedRange<Double>, baseSpeed: Double, speed: Double, jamFactor: Double,
    delaySeconds: Double, incident: TrafficIncident? = nil
  ) {
    self.metres = metres
    self.baseSpeed = baseSpeed
    self.speed = speed
    self.jamFactor = jamFactor
    self.delaySeconds = delaySeconds
    self.incident = incident
  }

  /// The severity of the traffic.
  public var severity: Severity {
    if jamFactor >= 10 { return .blocked }
    if jamFactor >= 8 { return .severe }
    return jamFactor >= 4 ? .slow : .light
  }

  /// Appends a span to those before it, joined to the last one if the traffic there is the same.
  package static func append(_ span: consuming TrafficSpan, to spans: inout [TrafficSpan]) {
    let last = spans.count - 1
    guard last >= 0, spans[last].metres.upperBound == span.metres.lowerBound,
      spans[last].jamFactor == span.jamFactor, spans[last].incident == span.incident,
      abs(spans[last].speed - span.speed) < 0.1,
      abs(spans[last].baseSpeed - span.baseSpeed) < 0.1
    else {
      spans.append(span)
      return
    }
    spans[last].metres = spans[last].metres.lowerBound...span.metres.upperBound
    spans[last].delaySeconds += span.delaySeconds
  }
}

extension Route {
  /// The delay on the rest of the route, compared with its duration without traffic.
  ///
  /// - Parameter metres: Metres driven from the beginning of the route; 0 for the whole.
  /// - Returns: Seconds, negative if the traffic is faster than the map's speeds; nil if no traffic
  ///   was considered.
  public func trafficDelaySeconds(from metres: Double = 0) -> Double? {
    if sections.allSatisfy({ $0.traffic == nil }) { return nil }
    var delay = 0.0
    var begin = 0.0
    for section in sections {
      for span in section.traffic ?? [] {
        let (low, high) = (begin + span.metres.lowerBound, begin + span.metres.upperBound)
        let ahead = high > low ? min(max((high - metres) / (high - low), 0), 1) : 1
        if high >= metres { delay += span.delaySeconds * ahead }
      }
      begin += section.lengthMetres
    }
    return delay
  }

  /// The duration without traffic on the same roads in seconds; nil if no traffic was considered.
  public var durationWithoutTraffic: Double? {
    trafficDelaySeconds().map { durationSeconds - $0 }
  }
}
