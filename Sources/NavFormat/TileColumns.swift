/// The positions of the columns of a tile by its tables, for ``TileLayout``.
///
/// ``TileSchema`` defines their numbers and widths for readers and the writer.
enum TileColumns {
  /// The columns of junctions.
  struct Junctions: Sendable {
    let latitude: PackedColumn
    let longitude: PackedColumn
    let firstOut: PackedColumn
    let flags: PackedColumn
    let id: PackedColumn

    init(_ tables: TileTables) {
      latitude = tables.place(of: .junctionLatitude)
      longitude = tables.place(of: .junctionLongitude)
      firstOut = tables.place(of: .junctionFirstOut)
      flags = tables.place(of: .junctionFlags)
      id = tables.place(of: .junctionID)
    }
  }

  /// The columns of segments.
  struct Segments: Sendable {
    let from: PackedColumn
    let to: PackedColumn
    /// Both ends of a segment.
    let ends: PackedPair
    let way: PackedColumn
    let length: PackedColumn
    let flags: PackedColumn
    let bearingFrom: PackedColumn
    let bearingTo: PackedColumn
    let reach: PackedColumn
    let shape: PackedColumn

    init(_ tables: TileTables) {
      from = tables.place(of: .segmentFrom)
      to = tables.place(of: .segmentTo)
      ends = PackedPair(from, to)
      way = tables.place(of: .segmentWay)
      length = tables.place(of: .segmentLength)
      flags = tables.place(of: .segmentFlags)
      bearingFrom = tables.place(of: .bearingFrom)
      bearingTo = tables.place(of: .bearingTo)
      reach = tables.place(of: .segmentReach)
      shape = tables.place(of: .segmentShape)
    }
  }

  /// The columns of ways.
  struct Ways: Sendable {
    let id: PackedColumn
    let attributes: PackedColumn
    let name: PackedColumn
    let ref: PackedColumn

    init(_ tables: TileTables) {
      id = tables.place(of: .wayID)
      attributes = tables.place(of: .wayAttributes)
      name = tables.place(of: .wayName)
      ref = tables.place(of: .wayRef)
    }
  }

  /// The columns of attribute sets.
  struct Attributes: Sendable {
    let accessForward: PackedColumn
    let accessBackward: PackedColumn
    let roadClass: PackedColumn
    let surface: PackedColumn
    let roadFlags: PackedColumn
    let speedForward: PackedColumn
    let speedBackward: PackedColumn
    let truckSpeedForward: PackedColumn
    let truckSpeedBackward: PackedColumn
    let trackGrade: PackedColumn
    let smoothness: PackedColumn
    let lanes: PackedColumn

    init(_ tables: TileTables) {
      accessForward = tables.place(of: .accessForward)
      accessBackward = tables.place(of: .accessBackward)
      roadClass = tables.place(of: .roadClass)
      surface = tables.place(of: .surface)
      roadFlags = tables.place(of: .roadFlags)
      speedForward = tables.place(of: .speedForward)
      speedBackward = tables.place(of: .speedBackward)
      truckSpeedForward = tables.place(of: .truckSpeedForward)
      truckSpeedBackward = tables.place(of: .truckSpeedBackward)
      trackGrade = tables.place(of: .trackGrade)
      smoothness = tables.place(of: .smoothness)
      lanes = tables.place(of: .lanes)
    }
  }

  /// The columns of crossings.
  struct Crossings: Sendable {
    let segment: PackedColumn
    let tile: PackedColumn
    let junction: PackedColumn
    let there: PackedColumn
    let latitude: PackedColumn
    let longitude: PackedColumn

    init(_ tables: TileTables) {
      segment = tables.place(of: .crossingSegment)
      tile = tables.place(of: .crossingTile)
      junction = tables.place(of: .crossingJunction)
      there = tables.place(of: .crossingThere)
      latitude = tables.place(of: .crossingLatitude)
      longitude = tables.place(of: .crossingLongitude)
    }
  }

  /// The columns of via edges.
  struct Vias: Sendable {
    let base: PackedColumn
    let there: PackedColumn

    init(_ tables: TileTables) {
      base = tables.place(of: .viaBase)
      there = tables.place(of: .viaThere)
    }
  }

  /// The columns of turn rows.
  struct Turns: Sendable {
    let from: PackedColumn
    let to: PackedColumn
    let enter: PackedColumn
    let banned: PackedColumn

    init(_ tables: TileTables) {
      from = tables.place(of: .turnFrom)
      to = tables.place(of: .turnTo)
      enter = tables.place(of: .turnEnter)
      banned = tables.place(of: .turnBanned)
    }
  }

  /// The columns of rule rows.
  struct Rules: Sendable {
    let subject: PackedColumn
    let kind: PackedColumn
    let directions: PackedColumn
    let value: PackedColumn
    let condition: PackedColumn

    init(_ tables: TileTables) {
      subject = tables.place(of: .ruleSubject)
      kind = tables.place(of: .ruleKind)
      directions = tables.place(of: .ruleDirections)
      value = tables.place(of: .ruleValue)
      condition = tables.place(of: .ruleCondition)
    }
  }

  /// The columns of barrier rows.
  struct Barriers: Sendable {
    let junction: PackedColumn
    let passing: PackedColumn
    let endOnly: PackedColumn

    init(_ tables: TileTables) {
      junction = tables.place(of: .barrierJunction)
      passing = tables.place(of: .barrierPassing)
      endOnly = tables.place(of: .barrierEndOnly)
    }
  }

  /// The columns of cells of the hierarchy.
  struct Cells: Sendable {
    let firstJunction: PackedColumn
    let firstSegment: PackedColumn
    let firstVia: PackedColumn

    init(_ tables: TileTables) {
      firstJunction = tables.place(of: .cellFirstJunction)
      firstSegment = tables.place(of: .cellFirstSegment)
      firstVia = tables.place(of: .cellFirstVia)
    }
  }

  /// The columns of words of ways.
  struct Words: Sendable {
    let way: PackedColumn
    let kind: PackedColumn
    let directions: PackedColumn
    let text: PackedColumn

    init(_ tables: TileTables) {
      way = tables.place(of: .wordWay)
      kind = tables.place(of: .wordKind)
      directions = tables.place(of: .wordDirections)
      text = tables.place(of: .wordText)
    }
  }

  /// The columns of words of junctions.
  struct JunctionWords: Sendable {
    let junction: PackedColumn
    let kind: PackedColumn
    let text: PackedColumn

    init(_ tables: TileTables) {
      junction = tables.place(of: .junctionWordJunction)
      kind = tables.place(of: .junctionWordKind)
      text = tables.place(of: .junctionWordText)
    }
  }

  /// The columns of approaches.
  struct Approaches: Sendable {
    let segment: PackedColumn
    let point: PackedColumn
    let kind: PackedColumn
    let directions: PackedColumn

    init(_ tables: TileTables) {
      segment = tables.place(of: .approachSegment)
      point = tables.place(of: .approachPoint)
      kind = tables.place(of: .approachKind)
      directions = tables.place(of: .approachDirections)
    }
  }
}
