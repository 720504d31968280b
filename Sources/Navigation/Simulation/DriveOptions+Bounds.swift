import Geo

extension DriveSimulator.Options {
  /// Seconds of standing, so that a drive has an end.
  fileprivate static let stands = 0.0...86_400.0

  /// The options with all values in range.
  var bounded: DriveSimulator.Options {
    let usual = DriveSimulator.Options()
    var bounded = self
    bounded.noiseMetres = noiseMetres.clamped(to: 0...200, nan: usual.noiseMetres)
    bounded.driftShare = driftShare.clamped(to: 0...1, nan: usual.driftShare)
    bounded.driftSeconds = driftSeconds.clamped(to: 1...Double.infinity, nan: usual.driftSeconds)
    bounded.intervalSeconds = intervalSeconds.clamped(to: 0.05...600, nan: usual.intervalSeconds)
    bounded.speed = speed.flatMap { $0.isNaN ? nil : min(max($0, 0.1), 200) }
    bounded.dropShare = dropShare.clamped(to: 0...0.99, nan: usual.dropShare)
    bounded.secondsAtEnd = secondsAtEnd.clamped(to: Self.stands, nan: usual.secondsAtEnd)
    bounded.startTime = startTime.clamped(to: -1e12...1e12, nan: usual.startTime)
    bounded.stops = Stop.bounded(stops)
    return bounded
  }
}

extension DriveSimulator.Options.Stop {
  /// Stops in order, with seconds in range.
  static func bounded(_ stops: [Self]) -> [Self] {
    stops.filter { !$0.metres.isNaN }
      .map { stop in
        let seconds = stop.seconds.clamped(to: DriveSimulator.Options.stands, nan: 0)
        return Self(metres: stop.metres, seconds: seconds)
      }
      .sorted { $0.metres < $1.metres }
  }
}
