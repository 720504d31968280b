import NIOCore

/// The limits of one request, and of all requests together.
public struct ServiceLimits: Sendable {
  /// Coordinates of a route.
  public var coordinates = 500
  /// Alternatives to the best route.
  public var alternatives = 3
  /// Coordinates of a table.
  public var tablePlaces = 100
  /// Coordinates of a trace.
  public var tracePlaces = 100
  /// Roads near one coordinate.
  public var nearest = 100
  /// Coordinates of one request for near roads.
  public var nearestPlaces = 10
  /// Contours of an isochrone.
  public var contours = 10
  /// Minutes of the largest contour.
  public var contourMinutes = 120.0
  /// Labels of the search for an isochrone, each about 120 bytes.
  public var isochroneLabels = 4_000_000
  /// Parts of roads in an answer with the network.
  public var networkParts = 100_000
  /// Fixes of a simulated drive, each about 600 bytes of the answer.
  public var driveFixes = 25_000.0
  /// Fixes of a trace that is driven.
  public var driveTrace = 5_000
  /// Metres of the largest contour.
  public var contourMetres = 200_000.0
  /// Kilowatt-hours, or litres of fuel, of the largest contour.
  public var contourKilowattHours = 300.0
  /// The default snap radius in metres.
  public var radius = Double.infinity
  /// The profile for requests with an unknown one; nil to refuse them.
  ///
  /// An answer names it.
  public var defaultProfile: Profile?
  /// Seconds that the engine may spend on a request.
  public var seconds = 30.0
  /// Requests that the engine handles at the same time: one for each core.
  public var workers = System.coreCount
  /// Requests that wait for the engine; more are refused.
  public var waiting = 1_024
  /// Connections that may be open; others wait until one is closed.
  public var connections = 4_096
  /// Bytes of cached vector tiles.
  public var tileBytes = 64 << 20
  /// Bytes of a request's line and headers.
  public var headerBytes = 64 << 10
  /// Seconds within which a request must have arrived, including its body, and the client must have received some of an
  /// answer; otherwise the connection is closed.
  public var idleSeconds = 30

  /// OSRM's limits where it has them, otherwise those of this service.
  public init() {}
}
