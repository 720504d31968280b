import Geo
import NavFormat
import RoadModel
import TestSupport

/// A tile in which every field has a value of its own, number 3 of 5 tiles.
///
/// Junctions 0 to 3 are own; 4 and 5 are the far ends of the crossings. Segment 0 is a plain one,
/// 1 crosses the 180th meridian, 2 is a loop, 3 leads to tile 4, and 4 is a copy from tile 1. Junctions 0 to
/// 2 are a cell of the hierarchy, junction 3 one without edges.
enum SampleTile {
  static let number: TileNumber = 3
  static let tileCount = 5

  private static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
    Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }

  static var contents: TileContents {
    var tile = TileContents(number: number)
    tile.country = "FJ"
    tile.timeZone = 0x0506
    tile.junctions = [
      .init(
        position: place(-167_000_001, 1_799_000_002), osmID: 5_000_000_003,
        flags: [.signals, .barrier],
        out: [0, 9]),
      .init(
        position: place(-167_000_014, 1_799_999_985), osmID: -4, flags: [.turns, .stop],
        out: [1, 2]),
      .init(
        position: place(-167_000_026, -1_799_999_977), osmID: 1 << 40, flags: .gate,
        out: [3, 4, 5]),
      .init(
        position: place(-900_000_000, -1_800_000_000), osmID: 0,
        flags: [.tollBooth, .crossing, .barrier], out: [6]),
    ]
    let far = [place(900_000_000, 1_800_000_000), place(-167_000_038, 1_798_000_031)]
    tile.segments = [
      .init(
        from: 0, to: 1, way: 0, length: 10_001, bearingFrom: .init(turns256: 1),
        bearingTo: .init(turns256: 129), reach: 1, start: tile.junctions[0].position,
        inner: []),
      .init(
        from: 1, to: 2, way: 1, length: 20_002, bearingFrom: .init(turns256: 2),
        bearingTo: .init(turns256: 130), reach: 0x0203_0405, start: tile.junctions[1].position,
        inner: [
          place(-167_000_020, 1_800_000_000), place(-900_000_000, -1_800_000_000),
          place(900_000_000, -1_799_999_990), place(0, 0), place(0, 10), place(-10, 0),
        ]),
      .init(
        from: 2, to: 2, way: 0, length: 30_003, bearingFrom: .init(turns256: 3),
        bearingTo: .init(turns256: 131), reach: 0x0FFF_FFFF, start: tile.junctions[2].position,
        inner: [place(-166_999_990, -1_799_999_980), place(-166_999_990, -1_799_999_000)]),
      .init(
        from: 3, to: 4, way: 2, length: .max, bearingFrom: .init(turns256: 4),
        bearingTo: .init(turns256: 132), reach: 0x0200_5007, start: tile.junctions[3].position,
        inner: [place(10, 20)]),
      .init(
        from: 5, to: 0, way: 1, length: 50_005, bearingFrom: .init(turns256: 5),
        bearingTo: .init(turns256: 133), reach: 6, start: far[1],
        inner: [place(-167_000_000, 1_798_000_030)]),
    ]
    addWords(to: &tile)
    tile.ownSegmentCount = 4
    tile.segmentBoxes = (1...4 as ClosedRange<Int32>).map {
      Box(minLatitude: -$0, minLongitude: -10 * $0, maxLatitude: 100 * $0, maxLongitude: 7 * $0)
    }
    tile.ways = [
      .init(osmID: 900, attributes: 1, name: 11, ref: 0),
      .init(osmID: 12_000_000_000, attributes: 0, name: 0, ref: 22),
      .init(osmID: -3, attributes: 1, name: .max, ref: 33),
    ]
    tile.ways[0].words = [
      .init(kind: .turnLanes, directions: .forward, text: 41),
      .init(kind: .turnLanes, directions: .backward, text: 42),
      .init(kind: .name(inLanguage: 62), text: .max),
    ]
    tile.ways[2].words = [.init(kind: .laneCount, text: 7)]
    tile.attributes = [attributes(.residential, 1), attributes(.ferry, 2)]
    tile.crossings = [
      Crossing(segment: 3, tile: 4, junction: 71, there: 81, position: far[0]),
      Crossing(segment: 4, tile: 1, junction: 72, there: 82, position: far[1]),
    ]
    tile.vias = [(2, TurnRow.none), (6, 7), (9, 11)]
    tile.ownViaCount = 2
    tile.turns = [
      TurnRow(from: 0, to: 2, enter: 0, banned: ModeSet(rawValue: 0x05)),
      TurnRow(from: 1, to: 9, enter: 2, banned: .none),
      TurnRow(from: 10, to: 4, enter: TurnRow.none, banned: .all),
    ]
    tile.rules = rules
    tile.barriers = [
      (2, ModeSet(rawValue: 0x0C), ModeSet(rawValue: 0x04)), (3, ModeSet(rawValue: 0x41), []),
    ]
    tile.cells = [
      .init(firstJunction: 0, firstSegment: 0, firstVia: 0),
      .init(firstJunction: 3, firstSegment: 3, firstVia: 1),
    ]
    (tile.cellSegmentCount, tile.cellViaCount) = (3, 1)
    return tile
  }

  /// Words of junctions, and what drivers meet on segments.
  private static func addWords(to tile: inout TileContents) {
    tile.junctions[0].words = [
      .init(kind: .exitNumber, text: 51), .init(kind: .exitName, text: 52),
    ]
    tile.junctions[3].words = [.init(kind: .exitNumber, text: .max)]
    tile.segments[1].approaches = [
      .init(point: 3, kind: .stop, directions: .forward),
      .init(point: 3, kind: .levelCrossing, directions: .both),
      .init(point: 7, kind: .signals, directions: .backward),
    ]
    // The last segment is a copy; kinds of later versions are kept.
    tile.segments[4].approaches = [
      .init(point: 0, kind: ApproachKind(rawValue: 255), directions: .forward)
    ]
  }

  /// Nodes of the hierarchy, of which two cells and six edges of the tile are some.
  static let nodeCount: UInt32 = 71
  static let nodes: [UInt32] = [nodeCount - 1, .max, 61, 62, 63, 64, 65, 66]
  /// Bits of a node where the tests put them.
  static let nodeWidth = 7

  /// One of each kind of term, together.
  static let conditions: [Condition] = [
    Condition([.atEnds(.delivery)]),
    Condition([.time(OpeningHours([.init(weekdays: 0x1F, times: [.init(1_320, 1_800)])]))]),
    Condition([.vehicle(.weight, .greater, 7_500), .atEnds(.customers)]),
    Condition([
      .time(
        OpeningHours([
          .init(
            dates: [
              .init(.init(month: 11, day: 30), .init(month: 3, day: 1)),
              .init(.init(year: 2_025, month: 2, day: 29), .init(year: 65_535, month: 12, day: 31)),
            ], weekdays: 0x60, onHolidays: true, times: [.init(0, 1), .init(1_439, 2_880)]),
          .init(weekdays: 0, onHolidays: true, isOff: true, isAdditional: true),
        ]))
    ]),
    Condition([.unknown("nass, naß"), .unknown("")]),
  ]

  /// In another order than in the file; those of one subject and kind are as they override.
  private static let rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)] = [
    (2, .turn, RoadRule(.ban(ModeSet(.truck)))),
    (3, .junction, RoadRule(.limit(.axleLoad, 11_500), condition: conditions[4])),
    (1, .turn, RoadRule(.ban([ModeSet(.car), ModeSet(.bus)]), condition: conditions[1])),
    (
      4, .segment,
      RoadRule(.truckSpeed(.unlimited), directions: .backward, condition: conditions[1])
    ),
    (1, .segment, RoadRule(.limit(.weight, 7_500))),
    (1, .turn, RoadRule(.ban(.all), condition: conditions[2])),
    (4, .segment, RoadRule(.access(.destination, .all), condition: conditions[2])),
    (1, .segment, RoadRule(.limit(.weight, nil), condition: conditions[0])),
    (1, .segment, RoadRule(.limit(.height, 3_800), directions: .forward)),
    (3, .segment, RoadRule(.speed(.kmh(30)), directions: .forward, condition: conditions[1])),
    (0, .segment, RoadRule(.speed(.kmh(70)), directions: [])),
    (4, .segment, RoadRule(.limit(.width, 2_500), directions: .backward)),
    (
      1, .junction,
      RoadRule(.access(.privateOnly, [ModeSet(.car), ModeSet(.truck)]), condition: conditions[3])
    ),
  ]

  private static func attributes(_ roadClass: RoadClass, _ seed: UInt16) -> RoadAttributes {
    var road = RoadAttributes(roadClass: roadClass)
    road.forwardAccess = AccessTable(rawValue: 0x0123_4567 + UInt32(seed))
    road.backwardAccess = AccessTable(rawValue: 0x0765_4321 + UInt32(seed))
    road.surface = seed == 1 ? .gravel : .stones
    road.flags = RoadFlags(rawValue: 0x0100 | seed)
    road.forwardSpeed = Speed(deciKmh: 500 + seed)
    road.backwardSpeed = Speed(deciKmh: 600 + seed)
    road.forwardTruckSpeed = Speed(deciKmh: 700 + seed)
    road.backwardTruckSpeed = .unlimited
    road.trackGrade = UInt8(seed)
    road.smoothness = UInt8(seed + 4)
    road.lanes = UInt8(seed + 8)
    return road
  }
}
