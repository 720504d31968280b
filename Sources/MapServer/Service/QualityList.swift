/// The items of a list such as `gzip;q=0.8, br`, with how much a client wants each (RFC 9110, 12.4.2).
struct QualityList {
  /// An item of the list.
  struct Item {
    /// The item without its parameters, as it is written.
    var name: String
    /// Its weight from 0 to 1; 0 if that can't be read.
    var quality: Double
  }

  /// The items in their order, without empty ones.
  let items: [Item]

  /// Reads at most the first `maximum` items of a list.
  init(_ list: String, maximum: Int = .max) {
    items = list.split(separator: ",").prefix(maximum).compactMap { item in
      let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
      guard let name = parts.first, !name.isEmpty else { return nil }
      return Item(name: String(name), quality: Self.quality(parts.dropFirst()))
    }
  }

  private static func quality(_ parameters: ArraySlice<Substring>) -> Double {
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(trimmed)
      guard parts.first?.lowercased() == "q" else { continue }
      guard parts.count == 2, let value = Double(parts[1]), 0...1 ~= value else { return 0 }
      return value
    }
    return 1
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    return start[..<(start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex)]
  }
}
