import Traffic

/// The tables of documents of DATEX II to which other documents refer.
package struct DatexTables: Sendable {
  /// The measurement sites, by id.
  var sites: [String: Site] = [:]
  /// The predefined locations, by id.
  var locations: [String: DatexPlaces] = [:]

  /// Empty tables.
  package init() {}

  /// Whether they have neither sites nor locations.
  package var isEmpty: Bool { sites.isEmpty && locations.isEmpty }

  /// A measurement site.
  struct Site: Sendable, Hashable {
    var places: [TrafficRecord.Place]
    /// The indexes of the values whose vehicles are trucks, buses or slower ones alone.
    var slowIndexes: Set<Int> = []
  }
}
