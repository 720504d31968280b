public import Geo

/// A town of streets of different kinds as OSM XML, each block a way of its own, so that restrictions can
/// name it; for what needs more roads than an ``AsciiMap`` holds.
///
/// Junctions lie 100 m apart in rows from south to north and columns from west to east. The ids of their
/// nodes are 1000 × row + column + 1.
public struct StreetGrid: Sendable {
  /// Rows of junctions.
  public let rows: Int
  /// Columns of junctions.
  public let columns: Int
  /// The class of the streets along a row.
  public var rowClass: @Sendable (Int) -> String = { _ in "residential" }
  /// Further elements, as XML.
  public var extra = ""

  private let south: Int32
  private let west: Int32
  private let firstNode: Int
  private let firstWay: Int

  /// A grid of so many junctions.
  ///
  /// - Parameters:
  ///   - rows: Junctions from south to north, at most 1,000.
  ///   - columns: Junctions from west to east, at most 1,000.
  ///   - south: The latitude of row 0 in 1e-7 degrees.
  ///   - firstID: What is added to all ids, so that two grids fit in one file.
  public init(rows: Int, columns: Int, south: Int32 = 470_000_000, firstID: Int = 0) {
    self.rows = rows
    self.columns = columns
    self.south = south
    self.west = 80_000_000
    self.firstNode = firstID + 1
    self.firstWay = firstID + 1_000_000
  }

  /// The id of a junction's node.
  public func node(_ row: Int, _ column: Int) -> Int { firstNode + row * 1_000 + column }

  /// The id of the street from a junction to the east.
  public func street(eastOf column: Int, row: Int) -> Int { firstWay + row * 1_000 + column }

  /// The id of the street from a junction to the north.
  public func street(northOf row: Int, column: Int) -> Int {
    firstWay + 1_000_000 + row * 1_000 + column
  }

  /// Where a junction is; parts of rows and columns are places between.
  public func place(_ row: Double, _ column: Double) -> Coordinate {
    let north = 100 / Distance.metresPerUnit
    let east = north / Trigonometry.cosine(units: Double(south))
    return Coordinate(
      latitudeUnits: south + Int32((row * north / 10).rounded()) * 10,
      longitudeUnits: west + Int32((column * east / 10).rounded()) * 10)
  }

  /// All nodes, then all ways.
  public var elements: String {
    var xml = ""
    for row in 0..<rows {
      for column in 0..<columns {
        let place = place(Double(row), Double(column))
        xml += "<node id=\"\(node(row, column))\" lat=\"\(place.latitude)\""
        xml += " lon=\"\(place.longitude)\"/>\n"
      }
    }
    func way(_ id: Int, _ from: Int, _ to: Int, _ highway: String) {
      xml += "<way id=\"\(id)\"><nd ref=\"\(from)\"/><nd ref=\"\(to)\"/>"
      xml += "<tag k=\"highway\" v=\"\(highway)\"/></way>\n"
    }
    for row in 0..<rows {
      for column in 0..<columns - 1 {
        way(
          street(eastOf: column, row: row), node(row, column), node(row, column + 1), rowClass(row))
      }
    }
    for row in 0..<rows - 1 {
      for column in 0..<columns {
        way(
          street(northOf: row, column: column), node(row, column), node(row + 1, column),
          "residential")
      }
    }
    return xml
  }

  /// The whole file.
  public var xml: String {
    "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"StreetGrid\">\n"
      + elements + extra + "</osm>\n"
  }
}
