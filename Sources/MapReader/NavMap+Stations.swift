internal import Bytes
package import NavFormat

extension NavMap {
  /// Whether the file has charging stations.
  public var hasChargingStations: Bool { sections[.stations] != nil }

  /// The charging stations of the map, checked on first use.
  ///
  /// - Returns: A view valid while the map is borrowed; nothing is copied.
  /// - Throws: ``NavError`` if the section is damaged, or the file has none (``hasChargingStations``).
  /// - Complexity: O(size of the section) on first use, then O(1).
  @_lifetime(borrow self)
  package func chargingStations() throws(NavError) -> StationsView {
    let layout = try stationsLayout()
    return StationsView(file.bytes.extracting(sections[.stations]?.range ?? 0..<0), layout: layout)
  }

  private func stationsLayout() throws(NavError) -> StationsLayout {
    do throws(FormatError) {
      guard let place = sections.index(of: .stations) else {
        throw .invalid(
          part: "section table", offset: UInt64(FileHeader.length),
          rule: "it has no charging stations")
      }
      let entry = sections.entries[place]
      let layout = try StationsLayout(file.bytes.extracting(entry.range), at: entry.offset)
      try parts.once(place) { () throws(FormatError) in
        try Parts.verify(entry, file.bytes)
        try StationsView(file.bytes.extracting(entry.range), layout: layout)
          .validate(at: entry.offset, namesLength: parts.names.length)
      }
      return layout
    } catch { throw .format(path: path, error) }
  }
}
