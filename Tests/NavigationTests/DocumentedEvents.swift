#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The events that Formats/trip-events.md documents.
enum DocumentedEvents {
  /// The names in the first column of the table of events.
  static func names(file: String = #filePath) throws -> Set<String> {
    let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/" + root + "/Formats/trip-events.md"))
    let text = String(decoding: data, as: UTF8.self)
    var names: Set<String> = []
    var isInTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| `event` |") { isInTable = true }
      if line.isEmpty { isInTable = false }
      guard isInTable, line.hasPrefix("| `"), !line.hasPrefix("| `event`") else { continue }
      let column = line.split(separator: "|")[0]
      for (index, part) in column.split(separator: "`").enumerated() where index % 2 == 1 {
        names.insert(String(part))
      }
    }
    return names
  }
}
