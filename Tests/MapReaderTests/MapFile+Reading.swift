import Bytes
import MapReader
import TestSupport
import Testing

@testable import NavFormat

extension MapFile {
  /// The bytes of the map of an OSM file.
  init(xml: String) async throws {
    let built = try await BuiltMap(xml: xml)
    self = try withExtendedLifetime(built) { try MapFile(of: built.map) }
  }

  /// What lies at a byte, for messages: a section, or a tile.
  func region(of offset: Int) -> String {
    if offset < 256 { return "header" }
    if let tile = tiles.firstIndex(where: { $0.contains(offset) }) {
      return "tile \(tile) + \(offset - tiles[tile].lowerBound)"
    }
    if let section = sections.first(where: { $0.range.contains(offset) }) {
      return "\(section.name) + \(offset - section.range.lowerBound)"
    }
    return offset < 256 + 32 * sections.count ? "section table" : "padding"
  }

  /// Where the numbers of a column of a tile are: the bit of the first in the file, their width, the bits from
  /// one to the next, and how many there are at most.
  func column(
    _ name: String, ofTile tile: TileNumber
  ) throws -> (first: Int, width: Int, stride: Int, rows: Int) {
    let column = try #require(TileSchema.columns.first { "\($0.name)" == name })
    let span = bytes.rawBytes
    let layout = try TileLayout(span, in: tiles[tile.rawValue], tile: tile)
    let tables = try TileView(span, layout: layout).tables()
    let place = tables.place(of: column)
    return (place.start, place.width, place.stride, tables.rows(column.table))
  }

  /// Where the nodes of the hierarchy are that a tile names: the bit of the first, their width, and how many there are.
  func nodes(
    ofTile tile: TileNumber, _ map: NavMap
  ) throws -> (first: Int, width: Int, count: Int) {
    let layout = try #require(map.hierarchyLayout)
    let nodes = try layout.nodes(ofTile: tile, bytes.rawBytes, section(.hierarchy))
    return (nodes.place.start, nodes.place.width, nodes.count)
  }

  /// How many of the changes of single bytes of a section are refused by its name, three of each, its checks put right.
  func refusals(
    of id: SectionID, called name: String, _ read: (MapFile) throws -> Void
  ) throws -> Int {
    var count = 0
    for offset in section(id).range {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var file = self
        file.bytes[offset] ^= change
        file.repair()
        do { try read(file) } catch let error as NavError {
          #expect(error.description.contains(name))
          count += 1
        }
      }
    }
    return count
  }
}
