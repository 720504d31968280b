/// A violated rule of PBF, without its file and blob.
enum PBFFlaw: Error, Equatable {
  /// The data contradicts itself or the format.
  case corrupt(String)
  /// A feature that is valid and not supported.
  case unsupported(feature: String, advice: String)
}

/// The limits of the PBF specification.
enum PBFLimits {
  /// The maximum length of a blob header.
  static let blobHeader = 64 * 1024
  /// The maximum length of a blob, stored and decompressed.
  static let blob = 32 * 1024 * 1024
}
