import Geo
import Places
import RoadModel
import RouteModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of found places (Formats/route-json.md).
@Suite struct PlaceCodingTests {
  private static let address = """
    {"kind": "address", "place": 3, "name": "Quai", "houseNumber": "4", "isInterpolated": true,
     "position": [43.73, 7.42], "postcode": "98000", "countryCode": "MC",
     "surroundings": [{"category": "quarter", "name": "Port"}, {"category": "city", "name": "Monaco"}],
     "details": [{"kind": 32, "text": "24/7"}], "edge": "00000000000000ab:7", "share": 0.25,
     "distanceMetres": 6.5, "score": 0.5, "isComplete": false}
    """

  private static let later = """
    {"kind": "X-heliport", "name": "Sky", "position": [43.73, 7.42], "newHeight": 12,
     "surroundings": [{"category": "X-sector", "name": "Seven"},
                      {"category": "city", "name": "Monaco", "newPeople": 5}],
     "details": [{"kind": 120, "text": "12", "newUnit": "m"}]}
    """

  private func decoded<Value: Decodable>(_ text: String, as: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  private func tree(_ value: some Encodable) throws -> Tree {
    try JSONDecoder().decode(Tree.self, from: try JSONEncoder().encode(value))
  }

  @Test("a place is read, and written again as it was")
  func writtenAgain() throws {
    let place: FoundPlace = try decoded(Self.address)
    #expect(
      place
        == FoundPlace(
          kind: .address, place: 3, name: "Quai", houseNumber: "4", isInterpolated: true,
          position: try #require(Coordinate(latitude: 43.73, longitude: 7.42)),
          postcode: "98000",
          surroundings: [
            .init(category: .quarter, name: "Port"), .init(category: .city, name: "Monaco"),
          ], countryCode: "MC", details: [.init(kind: .openingHours, text: "24/7")],
          edge: EdgeID("00000000000000ab:7"), share: 0.25, distanceMetres: 6.5, score: 0.5,
          isComplete: false))
    #expect(try tree(place) == decoded(Self.address))
    let grown = String(
      decoding: try JSONEncoder().encode(decoded(Self.address, as: Tree.self).grown),
      as: UTF8.self)
    #expect(try decoded(grown) == place)
  }

  @Test("places along a route and by travel time keep all of their parts")
  func reached() throws {
    let place: FoundPlace = try decoded(Self.address)
    let ahead = PlaceAhead(
      place: place, distanceMetres: 1, seconds: 2, detourSeconds: 3, detourMetres: -4,
      offsetMetres: 5, isLeft: true, opening: .closed, dependsOnHoliday: true)
    let reached = ReachedPlace(
      place: place, seconds: 1.5, metres: 2.5, opening: .open, dependsOnHoliday: true)
    let arrival = PlaceArrival(position: place.position, wayID: 8)
    func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
      let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      #expect(try decoded(text) == value)
    }
    try expectSame(ahead)
    try expectSame(reached)
    try expectSame(arrival)
    // As an earlier version wrote it.
    func withoutHoliday(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        .replacing(#""dependsOnHoliday":true"#, with: #""newMember":1"#)
    }
    #expect(try !decoded(withoutHoliday(ahead), as: PlaceAhead.self).dependsOnHoliday)
    #expect(try !decoded(withoutHoliday(reached), as: ReachedPlace.self).dependsOnHoliday)
    #expect(try decoded(#"["X-soon"]"#, as: [PlaceAhead.Opening].self) == [.unknown])
  }

  @Test("every kind has a word of its own")
  func kinds() throws {
    let words = FoundPlace.Kind.allCases.map(\.word)
    #expect(Set(words).count == PlaceCategory.allCases.count + 3)
    #expect(words.map { FoundPlace.Kind(rawValue: $0) } == FoundPlace.Kind.allCases)
  }

  @Test("a later version's place is read as far as it is known")
  func laterPlace() throws {
    let place: FoundPlace = try decoded(Self.later)
    #expect(place.kind == .unknown("X-heliport") && place.title == "Sky")
    #expect(place.surroundings == [.init(category: .city, name: "Monaco")])
    #expect(place.details == [.init(kind: PlaceDetail(rawValue: 120), text: "12")])
    #expect(place.isComplete && place.edge == nil && place.score == 0)
    guard case .object(let members) = try tree(place) else {
      Issue.record("\(place)")
      return
    }
    #expect(members["kind"] == .string("X-heliport"))
  }
}
