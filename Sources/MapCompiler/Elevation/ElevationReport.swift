/// The elevation of roads in a build.
public struct ElevationReport: Sendable, Hashable {
  /// The degrees whose files were read, such as `N42E001`, ascending.
  public var files: [String] = []
  /// The degrees with roads and without a file, ascending.
  public var missingFiles: [String] = []
  /// Segments with a profile.
  public var segments = 0
  /// Segments without heights.
  public var unknownSegments = 0
  /// Places along roads, at most 30 m apart, whose height comes from around a void of the data.
  public var filledPlaces = 0
  /// Places along roads without a height: in wide voids, in the sea, and where there is no file.
  public var unknownPlaces = 0
  /// Segments on bridges, in tunnels and on the water, which run straight between their ends.
  public var straightSegments = 0
  /// The steepest segment in percent that motor vehicles may use.
  public var maximumGradePercent = 0
}
