public import OSMInput

/// What a build will take, guessed from the length of the input.
///
/// Measured on 18 extracts of 0.5 to 19 MB: a map takes 0.15 to 0.35 bytes for a byte of PBF with everything
/// in it, and up to 2.5 for one that holds roads alone; a build takes some 25 MB of memory and seven to ten bytes
/// for each byte, up to 28 with roads alone. Node ids take 0.025 to 0.18 bytes for a byte more. The other encodings
/// take more bytes for the same data.
public struct BuildEstimate: Sendable, Equatable {
  /// Bytes that the map will take, usually.
  public let diskBytes: Int
  /// Bytes that it will take at least.
  public let leastDiskBytes: Int
  /// Bytes of memory that the build will take, usually.
  public let memoryBytes: Int

  /// A guess for a file.
  ///
  /// - Parameters:
  ///   - encoding: How the input is encoded.
  ///   - bytes: Its length.
  ///   - nodeIDs: Whether the map gets the ids of all nodes of roads.
  public init(_ encoding: OSMEncoding, bytes: Int, nodeIDs: Bool = false) {
    let likePBF =
      switch encoding {
      case .pbf: 1.0
      case .xmlBzip2: 0.7
      case .xmlGzip: 0.45
      case .xml: 0.045
      }
    let size = Double(max(bytes, 0)) * likePBF
    diskBytes = Int(size * (nodeIDs ? 0.42 : 0.35))
    leastDiskBytes = Int(size * (nodeIDs ? 0.17 : 0.15))
    memoryBytes = Int(25e6 + size * 10)
  }
}
