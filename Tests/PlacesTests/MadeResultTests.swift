import Geo
import Places
import RoadModel
import Testing

/// Results made outside the library, as a mock or a preview makes them.
@Suite struct MadeResultTests {
  private let position = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_000_000)

  @Test("a place needs only a kind, a name and a position")
  func place() {
    let place = FoundPlace(kind: .place(.fuel), name: "A", position: position)
    #expect(place.kind == .place(.fuel) && place.name == "A" && place.position == position)
    #expect(place.place == nil && place.houseNumber == nil && place.postcode == nil)
    #expect(place.countryCode == nil && place.edge == nil && place.distanceMetres == nil)
    #expect(place.surroundings.isEmpty && place.details.isEmpty)
    #expect(!place.isInterpolated && place.isComplete)
    #expect(place.share == 0 && place.score == 0)
  }

  @Test("a place keeps each of its optional parts")
  func wholePlace() {
    let edge = EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 2))
    let town = FoundPlace.Surrounding(category: .town, name: "C")
    let detail = FoundPlace.Detail(kind: .openingHours, text: "24/7")
    #expect(detail.kind == .openingHours && detail.text == "24/7")
    let place = FoundPlace(
      kind: .address, place: 3, name: "A", houseNumber: "4", isInterpolated: true,
      position: position, postcode: "5000", surroundings: [town], countryCode: "CH",
      details: [detail], edge: edge, share: 0.25, distanceMetres: 6, score: 0.5,
      isComplete: false)
    #expect(place.place == 3)
    #expect(place.houseNumber == "4" && place.isInterpolated)
    #expect(place.postcode == "5000" && place.countryCode == "CH")
    #expect(place.surroundings == [town])
    #expect(place[.openingHours] == "24/7")
    #expect(place.edge == edge && place.share == 0.25)
    #expect(place.distanceMetres == 6 && place.score == 0.5 && !place.isComplete)
    #expect(place.label == "A 4, 5000, C")
  }

  @Test("places along a route and by travel time are made from their parts")
  func reached() {
    let place = FoundPlace(kind: .place(.fuel), name: "A", position: position)
    let ahead = PlaceAhead(
      place: place, distanceMetres: 1, seconds: 2, detourSeconds: 3, detourMetres: -4,
      offsetMetres: 5, isLeft: true)
    #expect(ahead.place == place && ahead.isLeft)
    #expect([ahead.distanceMetres, ahead.seconds] == [1, 2])
    #expect([ahead.detourSeconds, ahead.detourMetres, ahead.offsetMetres] == [3, -4, 5])
    #expect(ahead.opening == .unknown && !ahead.dependsOnHoliday)
    let reached = ReachedPlace(place: place, seconds: 1, metres: 2, opening: .open)
    #expect(reached.place == place && reached.seconds == 1 && reached.metres == 2)
    #expect(reached.opening == .open && !reached.dependsOnHoliday)
    #expect(ReachedPlace(place: place, seconds: 1, metres: 2).opening == .unknown)
  }
}
