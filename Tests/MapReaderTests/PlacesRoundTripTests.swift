import Bytes
import Geo
import RoadModel
import TestSupport
import Testing

@testable import NavFormat

/// Places of any number, wherever they lie and whatever they have, come back from their section.
@Suite struct PlacesRoundTripTests {
  /// Where the places of a map lie: all at one point, in a town, or around the world to its corners.
  enum Spread: CaseIterable, Sendable {
    case point
    case town
    case world

    func position(_ random: inout SeededGenerator) -> Coordinate {
      let (latitudes, longitudes): (ClosedRange<Int32>, ClosedRange<Int32>) =
        switch self {
        case .point: (1...1, -1...(-1))
        case .town: (494_000_000...494_900_000, -200_000...700_000)
        case .world: (-900_000_000...900_000_000, -1_800_000_000...1_800_000_000)
        }
      func drawn(_ range: ClosedRange<Int32>) -> Int32 {
        let ends = [range.lowerBound, range.upperBound]
        return
          (Int.random(in: 0..<4, using: &random) == 0 ? ends.randomElement(using: &random) : nil)
          ?? .random(in: range, using: &random)
      }
      return Coordinate(latitudeUnits: drawn(latitudes), longitudeUnits: drawn(longitudes))
    }
  }

  /// Drawn places; the first five are regions, in which others may lie.
  private static func contents(
    _ count: Int, _ spread: Spread, _ random: inout SeededGenerator
  ) -> PlacesContents {
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    var contents = PlacesContents()
    for index in 0..<count {
      let isRegion = index < 5
      contents.places.append(
        PlacesContents.Place(
          category: isRegion ? .region : number(0...1) == 0 ? .street : .fuel,
          position: spread.position(&random), name: UInt32(number(0...99_999)),
          parent: isRegion || number(0...1) == 0 ? nil : index % 5,
          importance: UInt8(number(0...255)),
          edge: number(0...3) == 0 ? nil : EdgeNumber(rawValue: UInt32(number(0...99_999))),
          share: UInt8(number(0...255))))
      for kind in [PlaceDetail.oldName, .ref, .ref, .openingHours] where number(0...1) == 0 {
        contents.details.append(
          PlacesContents.Detail(place: index, kind: kind, text: UInt32(number(1...99))))
      }
      for _ in 0..<(number(0...2) == 0 ? number(0...30) : 0) {
        contents.addresses.append(
          PlacesContents.Address(
            place: index, city: number(0...1) == 0 ? 0 : nil,
            postcode: number(0...1) == 0 ? count - 1 : nil, text: UInt32(number(1...500)),
            position: spread.position(&random), isInterpolated: number(0...1) == 0))
      }
    }
    return contents
  }

  /// An address without its position.
  private struct House: Hashable {
    var place: Int
    var city: Int?
    var postcode: Int?
    var text: UInt32
    var isInterpolated: Bool
  }

  private static func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    abs(Int64(one.latitudeUnits) - Int64(other.latitudeUnits)) <= 32
      && abs(Int64(one.longitudeUnits) - Int64(other.longitudeUnits)) <= 32
  }

  @Test(
    "places, details and addresses come back", arguments: [0, 1, 5, 63, 64, 65, 400],
    Spread.allCases)
  func roundTrip(_ count: Int, _ spread: Spread) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let contents = Self.contents(count, spread, &random)
    let bytes = contents.encoded()
    let layout = try PlacesLayout(bytes.rawBytes, at: 0)
    let places = PlacesView(bytes.rawBytes, layout: layout)
    try places.validate(at: 0, (edgeEnd: 100_000, namesLength: 100_000))
    #expect(layout.placeCount == count)
    var details: [PlacesContents.Detail] = []
    for (index, place) in contents.places.enumerated() {
      #expect(Self.isNear(places.position(index), place.position))
      #expect(places.nameOffset(index) == place.name && places.parent(index) == place.parent)
      #expect(places.category(index) == place.category)
      #expect(places.importance(index) == place.importance)
      #expect(places.edgeNumber(index) == place.edge)
      #expect(places.share(index) == Double(place.share) / 255)
      for row in places.details(of: index) {
        details.append(
          PlacesContents.Detail(
            place: index, kind: places.detailKind(row), text: places.detailText(row)))
      }
    }
    #expect(details == contents.details)
  }

  @Test("addresses come back", arguments: [1, 5, 65, 400], Spread.allCases)
  func addresses(_ count: Int, _ spread: Spread) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let contents = Self.contents(count, spread, &random)
    let bytes = contents.encoded()
    let places = PlacesView(bytes.rawBytes, layout: try PlacesLayout(bytes.rawBytes, at: 0))
    var wanted: [House: [Coordinate]] = [:]
    for address in contents.addresses {
      let house = House(
        place: address.place, city: address.city, postcode: address.postcode, text: address.text,
        isInterpolated: address.isInterpolated)
      wanted[house, default: []].append(address.position)
    }
    var found = 0
    for place in 0..<count {
      for group in places.groups(of: place) {
        let houses = places.addressGroup(group)
        for address in houses.addresses {
          let house = House(
            place: place, city: places.city(ofGroup: group),
            postcode: places.postcode(ofGroup: group),
            text: places.numberOffset(address, group: group),
            isInterpolated: places.isInterpolated(group: group))
          let position = places.position(address, houses)
          #expect(wanted[house]?.contains { Self.isNear($0, position) } == true)
          #expect(places.box(ofGroup: group).contains(position))
          #expect(places.wideBox(ofGroup: group).contains(position))
          found += 1
        }
      }
    }
    #expect(found == contents.addresses.count)
  }

  @Test(
    "every place and every group is found in the trees", arguments: [1, 9, 65, 400], Spread.allCases
  )
  func trees(_ count: Int, _ spread: Spread) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let contents = Self.contents(count, spread, &random)
    let bytes = contents.encoded()
    let layout = try PlacesLayout(bytes.rawBytes, at: 0)
    let places = PlacesView(bytes.rawBytes, layout: layout)
    for place in stride(from: 0, to: count, by: 7) {
      let position = places.position(place)
      var isFound = false
      places.searchPlaces(bound: { $0.contains(position) ? 0 : .infinity }) { chunk in
        isFound = isFound || chunk.contains(place)
        return 0
      }
      #expect(isFound)
    }
    for group in stride(from: 0, to: layout.groupCount, by: 7) {
      let box = places.box(ofGroup: group)
      var isFound = false
      places.searchGroups(bound: { $0.intersects(box) ? 0 : .infinity }) { chunk in
        isFound = isFound || chunk.contains(group)
        return 0
      }
      #expect(isFound)
    }
  }
}
