import NavFormat
import RoadModel

/// The rules, conditions and barriers of the hand-made map.
extension HandMadeMap {
  private static let some = [ModeSet(.bus), ModeSet(.taxi)] as ModeSet
  private static let night = Condition([
    .time(
      OpeningHours([
        .init(weekdays: 0x1F, times: [.init(1_320, 1_800)]),
        .init(weekdays: 0, onHolidays: true, isOff: true, isAdditional: true),
      ]))
  ])
  private static let winter = Condition([
    .time(
      OpeningHours([
        .init(
          dates: [
            .init(.init(month: 12, day: 1), .init(month: 2, day: 29)),
            .init(.init(year: 2_026, month: 3, day: 1), .init(year: 2_026, month: 3, day: 31)),
          ], times: [.init(0, 1), .init(1_000, 2_880)])
      ])), .unknown("snow\n“Schnee”"),
  ])
  private static let light = Condition([
    .atEnds(.delivery), .vehicle(.weight, .atMost, 12_000),
  ])

  /// Rules of every kind and under every kind of term.
  ///
  /// Those under conditions are for buses and taxis, or of speeds: other modes get the same routes whatever a
  /// condition says.
  private static var roadRules: [(road: Int, rules: [RoadRule])] {
    [
      (
        road(5, 6),
        [
          RoadRule(.limit(.height, 3_500)),
          RoadRule(.limit(.weight, 7_500), directions: .forward),
          RoadRule(.limit(.weight, nil), directions: .forward, condition: light),
        ]
      ),
      (
        road(4, 5),
        [
          RoadRule(.access(.no, some), directions: .backward, condition: night),
          RoadRule(.access(.destination, some), condition: light),
        ]
      ),
      (
        road(6, 7),
        [
          RoadRule(.speed(.kmh(30)), condition: night),
          RoadRule(.truckSpeed(.unlimited), directions: .forward, condition: winter),
        ]
      ),
    ]
  }

  static func addRules(
    _ tile: Int, _ roads: [Int], to result: inout TileContents
  ) {
    for (road, rules) in roadRules {
      guard let segment = roads.firstIndex(of: road) else { continue }
      result.rules += rules.map { (UInt16(segment), .segment, $0) }
    }
    guard tile == 1 else { return }
    func own(_ junction: Int) -> UInt16 { UInt16(junctions(of: 1).firstIndex(of: junction) ?? 0) }
    result.rules.append((own(2), .junction, RoadRule(.limit(.height, 3_000))))
    result.rules.append(
      (own(9), .junction, RoadRule(.access(.privateOnly, some), condition: winter)))
    let (from, to) = (EdgeIndex(edge(6, 5, in: 1)), EdgeIndex(edge(5, 1, in: 1)))
    let row = UInt16(result.turns.firstIndex { $0.from == from && $0.to == to } ?? 0)
    result.rules.append((row, .turn, RoadRule(.ban(some), condition: night)))
    result.rules.append((row, .turn, RoadRule(.ban(ModeSet(.scooter)))))
  }

  static func addBarriers(_ tile: Int, to result: inout TileContents) {
    guard tile == 1 else { return }
    func own(_ junction: Int) -> UInt16 { UInt16(junctions(of: 1).firstIndex(of: junction) ?? 0) }
    result.barriers = [
      (own(1), .all, some), (own(10), [ModeSet(.foot), ModeSet(.bicycle)], ModeSet(.bicycle)),
    ]
  }
}
