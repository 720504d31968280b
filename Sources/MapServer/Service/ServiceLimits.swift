import NIOCore

/// How much one request may ask for, and all together.
public struct ServiceLimits: Sendable {
  /// Coordinates of a route.
  public var coordinates = 500
  /// Further routes beside the best.
  public var alternatives = 3
  /// Coordinates of a table.
  public var tablePlaces = 100
  /// Coordinates of a trace.
  public var tracePlaces = 100
  /// Roads near one place.
  public var nearest = 100
  /// Places of one request for near roads.
  public var nearestPlaces = 10
  /// Contours of an isochrone.
  public var contours = 10
  /// Minutes of the largest contour.
  public var contourMinutes = 120.0
  /// States of the search for an isochrone, each about 120 bytes.
  public var isochroneLabels = 4_000_000
  /// Parts of roads in an answer with the network.
  public var networkParts = 100_000
  /// Fixes of a simulated drive, each about 600 bytes of the answer.
  public var driveFixes = 25_000.0
  /// Fixes of a trace that is driven.
  public var driveTrace = 5_000
  /// Metres of the largest contour.
  public var contourMetres = 200_000.0
  /// Metres from a coordinate within which a road must lie, unless the request says.
  public var radius = Double.infinity
  /// The profile of requests whose own is not known; nil to refuse them.
  ///
  /// An answer names it.
  public var defaultProfile: Profile?
  /// Seconds that a request may take in the engine.
  public var seconds = 30.0
  /// Requests that the engine works on at the same time: one for each core.
  public var workers = System.coreCount
  /// Requests that wait for the engine; more are refused.
  public var waiting = 1_024
  /// Connections that may be open; others wait until one is closed.
  public var connections = 4_096
  /// Bytes of vector tiles that are kept in memory.
  public var tileBytes = 64 << 20
  /// Bytes of a request's line and headers.
  public var headerBytes = 64 << 10
  /// Seconds within which a request must have come, its body included, and the client must have taken some of an
  /// answer; then the connection is closed.
  public var idleSeconds = 30

  /// OSRM's limits where it has them.
  public init() {}
}
