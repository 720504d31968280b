/// A table of a tile.
struct TileTable: Sendable {
  /// The number in the headers of tiles; a reader refuses a tile with an unknown number of 128 or above.
  let id: UInt8
  /// The name in the specification and in messages.
  let name: StaticString
  /// The number of rows, in the letters of the specification.
  let rows: StaticString
}

/// A column of a table of a tile.
struct TileColumn: Sendable {
  /// The table.
  let table: TileTable
  /// The number in the table; a reader refuses a tile with an unknown number of 128 or above.
  let id: UInt8
  /// The name in the specification, in messages and in `mapc info --sizes`.
  let name: StaticString
  /// The maximum width of a number in bits.
  let bits: Int
  /// Whether the column has one row less than its table; it is zero in the last row.
  let isShort: Bool

  /// A column.
  init(_ table: TileTable, _ id: UInt8, _ name: StaticString, bits: Int, isShort: Bool = false) {
    self.table = table
    self.id = id
    self.name = name
    self.bits = bits
    self.isShort = isShort
  }
}

/// The tables and columns of tiles (Formats/nav-2.md, section 6.3).
///
/// Reading, writing, bounds and sizes use this list; a test compares it with the table of the specification. Numbers
/// are never reused, and the file is ordered by them.
enum TileSchema {
  /// Tables and columns with numbers from here on must be known to a reader.
  static let firstRequired: UInt8 = 128

  /// The columns in the order of the file.
  static let columns: [TileColumn] = [
    .junctionLatitude, .junctionLongitude, .junctionFirstOut, .junctionFlags,
    .junctionID,
    .out,
    .segmentFrom, .segmentTo, .segmentWay, .segmentLength, .segmentFlags, .bearingFrom, .bearingTo,
    .segmentReach, .segmentShape,
    .reach,
    .wayID,
    .wayAttributes, .wayName, .wayRef,
    .name,
    .accessForward, .accessBackward, .roadClass, .surface, .roadFlags, .speedForward,
    .speedBackward, .truckSpeedForward, .truckSpeedBackward, .trackGrade, .smoothness, .lanes,
    .crossingSegment, .crossingTile, .crossingJunction, .crossingThere, .crossingLatitude,
    .crossingLongitude,
    .viaBase, .viaThere,
    .turnFrom, .turnTo, .turnEnter, .turnBanned,
    .ruleSubject, .ruleKind, .ruleDirections, .ruleValue, .ruleCondition,
    .conditionOffset,
    .barrierJunction, .barrierPassing, .barrierEndOnly,
    .cellFirstJunction, .cellFirstSegment, .cellFirstVia,
    .boxes,
    .conditions,
    .shapes,
    .wordWay, .wordKind, .wordDirections, .wordText,
    .junctionWordJunction, .junctionWordKind, .junctionWordText,
    .approachSegment, .approachPoint, .approachKind, .approachDirections,
  ]

  /// The column with a number in a table; nil if this version does not know it.
  static func column(_ table: UInt8, _ id: UInt8) -> TileColumn? {
    guard table < byTable.count, id > 0, id <= byTable[Int(table)].count else { return nil }
    return byTable[Int(table)][Int(id) - 1]
  }

  /// Whether this version knows a table.
  static func hasTable(_ id: UInt8) -> Bool { id < byTable.count && !byTable[Int(id)].isEmpty }

  /// The columns by the numbers of their tables; column numbers ascend from one.
  private static let byTable: [[TileColumn]] = {
    var tables: [[TileColumn]] = []
    for column in columns {
      while tables.count <= column.table.id { tables.append([]) }
      tables[Int(column.table.id)].append(column)
    }
    return tables
  }()
}

// Computed properties: reading a tile's header uses all of these constants, which are of trivial types.

extension TileTable {
  static var junctions: TileTable { TileTable(id: 1, name: "junctions", rows: "N + 1") }
  static var junctionIDs: TileTable { TileTable(id: 2, name: "junction ids", rows: "N") }
  static var out: TileTable { TileTable(id: 3, name: "edges leaving junctions", rows: "O") }
  static var segments: TileTable { TileTable(id: 4, name: "segments", rows: "T + 1") }
  static var reaches: TileTable { TileTable(id: 5, name: "reach", rows: "E") }
  static var wayIDs: TileTable { TileTable(id: 6, name: "way ids", rows: "W") }
  static var ways: TileTable { TileTable(id: 7, name: "ways", rows: "W") }
  static var names: TileTable { TileTable(id: 8, name: "names", rows: "U") }
  static var attributes: TileTable { TileTable(id: 9, name: "attribute sets", rows: "A") }
  static var crossings: TileTable { TileTable(id: 10, name: "crossings", rows: "X") }
  static var vias: TileTable { TileTable(id: 11, name: "via edges", rows: "V") }
  static var turns: TileTable { TileTable(id: 12, name: "turns", rows: "R") }
  static var rules: TileTable { TileTable(id: 13, name: "rules", rows: "L") }
  static var conditionOffsets: TileTable {
    TileTable(id: 14, name: "condition offsets", rows: "C + 1")
  }
  static var barriers: TileTable { TileTable(id: 15, name: "barriers", rows: "B") }
  static var cells: TileTable { TileTable(id: 16, name: "cells", rows: "D + 1") }
  static var boxes: TileTable { TileTable(id: 17, name: "boxes", rows: "4 for each box") }
  static var conditions: TileTable { TileTable(id: 18, name: "bytes of conditions", rows: "K") }
  static var shapes: TileTable { TileTable(id: 19, name: "bytes of shapes", rows: "G") }
  static var words: TileTable { TileTable(id: 20, name: "words of ways", rows: "Y") }
  static var junctionWords: TileTable { TileTable(id: 21, name: "words of junctions", rows: "Z") }
  static var approaches: TileTable { TileTable(id: 22, name: "approaches", rows: "P") }
}

extension TileColumn {
  static var junctionLatitude: TileColumn {
    TileColumn(.junctions, 1, "junction latitude", bits: 32, isShort: true)
  }
  static var junctionLongitude: TileColumn {
    TileColumn(.junctions, 2, "junction longitude", bits: 32, isShort: true)
  }
  static var junctionFirstOut: TileColumn {
    TileColumn(.junctions, 3, "junction first out", bits: 16)
  }
  static var junctionFlags: TileColumn {
    TileColumn(.junctions, 4, "junction flags", bits: 8, isShort: true)
  }
  static var junctionID: TileColumn { TileColumn(.junctionIDs, 1, "junction OSM id", bits: 64) }
  static var out: TileColumn { TileColumn(.out, 1, "out", bits: 16) }
  static var segmentFrom: TileColumn {
    TileColumn(.segments, 1, "segment from", bits: 16, isShort: true)
  }
  static var segmentTo: TileColumn {
    TileColumn(.segments, 2, "segment to", bits: 16, isShort: true)
  }
  static var segmentWay: TileColumn {
    TileColumn(.segments, 3, "segment way", bits: 16, isShort: true)
  }
  static var segmentLength: TileColumn {
    TileColumn(.segments, 4, "segment length", bits: 32, isShort: true)
  }
  static var segmentFlags: TileColumn {
    TileColumn(.segments, 5, "segment flags", bits: 2, isShort: true)
  }
  static var bearingFrom: TileColumn {
    TileColumn(.segments, 6, "segment bearing from", bits: 8, isShort: true)
  }
  static var bearingTo: TileColumn {
    TileColumn(.segments, 7, "segment bearing to", bits: 8, isShort: true)
  }
  static var segmentReach: TileColumn {
    TileColumn(.segments, 8, "segment reach", bits: 16, isShort: true)
  }
  static var segmentShape: TileColumn { TileColumn(.segments, 9, "segment shape", bits: 32) }
  static var reach: TileColumn { TileColumn(.reaches, 1, "reach", bits: 32) }
  static var wayID: TileColumn { TileColumn(.wayIDs, 1, "way OSM id", bits: 64) }
  static var wayAttributes: TileColumn { TileColumn(.ways, 1, "way attributes", bits: 16) }
  static var wayName: TileColumn { TileColumn(.ways, 2, "way name", bits: 32) }
  static var wayRef: TileColumn { TileColumn(.ways, 3, "way ref", bits: 32) }
  static var name: TileColumn { TileColumn(.names, 1, "name", bits: 32) }
  static var accessForward: TileColumn { TileColumn(.attributes, 1, "access forward", bits: 32) }
  static var accessBackward: TileColumn { TileColumn(.attributes, 2, "access backward", bits: 32) }
  static var roadClass: TileColumn { TileColumn(.attributes, 3, "road class", bits: 8) }
  static var surface: TileColumn { TileColumn(.attributes, 4, "surface", bits: 8) }
  static var roadFlags: TileColumn { TileColumn(.attributes, 5, "road flags", bits: 16) }
  static var speedForward: TileColumn { TileColumn(.attributes, 6, "speed forward", bits: 16) }
  static var speedBackward: TileColumn { TileColumn(.attributes, 7, "speed backward", bits: 16) }
  static var truckSpeedForward: TileColumn {
    TileColumn(.attributes, 8, "truck speed forward", bits: 16)
  }
  static var truckSpeedBackward: TileColumn {
    TileColumn(.attributes, 9, "truck speed backward", bits: 16)
  }
  static var trackGrade: TileColumn { TileColumn(.attributes, 10, "track grade", bits: 8) }
  static var smoothness: TileColumn { TileColumn(.attributes, 11, "smoothness", bits: 8) }
  static var lanes: TileColumn { TileColumn(.attributes, 12, "lanes", bits: 8) }
  static var crossingSegment: TileColumn { TileColumn(.crossings, 1, "crossing segment", bits: 16) }
  static var crossingTile: TileColumn { TileColumn(.crossings, 2, "crossing tile", bits: 32) }
  static var crossingJunction: TileColumn {
    TileColumn(.crossings, 3, "crossing junction", bits: 16)
  }
  static var crossingThere: TileColumn { TileColumn(.crossings, 4, "crossing there", bits: 16) }
  static var crossingLatitude: TileColumn {
    TileColumn(.crossings, 5, "crossing latitude", bits: 32)
  }
  static var crossingLongitude: TileColumn {
    TileColumn(.crossings, 6, "crossing longitude", bits: 32)
  }
  static var viaBase: TileColumn { TileColumn(.vias, 1, "via base", bits: 16) }
  static var viaThere: TileColumn { TileColumn(.vias, 2, "via there", bits: 16) }
  static var turnFrom: TileColumn { TileColumn(.turns, 1, "turn from", bits: 16) }
  static var turnTo: TileColumn { TileColumn(.turns, 2, "turn to", bits: 16) }
  static var turnEnter: TileColumn { TileColumn(.turns, 3, "turn enter", bits: 16) }
  static var turnBanned: TileColumn { TileColumn(.turns, 4, "turn banned", bits: 33) }
  static var ruleSubject: TileColumn { TileColumn(.rules, 1, "rule subject", bits: 16) }
  static var ruleKind: TileColumn { TileColumn(.rules, 2, "rule kind", bits: 8) }
  static var ruleDirections: TileColumn { TileColumn(.rules, 3, "rule directions", bits: 8) }
  static var ruleValue: TileColumn { TileColumn(.rules, 4, "rule value", bits: 40) }
  static var ruleCondition: TileColumn { TileColumn(.rules, 5, "rule condition", bits: 16) }
  static var conditionOffset: TileColumn {
    TileColumn(.conditionOffsets, 1, "condition offset", bits: 32)
  }
  static var barrierJunction: TileColumn { TileColumn(.barriers, 1, "barrier junction", bits: 16) }
  static var barrierPassing: TileColumn { TileColumn(.barriers, 2, "barrier passing", bits: 32) }
  static var barrierEndOnly: TileColumn { TileColumn(.barriers, 3, "barrier end only", bits: 32) }
  static var cellFirstJunction: TileColumn {
    TileColumn(.cells, 1, "cell first junction", bits: 16)
  }
  static var cellFirstSegment: TileColumn { TileColumn(.cells, 2, "cell first segment", bits: 16) }
  static var cellFirstVia: TileColumn { TileColumn(.cells, 3, "cell first via", bits: 16) }
  static var boxes: TileColumn { TileColumn(.boxes, 1, "boxes", bits: 16) }
  static var conditions: TileColumn { TileColumn(.conditions, 1, "conditions", bits: 8) }
  static var shapes: TileColumn { TileColumn(.shapes, 1, "shapes", bits: 8) }
  static var wordWay: TileColumn { TileColumn(.words, 1, "word way", bits: 16) }
  static var wordKind: TileColumn { TileColumn(.words, 2, "word kind", bits: 7) }
  static var wordDirections: TileColumn { TileColumn(.words, 3, "word directions", bits: 2) }
  static var wordText: TileColumn { TileColumn(.words, 4, "word text", bits: 32) }
  static var junctionWordJunction: TileColumn {
    TileColumn(.junctionWords, 1, "junction word junction", bits: 16)
  }
  static var junctionWordKind: TileColumn {
    TileColumn(.junctionWords, 2, "junction word kind", bits: 7)
  }
  static var junctionWordText: TileColumn {
    TileColumn(.junctionWords, 3, "junction word text", bits: 32)
  }
  static var approachSegment: TileColumn {
    TileColumn(.approaches, 1, "approach segment", bits: 16)
  }
  static var approachPoint: TileColumn { TileColumn(.approaches, 2, "approach point", bits: 16) }
  static var approachKind: TileColumn { TileColumn(.approaches, 3, "approach kind", bits: 8) }
  static var approachDirections: TileColumn {
    TileColumn(.approaches, 4, "approach directions", bits: 2)
  }
}
