/// The elevation of roads in a build.
public struct ElevationReport: Sendable, Hashable {
  /// The degrees whose files were read, such as `N42E001`, ascending.
  public var files: [String] = []
  /// The degrees with roads and without a file, ascending.
  public var missingFiles: [String] = []
  /// The number of segments with a profile.
  public var segments = 0
  /// The number of segments without heights.
  public var unknownSegments = 0
  /// The number of places along roads, at most 30 m apart, with a height from around a void.
  public var filledPlaces = 0
  /// The number of places along roads without a height: in wide voids, the sea or missing files.
  public var unknownPlaces = 0
  /// The number of segments on bridges, in tunnels and on water, straight between their ends.
  public var straightSegments = 0
  /// The grade of the steepest segment for motor vehicles in percent.
  public var maximumGradePercent = 0
}
