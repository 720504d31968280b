/// A violated rule of PBF, before its file and blob are known.
enum PBFFlaw: Error, Equatable {
  /// The data contradicts itself or the format.
  case corrupt(String)
  /// A feature that is valid and not supported.
  case unsupported(feature: String, advice: String)
}

/// The bounds that the PBF specification sets.
enum PBFLimits {
  /// The longest blob header.
  static let blobHeader = 64 * 1024
  /// The longest blob, as stored and as decompressed.
  static let blob = 32 * 1024 * 1024
}
