/// An incident on the road ahead.
public struct IncidentAhead: Sendable, Hashable, Codable {
  /// The incident.
  public var incident: TrafficIncident
  /// Metres from the beginning of the route to its beginning and its end.
  public var metres: ClosedRange<Double>
  /// Metres from the position to its beginning; 0 if the position is in it.
  public var distanceMetres: Double
  /// Seconds from the position to its beginning, in the traffic; 0 if the position is in it.
  public var seconds: Double
  /// The delay on the rest of it, compared with the map, in seconds.
  public var delaySeconds: Double

  /// An incident ahead from its parts.
  public init(
    incident: TrafficIncident, metres: ClosedRange<Double>, distanceMetres: Double,
    seconds: Double, delaySeconds: Double
  ) {
    self.incident = incident
    self.metres = metres
    self.distanceMetres = distanceMetres
    self.seconds = seconds
    self.delaySeconds = delaySeconds
  }
}

extension Route {
  /// The incidents ahead of a position, nearest first; neighbouring stretches of one are joined.
  ///
  /// - Parameter metres: Metres driven from the beginning of the route.
  /// - Returns: The incidents that do not end before the position; none if no traffic was considered.
  /// - Complexity: O(edges).
  public func incidents(from metres: Double = 0) -> [IncidentAhead] {
    var found: [IncidentAhead] = []
    var begin = 0.0
    let now = seconds(upTo: metres)
    for section in sections {
      for span in section.traffic ?? [] {
        guard let incident = span.incident else { continue }
        let low = begin + span.metres.lowerBound
        let high = begin + span.metres.upperBound
        guard high > metres || low == high && low >= metres else { continue }
        let ahead = high > low ? min((high - metres) / (high - low), 1) : 1
        let delay = span.delaySeconds * ahead
        if let last = found.last, last.incident == incident, low - last.metres.upperBound < 1 {
          found[found.count - 1].metres = last.metres.lowerBound...max(high, last.metres.upperBound)
          found[found.count - 1].delaySeconds += delay
          continue
        }
        found.append(
          IncidentAhead(
            incident: incident, metres: low...high, distanceMetres: max(low - metres, 0),
            seconds: max(seconds(upTo: low) - now, 0), delaySeconds: delay))
      }
      begin += section.lengthMetres
    }
    return found
  }

  /// The duration of the rest of the route from a position, with traffic, waiting and charging.
  ///
  /// - Parameter metres: Metres driven from the beginning of the route.
  /// - Returns: Seconds; 0 behind the end.
  public func remainingSeconds(from metres: Double = 0) -> Double {
    durationSeconds - seconds(upTo: metres)
  }

  /// The duration of the rest of the route without traffic.
  ///
  /// - Parameter metres: Metres driven from the beginning of the route.
  /// - Returns: Seconds; nil if no traffic was considered.
  public func remainingSecondsWithoutTraffic(from metres: Double = 0) -> Double? {
    trafficDelaySeconds(from: metres).map { remainingSeconds(from: metres) - $0 }
  }

  /// The duration from the beginning of the route to a position; speeds on an edge are constant.
  ///
  /// At the end of a section, its waiting and charging are over, as in ``rest(from:)``.
  private func seconds(upTo metres: Double) -> Double {
    guard metres > 0 else { return 0 }
    var left = metres
    var seconds = 0.0
    for section in sections {
      if left >= section.lengthMetres {
        left -= section.lengthMetres
        seconds += section.durationSeconds
        seconds += section.postActionSeconds
        continue
      }
      if section.edges.isEmpty {
        return seconds + section.durationSeconds * left / max(section.lengthMetres, 1e-9)
      }
      for edge in section.edges {
        seconds += edge.turnDurationSeconds
        if left < edge.lengthMetres {
          return seconds + edge.durationSeconds * left / edge.lengthMetres
        }
        left -= edge.lengthMetres
        seconds += edge.durationSeconds
      }
      return seconds
    }
    return seconds
  }
}
