import Geo
import MapReader
import NavFormat
import RoadModel

/// Places in the words of `tools/navdump`.
extension SwiftDump {
  mutating func addPlaces() throws {
    let map = map
    guard map.hasPlaces else { return }
    let places = try map.places()
    for place in 0..<places.layout.placeCount {
      let details = places.details(of: place).map { row in
        "[\(places.detailKind(row).rawValue),\(text(places.detailText(row)))]"
      }
      let groups = places.groups(of: place).map { addresses(ofGroup: $0, places) }
      add(
        "place",
        [
          ("place", "\(place)"), ("category", "\(places.categoryNumber(place))"),
          ("name", text(places.nameOffset(place))), ("at", Self.json(places.position(place))),
          ("parent", Self.json(places.parent(place))),
          ("importance", "\(places.importance(place))"),
          ("edge", Self.json(places.edgeNumber(place)?.rawValue)),
          ("share", "\(Int((places.share(place) * 255).rounded()))"),
          ("details", "[\(details.joined(separator: ","))]"),
          ("addresses", "[\(groups.joined(separator: ","))]"),
        ])
    }
  }

  private func addresses(ofGroup group: Int, _ places: borrowing PlacesView) -> String {
    let houses = places.addressGroup(group).addresses.map { address in
      let position = places.position(ofAddress: address, group: group)
      return
        "[\(text(places.numberOffset(address, group: group))),\(position.latitudeUnits),\(position.longitudeUnits)]"
    }
    return "{\"city\":\(Self.json(places.city(ofGroup: group))),"
      + "\"postcode\":\(Self.json(places.postcode(ofGroup: group))),"
      + "\"interpolated\":\(places.isInterpolated(group: group)),"
      + "\"houses\":[\(houses.joined(separator: ","))]}"
  }

  private func text(_ offset: UInt32) -> String { Self.json(map.name(offset)) }

  private static func json(_ value: (some BinaryInteger)?) -> String {
    value.map { "\($0)" } ?? "null"
  }
}
