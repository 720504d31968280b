import RoadModel
import Testing

@Suite struct AccessTests {
  @Test("a table keeps a value of its own for every mode, the car's in the lowest nibble")
  func nibbles() {
    var table = AccessTable.closed
    for mode in Mode.allCases { table[mode] = Access(rawValue: mode.rawValue + 2) ?? .no }
    #expect(table.rawValue == 0x9876_5432)
    for mode in Mode.allCases { #expect(table[mode].rawValue == mode.rawValue + 2) }
    table[.foot] = .useSidepath
    #expect(table.rawValue == 0x9876_B432)
    table[.car] = .no
    #expect(table.rawValue == 0x9876_B430)
  }

  @Test("every access comes back for every mode, and the other modes keep theirs")
  func roundTrip() {
    for mode in Mode.allCases {
      for access in Access.allCases {
        for background in [0, 0x0111_1111, 0x0999_9999] as [UInt32] {
          var table = AccessTable(rawValue: background)
          table[mode] = access
          for other in Mode.allCases {
            #expect(
              table[other] == (other == mode ? access : AccessTable(rawValue: background)[other]))
          }
        }
      }
    }
  }

  @Test("nibbles without a meaning read as closed")
  func undefined() {
    for nibble in 12...15 as ClosedRange<UInt32> {
      let table = AccessTable(rawValue: nibble * 0x0111_1111)
      #expect(Mode.allCases.allSatisfy { table[$0] == .no })
    }
  }

  @Test("a table for a set opens only to its modes")
  func forModes() {
    let table = AccessTable(.designated, for: [ModeSet(.bicycle), ModeSet(.foot)])
    #expect(table.rawValue == 0x2200)
    #expect(AccessTable(.yes, for: .none) == .closed)
    #expect(AccessTable(.yes, for: .all).rawValue == 0x1111_1111)
  }

  /// Formats/nav-2.md, section 6.4: 1, 2, 3, 9, 10 are open; 4, 5, 6 are for ends only.
  static let meanings: [(UInt8, open: Bool, endOnly: Bool)] = [
    (0, false, false), (1, true, false), (2, true, false), (3, true, false), (4, false, true),
    (5, false, true), (6, false, true), (7, false, false), (8, false, false), (9, true, false),
    (10, true, false), (11, false, false),
  ]

  @Test("what may pass, and what may only begin or end, is as the format says", arguments: meanings)
  func meaning(_ raw: UInt8, _ open: Bool, _ endOnly: Bool) throws {
    let access = try #require(Access(rawValue: raw))
    #expect(access.isOpenToThroughTraffic == open)
    #expect(access.isEndOnly == endOnly)
    #expect(access.isUsable == (open || endOnly))
  }
}

@Suite struct ModeTests {
  /// Formats/nav-2.md, section 6.4.
  static let modes: [(Mode, UInt8, String, motorised: Bool)] = [
    (.car, 0, "car", true), (.truck, 1, "truck", true), (.bicycle, 2, "bicycle", false),
    (.foot, 3, "foot", false), (.scooter, 4, "scooter", true), (.bus, 5, "bus", true),
    (.taxi, 6, "taxi", true),
  ]

  @Test("modes have the numbers of the format", arguments: modes)
  func numbers(_ mode: Mode, _ raw: UInt8, _ name: String, _ motorised: Bool) {
    #expect(mode.rawValue == raw && mode.name == name && mode.isMotorised == motorised)
    #expect(ModeSet(mode).rawValue == 1 << raw)
    #expect(ModeSet.all.contains(mode) && !ModeSet.none.contains(mode))
  }

  @Test("a set has the modes that were put in and no others")
  func sets() {
    let set: ModeSet = [ModeSet(.truck), ModeSet(.taxi)]
    #expect(set.rawValue == 0x42)
    #expect(Mode.allCases.filter { set.contains($0) } == [.truck, .taxi])
    #expect(ModeSet.all.rawValue == 0xFF && Mode.allCases.count == 8)
  }
}

@Suite struct RoadAttributesTests {
  @Test("the signed speed is that of the direction, and of trucks where one is signed for them")
  func signedSpeed() {
    var road = RoadAttributes(roadClass: .primary)
    road.forwardSpeed = .kmh(100)
    road.backwardSpeed = .kmh(90)
    road.backwardTruckSpeed = .kmh(60)
    #expect(road.signedSpeed(.forward, truck: false) == .kmh(100))
    #expect(road.signedSpeed(.backward, truck: false) == .kmh(90))
    #expect(road.signedSpeed(.forward, truck: true) == .kmh(100))
    #expect(road.signedSpeed(.backward, truck: true) == .kmh(60))
  }

  @Test("a road is usable when some mode may use it in some direction")
  func usable() {
    var road = RoadAttributes(roadClass: .path)
    #expect(!road.isUsable)
    road.backwardAccess[.taxi] = .privateOnly
    #expect(road.isUsable)
    road.backwardAccess[.taxi] = .forestry
    #expect(!road.isUsable)
    #expect(road.access(.backward)[.taxi] == .forestry && road.access(.forward)[.taxi] == .no)
  }

  @Test("speeds are tenths of km/h, whole numbers are clamped, and none is above all")
  func speeds() {
    #expect(Speed.kmh(50).deciKmh == 500 && Speed.kmh(50).kmh == 50)
    #expect(Speed.kmh(.max).deciKmh == 65_530)
    #expect(!Speed.unknown.isKnown && Speed.unlimited.isKnown)
    #expect(Speed.kmh(.max) < .unlimited && Speed.unknown < .kmh(1))
  }

  @Test("surfaces from compacted on are unpaved")
  func unpaved() {
    #expect(Surface.allCases.filter(\.isUnpaved) == [.compacted, .gravel, .earth, .soft])
  }

  @Test("directions reverse")
  func directions() {
    for direction in Direction.allCases { #expect(direction.reversed.reversed == direction) }
    #expect(Direction.forward.reversed == .backward)
    #expect(Direction.forward.rawValue == 0 && Direction.backward.rawValue == 1)
  }
}

@Suite struct ReachTests {
  @Test("every mode has four bits of its own, the car's lowest")
  func nibbles() {
    let bits: UInt32 = 0x8765_4321
    for mode in Mode.allCases {
      let reach = Reach(bits, mode)
      #expect(reach.rawValue == mode.rawValue + 1)
      #expect(reach.bits(of: mode) == UInt32(mode.rawValue + 1) << (4 * UInt32(mode.rawValue)))
    }
    #expect(Mode.allCases.reduce(0) { $0 | Reach(bits, $1).bits(of: $1) } == bits)
  }

  /// Formats/nav-2.md, section 6.5.
  static let meanings: [(Reach, UInt8)] = [
    (.leaves, 1), (.enters, 2), (.leavesOpenly, 4), (.entersOpenly, 8),
  ]

  @Test("the bits are those of the format", arguments: meanings)
  func meaning(_ reach: Reach, _ bit: UInt8) {
    #expect(reach.rawValue == bit)
  }
}
